import type { Dataset } from '../store/dataset.ts';
import type { ChangeFilter } from '../store/query/changes/changes.ts';
import { readNews } from '../store/query/changes/news.ts';
import { listJurisdictions } from '../store/query/jurisdictions.ts';
import { describeNews, type NoteContext } from './output/change-note.ts';
import type { Note } from './output/note.ts';

/** Reads what changed, as a note for people. */
export function readNote(
  dataset: Dataset,
  filter: ChangeFilter,
  context: Omit<NoteContext, 'jurisdictions'>,
): Note {
  const jurisdictions = new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
  return describeNews(readNews(dataset, filter), { ...context, jurisdictions });
}
