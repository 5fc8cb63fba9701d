import type { FigureList } from '../found-rows.ts';
import { compare } from './compare.ts';
import { jurisdictions } from './jurisdictions.ts';
import { months } from './months.ts';
import { parts } from './parts.ts';
import { projections } from './projections.ts';
import { sentences } from './sentences.ts';
import { years } from './years.ts';

/** The lists that read nothing but figures. A page can find their records in documents. */
export const FIGURE_LISTS: readonly FigureList[] = [
  jurisdictions,
  months,
  years,
  compare,
  parts,
  projections,
  sentences,
];
