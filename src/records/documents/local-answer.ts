import { salesDate } from '../../domain/allocation.ts';
import type { Description } from '../description.ts';
import { sourceRecord } from '../descriptions/source.ts';
import { completeAsked } from '../filters/complete-asked.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import type { FigureList } from '../found-rows.ts';
import { jsonWriter } from '../json-record.ts';
import { pageAsked, toPage, windowOf } from '../page.ts';
import type { DocumentReading } from './document-reading.ts';
import { DATASET } from './document-shelf.ts';
import { rowsOfPlace } from './place-rows.ts';
import { notKept, placeIn, Refused, readAsked } from './read-address.ts';

/** The lists whose records the documents keep as the service wrote them, by their addresses. */
const KEPT_LISTS: Readonly<Record<string, string>> = {
  '/api/findings': 'findings',
  '/api/changes': 'changes',
  '/api/updates': 'updates',
  '/api/revisions': 'revisions',
};

/** The names of lists that need all places of a state, whatever places are asked for. */
const OF_ALL_PLACES: readonly string[] = ['nearest', 'projection_errors', 'months_ahead'];

const ID = /^\d{1,9}$/;

/** A request to the service, and what answers it. */
interface Request {
  view: DocumentReading;
  /** The absolute address, its path from `/api/` on, and its parameters. */
  url: string;
  path: string;
  parameters: URLSearchParams;
}

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
  const { pathname, searchParams: parameters } = new URL(url);
  if (pathname.endsWith('/api/overview')) {
    const { overview } = view.shelf.get('dataset', DATASET) ?? { overview: {} };
    return { data: overview };
  }
  const request = { view, url, parameters, path: pathname.slice(pathname.indexOf('/api/')) };
  try {
    for (const list of lists) {
      const answer = answerList(request, list);
      if (answer) return answer;
    }
    return answerKept(request);
  } catch (error) {
    if (error instanceof WrongFilter) throw new Refused(422, error.message);
    throw error;
  }
}

function answerList({ view, url, path, parameters }: Request, list: FigureList): object | null {
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
  const { limit, page, ...parsed } = readAsked(description, parameters, place.state, view);
  const within = {
    ...(place.state !== undefined && { state: place.state }),
    ...(place.id !== undefined && { id: idOf(place.id, view) }),
  };
  const asked = completeAsked(list, view, { ...parsed, ...within });
  const ofPage = pageAsked({ limit, page }, paging);
  const found = find(view, asked, windowOf(ofPage), { budgets: () => [] });
  const { total, length, read, members = all, meta } = found;
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

type Records = readonly Readonly<Record<string, unknown>>[];

/** Answers with records that the documents keep; `null` for another address. */
function answerKept(request: Request): object | null {
  const { view, path, parameters } = request;
  const place = placeIn(sourceRecord.address ?? '', path, view);
  if (place?.id !== undefined) return pageOf(request, sourceRecord, sourcesOf(view, idOf(place.id, view)));
  const name = KEPT_LISTS[path];
  const filters = view.shelf.get('dataset', DATASET)?.filters[name ?? ''];
  if (name === undefined || !filters) return null;
  // revisions are kept with their places alone
  if (name === 'revisions' || parameters.has('jurisdictions'))
    return pageOf(request, { filters }, ofPlaces(request, name === 'revisions' ? name : 'findings'));
  const { data, meta } = view.shelf.get('list', name) ?? { data: [], meta: {} };
  return pageOf(request, { filters }, data, meta);
}

/** The records of the places that a request names. */
function ofPlaces({ view, parameters }: Request, part: 'findings' | 'revisions'): Records {
  const ids = (parameters.get('jurisdictions') ?? '').split(',').filter((id) => /^\d+$/.test(id));
  if (ids.length === 0) throw notKept();
  return ids.flatMap((id) => view.blocks.place(Number(id))?.[part] ?? []) as Records;
}

/** A page of kept records: those whose members have the given values. */
function pageOf(
  { view, url, parameters }: Request,
  description: Pick<Description<never>, 'filters' | 'paging'>,
  records: Records,
  meta: object = {},
): object {
  const { limit, page, jurisdictions: _, ...asked } = readAsked(description, parameters, undefined, view);
  const wanted = Object.entries(asked);
  const matching = records.filter((record) =>
    wanted.every(([name, value]) => {
      if (!(name in record)) throw notKept();
      return record[name] === (typeof value === 'object' && 'from' in value ? value.from : value);
    }),
  );
  const ofPage = pageAsked({ limit, page }, description.paging);
  const { offset } = windowOf(ofPage);
  return toPage(url, ofPage, matching.slice(offset, offset + ofPage.limit), matching.length, meta);
}

const toSources = jsonWriter(sourceRecord.members);

/** The rows behind the figures of a place, newest month first. */
function sourcesOf(view: DocumentReading, id: number): Records {
  return rowsOfPlace(view, id).map(({ period, state, ...month }) =>
    toSources({ allocation_period: period, sales_period: salesDate(period, state.calendar), ...month }),
  );
}
