import type { PlacedMonth } from '../../analyses/analyses.ts';
import {
  type ComparedFigures,
  fiscalYearOf,
  type MonthAnalysis,
  type YearOverYear,
} from '../../derive/analysis.ts';
import { PARTS } from '../../derive/figure-names.ts';
import type { GroupFigure, MonthTotal } from '../../derive/group-sum.ts';
import { changeOf } from '../../derive/slots.ts';
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
  const { view, figure } = format;
  const sums = view === 'year' ? (['yearToDate', 'fiscalYearToDate'] as const) : PARTS;
  const hasGaps = months.some((one) => sums.some((part) => one[part].missing + (one[part].leftOut ?? 0) > 0));
  const count = (number: number | null) => (hasGaps && number !== null ? formatCount(number) : null);
  const table =
    view === 'year'
      ? formatYears(months, format, [
          { head: 'difference', cell: ({ difference }) => figure(difference) },
          { head: 'missing', cell: ({ missing }) => count(missing) },
          { head: 'left out', cell: ({ leftOut }) => count(leftOut) },
        ])
      : formatMonths(months, format, [
          { head: 'members', cell: ({ members }) => formatCount(members) },
          { head: 'missing', cell: ({ missing }) => count(missing) },
          { head: 'left out', cell: ({ payment }) => count(payment.leftOut) },
        ]);
  return hasGaps ? `${table}\n\n${LIKE_FOR_LIKE}` : table;
}

/** What the change of a group compares. */
export const LIKE_FOR_LIKE =
  'A sum has all payments of its months; missing ones are counted. A change is like for like: it leaves out members that lack a payment of one of the two years. --format csv has both sums that it compares.';

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
export function formatExactChange(figure: YearOverYear | GroupFigure): string {
  const { change } = figure;
  const [now, before] =
    'likeForLike' in figure ? [figure.likeForLike, figure.likeForLikeAgo] : [figure.value, figure.yearAgo];
  if (now === null || before === null || change === null || before === 0) return formatChange(change);
  return formatHundredths(divideScaled(10 * (now - before), Math.abs(before), 1000) ?? 0);
}

/** A further column. If no line has it, it is left out. */
interface TableColumn<Entry> {
  head: string;
  cell: (one: Entry) => string | null;
}

/** Where a figure stands among the jurisdictions of its type. */
const STANDING_COLUMNS: readonly TableColumn<PlacedMonth>[] = [
  { head: 'share of county', cell: ({ shareOfCounty }) => formatShare(shareOfCounty) },
  { head: 'share of state', cell: ({ shareOfState }) => formatShare(shareOfState) },
  { head: 'rank', cell: ({ rank, ranked }) => (rank === null ? null : `${rank} of ${ranked}`) },
];

type ComparedMonth = ComparedFigures & { month: Month };

function formatMonths<Entry extends ComparedMonth>(
  months: readonly Entry[],
  { shown, figure }: Pick<AnalysisFormat, 'shown' | 'figure'>,
  columns: readonly TableColumn<Entry>[],
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
function formatYears<Sum extends YearOverYear>(
  months: readonly (Record<'yearToDate' | 'fiscalYearToDate', Sum> & { month: Month })[],
  { figure, fiscalYearStart, shown }: Omit<AnalysisFormat, 'view'>,
  columns: readonly TableColumn<Sum>[] = [],
): string {
  const further = columns.filter(({ cell }) => months.some(({ yearToDate }) => cell(yearToDate) !== null));
  const head = ['year', 'months', shown, 'year ago', 'change', ...further.map((column) => column.head)];
  const ofYears = (yearOf: (month: Month) => string, part: 'yearToDate' | 'fiscalYearToDate') => {
    const last = new Map(months.map((one) => [yearOf(one.month), one]));
    const rows = [...last].map(([year, one]) => [
      ...[year, `to ${one.month}`, ...compared(one[part], figure)],
      ...further.map(({ cell }) => cell(one[part]) ?? '-'),
    ]);
    return formatTable(head, rows, head.slice(2));
  };
  const calendar = ofYears((month) => month.slice(0, 4), 'yearToDate');
  const fiscal = ofYears((month) => fiscalYearOf(month, fiscalYearStart), 'fiscalYearToDate');
  return `Calendar years\n${calendar}\n\nFiscal years from ${nameOfMonth(fiscalYearStart)}\n${fiscal}`;
}

/** The name of a calendar month, 1 to 12. */
export function nameOfMonth(number: number): string {
  return new Date(Date.UTC(2000, number - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
}

function compared(sum: YearOverYear, figure: AnalysisFormat['figure']): string[] {
  return [figure(sum.value), figure(sum.yearAgo), formatExactChange(sum)];
}
