import type { ListedRevision } from '../../src/records/descriptions/history/revision.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { revisions } from '../../src/records/queries/history/revisions.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';

/** All revisions of a dataset, newest first. */
export function revisionsIn(database: string): ListedRevision[] {
  const dataset = openForReading(database);
  try {
    const view = openReader(dataset).read((present) => present);
    const found = revisions.find(view, {}, EVERYTHING);
    return [...found.read(view, 0, found.length)];
  } finally {
    dataset.close();
  }
}
