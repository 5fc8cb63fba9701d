import { monthsAcross } from './months-across/state.ts';
import { totalsOnly } from './totals-only/state.ts';

/** States that exist in tests alone, each with its folder beside this file. */
export const SMALL_STATES = [
  { state: totalsOnly, folder: 'totals-only' },
  { state: monthsAcross, folder: 'months-across' },
];
