import type { ListedRevision } from '../../src/records/descriptions/history/revision.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { revisions } from '../../src/records/queries/history/revisions.ts';
import { readView } from './datasets/read-view.ts';

/** All revisions of a dataset, newest first. */
export function revisionsIn(database: string): ListedRevision[] {
  return readView(database, (view) => {
    const found = revisions.find(view, {}, EVERYTHING);
    return [...found.read(view, 0, found.length)];
  });
}
