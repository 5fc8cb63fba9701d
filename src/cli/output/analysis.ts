import type { ComparableFigure, ComparedFigures, YearOverYear } from '../../derive/analysis.ts';
import type { GroupFigure } from '../../derive/span-sum.ts';
import { formatCount, formatGrouped, formatScaled } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { AnalyzedField, AnalyzedMonth, AnalyzedYear } from '../../records/descriptions/analysis.ts';
import type { Doubted } from '../../records/descriptions/compared/compared-figures.ts';
import type { Year } from '../../records/descriptions/compared/years.ts';
import type { DatedTotal, totalRecord } from '../../records/descriptions/total.ts';
import type { Filters } from '../../records/filters/filter.ts';
import type { FoundRows } from '../../records/list.ts';
import { stateOf } from '../../states/index.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { Shown } from '../commands/look/records.ts';
import {
  byBasis,
  comparableColumn,
  comparableNotes,
  doubtedNotes,
  doubtfulColumn,
  doubtfulNotes,
  formatExactChange,
  LIKE_FOR_LIKE,
  markDoubt,
  type TextColumn,
} from './compared.ts';
import { formatFigure } from './figure.ts';
import { formatTable, oneLine } from './print.ts';

/** How figures are printed. */
export interface FigureFormat {
  /** The name of the field, for its column. */
  shown: string;
  figure(value: number | null): string;
}

type Meta = FoundRows<unknown>['meta'];

/** The text about one jurisdiction: its heading, and what `format` makes of its rows, oldest first. */
export function aboutJurisdiction<Row extends AnalyzedField>(
  format: (
    rows: readonly Row[],
    format: FigureFormat,
    shown: Pick<Shown<Row, Filters>, 'view' | 'asked'> & { meta: Meta },
  ) => string,
  whenEmpty: (shown: Pick<Shown<Row, Filters>, 'view' | 'asked'>) => string,
): (shown: Shown<Row, Filters>) => string {
  return (shown) => {
    const { found, rows: all } = shown.find();
    const [first] = all;
    const { view, asked } = shown;
    const jurisdiction = typeof asked.id === 'number' ? view.jurisdictions.get(asked.id) : undefined;
    if (!jurisdiction) throw new Error('a text about no jurisdiction');
    const rows = all.slice(0, shown.limit).reverse();
    const text = first
      ? format(rows, formatOf(jurisdiction.state, first.field), { view, asked, meta: found.meta })
      : whenEmpty(shown);
    return `${formatHeading(jurisdiction)}${byBasis(found.meta)}\n\n${text}`;
  };
}

/** A jurisdiction in one line: its name and what is known of it. */
function formatHeading(jurisdiction: StoredJurisdiction): string {
  const { id, name, state, type, county, sales_tax_id, sales_tax_rate } = jurisdiction;
  const facts = [
    state,
    type ?? 'type unknown',
    ...(county === null ? [] : [`${county} County`]),
    `code ${sales_tax_id}`,
    `id ${id}`,
    sales_tax_rate === null ? 'rate unknown' : `rate ${formatScaled(sales_tax_rate, 4)} %`,
  ];
  return oneLine(`${name} (${facts.join(', ')})`);
}

function formatOf(state: string, field: string): FigureFormat {
  return { shown: field.replaceAll('_', ' '), figure: (value) => formatFigure(state, field, value) };
}

/** The months of an analysis. */
export const monthsText = aboutJurisdiction<AnalyzedMonth>((rows, format, { view, asked }) => {
  const table = formatMonths(rows, format, STANDING_COLUMNS);
  const type = typeof asked.id === 'number' ? view.jurisdictions.get(asked.id)?.type : null;
  const peers = type ? `jurisdictions of the type ${type}` : 'jurisdictions of an unknown type';
  const standing = `A share is the part of the total of all ${peers}, in the county or in the state. The rank is among those of the state; 1 is the largest.`;
  return [
    ...[table, ...comparableNotes(rows, ({ payment }) => payment), ...doubtedNotes(rows)],
    ...(rows.some(({ rank }) => rank !== null) ? [standing] : []),
  ].join('\n\n');
}, noMonths);

/** The quarters of an analysis. */
export const quartersText = aboutJurisdiction<AnalyzedMonth>(
  (rows, { shown, figure }) => {
    const quarters = rows.flatMap(({ month, quarter }) => (quarter ? [{ month, quarter }] : []));
    const quarterOf = ({ quarter }: (typeof quarters)[number]) => quarter;
    const further = [comparableColumn(quarters, quarterOf)].filter(({ cell }) =>
      quarters.some((one) => cell(one) !== null),
    );
    const head = ['settled in', `${shown} of the quarter`, 'year ago', 'change'];
    const heads = [...head, ...further.map((column) => column.head)];
    const lines = quarters.map((one) => [
      ...[one.month, ...compared(one.quarter, figure)],
      ...further.map(({ cell }) => cell(one) ?? '-'),
    ]);
    return [formatTable(heads, lines, heads.slice(1)), ...comparableNotes(quarters, quarterOf)].join('\n\n');
  },
  () => 'No month settles a quarter here. Use --view month or --view year.',
);

/** The years of an analysis. */
export const yearsText = aboutJurisdiction<AnalyzedYear>(
  (rows, format, { meta }) => formatYears(rows, format, meta),
  noMonths,
);

/** The text of an analysis without rows. */
export function noMonths(): string {
  return 'No datapoint in these months.';
}

/** The sums of many jurisdictions by month. */
export function totalsText({ asked, limit, find }: ShownTotals<DatedTotal>): string {
  const { found, rows } = find();
  const [newest] = rows;
  if (!newest) return NO_TOTALS;
  const shown = rows.slice(0, limit).reverse();
  const format = formatOf(asked.state, String(found.meta?.field));
  const hasGaps = shown.some((one) =>
    [one.payment, one.yearToDate, one.fiscalYearToDate, one.rollingYear].some(isIncomplete),
  );
  const table = formatMonths(shown, format, [
    { head: 'members', cell: ({ members }) => formatCount(members) },
    { head: 'missing', cell: ({ missing }) => (hasGaps ? formatCount(missing) : null) },
    { head: 'left out', cell: ({ payment }) => (hasGaps ? countText(payment.leftOut) : null) },
  ]);
  const about = `${stateOf(asked.state).name}, ${format.shown} of ${formatCount(newest.members)} jurisdictions in ${newest.month}${byBasis(found.meta)}`;
  const notes = [...comparableNotes(shown, ({ payment }) => payment), ...doubtedNotes(shown)];
  return [about, table, ...(hasGaps ? [LIKE_FOR_LIKE] : []), ...notes].join('\n\n');
}

/** The sums of many jurisdictions by year. */
export function totalYearsText({ asked, limit, find }: ShownTotals<Year<GroupFigure>>): string {
  const { found, rows } = find();
  if (rows.length === 0) return NO_TOTALS;
  const format = formatOf(asked.state, String(found.meta?.field));
  const hasGaps = rows.some(({ sum }) => isIncomplete(sum));
  const table = formatYears(rows.slice(0, limit).reverse(), format, found.meta, [
    { head: 'missing', cell: ({ sum }) => (hasGaps ? formatCount(sum.missing) : null) },
    { head: 'left out', cell: ({ sum }) => (hasGaps ? countText(sum.leftOut) : null) },
  ]);
  const about = `${stateOf(asked.state).name}, ${format.shown}${byBasis(found.meta)}`;
  return [about, table, ...(hasGaps ? [LIKE_FOR_LIKE] : [])].join('\n\n');
}

type ShownTotals<Row> = Shown<Row, (typeof totalRecord)['filters']>;

const NO_TOTALS = 'No jurisdiction matches in these months. Use fewer options.';

function isIncomplete({ missing, leftOut }: GroupFigure): boolean {
  return missing + (leftOut ?? 0) > 0;
}

function countText(count: number | null): string | null {
  return count === null ? null : formatCount(count);
}

/** Where a figure stands among the jurisdictions of its type. */
const STANDING_COLUMNS: readonly TextColumn<AnalyzedMonth>[] = [
  { head: 'share of county', cell: ({ shareOfCounty }) => formatShare(shareOfCounty) },
  { head: 'share of state', cell: ({ shareOfState }) => formatShare(shareOfState) },
  { head: 'rank', cell: ({ rank, ranked }) => (rank === null ? null : `${rank} of ${ranked}`) },
];

type ComparedMonth = ComparedFigures & Doubted & { month: Month; salesMonth: Month | null };

function formatMonths<Entry extends ComparedMonth>(
  months: readonly Entry[],
  { shown, figure }: FigureFormat,
  columns: readonly TextColumn<Entry>[],
): string {
  const parts = ['payment', 'rollingYear', 'yearToDate', 'fiscalYearToDate'] as const;
  const names = [shown, 'rolling year', 'year to date', 'fiscal year to date'];
  const further = [comparableColumn<Entry>(months, ({ payment }) => payment), ...columns].filter(({ cell }) =>
    months.some((one) => cell(one) !== null),
  );
  const head = [
    ...['month', 'sales of'],
    ...names.flatMap((name) => [name, 'vs year ago']),
    ...further.map((column) => column.head),
  ];
  const rows = months.map((one) => [
    ...[one.month, one.salesMonth ?? '-'],
    ...parts.flatMap((part) => [figure(one[part].value), markDoubt(one.doubtful[part], one[part])]),
    ...further.map(({ cell }) => cell(one) ?? '-'),
  ]);
  return formatTable(head, rows, head.slice(1));
}

/** A share in millionths as percent. */
function formatShare(share: number | null): string | null {
  return share === null ? null : `${formatGrouped(share, 4)} %`;
}

/** One line for each calendar and fiscal year, as far as it goes. */
function formatYears<Sum extends ComparableFigure>(
  years: readonly Year<Sum>[],
  { shown, figure }: FigureFormat,
  meta: Meta,
  columns: readonly TextColumn<Year<Sum>>[] = [],
): string {
  const further = [
    comparableColumn<Year<Sum>>(years, ({ sum }) => sum),
    doubtfulColumn<Year<Sum>>(),
    ...columns,
  ].filter(({ cell }) => years.some((one) => cell(one) !== null));
  const figures = ['months', shown, 'year ago', 'difference', 'change'];
  const head = ['year', 'to', 'closed', ...figures, ...further.map((column) => column.head)];
  const ofKind = (kind: Year<Sum>['years']) => {
    const rows = years
      .filter((one) => one.years === kind)
      .map((one) => [
        ...[one.year, one.month, one.isClosed ? 'yes' : 'no', String(one.months)],
        ...[figure(one.sum.value), figure(one.sum.yearAgo), figure(differenceOf(one.sum))],
        ...[formatExactChange(one.sum), ...further.map(({ cell }) => cell(one) ?? '-')],
      ]);
    return formatTable(head, rows, head.slice(3));
  };
  const start = nameOfMonth(Number(meta?.fiscal_year_start));
  return [
    `Calendar years\n${ofKind('calendar')}`,
    `Fiscal years from ${start}\n${ofKind('fiscal')}`,
    ...comparableNotes(years, ({ sum }) => sum),
    ...doubtfulNotes(years),
  ].join('\n\n');
}

function differenceOf(sum: YearOverYear | GroupFigure): number | null {
  if ('difference' in sum) return sum.difference;
  return sum.value === null || sum.yearAgo === null ? null : sum.value - sum.yearAgo;
}

/** The name of a calendar month, 1 to 12. */
export function nameOfMonth(number: number): string {
  return new Date(Date.UTC(2000, number - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
}

function compared(sum: YearOverYear, figure: FigureFormat['figure']): string[] {
  return [figure(sum.value), figure(sum.yearAgo), formatExactChange(sum)];
}
