import type { PlacedMonth } from '../../analyses/analyses.ts';
import {
  type ComparedFigures,
  fiscalYearOf,
  type MonthAnalysis,
  type YearOverYear,
} from '../../derive/analysis.ts';
import { changeOf } from '../../derive/slots.ts';
import type { MonthTotal } from '../../derive/totals.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { formatCount, formatGrouped } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { formatTable } from './print.ts';

/** One line of an analysis covers a month, a quarter or a year. */
export const ANALYSIS_VIEWS = ['month', 'quarter', 'year'] as const;
export type AnalysisView = (typeof ANALYSIS_VIEWS)[number];

/** One line of the sums of many jurisdictions covers a month or a year. */
export const TOTALS_VIEWS = ['month', 'year'] as const;
export type TotalsView = (typeof TOTALS_VIEWS)[number];

/** How an analysis is printed. */
export interface AnalysisFormat<View = AnalysisView> {
  view: View;
  /** The name of the field, for its column. */
  shown: string;
  figure(value: number | null): string;
  /** Calendar month in which the fiscal year starts, 1 to 12. */
  fiscalYearStart: number;
}

/** Formats an analysis of a jurisdiction of a type: one line for each month, quarter or year. */
export function formatAnalysis(
  months: readonly PlacedMonth[],
  format: AnalysisFormat,
  type: JurisdictionType | null,
): string {
  const { view } = format;
  if (view === 'quarter') return formatQuarters(months, format);
  if (view === 'year') return formatYears(months, format);
  const table = formatMonths(months, format, STANDING_COLUMNS);
  if (months.every(({ rank }) => rank === null)) return table;
  const peers = type === null ? 'jurisdictions of an unknown type' : `jurisdictions of the type ${type}`;
  return `${table}\n\nA share is the part of the total of all ${peers}, in the county or in the state. The rank is among those of the state; 1 is the largest.`;
}

/** Formats the sums of many jurisdictions: one line for each month or year. */
export function formatTotals(months: readonly MonthTotal[], format: AnalysisFormat<TotalsView>): string {
  const hasMissing = months.some(({ missing }) => missing > 0);
  const table =
    format.view === 'year'
      ? formatYears(months, format)
      : formatMonths(months, format, [
          { head: 'members', cell: ({ members }) => formatCount(members) },
          { head: 'missing', cell: ({ missing }) => (hasMissing ? formatCount(missing) : null) },
        ]);
  return hasMissing
    ? `${table}\n\nA month in which a member is missing has no change, because it would mislead.`
    : table;
}

/** A change in millionths as percent, to two decimals. */
function formatChange(change: number | null): string {
  return change === null ? '-' : formatHundredths(divideScaled(change, 100, 1) ?? 0);
}

function formatHundredths(hundredths: number): string {
  return `${hundredths > 0 ? '+' : ''}${formatGrouped(hundredths, 2)} %`;
}

/** The change from one value to another as percent, to two decimals; `null` if it has none. */
export function formatMove(before: number | null, after: number | null): string | null {
  const change = changeOf(after, before);
  return change === null ? null : formatExactChange({ value: after, yearAgo: before, change });
}

/** The change of a figure, rounded once: the six decimals of `change` would be rounded a second time. */
export function formatExactChange({ value, yearAgo, change }: YearOverYear): string {
  if (value === null || yearAgo === null || change === null || yearAgo === 0) return formatChange(change);
  return formatHundredths(divideScaled(10 * (value - yearAgo), Math.abs(yearAgo), 1000) ?? 0);
}

/** A further column of a month. If no month has it, it is left out. */
interface MonthColumn<Entry> {
  head: string;
  cell: (one: Entry) => string | null;
}

/** Where a figure stands among the jurisdictions of its type. */
const STANDING_COLUMNS: readonly MonthColumn<PlacedMonth>[] = [
  { head: 'share of county', cell: ({ shareOfCounty }) => formatShare(shareOfCounty) },
  { head: 'share of state', cell: ({ shareOfState }) => formatShare(shareOfState) },
  { head: 'rank', cell: ({ rank, ranked }) => (rank === null ? null : `${rank} of ${ranked}`) },
];

type ComparedMonth = ComparedFigures & { month: Month };

function formatMonths<Entry extends ComparedMonth>(
  months: readonly Entry[],
  { shown, figure }: Pick<AnalysisFormat, 'shown' | 'figure'>,
  columns: readonly MonthColumn<Entry>[],
): string {
  const parts = ['payment', 'rollingYear', 'yearToDate', 'fiscalYearToDate'] as const;
  const names = [shown, 'rolling year', 'year to date', 'fiscal year to date'];
  const further = columns.filter(({ cell }) => months.some((one) => cell(one) !== null));
  const head = [
    'month',
    ...names.flatMap((name) => [name, 'vs year ago']),
    ...further.map((column) => column.head),
  ];
  const rows = months.map((one) => [
    one.month,
    ...parts.flatMap((part) => [figure(one[part].value), formatExactChange(one[part])]),
    ...further.map(({ cell }) => cell(one) ?? '-'),
  ]);
  return formatTable(head, rows, head.slice(1));
}

/** A share in millionths as percent. */
function formatShare(share: number | null): string | null {
  return share === null ? null : `${formatGrouped(share, 4)} %`;
}

function formatQuarters(months: readonly MonthAnalysis[], { shown, figure }: AnalysisFormat): string {
  const head = ['settled in', `${shown} of the quarter`, 'year ago', 'change'];
  const rows = months.flatMap(({ month, quarter }) =>
    quarter ? [[month, ...compared(quarter, figure)]] : [],
  );
  return formatTable(head, rows, head.slice(1));
}

/** One line for each calendar and fiscal year: its last month so far gives the sums. */
function formatYears(
  months: readonly ComparedMonth[],
  { figure, fiscalYearStart, shown }: Omit<AnalysisFormat, 'view'>,
): string {
  const head = ['year', 'months', shown, 'year ago', 'change'];
  const ofYears = (yearOf: (month: Month) => string, sumOf: (one: ComparedMonth) => YearOverYear) => {
    const last = new Map(months.map((one) => [yearOf(one.month), one]));
    return [...last].map(([year, one]) => [year, `to ${one.month}`, ...compared(sumOf(one), figure)]);
  };
  const calendar = ofYears(
    (month) => month.slice(0, 4),
    ({ yearToDate }) => yearToDate,
  );
  const fiscal = ofYears(
    (month) => fiscalYearOf(month, fiscalYearStart),
    (one) => one.fiscalYearToDate,
  );
  const table = (rows: string[][]) => formatTable(head, rows, head.slice(2));
  return `Calendar years\n${table(calendar)}\n\nFiscal years from ${nameOfMonth(fiscalYearStart)}\n${table(fiscal)}`;
}

/** The name of a calendar month, 1 to 12. */
export function nameOfMonth(number: number): string {
  return new Date(Date.UTC(2000, number - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
}

function compared(sum: YearOverYear, figure: AnalysisFormat['figure']): string[] {
  return [figure(sum.value), figure(sum.yearAgo), formatExactChange(sum)];
}
