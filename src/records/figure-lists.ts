import type { FigureList } from './found-rows.ts';
import { analysis, years } from './queries/analysis.ts';
import { comparisons } from './queries/comparison.ts';
import { jurisdictions } from './queries/jurisdictions.ts';
import { periodComparisons } from './queries/period-comparison.ts';
import { nearest } from './queries/place/nearest.ts';
import { parts } from './queries/place/parts.ts';
import { sentences } from './queries/place/sentences.ts';
import { totals, totalYears } from './queries/totals.ts';
import { budgetedMonths } from './queries/year-end/budget-months.ts';
import { comingMonths } from './queries/year-end/months-ahead.ts';
import { projectionErrors, projections } from './queries/year-end/projections.ts';

/** The lists that read nothing but figures. A page can find their records in documents. */
export const FIGURE_LISTS: readonly FigureList[] = [
  jurisdictions,
  analysis,
  years,
  parts,
  nearest,
  sentences,
  comparisons,
  periodComparisons,
  totals,
  totalYears,
  projections,
  projectionErrors,
  budgetedMonths,
  comingMonths,
];
