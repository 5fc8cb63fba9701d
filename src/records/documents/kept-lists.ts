import { salesDate } from '../../domain/allocation.ts';
import type { Description } from '../description.ts';
import { revisionRecord } from '../descriptions/history/revision.ts';
import { sourceRecord } from '../descriptions/source.ts';
import { jsonWriter } from '../json-record.ts';
import { pageAsked, toPage, windowOf } from '../page.ts';
import type { DocumentReading } from './document-reading.ts';
import { DATASET } from './document-shelf.ts';
import { rowsOfPlace } from './place-rows.ts';
import { notKept, placeIn, Refused, readParameters } from './read-address.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** The lists that the documents keep as the service wrote them, by their addresses. */
const KEPT_LISTS: Readonly<Record<string, string>> = {
  '/api/findings': 'findings',
  '/api/changes': 'changes',
  '/api/updates': 'updates',
};

/** Answers with records that the documents keep; `null` for another address. */
export function answerKept(
  view: DocumentReading,
  url: string,
  path: string,
  parameters: URLSearchParams,
): object | null {
  const place = placeIn(sourceRecord.address ?? '', path, view);
  if (place?.id !== undefined) return sourcesOf(view, url, Number(place.id), parameters);
  if (path === revisionRecord.address)
    return pageOf(revisionRecord, ofPlaces(view, parameters, 'revisions'), {}, view, url, parameters);
  const name = KEPT_LISTS[path];
  const filters = view.shelf.get('dataset', DATASET)?.filters[name ?? ''];
  if (name === undefined || !filters) return null;
  if (parameters.has('jurisdictions'))
    return pageOf({ filters }, ofPlaces(view, parameters, 'findings'), {}, view, url, parameters);
  const { data, meta } = view.shelf.get('list', name) ?? { data: [], meta: {} };
  return pageOf({ filters }, data, meta, view, url, parameters);
}

/** The records of the places that a request names. */
function ofPlaces(
  view: DocumentReading,
  parameters: URLSearchParams,
  part: 'findings' | 'revisions',
): Records {
  const ids = (parameters.get('jurisdictions') ?? '').split(',').filter((id) => /^\d+$/.test(id));
  if (ids.length === 0) throw notKept();
  return ids.flatMap((id) => view.blocks.place(Number(id))?.[part] ?? []) as Records;
}

/** A page of kept records: those whose members have the given values. */
function pageOf(
  description: Pick<Description<never>, 'filters' | 'paging'>,
  records: Records,
  meta: object,
  view: DocumentReading,
  url: string,
  parameters: URLSearchParams,
): object {
  const {
    limit,
    page,
    jurisdictions: _,
    ...asked
  } = readParameters(description, parameters, undefined, view);
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

/** The rows behind the figures of a place, newest month first. */
function sourcesOf(view: DocumentReading, url: string, id: number, parameters: URLSearchParams): object {
  const { limit, page, allocation_period: asked } = readParameters(sourceRecord, parameters, undefined, view);
  const [known, state] = [rowsOfPlace(view, id), view.stateOf(id)];
  if (!known || !state)
    throw new Refused(
      404,
      `No jurisdiction has the id ${id}. Find ids by name with /api/jurisdictions?q=<name>.`,
    );
  const wanted = typeof asked === 'object' && 'from' in asked ? asked.from : null;
  const chosen = known.filter(({ period }) => wanted === null || period === wanted);
  const ofPage = pageAsked({ limit, page }, sourceRecord.paging);
  const { offset } = windowOf(ofPage);
  const toRecord = jsonWriter(sourceRecord.members);
  const records = chosen
    .slice(offset, offset + ofPage.limit)
    .map(({ period, ...month }) =>
      toRecord({ allocation_period: period, sales_period: salesDate(period, state.calendar), ...month }),
    );
  return toPage(url, ofPage, records, chosen.length);
}
