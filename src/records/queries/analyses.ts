import { type AnalysisContext, analyzeSeries, type MonthAnalysis } from '../../derive/analysis.ts';
import { type ComparisonLine, compareGroups, compareJurisdictions } from '../../derive/comparison.ts';
import { addUpGroup, type MonthTotal } from '../../derive/group-sum.ts';
import { YEAR } from '../../derive/slots.ts';
import { NO_STANDING, type Standing, Standings } from '../../derive/standing.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month, monthIndex } from '../../domain/month.ts';
import { unitOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { doubtsOf, type PaymentDoubt } from '../../store/query/findings.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { type StateFigures, stateFigures } from '../../store/query/state-figures.ts';
import { type DatasetView, perContentAndKey } from '../../store/query/view.ts';
import type { Year } from '../descriptions/compared-figures.ts';
import type { ComparisonGroup } from '../descriptions/comparison.ts';
import type { DateSpan } from '../filters/filter.ts';
import { nearestName } from '../filters/nearest-name.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';

/** Which jurisdictions of a state; `null` does not filter. */
export interface JurisdictionFilter {
  jurisdictions: readonly number[] | null;
  type: JurisdictionType | null;
  county: string | null;
}

/** Which jurisdictions to compare, and how. */
export interface ComparisonQuestion extends JurisdictionFilter {
  /** The `monthIndex` of the month; `null` is the newest. */
  month: number | null;
  group: ComparisonGroup;
  fiscalYearStart: number;
}

/** Which jurisdictions to add up, and what of them. */
export interface TotalsQuestion extends JurisdictionFilter {
  field: string;
  fiscalYearStart: number;
}

/** The month that is compared, `null` without datapoints, and the lines by id or name. */
export interface StateComparison {
  month: number | null;
  lines: StateLine[];
}

/** A line of a comparison, and why its change is doubtful: the checks doubt its payment, or that of a year before. */
export type StateLine = ComparisonLine<StoredJurisdiction> & { doubt: PaymentDoubt | null };

/** A month of an analysis, where its figure stands among those of the same type, and why its change is doubtful. */
export type PlacedMonth = MonthAnalysis & Standing & { doubt: PaymentDoubt | null };

/** Compares the headline field of the jurisdictions of a state in one month with the year before. */
export function compareState(view: DatasetView, state: State, asked: ComparisonQuestion): StateComparison {
  const { group } = asked;
  const figures = stateFigures(view, state, state.headline);
  const month = asked.month ?? figures.newest;
  if (month === null) return { month, lines: [] };
  const entries = figures.within(filterOf(asked));
  const context = { ...contextOf(state, state.headline, figures, asked.fiscalYearStart), month };
  const lines =
    group === 'jurisdiction'
      ? compareJurisdictions(entries, context)
      : compareGroups(entries, GROUP_NAMES[group], context);
  const doubtOf = openDoubts(view, state);
  return {
    month,
    lines: lines.map((line) => ({ ...line, doubt: line.subject && doubtOf(line.subject.id, month) })),
  };
}

/** Adds up one field of the jurisdictions of a state: each month in which one has a payment, or should have one. */
export function addUpState(view: DatasetView, state: State, asked: TotalsQuestion): MonthTotal[] {
  const { field, fiscalYearStart } = asked;
  const figures = stateFigures(view, state, field);
  const series = [...figures.within(filterOf(asked))].map((one) => one.series);
  const months = [...figures.months].sort((a, b) => a - b);
  return addUpGroup(series, months, contextOf(state, field, figures, fiscalYearStart)).filter(
    ({ payment, missing }) => payment.value !== null || missing > 0,
  );
}

/** The sum of all jurisdictions of a state in its newest month, made once for each version of the dataset. */
export const newestTotal = perContentAndKey(
  (view, state: State): MonthTotal => {
    const figures = stateFigures(view, state, state.headline);
    const series = [...figures.within(() => true)].map((one) => one.series);
    const context = contextOf(state, state.headline, figures, fiscalYearToDateStart(state.calendar));
    const [total] = addUpGroup(series, [figures.newest ?? 0], context);
    if (!total) throw new Error(`${state.code} has no sum`);
    return total;
  },
  ({ code }) => code,
);

function filterOf({ jurisdictions, type, county }: JurisdictionFilter) {
  const ids = jurisdictions && new Set(jurisdictions);
  return (subject: StoredJurisdiction): boolean =>
    (ids === null || ids.has(subject.id)) &&
    (type === null || subject.type === type) &&
    (county === null || subject.county === county);
}

const GROUP_NAMES: Readonly<
  Record<Exclude<ComparisonGroup, 'jurisdiction'>, (subject: StoredJurisdiction) => string | null>
> = {
  county: ({ county }) => county,
  type: ({ type }) => type,
  state: ({ state }) => state,
};

/** Analyzes one field of jurisdictions of one state, each month by month. */
export function openAnalyses(view: DatasetView, state: State, field: string, fiscalYearStart: number) {
  const figures = stateFigures(view, state, field);
  const context = contextOf(state, field, figures, fiscalYearStart);
  const doubtOf = openDoubts(view, state);
  const standings = new Map<string, Standings>();
  const standingsOf = (type: string): Standings => {
    const known = standings.get(type) ?? new Standings(figures.within((subject) => subject.type === type));
    standings.set(type, known);
    return known;
  };
  return (jurisdiction: StoredJurisdiction): PlacedMonth[] => {
    const { id, type, county } = jurisdiction;
    const peers = type === null || context.unit === 'percent' ? null : standingsOf(type);
    return analyzeSeries(figures.of(id), context).map((one) => ({
      ...one,
      doubt: field === state.headline ? doubtOf(id, monthIndex(one.month)) : null,
      ...(peers ? peers.of(county, monthIndex(one.month), one.payment.value) : NO_STANDING),
    }));
  };
}

/** Why the change of a payment from the year before is doubtful. */
function openDoubts(view: DatasetView, { code }: State) {
  const doubts = doubtsOf(view, code);
  return (id: number, month: number): PaymentDoubt | null =>
    doubts.get(id)?.get(month) ?? doubts.get(id)?.get(month - YEAR) ?? null;
}

function contextOf(
  { code, calendar }: State,
  field: string,
  { months }: StateFigures,
  fiscalYearStart: number,
): AnalysisContext {
  return { unit: unitOf(code, field) ?? 'amount', calendar, fiscalYearStart, stateMonths: months };
}

/** The field that a request names; by default the payment. Throws a `WrongFilter` if the state does not have it. */
export function fieldAsked({ name, fields, headline }: State, asked = headline): string {
  const names = fields.map((field) => field.name);
  if (names.includes(asked)) return asked;
  throw new WrongFilter('field', [
    `${name} has no field "${asked.slice(0, 60)}". ${nearestName(asked, names)}`,
  ]);
}

/** The entries of the asked months, newest first. */
export function newestFirst<Entry extends { month: Month }>(
  entries: readonly Entry[],
  asked: { from?: DateSpan; to?: DateSpan },
): Entry[] {
  const [from, to] = [asked.from?.from ?? '', asked.to?.to ?? '9'];
  return entries.filter(({ month }) => firstDay(month) >= from && firstDay(month) <= to).reverse();
}

/** The calendar and fiscal years of months that are given newest first: the last month of a year so far has its sum. */
export function yearsOf<Sum>(
  months: readonly (Record<'yearToDate' | 'fiscalYearToDate', Sum> & { month: Month; fiscalYear: string })[],
): Year<Sum>[] {
  const ofKind = (years: Year<Sum>['years']) => {
    const found = new Map<string, Year<Sum>>();
    for (const { month, fiscalYear, yearToDate, fiscalYearToDate } of months) {
      const [year, sum] =
        years === 'fiscal' ? [fiscalYear, fiscalYearToDate] : [month.slice(0, 4), yearToDate];
      if (!found.has(year)) found.set(year, { year, years, month, sum });
    }
    return [...found.values()];
  };
  return [...ofKind('calendar'), ...ofKind('fiscal')];
}
