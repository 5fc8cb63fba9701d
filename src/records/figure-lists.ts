import { comparisons } from './queries/compare.ts';
import { jurisdictions } from './queries/jurisdictions.ts';
import { months } from './queries/months.ts';
import { parts } from './queries/parts.ts';
import { events } from './queries/place/events.ts';
import { projections } from './queries/projections.ts';
import { sentences } from './queries/sentences/sentences.ts';
import { years } from './queries/years.ts';

/** The lists that read nothing but figures. A page can find their records in documents. */
export const FIGURE_LISTS = {
  jurisdictions,
  months,
  years,
  compare: comparisons,
  parts,
  projections,
  sentences,
  events,
};
