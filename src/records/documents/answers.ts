import { salesDate } from '../../domain/allocation.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import { leastUnusual } from '../descriptions/finding.ts';
import { sourceRecord } from '../descriptions/source.ts';
import { completeAsked, type ParsedFilters } from '../filters/complete-asked.ts';
import type { Filters } from '../filters/filter.ts';
import { readParameters } from '../filters/read-parameters.ts';
import { readerOf } from '../filters/readers.ts';
import type { FigureList } from '../found-rows.ts';
import { jsonWriter } from '../json-record.ts';
import { pageAsked, windowOf } from '../page.ts';
import { jurisdictions } from '../queries/jurisdictions.ts';
import type { DocumentReading } from './document-reading.ts';
import { NotInDocuments } from './document-shelf.ts';

/** The parameters of a question as a reader chose them; what is empty, `null` or `undefined` is not given. */
export type ChosenParameters = Readonly<Record<string, string | number | null | undefined>>;

/** A page of the records of a list, as JSON has them. */
export interface PageOfRecords {
  data: readonly object[];
  meta: { total: number; current_page: number; last_page: number };
}

/** Filters whose answers need all places of a state, whatever places are asked for. */
const OF_ALL_PLACES: readonly string[] = ['near', 'check'];
const ID = /^\d{1,9}$/;
/** An id to show in a message. */
const EXAMPLE_ID = 60_019_050;

/** The records of a list of figures. Throws a `WrongFilter` or a `WrongParameters`, and a `NotInDocuments`. */
export function answerFigures(
  view: DocumentReading,
  list: FigureList,
  { state, id, ...chosen }: ChosenParameters,
): PageOfRecords {
  const { description, find } = list;
  const code = description.address?.includes(':state') ? String(state) : undefined;
  const given = code === undefined && state ? { state, ...chosen } : chosen;
  if (view.dataset.isPart && OF_ALL_PLACES.some((name) => given[name])) throw new NotInDocuments();
  const { limit, page, ...parsed } = readChosen(description, given, view, code);
  const within = {
    ...parsed,
    ...(code !== undefined && { state: code }),
    ...(id && { id: [knownId(view, id)] }),
  };
  const asked = completeAsked(list, view, within);
  const ofPage = pageAsked({ limit, page }, description.paging);
  const found = find(view, asked, windowOf(ofPage), view.beside);
  const { total, length, read, members = description.members } = found;
  return pageOf(read(view, 0, length).map(jsonWriter(members)), total, ofPage);
}

/** The place of an id. Throws a `NotInDocuments` if there is none. */
export function answerPlace(view: DocumentReading, id: string | number): { data: object } {
  const known = knownId(view, id);
  // whoever asks for a place asks for its figures next
  view.blocks.require([known]);
  const found = jurisdictions.findOne?.(view, known);
  if (!found) throw new NotInDocuments();
  return { data: jsonWriter(jurisdictions.description.members)(found) };
}

/** The records that documents keep as the service lists them, with the filters of the list. */
export function answerKept(
  view: DocumentReading,
  name: 'findings' | 'changes' | 'revisions',
  { jurisdictions: ids, by, ...chosen }: ChosenParameters,
): PageOfRecords {
  const { [name]: filters = {} } = view.dataset.filters;
  if (name !== 'changes' && ids) {
    const { [name]: records = [] } = view.blocks.place(knownId(view, ids)) ?? {};
    return answerAmong(view, filters, records, chosen, [knownId(view, ids)]);
  }
  // revisions are kept with their places alone
  if (name === 'revisions') throw new NotInDocuments();
  const { data } = view.shelf.get('list', by === 'month' ? 'updates' : name) ?? { data: [] };
  return answerAmong(view, filters, data, chosen);
}

/** The rows behind the figures of a place, newest month first. */
export function answerSources(view: DocumentReading, id: number, chosen: ChosenParameters): PageOfRecords {
  const records = view
    .rowsOf(knownId(view, id))
    .map(({ period, state, ...month }) =>
      toSources({ allocation_period: period, sales_period: salesDate(period, state.calendar), ...month }),
    );
  return answerAmong(view, sourceRecord.filters, records, chosen);
}

const toSources = jsonWriter(sourceRecord.members);

type Records = readonly Readonly<Record<string, unknown>>[];

/** A page of kept records: those whose members have the given values. */
function answerAmong(
  view: DocumentReading,
  filters: Filters,
  records: Records,
  chosen: ChosenParameters,
  ofPlaces?: readonly number[],
): PageOfRecords {
  const { limit, page, minimum, ...asked } = readChosen({ filters }, chosen, view);
  const least = leastUnusual({ ...asked, jurisdictions: ofPlaces, minimum });
  const wanted = Object.entries(asked);
  const matching = records.filter(
    (record) =>
      !isBelow(record, least) &&
      wanted.every(([name, value]) => {
        if (!(name in record)) throw new NotInDocuments();
        return record[name] === (typeof value === 'object' && 'from' in value ? value.from : value);
      }),
  );
  const ofPage = pageAsked({ limit, page });
  const { offset } = windowOf(ofPage);
  return pageOf(matching.slice(offset, offset + ofPage.limit), matching.length, ofPage);
}

/** The facts that say how large an unusual payment is. */
const UNUSUAL = ['amount', 'usual'];

function isBelow({ code, facts }: Records[number], least: number): boolean {
  return (
    code === 'unusual-payment' && Math.max(...UNUSUAL.map((name) => Math.abs(Object(facts)[name]))) < least
  );
}

function pageOf(
  data: readonly object[],
  total: number,
  { page, limit }: { page: number; limit: number },
): PageOfRecords {
  const last = Math.max(1, Math.ceil(total / limit));
  return { data, meta: { total, current_page: page, last_page: last } };
}

/** Reads what a reader chose. Throws a `WrongParameters` that names all that is wrong. */
export function readChosen(
  described: Parameters<typeof readParameters>[0],
  chosen: ChosenParameters,
  view: DocumentReading,
  state?: string,
): ParsedFilters & { limit?: number; page?: number } {
  const texts = Object.entries(chosen).flatMap(([name, value]): [string, string[]][] =>
    value === null || value === undefined || value === '' ? [] : [[name, [String(value)]]],
  );
  const parsed = readParameters(described, new Map(texts), {
    state: state === undefined ? null : knownStateOf(view, state),
    readerOf: (filter) => readerOf(filter, { states: view.states, exampleId: EXAMPLE_ID }),
  });
  return parsed as ParsedFilters & { limit?: number; page?: number };
}

function knownId(view: DocumentReading, text: string | number): number {
  const id = ID.test(String(text)) ? Number(text) : null;
  if (id !== null && view.jurisdictions.has(id)) return id;
  throw new NotInDocuments(`No place has the id ${text}. Search for its name.`);
}
