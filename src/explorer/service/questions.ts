import type { BodyOf, ServicePath } from '../../client/calls.ts';
import type { StateOverview } from '../../client/generated/types.gen.ts';
import type { Month } from '../../domain/month.ts';
import {
  answerFigures,
  answerGroupEnd,
  answerGroupEvents,
  answerKept,
  answerOfPlace,
  answerPlace,
  answerSources,
  type Chosen,
} from '../../records/documents/answers.ts';
import type { DocumentReading } from '../../records/documents/document-reading.ts';
import { FIGURE_LISTS } from '../../records/figure-lists.ts';
import { linkTo, type Parameters } from '../address/address.ts';
import { SITE } from '../address/site.ts';
import { groupOfId, type PlaceGroup, type PlaceOrGroup } from '../selection.ts';
import type { MonthDate } from '../words/months.ts';
import { compute, keepOnly } from './engine.ts';
import { askService } from './request.ts';

/** A field of a state's records. */
export type FieldOverview = StateOverview['fields'][number];

/** The largest page of a list. */
export const ALL = 1000;

/** What a view asks. */
export interface Question<Body> {
  /** Tells it from all other questions. */
  readonly key: string;
  /** Throws a `Fault`. */
  find(): Promise<Body>;
}

/** What follows the start of addresses of the service, whose records the answers have. */
type After<Start extends string, Path = ServicePath> = Path extends `${Start}${infer Name}` ? Name : never;
type AnswerOf<Path> = Path extends ServicePath ? BodyOf<Path, undefined> : never;
type ListOfState = After<'/api/ca/sales-tax/'> & keyof Lists;
type OfState<Name extends ListOfState> = AnswerOf<`/api/ca/sales-tax/${Name}`>;

type Lists = typeof FIGURE_LISTS;
type ChosenOf<Name extends keyof Lists> = Chosen<Lists[Name]['description']['filters']>;

/** A question that the page computes from documents. */
function computed<Body>(
  name: string,
  chosen: object,
  find: (view: DocumentReading) => unknown,
): Question<Body> {
  // the records are those of the service, which the types describe
  return { key: `${name} ${JSON.stringify(chosen)}`, find: () => compute(find) as Promise<Body> };
}

/** A question about a list that has no document of its own: a page of the service, or a document of a site. */
function listed<Body>(name: 'findings' | 'changes', chosen: Parameters): Question<Body> {
  if (SITE !== null) return computed(name, chosen, (view) => answerKept(view, name, chosen));
  return asked(linkTo(`/api/${name}`, chosen));
}

function asked<Body>(address: string): Question<Body> {
  const find = async () => {
    const { body, version } = await askService<Body>(address);
    keepOnly(version);
    return body;
  };
  return { key: address, find };
}

/** What the dataset has. The service also knows what is due today. */
export function overviewQuestion(): Question<AnswerOf<'/api/overview'>> {
  if (SITE === null) return asked('api/overview');
  return computed('overview', {}, ({ dataset }) => ({ data: dataset.overview }));
}

/** By what figures can be converted: the months with a price index, oldest first, and the states with populations. */
export function conversionsQuestion() {
  return computed<{ months: readonly Month[]; populated: readonly string[] }>(
    'conversions',
    {},
    ({ dataset: { own } }) => ({
      months: own.prices.map(({ month }) => month).sort(),
      populated: own.populated,
    }),
  );
}

/** Asks for a list of the places of a state, or of their sums: their `months`, `years`, `projections`. */
export function questionOfState<Name extends ListOfState>(
  state: string,
  name: Name,
  chosen: ChosenOf<Name>,
): Question<OfState<Name>> {
  return figures(name, { state, ...chosen });
}

/** Asks a question about a place or a group: its `months`, newest first, its `sentences`. */
export function questionAbout<Name extends ListOfState>(
  { id, state }: Pick<PlaceOrGroup, 'id' | 'state'>,
  name: Name,
  chosen: ChosenOf<Name>,
): Question<OfState<Name>> {
  const places = groupOfId(id) ?? { jurisdictions: [Number(id)] };
  return figures(name, { state, ...places, ...chosen });
}

/** Where the year of a group may end: the list of projections has places only. */
export function groupEndQuestion(
  group: PlaceGroup,
  counted: { fiscal_year_start: number; basis: 'payment' | 'sales' },
): Question<{ data: readonly object[] }> {
  return computed('group-end', { ...group, ...counted }, (view) => answerGroupEnd(view, group, counted));
}

/** Asks for places by their name, county or type. */
export function placesQuestion(chosen: ChosenOf<'jurisdictions'>): Question<AnswerOf<'/api/jurisdictions'>> {
  return figures('jurisdictions', chosen);
}

function figures<Name extends keyof Lists, Body>(name: Name, chosen: ChosenOf<Name>): Question<Body> {
  return computed(name, chosen, (view) => answerFigures(view, FIGURE_LISTS[name], chosen));
}

export function jurisdictionQuestion(id: string): Question<AnswerOf<'/api/jurisdictions/{id}'>> {
  return computed('place', { id }, (view) => answerPlace(view, Number(id)));
}

/** The reports and rows behind a month of a place. */
export function sourcesQuestion(
  id: number,
  month: MonthDate,
): Question<AnswerOf<'/api/jurisdictions/{id}/sources'>> {
  return computed('sources', { id, month }, (view) => answerSources(view, id, month));
}

/** What explains the figures of a place or a group in time. */
export function eventsQuestion(id: number | string): Question<AnswerOf<'/api/jurisdictions/{id}/events'>> {
  const group = groupOfId(id);
  if (!group) return figures('events', { id: [Number(id)], limit: ALL });
  return computed('group-events', group, (view) => answerGroupEvents(view, group));
}

export function changesQuestion(chosen: Parameters): Question<AnswerOf<'/api/changes'>> {
  return listed('changes', { limit: ALL, ...chosen });
}

export function revisionsQuestion(id: number): Question<AnswerOf<'/api/revisions'>> {
  return computed('revisions', { id }, (view) => answerOfPlace(view, 'revisions', id));
}

export function findingsOfPlace(id: number): Question<AnswerOf<'/api/findings'>> {
  return computed('findings', { id }, (view) => answerOfPlace(view, 'findings', id));
}

export function findingsQuestion(chosen: Parameters): Question<AnswerOf<'/api/findings'>> {
  return listed('findings', { limit: ALL, ...chosen });
}
