import type { FigureList } from '../found-rows.ts';
import { comparisons } from '../queries/comparison.ts';
import { periodComparisons } from '../queries/period-comparison.ts';
import { nearest } from '../queries/place/nearest.ts';
import { totals, totalYears } from '../queries/totals.ts';
import { comingMonths } from '../queries/year-end/months-ahead.ts';
import { projectionErrors } from '../queries/year-end/projection-errors.ts';

/** Lists that read nothing but figures, of many places of a state. A site loads them when a view asks for one. */
export const STATE_LISTS: readonly FigureList[] = [
  nearest,
  comparisons,
  periodComparisons,
  totals,
  totalYears,
  projectionErrors,
  comingMonths,
];
