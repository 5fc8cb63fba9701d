import { revisionRecord } from '../descriptions/history/revision.ts';
import { DATASET } from '../documents/document-shelf.ts';
import type { ListDocument } from '../documents/shapes.ts';
import { type RecordList, recordsOf } from '../list.ts';
import { findings } from '../queries/findings.ts';
import { changes } from '../queries/history/changes.ts';
import { updates } from '../queries/history/updates.ts';
import { type DocumentContent, type Make, stateDocument, stateDocuments } from './state-documents.ts';

/**
 * The documents of a version by their names; each is made when it is asked for. `overview` is what the service tells of the
 * dataset.
 */
export function openDocuments(content: DocumentContent, overview: () => object): ReadonlyMap<string, Make> {
  const { whole, view, states } = content;
  const lists: readonly RecordList[] = [findings, changes, updates];
  return new Map<string, Make>([
    [
      DATASET,
      () => ({
        ...{ version: view.version, isPart: view !== whole, overview: overview() },
        filters: Object.fromEntries(
          [...lists.map(({ description }) => description), revisionRecord].map(({ name, filters }) => [
            name,
            filters,
          ]),
        ),
        states: states.map((state) => stateDocument(view, state)),
      }),
    ],
    ...lists.map((list): [string, Make] => [list.description.name, () => listDocument(list, content)]),
    ...states.flatMap((state) => stateDocuments(content, state)),
  ]);
}

/** What the records of kept lists are about. */
interface KeptRecord {
  state?: string;
  jurisdiction?: { id: number } | null;
}

/** All records of a list, of the chosen states and places. */
function listDocument(list: RecordList, { whole, view, states }: DocumentContent): ListDocument {
  const { data, meta } = recordsOf(list, whole, {});
  const isChosen = ({ state, jurisdiction }: KeptRecord) =>
    states.some(({ code }) => code === state) && (!jurisdiction || view.jurisdictions.has(jurisdiction.id));
  return { data: data.filter(isChosen), meta };
}
