import type { ComparableFigure, ComparedFigures, YearOverYear } from '../../derive/analysis.ts';
import type { GroupFigure } from '../../derive/span-sum.ts';
import { formatGrouped } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { AnalyzedField, AnalyzedMonth, AnalyzedYear } from '../../records/descriptions/analysis.ts';
import type { Doubted } from '../../records/descriptions/compared/compared-figures.ts';
import type { Year } from '../../records/descriptions/compared/years.ts';
import type { Filters } from '../../records/filters/filter.ts';
import type { FoundRows } from '../../records/list.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { Shown } from '../commands/look/records.ts';
import {
  byBasis,
  comparableColumn,
  comparableNotes,
  doubtCountColumn,
  doubtedNotes,
  doubtfulNotes,
  formatExactChange,
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
      ? format(rows, figureFormat(jurisdiction.state, first.field), { view, asked, meta: found.meta })
      : whenEmpty(shown);
    const more = all.length > rows.length ? `\n\n${describeMore(rows.length, all.length)}` : '';
    return `${formatHeading(jurisdiction)}${byBasis(found.meta)}\n\n${text}${more}`;
  };
}

function describeMore(shown: number, all: number): string {
  return `These are the newest ${shown} of ${all}. To see all, add --limit ${all}. --format and --out give all.`;
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
    sales_tax_rate === null ? 'rate unknown' : `rate ${sales_tax_rate / 10_000}%`,
  ];
  return oneLine(`${name} (${facts.join(', ')})`);
}

/** How the figures of a field are printed. */
export function figureFormat(state: string, field: string): FigureFormat {
  return { shown: field.replaceAll('_', ' '), figure: (value) => formatFigure(state, field, value) };
}

export const monthsText = aboutJurisdiction<AnalyzedMonth>((rows, format, { view, asked }) => {
  const table = formatMonths(rows, format, STANDING_COLUMNS);
  const type = typeof asked.id === 'number' ? view.jurisdictions.get(asked.id)?.type : null;
  const peers = type ? `jurisdictions of the type ${type}` : 'jurisdictions of an unknown type';
  const standing = `A share is the part of the total of all ${peers}, in the county or in the state. The rank is among those of the state; 1 is the largest.`;
  return [
    ...[table, ...notesOfMonths(rows), ...doubtedNotes(rows)],
    ...(rows.some(({ rank }) => rank !== null) ? [standing] : []),
  ].join('\n\n');
}, noMonths);

export const quartersText = aboutJurisdiction<AnalyzedMonth>(
  (rows, { shown, figure }) => {
    const quarters = rows.flatMap((one) => (one.quarter ? [{ ...one, quarter: one.quarter }] : []));
    const quarterOf = ({ quarter }: (typeof quarters)[number]) => quarter;
    const further = [comparableColumn(quarters, quarterOf)].filter(({ cell }) =>
      quarters.some((one) => cell(one) !== null),
    );
    const head = ['settled in', 'sales to', `${shown} of the quarter`, 'year ago', 'change'];
    const heads = [...head, ...further.map((column) => column.head)];
    const lines = quarters.map((one) => [
      ...[one.month, one.salesMonth ?? '-', figure(one.quarter.value), figure(one.quarter.yearAgo)],
      markDoubt(one.doubtful.quarter, one.quarter),
      ...further.map(({ cell }) => cell(one) ?? '-'),
    ]);
    const notes = [
      ...comparableNotes(quarters, quarterOf),
      ...doubtedNotes(quarters.map(({ doubtful: { quarter } }) => ({ doubtful: { quarter } }))),
    ];
    return [formatTable(heads, lines, heads.slice(1)), ...notes].join('\n\n');
  },
  () => 'No month settles a quarter here. Use --view month or --view year.',
);

export const yearsText = aboutJurisdiction<AnalyzedYear>(
  (rows, format, { meta }) => formatYears(rows, format, meta),
  noMonths,
);

/** The text of an analysis without rows. */
export function noMonths(): string {
  return 'No datapoint in these months.';
}

/** Where a figure stands among the jurisdictions of its type. */
const STANDING_COLUMNS: readonly TextColumn<AnalyzedMonth>[] = [
  { head: 'share of county', cell: ({ shareOfCounty }) => formatShare(shareOfCounty) },
  { head: 'share of state', cell: ({ shareOfState }) => formatShare(shareOfState) },
  { head: 'rank', cell: ({ rank, ranked }) => (rank === null ? null : `${rank} of ${ranked}`) },
];

const PARTS = ['payment', 'rollingYear', 'yearToDate', 'fiscalYearToDate'] as const;
const NAMES: Readonly<Record<(typeof PARTS)[number], string | null>> = {
  payment: null,
  rollingYear: 'rolling year',
  yearToDate: 'year to date',
  fiscalYearToDate: 'fiscal year to date',
};

/** Why comparable changes of the payments and of their sums differ. */
export function notesOfMonths(months: readonly ComparedFigures[]): string[] {
  const figures = PARTS.flatMap((part) => months.map((one) => one[part]));
  return comparableNotes(figures, (figure) => figure);
}

type ComparedMonth = ComparedFigures & Doubted & { month: Month; salesMonth: Month | null };

/** One line for each month, with its sums. */
export function formatMonths<Entry extends ComparedMonth>(
  months: readonly Entry[],
  { shown, figure }: FigureFormat,
  columns: readonly TextColumn<Entry>[],
): string {
  const hasSome = ({ cell }: TextColumn<Entry>) => months.some((one) => cell(one) !== null);
  const further = [
    ...PARTS.flatMap((part): TextColumn<Entry>[] => [
      { head: NAMES[part] ?? shown, cell: (one) => figure(one[part].value) },
      { head: 'vs year ago', cell: (one) => markDoubt(one.doubtful[part], one[part]) },
      comparableColumn<Entry>(months, (one) => one[part]),
    ]),
    ...columns,
  ].filter(hasSome);
  const head = ['month', 'sales of', ...further.map((column) => column.head)];
  const rows = months.map((one) => [
    ...[one.month, one.salesMonth ?? '-'],
    ...further.map(({ cell }) => cell(one) ?? '-'),
  ]);
  return formatTable(head, rows, head.slice(1));
}

/** A share in millionths as percent. */
function formatShare(share: number | null): string | null {
  return share === null ? null : `${formatGrouped(share, 4)}%`;
}

/** One line for each calendar and fiscal year, as far as it goes. */
export function formatYears<Sum extends ComparableFigure>(
  years: readonly Year<Sum>[],
  { shown, figure }: FigureFormat,
  meta: Meta,
  columns: readonly TextColumn<Year<Sum>>[] = [],
): string {
  const further = [
    comparableColumn<Year<Sum>>(years, ({ sum }) => sum),
    doubtCountColumn<Year<Sum>>(),
    ...columns,
  ].filter(({ cell }) => years.some((one) => cell(one) !== null));
  const figures = ['months', shown, 'year ago', 'difference', 'change'];
  const head = ['year', 'to', 'sales of', 'closed', ...figures, ...further.map((column) => column.head)];
  const ofKind = (kind: Year<Sum>['years']) => {
    const rows = years
      .filter((one) => one.years === kind)
      .map((one) => [
        ...[one.year, one.month, one.salesMonth ?? '-', one.isClosed ? 'yes' : 'no', String(one.months)],
        ...[figure(one.sum.value), figure(one.sum.yearAgo), figure(differenceOf(one.sum))],
        ...[formatExactChange(one.sum), ...further.map(({ cell }) => cell(one) ?? '-')],
      ]);
    return formatTable(head, rows, head.slice(4));
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
