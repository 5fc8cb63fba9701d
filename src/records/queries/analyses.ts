import {
  type AnalysisContext,
  analyzeSeries,
  MONTHS_OF_QUARTER,
  type MonthAnalysis,
  ofEachPart,
} from '../../derive/analysis.ts';
import {
  type ComparisonLine,
  type ComparisonSort,
  compareGroups,
  compareJurisdictions,
} from '../../derive/comparison.ts';
import { addUpGroup, type MonthTotal } from '../../derive/group-sum.ts';
import { YEAR } from '../../derive/slots.ts';
import { earlier, type Span, spanTo } from '../../derive/span.ts';
import { NO_STANDING, Standings } from '../../derive/standing.ts';
import { fiscalYearToDateStart, salesPeriod } from '../../domain/allocation.ts';
import { addMonths, firstDay, type Month, monthIndex } from '../../domain/month.ts';
import {
  type FieldFigures,
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
  type PaymentDoubt,
  unitOfField,
} from '../../domain/reading/figure-reading.ts';
import { once, perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { Standing } from '../../domain/reading/ready-made.ts';
import { flatColumns, type Member } from '../description.ts';
import type { Doubted } from '../descriptions/compared/compared-figures.ts';
import type { ComparisonGroup } from '../descriptions/comparison.ts';
import type { Asked, AskedSort, DateSpan } from '../filters/filter.ts';
import { nearestName } from '../filters/nearest-name.ts';
import type { Basis, OF_STATE } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { openComparables } from './comparables.ts';

/** Which jurisdictions of a state a request chooses. Default: all. */
export type AskedPlaces = Asked<typeof OF_STATE>;

/** Which jurisdictions to compare, and how. */
interface ComparisonQuestion extends AskedPlaces {
  basis?: Basis;
  /** The `monthIndex` of a month of the basis. Default: the newest. */
  month?: number | null;
  group?: ComparisonGroup;
  fiscal_year_start?: number | undefined;
}

/** A line of a comparison, and why its change is doubtful: the checks doubt its payment, or that of a year before. */
export type StateLine = ComparisonLine<KnownJurisdiction> & { doubt: PaymentDoubt | null } & Doubted;

/** A month of an analysis, where its figure stands among those of the same type, and why its change is doubtful. */
export type PlacedMonth = MonthAnalysis &
  Standing & { doubt: PaymentDoubt | null; doubtful: Doubted['doubtful'] & { quarter: number } };

/**
 * Compares the headline field of the jurisdictions of a state in one month with the year before: lines by id or name. The
 * answer has the month of payment; `null` without datapoints.
 */
export function compareState(
  view: FigureReading,
  state: KnownState,
  asked: ComparisonQuestion,
): { month: number | null; lines: StateLine[] } {
  const { group = 'jurisdiction' } = asked;
  const { lag, fiscalYearStart } = countedBy(state, asked);
  const figures = view.figures(state, state.headline, lag);
  const month = asked.month ?? figures.newest;
  if (month === null) return { month, lines: [] };
  const entries = entriesOf(view, state, figures, asked);
  const context = { ...contextOf(state, state.headline, figures, fiscalYearStart), month };
  const groupOf = group === 'jurisdiction' ? null : GROUP_NAMES[group];
  const lines = groupOf ? compareGroups(entries, groupOf, context) : compareJurisdictions(entries, context);
  const doubts = openDoubts(view, state, lag);
  const doubtfulOf = openDoubtful(doubts, fiscalYearStart);
  const idsOf = ({ subject, group: name }: ComparisonLine<KnownJurisdiction>) =>
    subject
      ? [subject.id]
      : entries.flatMap((entry) => (groupOf?.(entry.subject) === name ? entry.subject.id : []));
  return {
    month: month + lag,
    lines: lines.map((line) => ({
      ...line,
      doubt: line.subject && doubts.first(line.subject.id, ...withYearAgo(month)),
      doubtful: doubtfulOf(idsOf(line))(month),
    })),
  };
}

export const BYTES_OF_TOTAL = 4000;

/** The sum of all jurisdictions of a state in its newest month, made once for each version of the dataset. */
export const newestTotal = perContentAndKey(
  (view: FigureReading, state: KnownState): MonthTotal & Doubted => {
    const figures = view.figures(state, state.headline, 0);
    const entries = entriesOf(view, state, figures, {});
    const start = fiscalYearToDateStart(state.calendar);
    const context = contextOf(state, state.headline, figures, start);
    const newest = figures.newest ?? 0;
    const [total] = addUpGroup(entries, [newest], context);
    if (!total) throw new Error(`${state.code} has no sum`);
    const ids = entries.map(({ subject }) => subject.id);
    return { ...total, doubtful: openDoubtful(openDoubts(view, state, 0), start)(ids)(newest) };
  },
  ({ code }) => code,
  () => BYTES_OF_TOTAL,
);

/** By which months a request counts payments, and what `meta` says of it. */
export function countedBy(
  state: KnownState,
  { basis = 'payment', fiscal_year_start }: Pick<ComparisonQuestion, 'basis' | 'fiscal_year_start'>,
) {
  const fiscalYearStart = fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
  return {
    ...{ basis, lag: lagOf(state, basis), fiscalYearStart },
    meta: { fiscal_year_start: fiscalYearStart, basis },
  };
}

/** How many months before its payment a sale counts. Throws a `WrongFilter` if no source states it. */
export function lagOf({ name, calendar }: Pick<KnownState, 'name' | 'calendar'>, basis: Basis): number {
  if (basis === 'payment') return 0;
  if (calendar.lags.sales !== null) return calendar.lags.sales;
  throw new WrongFilter('basis', [
    `No source states how many months after the sales ${name} pays. Count by month of payment.`,
  ]);
}

/** A month of a basis as records have it: the month of payment, and the month of the sales. */
export function datedBy(state: KnownState, basis: Basis) {
  const lag = lagOf(state, basis);
  return <Dated extends { month: Month }>(one: Dated): Dated & { salesMonth: Month | null } => {
    const month = addMonths(one.month, lag);
    return { ...one, month, salesMonth: salesPeriod(month, state.calendar) };
  };
}

/** The jurisdictions that fit, with their series and, for the payment, how to compare it without a change of tax. */
export function entriesOf(
  view: FigureReading,
  state: KnownState,
  figures: FieldFigures,
  asked: AskedPlaces,
  field = state.headline,
) {
  const comparableOf = field === state.headline ? openComparables(view, state, figures.lag) : null;
  return chosenOf(figures, asked).map(({ subject, series }) => ({
    ...{ subject, series, name: subject.name },
    comparable: comparableOf?.(subject),
  }));
}

/** The figures of the jurisdictions that a request chooses. */
export function chosenOf(figures: FieldFigures, { jurisdictions, type, county }: AskedPlaces) {
  const ids = jurisdictions && new Set(jurisdictions);
  const fits = (subject: KnownJurisdiction): boolean =>
    (ids === undefined || ids.has(subject.id)) &&
    (type === undefined || subject.type === type) &&
    (county === undefined || subject.county === county);
  return [...figures.within(fits, jurisdictions)];
}

export const GROUP_NAMES: Readonly<
  Record<Exclude<ComparisonGroup, 'jurisdiction'>, (subject: KnownJurisdiction) => string | null>
> = {
  county: ({ county }) => county,
  type: ({ type }) => type,
  state: ({ state }) => state,
};

/** Analyzes one field of jurisdictions of one state, month by month of a basis. */
export function openAnalyses(
  view: FigureReading,
  state: KnownState,
  field: string,
  { fiscalYearStart, basis }: { fiscalYearStart: number; basis: Basis },
) {
  const lag = lagOf(state, basis);
  const figures = view.figures(state, field, lag);
  const context = contextOf(state, field, figures, fiscalYearStart);
  const doubts = openDoubts(view, state, lag);
  const comparableOf = field === state.headline ? openComparables(view, state, lag) : null;
  const standingsOf = once(
    (type: string) => new Standings(figures.within((subject) => subject.type === type)),
  );
  return (jurisdiction: KnownJurisdiction): PlacedMonth[] => {
    const { id, type, county } = jurisdiction;
    const standingIn = view.standingsOf?.(jurisdiction, field, lag);
    const peers = standingIn || type === null || context.unit === 'percent' ? null : standingsOf(type);
    const series = figures.of(id);
    const doubtful = openDoubtful(doubts, fiscalYearStart)([id]);
    const count = doubts.countOf([id]);
    return analyzeSeries(series, context, comparableOf?.(jurisdiction)).map((one) => {
      const month = monthIndex(one.month);
      const quarter = spanTo(month, MONTHS_OF_QUARTER);
      return {
        ...one,
        doubt: doubts.first(id, ...withYearAgo(month)),
        doubtful: { ...doubtful(month), quarter: one.quarter ? count(quarter, earlier(quarter, YEAR)) : 0 },
        ...(standingIn?.(month) ?? peers?.of(county, month, one.payment.value) ?? NO_STANDING),
      };
    });
  };
}

/** How many payments the checks doubt in the figures of a month and in those of a year before. */
export function openDoubtful({ countOf }: ReturnType<typeof openDoubts>, fiscalYearStart: number) {
  return (ids: readonly number[]) => {
    const count = countOf(ids);
    return (month: number): Doubted['doubtful'] =>
      ofEachPart(month, fiscalYearStart, (span) => count(span, earlier(span, YEAR)));
  };
}

function withYearAgo(month: number): Span[] {
  return [spanTo(month, 1), spanTo(month - YEAR, 1)];
}

export function contextOf(
  state: KnownState,
  field: string,
  { months, lag }: FieldFigures,
  fiscalYearStart: number,
): AnalysisContext {
  const isQuarterEnd = (month: Month) => state.calendar.isQuarterEnd(addMonths(month, lag));
  return {
    ...{ unit: unitOfField(state, field) ?? 'amount', fiscalYearStart, stateMonths: months },
    calendar: { isQuarterEnd },
  };
}

/** The field that a request names; by default the payment. Throws a `WrongFilter` if the state does not have it. */
export function fieldAsked({ name, fields, headline }: KnownState, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  throw new WrongFilter('field', [
    `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`,
  ]);
}

export function newestFirst<Entry extends { month: Month }>(
  entries: readonly Entry[],
  asked: { from?: DateSpan; to?: DateSpan },
): Entry[] {
  const [from, to] = [asked.from?.from ?? '', asked.to?.to ?? '9'];
  return entries.filter(({ month }) => firstDay(month) >= from && firstDay(month) <= to).reverse();
}

/** The order of the lines of a comparison: of places by their addresses, of groups by their names. */
export function orderBy<Line extends { subject: { slug: string } | null; group: string | null }>(
  members: readonly Member<Line>[],
  { column, descending }: AskedSort,
): ComparisonSort<Line> {
  if (column === 'name') return { keyOf: ({ subject, group }) => subject?.slug ?? group, descending };
  const by = flatColumns(members).find(({ flatName }) => flatName === column);
  const keyOf = (line: Line) => {
    const key = by?.read(line);
    return typeof key === 'number' ? key : null;
  };
  return { keyOf, descending };
}
