import { readHeld } from '../../store/query/held.ts';
import { heldRecord } from '../descriptions/held-report.ts';
import { findAmong, listOf } from '../list.ts';

/** The reports that wait for a review, in the order in which they were received. */
export const heldReports = listOf(heldRecord, {
  find: (view, asked, window) => findAmong(heldRecord, readHeld(view.dataset), asked, window),
});
