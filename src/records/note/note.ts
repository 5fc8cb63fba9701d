import type { Measured } from '../../derive/figure.ts';
import { exactGrowth } from '../../derive/slots.ts';
import { monthsIn, oneMonth, type Span, spanTo, twelveMonths, YEAR, yearToDate } from '../../derive/span.ts';
import { yearInWords } from '../../domain/allocation.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMonth, type Month, monthAt, monthOfDate } from '../../domain/month.ts';
import type { FigureReading, KnownJurisdiction } from '../../domain/reading/figure-reading.ts';
import type { FigureSource } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import {
  capitalized,
  inWords,
  periodsInWords,
  plural,
  toSentence,
  typeInWords,
} from '../../domain/text/wording.ts';
import type { ProjectedPlace } from '../descriptions/projection.ts';
import { describeSample } from '../files/source.ts';
import type { Asked, Filters } from '../filters/filter.ts';
import { BASIS, FISCAL_YEAR_START } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import type { FiguresBeside } from '../found-rows.ts';
import { linesOf } from '../queries/compare.ts';
import { partsOfPayments } from '../queries/parts.ts';
import { eventsOf } from '../queries/place/events.ts';
import { projectPlaces, type YearQuestion, yearAsked } from '../queries/projections.ts';
import { datesOf, measureYear, membersOf, spanAsked, spanFilter } from '../queries/selection.ts';
import { sentencesOf } from '../queries/sentences/sentences.ts';
import { reasonText } from '../reasons.ts';

/** A figure in a table of a note, with what it is set against. */
export interface NoteRow extends Partial<Omit<Measured, 'reasons' | 'missing'>> {
  label: string;
}

/** A month of a note: the figure of its payment. */
export interface NoteMonth extends NoteRow {
  paid: Month;
  /** The month by which it counts: `October 2026`. */
  name: string;
  isLoaded: boolean;
  /** Whether the payment is missing; `null` before the first one of the place. */
  isMissing: boolean | null;
}

/** A note about one place and one month. Amounts are cents, and changes millionths that are not rounded. */
export interface PlaceNote {
  title: string;
  /** What the place is. */
  about: string;
  /** Says that figures are invented; `null` if none is. */
  sample: string | null;
  sentences: readonly string[];
  /** The payment, the year so far and twelve months, the estimate of the year, and the budget. */
  sums: readonly NoteRow[];
  /** Why some of the sums are empty or have no change. */
  remark: string;
  /** Thirteen months, newest first. */
  months: readonly NoteMonth[];
  /** What explains these months. */
  events: readonly { from: Month; to: Month; text: string }[];
  parts: readonly NoteRow[];
  /** The places nearest in size, and then those of the county; `null` if some places of the state are missing. */
  nearest: readonly NoteRow[] | null;
  /** A line for each report and sheet, with the rows of its months. */
  sources: readonly string[];
  /** Version, date and program. */
  foot: string;
}

/** What a request for a note can name besides the place. */
export const NOTE_FILTERS = {
  month: {
    kind: 'span',
    meaning:
      'The month: of payment, or of sales with basis=sales. Of several, as in 2020-03..2020-06, the note tells of their sum, and its tables end with the last. Default: the newest month of the state',
  },
  fiscal_year_start: FISCAL_YEAR_START,
  basis: BASIS,
} as const satisfies Filters;

export type NoteQuestion = Asked<typeof NOTE_FILTERS> & { id: number };

/** What a note shows besides figures. The service reads it from SQLite, and a page from documents. */
export interface BesideNote extends FiguresBeside {
  programVersion: string;
  /** When the version of the dataset was made, ISO 8601 in UTC; `null` before the first run. */
  updatedAt: string | null;
  /** Whether all places of the state are there. */
  hasAllPlaces: boolean;
  /** Whether some figures of a state are invented. */
  isInvented(state: string): boolean;
  /** The rows behind the months of a place, newest month first. */
  rowsOf(place: KnownJurisdiction, from: Month, to: Month): readonly NoteRows[];
}

/** The rows that the figures of one month come from. */
export interface NoteRows {
  /** The first day of the month. */
  period: string;
  /** The fields whose figure comes from the register of corrections. */
  corrected: readonly string[];
  sources: readonly Pick<FigureSource, 'file_name' | 'sheet' | 'row' | 'sha256'>[];
}

/** A note of a month in which the place has no payment. */
export class NoPayment extends WrongFilter {
  override name = 'NoPayment';
}

/** A note that is made: the question about its year, and what stands beside figures. */
interface Noted extends YearQuestion {
  view: FigureReading;
  beside: BesideNote;
  place: KnownJurisdiction;
  through: number;
  /** The months that it is about: that one, before it perhaps several up to it. */
  spans: readonly [Span, ...Span[]];
  ofYear: Parameters<typeof yearAsked>[1];
}

/**
 * Makes the note of one place of the figures that the lists of the service have. Returns `null` if the state has no
 * datapoints. Throws a `WrongFilter` if the dataset does not reach the month, and a `NoPayment` if the place has none in it.
 */
export function makePlaceNote(
  view: FigureReading,
  { id, month, ...counted }: NoteQuestion,
  beside: BesideNote,
): PlaceNote | null {
  const place = view.jurisdictions.get(id);
  if (!place) throw new Error(`no jurisdiction ${id}`);
  const selection = { state: place.state, jurisdictions: [id], ...counted };
  // a wrong month is that of the note
  const given = spanAsked(membersOf(view, selection), 'month', month);
  const ofYear = { ...selection, ...(month && { through: month }) };
  const { through, ...asked } = yearAsked(view, ofYear);
  if (through === null) return null;
  const newest = oneMonth(through);
  const spans: Noted['spans'] = given && given.first < given.last ? [given, newest] : [newest];
  const noted = { ...asked, through, spans, view, beside, place, ofYear };
  const { state, lag } = noted;
  requirePayment(noted);
  const toldOf = (span: Span) =>
    sentencesOf(view, span === newest ? ofYear : { ...selection, months: spanFilter(span) });
  const where = `${place.county === null ? '' : `${place.county} County, `}${state.name}`;
  const updated = beside.updatedAt === null ? '' : `, updated ${dayInWords(beside.updatedAt.slice(0, 10))}`;
  return {
    title: `${place.name}: ${paymentOf(noted, spans[0])}`,
    about: `${capitalized(typeInWords(place.type))} in ${where}.`,
    sample: beside.isInvented(state.code)
      ? describeSample([{ name: state.name, newest: null, has_invented: true }])
      : null,
    sentences: spans.flatMap(toldOf).map(({ text }) => text),
    ...sumsOf(noted),
    months: monthsIn(spanTo(through, YEAR + 1))
      .map((at) => noteMonth(noted, at))
      .reverse(),
    events: explaining(noted),
    parts: partsOfPayments(view, { ...ofSpan(noted), jurisdictions: [id] }).map(({ part, amount }) => ({
      ...{ label: inWords(part), ...amount },
    })),
    nearest: beside.hasAllPlaces ? nearestTo(noted) : null,
    sources: sourceLines(beside.rowsOf(place, monthAt(through - YEAR + lag), monthAt(through + lag))),
    foot: `Dataset version ${view.version}${updated}. Sales tax allocations ${beside.programVersion}.`,
  };
}

/** `payment of October 2026`, `payment for sales of August 2026`, or `payments of March to June 2020`. */
function paymentOf({ basis }: YearQuestion, { first, last }: Span): string {
  const of = basis === 'sales' ? 'for sales of' : 'of';
  return `${first === last ? 'payment' : 'payments'} ${of} ${periodsInWords(monthAt(first), monthAt(last))}`;
}

function requirePayment(noted: Noted): void {
  const { place, figures, through } = noted;
  const { first, slots } = figures.of(place.id);
  if (slots[through - first] !== undefined) return;
  const newest = first + slots.length - 1;
  const told =
    newest < first ? 'It has no payment at all.' : `Its newest is the ${paymentOf(noted, oneMonth(newest))}.`;
  throw new NoPayment('month', [`${place.name} has no ${paymentOf(noted, oneMonth(through))}. ${told}`]);
}

/** The figures of a year up to the month and its end, and why some are not known. */
function sumsOf(noted: Noted): Pick<PlaceNote, 'sums' | 'remark'> {
  const { view, group, through, spans, known, year, fiscalYearStart, ofYear, beside } = noted;
  const [ofSales, salesOf] = noted.basis === 'sales' ? ['of sales ', 'sales of '] : ['', ''];
  const soFar = known === YEAR ? '' : ' so far';
  const figureOf = (label: string, span: Span) => ({
    ...{ label: capitalized(label), ...measureYear(group, span) },
  });
  const sums = [
    ...spans.map((span) => figureOf(paymentOf(noted, span), span)),
    figureOf(`${yearInWords(year)}${soFar}, ${plural(known, 'month')}`, yearToDate(through, fiscalYearStart)),
    figureOf(`twelve months ${ofSales}to ${formatMonth(monthAt(through))}`, twelveMonths(through)),
  ];
  // a longer span also names the months of the shorter ones
  const reasons = new Map(sums.flatMap((sum) => sum.reasons.map((reason) => [reason.code, reason])));
  const lacking = [...reasons.values()]
    .filter(({ code }) => code === 'missing-before' || code === 'tax-unknown')
    .map((reason) => toSentence(reasonText(reason, salesOf)));
  const empty = sums.some(({ value }) => value === null) ? ['A sum is empty if a month is missing.'] : [];
  const [projection] = projectPlaces(view, ofYear, beside.budgets?.());
  return {
    sums: [...sums, ...(projection ? yearsEnd(projection) : [])],
    remark: [...empty, ...lacking].join(' '),
  };
}

/** Where the year ends: the estimate with its range, and the budget. */
function yearsEnd({ year, budget, toDate, lastYear, method, usual, ...of }: ProjectedPlace): NoteRow[] {
  const projected = method === 'actual' ? null : of.projected;
  const range = projected === null ? null : usual?.range;
  const doubt = of.isReliable ? '' : ' that cannot be relied on';
  const less = (value: number | null, whole: number) => (value === null ? null : value - whole);
  const ends = [
    { label: `${capitalized(yearInWords(year))}, estimate${doubt}`, value: projected },
    { label: 'Estimate, lower end of the range', value: range?.low ?? null },
    { label: 'Estimate, upper end of the range', value: range?.high ?? null },
  ].map((end) => ({ ...end, ago: lastYear, change: exactGrowth(end.value, lastYear) }));
  const budgets = budget
    ? [
        { label: `Budget of ${year}`, value: budget.whole },
        { label: 'Budget so far', value: budget.toDate },
        { label: 'Payments less the budget so far', value: less(toDate.value, budget.toDate) },
        { label: 'Estimate less the budget of the year', value: less(projected, budget.whole) },
      ]
    : [];
  return [...ends, ...budgets].filter(({ value }) => value !== null);
}

function noteMonth(noted: Noted, at: number): NoteMonth {
  const { group, figures, place, basis } = noted;
  const { month: paid, salesMonth } = datesOf(noted, at);
  const other =
    basis === 'sales'
      ? `paid in ${formatMonth(paid)}`
      : salesMonth && `for sales of ${formatMonth(salesMonth)}`;
  const [name, figure] = [formatMonth(monthAt(at)), measureYear(group, oneMonth(at))];
  const label = `${basis === 'sales' ? 'Sales of ' : ''}${name}`;
  return {
    ...{ ...figure, label: other === null ? label : `${label}, ${other}` },
    ...{ paid, name, isLoaded: figures.months.has(at) },
    isMissing: figure.value !== null ? false : at < figures.of(place.id).first ? null : true,
  };
}

/** What explains the months of a note, without the gaps, which a chart finds itself. */
function explaining({ view, place, beside, through, lag }: Noted): PlaceNote['events'] {
  const [start, end] = [monthAt(through - YEAR + lag), monthAt(through + lag)];
  return eventsOf(view, place.id, beside.events?.() ?? []).filter(
    ({ kind, from, to }) => kind !== 'not_loaded' && to >= start && from <= end,
  );
}

function ofSpan({ place, spans: [span], basis }: Noted) {
  return { state: place.state, months: spanFilter(span), basis };
}

/** The places nearest in size in the state, and then some of the county. */
function nearestTo(noted: Noted): NoteRow[] {
  const { view, place } = noted;
  const near = (county?: string) =>
    linesOf(view, { ...ofSpan(noted), near: place.id, ...(county !== undefined && { county }) });
  const ofState = near();
  const known = new Set(ofState.map((line) => line.place?.id));
  const ofCounty = place.county === null ? [] : near(place.county);
  // two more of the county
  const further = ofCounty.filter((line) => !known.has(line.place?.id)).slice(0, 2);
  return [...ofState, ...further].map(({ place: one, sum }) => {
    const isSameCounty = place.county !== null && one?.county === place.county;
    return { label: `${one?.name}${isSameCounty ? ' (same county)' : ''}`, ...sum };
  });
}

function sourceLines(months: readonly NoteRows[]): string[] {
  const reports = new Map<string, string[]>();
  for (const { period, corrected, sources } of months)
    for (const { file_name, sheet, row, sha256 } of sources) {
      const report = `${file_name}${sheet === null ? '' : `, sheet ${sheet}`} (${shortHash(sha256)})`;
      const month = `${formatMonth(monthOfDate(period))}${corrected.length > 0 ? ', corrected' : ''}`;
      reports.set(report, [...(reports.get(report) ?? []), `${month} row ${row}`]);
    }
  return [...reports].map(([report, named]) => `${report}: ${named.join('; ')}`);
}
