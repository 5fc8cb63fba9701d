import { formatCount } from '../../domain/money.ts';
import { formatMonth, monthOfDate } from '../../domain/month.ts';
import { plural } from '../../domain/text/wording.ts';
import { periodComparisonRecord } from '../../records/descriptions/compared/period-comparison.ts';
import type { PeriodLine } from '../../records/descriptions/compared/period-line.ts';
import {
  COMPARISON_GROUPS,
  type comparisonRecord,
  type ShownLine,
} from '../../records/descriptions/comparison.ts';
import { stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Shown } from '../commands/look/records.ts';
import { nameOfMonth } from './analysis.ts';
import {
  byBasis,
  comparableColumn,
  comparableNotes,
  doubtedNotes,
  doubtfulNotes,
  LIKE_FOR_LIKE,
  markDoubt,
} from './compared.ts';
import { formatFigure } from './figure.ts';
import { formatTable, oneLine } from './print.ts';
import { formatRecords } from './records.ts';

const SUMS = ['yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;
const SUM_NAMES = ['year to date', 'fiscal year to date', 'rolling year'] as const;

const OTHERS =
  '; and others. For all of them, add: --columns jurisdiction_name,change,comparable_change,tax_changes';

/** A comparison as a table with a heading, and what is missing in its figures. */
export function comparisonText({
  asked,
  limit,
  find,
}: Shown<ShownLine, (typeof comparisonRecord)['filters']>): string {
  const { found, rows } = find();
  const { meta = {} } = found;
  const state = stateOf(asked.state);
  const period = meta.allocation_period;
  if (typeof period !== 'string')
    return 'The dataset has no datapoint of this state. Load reports first: allocations ingest <path>';
  const month = monthOfDate(period);
  if (rows.length === 0)
    return `No jurisdiction matches. None has a datapoint in ${month} or in the 24 months before it. Use fewer options, or another month.`;
  const lines = rows.slice(0, limit);
  const group = COMPARISON_GROUPS.find((known) => known === meta.group) ?? 'jurisdiction';
  const isGrouped = group !== 'jurisdiction';
  const isSelection = [asked.jurisdictions, asked.type, asked.county].some((chosen) => chosen !== undefined);
  const ranks =
    asked.minimum === undefined
      ? describeRanks(found.total, isGrouped, isSelection)
      : 'Ranks also count what is below the minimum.';
  const sales =
    typeof meta.sales_period === 'string'
      ? `, for sales of ${formatMonth(monthOfDate(meta.sales_period))}`
      : '';
  const title = `${state.name}, ${formatMonth(month)}${sales}, ${state.headline.replaceAll('_', ' ')}${byBasis(meta)}. Fiscal years begin in ${nameOfMonth(Number(meta.fiscal_year_start))}. ${ranks}`;
  const notes = [
    ...(found.total > lines.length
      ? [`${formatCount(lines.length)} of ${formatCount(found.total)} lines are shown. --limit changes that.`]
      : []),
    ...missingNote(lines, isGrouped),
    ...comparableNotes(
      ['payment' as const, ...SUMS].flatMap((part) => lines.map((line) => ({ line, figure: line[part] }))),
      ({ figure }) => figure,
      ({ line }) => line.subject?.name,
      OTHERS,
    ),
    ...doubtedNotes(lines),
    ...(group === 'county' ? unknownNote(rows) : []),
  ];
  return [title, '', formatLines(lines, state, isGrouped), ...notes.flatMap((note) => ['', note])].join('\n');
}

/** The comparison of two periods as a table with a heading. */
export function periodsText({
  view,
  asked,
  limit,
  find,
}: Shown<PeriodLine, (typeof periodComparisonRecord)['filters']>): string {
  const { found, rows } = find();
  const { period, against, sales_period, against_sales_period, basis } = found.meta ?? {};
  const { code, name: stateName } = stateOf(asked.state);
  const bySales = basis === 'sales';
  const monthsWith = (months: unknown, sales: unknown) =>
    `${monthsOf(months)}${bySales || !sales ? '' : ` (sales of ${monthsOf(sales)})`}`;
  const what = bySales ? 'Payments for sales of' : 'Payments of';
  const title = `${stateName}. ${what} ${monthsWith(period, sales_period)}, against ${monthsWith(against, against_sales_period)}.`;
  if (found.total === 0) return `${title} No jurisdiction has a payment in these months.`;
  const nameOf = ({ subject, group }: PeriodLine) =>
    group === code ? stateName : subject === null ? (group ?? 'unknown') : null;
  const named = rows.map((line) => ({ ...line, group: nameOf(line) }));
  const length = Math.min(found.length, limit);
  const shown = { ...found, length, read: () => named.slice(0, length) };
  const lines = rows.slice(0, limit);
  const hasGaps = lines.some(({ members, figure }) => members > 1 && figure.missing + figure.missingAgo > 0);
  // the reasons stand in a note below the table
  const usual = periodComparisonRecord.shown?.filter((column) => column !== 'tax_changes') ?? [];
  const columns = { ...periodComparisonRecord, shown: [...usual, ...(hasGaps ? GAPS : [])] };
  const notes = [
    ...(hasGaps ? [LIKE_FOR_LIKE] : []),
    ...comparableNotes(
      lines,
      ({ figure }) => figure,
      ({ subject }) => subject?.name ?? undefined,
      OTHERS,
    ),
    ...doubtfulNotes(lines),
  ];
  const table = formatRecords(columns, view, shown, undefined);
  return [title, '', table, ...notes.flatMap((note) => ['', note])].join('\n');
}

/** What the sums of groups lack. */
const GAPS = ['missing', 'against_missing'];

/** `2020-03-01,2020-06-01` in words. */
function monthsOf(span: unknown): string {
  const [first = '', last = ''] = String(span).split(',');
  const [from, to] = [formatMonth(monthOfDate(first)), formatMonth(monthOfDate(last))];
  return from === to ? from : `${from} to ${to}`;
}

const membersOf = (lines: readonly ShownLine[]) => sumOf(lines, ({ members }) => members);

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** A rank says little without those that it compares. */
function describeRanks(total: number, isGrouped: boolean, isSelection: boolean): string {
  if (isGrouped) return `Ranks are among ${plural(total, 'group')}.`;
  const what = plural(total, 'jurisdiction');
  return isSelection
    ? `Ranks are among the ${what} selected, not the state.`
    : `Ranks are among all ${what}.`;
}

function formatLines(lines: readonly ShownLine[], state: State, isGrouped: boolean): string {
  const figure = (value: number | null) => formatFigure(state.code, state.headline, value);
  const parts = [
    { head: 'year ago', cell: ({ payment }: ShownLine) => figure(payment.yearAgo) },
    { head: 'change', cell: (line: ShownLine) => markDoubt(line.doubtful.payment, line.payment) },
    comparableColumn(lines, ({ payment }) => payment),
    ...SUMS.flatMap((sum, at) => [
      { head: SUM_NAMES[at] ?? '', cell: (line: ShownLine) => figure(line[sum].value) },
      { head: 'vs year ago', cell: (line: ShownLine) => markDoubt(line.doubtful[sum], line[sum]) },
      comparableColumn(lines, (line) => line[sum]),
    ]),
  ].filter(({ cell }) => lines.some((line) => cell(line) !== null));
  const numbers = ['payment', ...parts.map(({ head }) => head)];
  const counts = ['members', 'missing', 'left out'];
  const who = isGrouped ? ['group', ...counts] : ['id', 'jurisdiction'];
  const rows = lines.map((line) => {
    const { rank, payment } = line;
    return [
      rank === null ? '-' : String(rank),
      ...(line.subject === null
        ? [
            line.group === state.code ? state.name : (line.group ?? 'unknown'),
            ...[line.members, line.missing, line.payment.leftOut ?? 0].map(formatCount),
          ]
        : [String(line.subject.id), oneLine(line.subject.name)]),
      figure(payment.value),
      ...parts.map(({ cell }) => cell(line) ?? '-'),
    ];
  });
  return formatTable(['rank', ...who, ...numbers], rows, ['rank', ...counts, ...numbers]);
}

function missingNote(lines: readonly ShownLine[], isGrouped: boolean): string[] {
  const missing = sumOf(lines, (line) => line.missing);
  const have = missing === 1 ? 'jurisdiction has' : 'jurisdictions have';
  return [
    ...(missing > 0 ? [`${formatCount(missing)} ${have} no payment in this month.`] : []),
    ...(isGrouped ? [...sumsNote(lines), LIKE_FOR_LIKE] : []),
  ];
}

/** How many payments the sums of groups over several months lack. */
function sumsNote(lines: readonly ShownLine[]): string[] {
  const groups = lines.filter((line) => line.subject === null);
  const lacking = SUMS.flatMap((part, at) => {
    const missing = sumOf(groups, (group) => group[part].missing);
    return missing > 0 ? `${SUM_NAMES[at]} ${formatCount(missing)}` : [];
  });
  return lacking.length > 0 ? [`Payments that are missing in the sums: ${lacking.join(', ')}.`] : [];
}

/** Sums of counties must not look like all that a county receives. */
function unknownNote(lines: readonly ShownLine[]): string[] {
  const members = membersOf(lines);
  const grouped = membersOf(lines.filter((line) => line.group !== null));
  if (grouped === members) return [];
  return [
    `The county of ${formatCount(grouped)} of ${plural(members, 'jurisdiction')} is known. The line unknown has the others.`,
  ];
}
