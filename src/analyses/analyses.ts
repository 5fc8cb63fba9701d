import { type AnalysisContext, analyzeSeries, type MonthAnalysis } from '../derive/analysis.ts';
import {
  type ComparisonLine,
  type ComparisonSort,
  compareGroups,
  compareJurisdictions,
} from '../derive/comparison.ts';
import { COMPARED_FIGURES } from '../derive/figure-names.ts';
import { addUpGroup, type MonthTotal } from '../derive/group-sum.ts';
import { YEAR } from '../derive/slots.ts';
import { NO_STANDING, type Standing, Standings } from '../derive/standing.ts';
import { fiscalYearToDateStart } from '../domain/allocation.ts';
import type { JurisdictionType } from '../domain/jurisdiction.ts';
import { monthIndex } from '../domain/month.ts';
import { unitOf } from '../states/index.ts';
import type { State } from '../states/state.ts';
import { doubtsOf, type PaymentDoubt } from '../store/query/finding-list.ts';
import type { StoredJurisdiction } from '../store/query/jurisdictions.ts';
import { type StateFigures, stateFigures } from '../store/query/rows/state-rows.ts';
import { type DatasetView, perContentAndKey } from '../store/query/view.ts';

/** What the lines of a comparison are. */
export const COMPARISON_GROUPS = ['jurisdiction', 'county', 'type', 'state'] as const;
export type ComparisonGroup = (typeof COMPARISON_GROUPS)[number];

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

type LineSort = ComparisonSort<StateLine>;

/** What a comparison can be sorted by, by name. */
export const COMPARISON_SORTS: ReadonlyMap<string, Omit<LineSort, 'descending'>> = new Map([
  ...COMPARED_FIGURES.map(
    ({ name, read }) => [name, { keyOf: read }] as [string, Omit<LineSort, 'descending'>],
  ),
  ['name', { keyOf: ({ subject, group }) => subject?.slug ?? group }],
  ['rank', { keyOf: ({ rank }) => rank }],
  // a doubtful change is never among the largest
  ['change', { keyOf: ({ payment }) => payment.change, isLate: ({ doubt }) => doubt !== null }],
]);

/** The usual order of a comparison. */
export const LARGEST_FIRST: LineSort = { keyOf: ({ payment }) => payment.value, descending: true };

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

/** The message about a field that is a percentage, and so has no sum. */
export function describeNoSum(field: string): string {
  return `"${field}" is a percentage, and percentages have no sum. Choose an amount.`;
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
