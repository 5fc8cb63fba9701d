import type { Comparable } from '../../derive/comparable.ts';
import { type Group, type GroupMember, measure, memberOf } from '../../derive/figure.ts';
import { earlier, lengthOf, oneMonth, type Span } from '../../derive/span.ts';
import { fiscalYearToDateStart, type Unit } from '../../domain/allocation.ts';
import { firstDay, formatMonth, type Month, monthAt, monthIndex, monthOfDate } from '../../domain/month.ts';
import {
  bytesOfMonths,
  type FieldFigures,
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
  knownStateOf,
  unitOfField,
} from '../../domain/reading/figure-reading.ts';
import { onceFor, perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { Asked, DateSpan } from '../filters/filter.ts';
import { nearestName } from '../filters/nearest-name.ts';
import type { Basis, SELECTION } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { openComparables } from './comparables.ts';
import type { ConvertedReading } from './conversion.ts';

/** The places that a question is about, and how it counts their payments. */
export interface Selection extends Asked<typeof SELECTION> {
  field?: string;
  basis?: Basis;
  fiscal_year_start?: number;
}

/** A place of a selection. */
export interface SelectedPlace {
  subject: KnownJurisdiction;
  member: GroupMember;
}

/** A selection with the figures of its places. Months are those of the basis. */
export interface Selected {
  state: KnownState;
  field: string;
  unit: Unit;
  basis: Basis;
  /** How many months before its payment a figure counts. */
  lag: number;
  fiscalYearStart: number;
  figures: FieldFigures;
  places: readonly SelectedPlace[];
  /** The group of all its places. */
  group: Group;
}

/** The places of a selection. Throws a `WrongFilter` if the state does not have the field or the basis. */
export function membersOf(view: ConvertedReading, asked: Selection): Selected {
  const state = knownStateOf(view, asked.state);
  const field = fieldAsked(state, asked.field);
  const unit = unitOfField(state, field) ?? 'amount';
  const { basis = 'payment', jurisdictions, type, county } = asked;
  const isPlace = jurisdictions?.length === 1;
  if (unit === 'percent' && !isPlace)
    throw new WrongFilter('field', [
      `"${field}" is a percentage, and percentages have no sum. Choose an amount, or one jurisdiction.`,
    ]);
  const { conversion } = view;
  if (unit === 'percent' && conversion)
    throw new WrongFilter('field', [
      `"${field}" is a percentage. Leave per and prices out: they are for dollars.`,
    ]);
  const lag = lagOf(state, basis);
  const figures = view.figures(state, field, lag);
  const ids = jurisdictions && new Set(jurisdictions);
  const fits = (subject: KnownJurisdiction): boolean =>
    (ids === undefined || ids.has(subject.id)) &&
    (type === undefined || subject.type === type) &&
    (county === undefined || subject.county === county);
  const memberIn = openMembers(view, state, field, lag);
  const places = Array.from(figures.within(fits, jurisdictions), ({ subject, series }) => ({
    ...{ subject, member: memberIn({ subject, series }) },
  }));
  const doubts = openDoubts(view, state, lag);
  return {
    ...{ state, field, unit, basis, lag, figures, places },
    fiscalYearStart: asked.fiscal_year_start ?? fiscalYearToDateStart(state.calendar),
    group: {
      members: places.map(({ member }) => member),
      conversion,
      ...{ isPlace, unit, months: monthsOfState(figures), hasSheets: state.comparisonSheets.length > 0 },
      isQuarterEnd: (month) => state.calendar.isQuarterEnd(monthAt(month + lag)),
      doubtsOf: (id, ...spans) => doubts.countOf(id, spans),
    },
  };
}

function monthsOfState({ months, newest }: FieldFigures): Span {
  return { first: months.size === 0 ? 0 : Math.min(...months), last: newest ?? 0 };
}

/** A group of some places of another. */
export function groupOfPlaces(group: Group, places: readonly SelectedPlace[], isPlace = false): Group {
  return { ...group, members: places.map(({ member }) => member), isPlace };
}

/** The figure of a span against the same months a year before. */
export function measureYear(group: Group, span: Span) {
  return measure(group, span, earlier(span));
}

type PlacedSeries = { subject: KnownJurisdiction; series: GroupMember['series'] };

/** The figures of each place of a state, added up when they are asked for. Made once for each version. */
const openMembers = perContentAndKey(
  (view: FigureReading, state: KnownState, field: string, lag: number) => {
    const figures = view.figures(state, field, lag);
    const comparableOf = field === state.headline ? openComparables(view, state, lag) : null;
    const made = onceFor(
      ({ subject }: PlacedSeries) => subject,
      ({ subject, series }) => {
        const comparable: Comparable | undefined = comparableOf?.(subject);
        return memberOf(subject, series, figures.newest ?? 0, comparable);
      },
    );
    return made;
  },
  ({ code }, field, lag) => `${code} ${field} ${lag}`,
  (_, view, state, field, lag) => bytesOfMonths(view.figures(state, field, lag)),
);

/** How many months before its payment a sale counts. Throws a `WrongFilter` if no source states it. */
function lagOf({ name, calendar }: Pick<KnownState, 'name' | 'calendar'>, basis: Basis): number {
  if (basis === 'payment') return 0;
  if (calendar.lags.sales !== null) return calendar.lags.sales;
  throw new WrongFilter('basis', [
    `No source states how many months after the sales ${name} pays. Count by month of payment.`,
  ]);
}

/** The field that a request names; by default the payment. Throws a `WrongFilter` if the state does not have it. */
function fieldAsked({ name, fields, headline }: KnownState, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  throw new WrongFilter('field', [
    `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`,
  ]);
}

/** The month of payment of a month of the basis, and that of the sales; `null` if no source states it. */
export function datesOf({ state, lag }: Pick<Selected, 'state' | 'lag'>, month: number) {
  const paid = month + lag;
  const { sales } = state.calendar.lags;
  return {
    month: monthAt(paid),
    salesMonth: sales === null ? null : monthAt(paid - sales),
  } satisfies { month: Month; salesMonth: Month | null };
}

/** The months that a request names, by the basis. Throws a `WrongFilter` if the dataset does not have them. */
export function spanAsked(
  selected: Pick<Selected, 'state' | 'figures' | 'basis'>,
  name: string,
  asked: DateSpan | undefined,
): Span | null {
  const { state, figures, basis } = selected;
  if (!asked || figures.newest === null) return null;
  const { first, last } = monthsOfState(figures);
  const at = (day: string | null) => (day === null ? null : monthIndex(monthOfDate(day)));
  const span = { first: at(asked.from) ?? first, last: at(asked.to) ?? last };
  if (span.first >= first && span.last <= last && span.first <= span.last) return span;
  throw new WrongFilter(name, [
    `The dataset has ${basis === 'sales' ? 'sales' : 'payments'} of ${state.name} from ${formatMonth(monthAt(first))} to ${formatMonth(monthAt(last))}. Give months of these.`,
  ]);
}

/** The span of a request and the one to set it against: by default the newest month, and the same months a year before. */
export function spansAsked(
  selected: Pick<Selected, 'state' | 'figures' | 'basis'>,
  asked: { months?: DateSpan; against?: DateSpan },
): { span: Span; against: Span } | null {
  const { newest } = selected.figures;
  if (newest === null) return null;
  const given = spanAsked(selected, 'against', asked.against);
  const span =
    spanAsked(selected, 'months', asked.months) ?? (given ? earlier(given, -12) : oneMonth(newest));
  const against = given ?? earlier(span);
  if (lengthOf(span) === lengthOf(against)) return { span, against };
  throw new WrongFilter('against', [
    `The question has ${lengthOf(span)} months, and the others are ${lengthOf(against)}. Give as many.`,
  ]);
}

/** A span in words for programs: `2020-03..2020-06`, or the only month. */
export function spanText({ first, last }: Span): string {
  return first === last ? monthAt(first) : `${monthAt(first)}..${monthAt(last)}`;
}

/** Months as the filters of dates have them. */
export function spanFilter({ first, last }: Span): DateSpan {
  return { from: firstDay(monthAt(first)), to: firstDay(monthAt(last)) };
}
