import { completeAsked } from '../filters/complete-asked.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import type { FigureList } from '../found-rows.ts';
import { jsonWriter } from '../json-record.ts';
import { pageAsked, toPage, windowOf } from '../page.ts';
import type { DocumentReading } from './document-reading.ts';
import { DATASET } from './document-shelf.ts';
import { answerKept } from './kept-lists.ts';
import { notKept, placeIn, Refused, readParameters } from './read-address.ts';

/** The names of lists that need all places of a state, whatever places are asked for. */
const OF_ALL_PLACES: readonly string[] = ['nearest', 'projection_errors', 'months_ahead'];

const ID = /^\d{1,9}$/;

/**
 * The JSON that the service answers at an absolute address, made from documents; `null` if neither these lists nor the
 * documents have it. Throws a `Refused` with what the service would say, and a `NeedsDocuments` if documents must be
 * loaded first.
 */
export function answerLocally(
  view: DocumentReading,
  url: string,
  lists: readonly FigureList[],
): object | null {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/api/overview')) {
    const { overview } = view.shelf.get('dataset', DATASET) ?? { overview: {} };
    return { data: overview };
  }
  const path = pathname.slice(pathname.indexOf('/api/'));
  try {
    for (const list of lists) {
      const answer = answerList(view, list, url, path, searchParams);
      if (answer) return answer;
    }
    return answerKept(view, url, path, searchParams);
  } catch (error) {
    if (error instanceof WrongFilter) throw new Refused(422, error.message);
    throw error;
  }
}

function answerList(
  view: DocumentReading,
  list: FigureList,
  url: string,
  path: string,
  parameters: URLSearchParams,
): object | null {
  const { description, find, findOne } = list;
  const { address, item, members: all, paging } = description;
  if (address === null) return null;
  if (item && findOne && path.startsWith(`${address}/`)) {
    const id = path.slice(address.length + 1);
    if (id.includes('/')) return null;
    const found = findOne(view, idOf(id, view));
    return { data: jsonWriter(all)(found) };
  }
  const place = placeIn(address, path, view);
  if (!place) return null;
  if (view.isPart && OF_ALL_PLACES.includes(description.name)) throw notKept();
  const { limit, page, ...parsed } = readParameters(description, parameters, place.state, view);
  const within = {
    ...(place.state !== undefined && { state: place.state }),
    ...(place.id !== undefined && { id: idOf(place.id, view) }),
  };
  const asked = completeAsked(list, view, { ...parsed, ...within });
  const ofPage = pageAsked({ limit, page }, paging);
  const {
    total,
    length,
    read,
    members = all,
    meta,
  } = find(view, asked, windowOf(ofPage), {
    budgets: () => [],
  });
  return toPage(url, ofPage, read(view, 0, length).map(jsonWriter(members)), total, meta);
}

/** The id of an address, which may not exist. */
export function idOf(text: string, view: DocumentReading): number {
  if (!ID.test(text))
    throw new Refused(422, 'id: must be the id of a jurisdiction, a whole number such as 60019050.');
  const id = Number(text);
  if (view.jurisdictions.has(id)) return id;
  throw new Refused(
    404,
    `No jurisdiction has the id ${id}. Find ids by name with /api/jurisdictions?q=<name>.`,
  );
}
