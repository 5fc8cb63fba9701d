import { salesDate } from '../../domain/allocation.ts';
import { leastUnusual } from '../descriptions/finding.ts';
import { eventRecord } from '../descriptions/place/event.ts';
import { sourceRecord } from '../descriptions/source.ts';
import { completeAsked, type ParsedFilters } from '../filters/complete-asked.ts';
import type { Asked, Filters } from '../filters/filter.ts';
import type { FigureList } from '../found-rows.ts';
import { jsonWriter } from '../json-record.ts';
import { type PageAsked, pageAsked, toPage, windowOf } from '../page.ts';
import { jurisdictions } from '../queries/jurisdictions.ts';
import { groupEvents } from '../queries/place/events.ts';
import { groupEnd } from '../queries/projections.ts';
import type { Selection } from '../queries/selection.ts';
import type { DocumentReading } from './document-reading.ts';
import { NotInDocuments } from './document-shelf.ts';

/** What a reader chose of the filters of a list; what is `null` or `undefined` is not asked. */
export type Chosen<Given extends Filters> = {
  readonly [Name in keyof Given]?: Asked<Given>[Name] | null;
} & Partial<PageAsked>;

/** Filters whose answers need all places of a state, whatever places are asked for. */
const OF_ALL_PLACES: readonly string[] = ['near', 'check'];

/** The records of a list of figures. Throws a `WrongFilter` or a `NotInDocuments`. */
export function answerFigures(
  view: DocumentReading,
  list: FigureList,
  { limit, page, ...chosen }: Chosen<Filters>,
) {
  const given = Object.entries(chosen).filter(([, value]) => value !== null && value !== undefined);
  // a page knows the types of what it asks
  const asked = Object.fromEntries(given) as ParsedFilters;
  if (view.dataset.isPart && OF_ALL_PLACES.some((name) => asked[name])) throw new NotInDocuments();
  for (const id of Array.isArray(asked.id) ? asked.id : []) requirePlace(view, id);
  const ofPage = pageAsked({ limit, page }, list.description.paging);
  const found = list.find(view, completeAsked(list, view, asked), windowOf(ofPage), view.beside);
  const { total, length, read, members = list.description.members } = found;
  return toPage('', ofPage, read(view, 0, length).map(jsonWriter(members)), total);
}

/** The place of an id. Throws a `NotInDocuments` if there is none. */
export function answerPlace(view: DocumentReading, id: number): { data: object } {
  requirePlace(view, id);
  const found = jurisdictions.findOne?.(view, id);
  if (!found) throw new NotInDocuments();
  return { data: jsonWriter(jurisdictions.description.members)(found) };
}

/** All findings or revisions of a place. */
export function answerOfPlace(view: DocumentReading, name: 'findings' | 'revisions', id: number) {
  requirePlace(view, id);
  return { data: view.blocks.place(id)?.[name] ?? [] };
}

/** The places of a state, or those of one type, or of one type in one county; `null` leaves one open. */
type OfGroup = Record<'state' | 'type' | 'county', string | null>;

const selectionOf = ({ state, type, county }: OfGroup) =>
  ({ state, ...(type && { type }), ...(county && { county }) }) as Selection;

/** Where the year of a group may end. */
export function answerGroupEnd(view: DocumentReading, group: OfGroup, counted: Partial<Selection>) {
  const end = groupEnd(view, { ...selectionOf(group), ...counted });
  return { data: end ? [end] : [] };
}

/** What explains the figures of a group. */
export function answerGroupEvents(view: DocumentReading, group: OfGroup) {
  return {
    data: groupEvents(view, selectionOf(group), view.beside.events?.() ?? []).map(
      jsonWriter(eventRecord.members),
    ),
  };
}

const toSources = jsonWriter(sourceRecord.members);

/** The rows behind the figures of a place in a month of payment. */
export function answerSources(view: DocumentReading, id: number, month: string) {
  requirePlace(view, id);
  return {
    data: view
      .rowsOf(id)
      .filter(({ period }) => period === month)
      .map(({ period, state, ...rest }) =>
        toSources({ allocation_period: period, sales_period: salesDate(period, state.calendar), ...rest }),
      ),
  };
}

/** The records of a list that a site keeps whole, as the texts of an address choose them. */
export function answerKept(
  view: DocumentReading,
  name: 'findings' | 'changes',
  { by, limit, page, ...chosen }: Readonly<Record<string, string | number | null | undefined>>,
) {
  const { data } = view.shelf.get('list', by === 'month' ? 'updates' : name) ?? { data: [] };
  const asked = Object.entries(chosen).flatMap(([member, value]) => (value ? [[member, value]] : []));
  const least = leastUnusual(Object.fromEntries(asked));
  const matching = data.filter(
    (record) =>
      !isBelow(record, least) &&
      asked.every(([member = '', value]) => {
        if (!(member in record)) throw new NotInDocuments();
        return record[member] === value;
      }),
  );
  const ofPage = pageAsked({ limit: Number(limit) || undefined, page: Number(page) || undefined });
  const { offset } = windowOf(ofPage);
  return toPage('', ofPage, matching.slice(offset, offset + ofPage.limit), matching.length);
}

/** The facts that say how large an unusual payment is. */
const UNUSUAL = ['amount', 'usual'];

function isBelow({ code, facts }: Readonly<Record<string, unknown>>, least: number): boolean {
  return (
    code === 'unusual-payment' && Math.max(...UNUSUAL.map((name) => Math.abs(Object(facts)[name]))) < least
  );
}

/** Loads a place with its figures, which whoever asks for it asks for next. */
function requirePlace(view: DocumentReading, id: number): void {
  view.blocks.require([id]);
  if (!view.jurisdictions.has(id))
    throw new NotInDocuments(`No place has the id ${id}. Search for its name.`);
}
