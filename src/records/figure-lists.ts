import { PLACE_LISTS } from './documents/place-lists.ts';
import { STATE_LISTS } from './documents/state-lists.ts';
import type { FigureList } from './found-rows.ts';

/** The lists that read nothing but figures. A page can find their records in documents. */
export const FIGURE_LISTS: readonly FigureList[] = [...PLACE_LISTS, ...STATE_LISTS];
