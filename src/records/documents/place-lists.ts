import type { FigureList } from '../found-rows.ts';
import { analysis, years } from '../queries/analysis.ts';
import { jurisdictions } from '../queries/jurisdictions.ts';
import { parts } from '../queries/place/parts.ts';
import { sentences } from '../queries/place/sentences.ts';
import { budgetedMonths } from '../queries/year-end/budget-months.ts';
import { projections } from '../queries/year-end/projections.ts';

/** Lists that read nothing but figures, which a page of a place needs. */
export const PLACE_LISTS: readonly FigureList[] = [
  jurisdictions,
  analysis,
  years,
  parts,
  sentences,
  projections,
  budgetedMonths,
];
