import { changeOf } from '../../derive/slots.ts';
import { formatCount, formatGrouped, formatMoney } from '../../domain/money.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { inWords, plural } from '../../domain/text/wording.ts';
import { type Description, flatColumns, type RecordColumn } from '../../records/description.ts';
import { isNotAllThere, TAX_UNKNOWN } from '../../records/descriptions/compared/tax-changes.ts';
import type { FoundRows } from '../../records/list.ts';
import { chooseColumns } from '../../records/table.ts';
import { formatTable } from './print.ts';

const FIGURES = ['amount', 'percent', 'ratio', 'figure', 'number', 'count'];
/** Counts that are left out if all are 0. */
const LACKS = ['missing', 'against_missing', 'left_out', 'doubtful'];

type Columns<Row> = ReadonlyMap<string, RecordColumn<Row>>;

/** What a list says of its records. */
interface ListTexts {
  /** The values of the description's `meta`. */
  meta?: FoundRows<unknown>['meta'];
  /** How many records the whole list has. Default: these. */
  total?: number;
  /** The columns that the command line names. */
  names?: readonly string[] | undefined;
}

/**
 * Formats records as a text table, or a line each if the description says how. Below the table are what its marks mean,
 * why comparable changes differ, and how many records are not shown.
 */
export function formatRecords<Row>(
  { one, members, shown, lineOf }: Description<Row>,
  rows: readonly Row[],
  { meta, total = rows.length, names }: ListTexts = {},
): string {
  const more = total - rows.length;
  const end =
    more > 0
      ? [
          `${plural(more, `more ${one.replaceAll('_', ' ')}`)} not shown. --format and --out give all. Filters narrow the list.`,
        ]
      : [];
  if (lineOf && !names) return [...rows.map(lineOf), ...end].join('\n');
  const all = new Map(flatColumns(members).map((column) => [column.flatName, column]));
  const chosen = chooseColumns([...all.values()], names ?? shown);
  const columns = names ? chosen : chosen.filter((column) => hasNews(column, all, rows));
  const heads = headsOf(columns, meta?.field);
  const right = heads.filter((_, at) => FIGURES.includes(columns[at]?.type ?? ''));
  const cells = rows.map((row) => columns.map((column) => cellOf(column, all, row)));
  const isMarked = cells.some((row) => row.some((cell) => cell.startsWith(MARK)));
  const notes = [
    ...missingNote(chosen.flatMap((column) => reasonsOf(column, all, rows, isNotAllThere))),
    ...comparableNote(columns.flatMap((column) => reasonsOf(column, all, rows))),
    ...(isMarked ? [DOUBT_NOTE] : []),
  ];
  return [[formatTable(heads, cells, right, widestOf(heads, cells)), ...end].join('\n'), ...notes].join(
    '\n\n',
  );
}

/** Whether a column says anything. A comparable change does only if a change of tax is known or may be in some figure. */
function hasNews<Row>(column: RecordColumn<Row>, all: Columns<Row>, rows: readonly Row[]): boolean {
  const { flatName } = column;
  if (LACKS.includes(flatName)) return rows.some((row) => Number(column.read(row)) > 0);
  const isKnown = rows.some((row) => column.read(row) !== null);
  return isKnown && (!isComparable(column) || reasonsOf(column, all, rows).length > 0);
}

/** Heads in lower case. What follows a figure does not repeat its name: `payment`, `change`. */
function headsOf(columns: readonly RecordColumn<never>[], field: unknown): string[] {
  let figure = '';
  return columns.map(({ flatName, heading }) => {
    if (heading.startsWith(`${figure}, `)) return heading.slice(figure.length + 2).toLowerCase();
    figure = heading;
    if (flatName !== 'value' || typeof field !== 'string') return heading.toLowerCase();
    return [inWords(field), ...(heading === 'Payment' ? [] : [heading])].join(', ').toLowerCase();
  });
}

/** The longest value that stays on one line. */
const LONGEST_LINE = 40;

/** The head of the column of long texts that wraps if the table gets too wide. */
function widestOf(heads: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const widest = Math.max(...widths);
  return widest > LONGEST_LINE ? heads[widths.indexOf(widest)] : undefined;
}

/** A value for people: `1,234.56`, `12.5%`, `2026-10`, `2026-11-23 09:30`, `-` for none, with a mark if it is doubtful. */
function cellOf<Row>(column: RecordColumn<Row>, all: Columns<Row>, row: Row): string {
  const value = column.read(row);
  if (value === null) return '-';
  const text =
    column.type === 'ratio' && partOf(column) !== null
      ? formatChangeOf(column, all, row)
      : formatValue(column, row);
  return isDoubtful(column, all, row) ? `${MARK}${text}` : text;
}

function formatValue<Row>(column: RecordColumn<Row>, row: Row): string {
  const value = column.read(row);
  if (typeof value === 'object') return JSON.stringify(value);
  const type = column.type === 'figure' ? column.unitOf?.(row) : column.type;
  // a figure without a unit is none
  if (type === undefined) return '-';
  if (type === 'amount') return formatMoney(Number(value));
  if (type === 'percent') return `${formatGrouped(Number(value), 6)}%`;
  if (type === 'ratio') return `${formatGrouped(Number(value), 4)}%`;
  if (type === 'count') return formatCount(Number(value));
  if (type === 'time') return String(value).slice(0, 16).replace('T', ' ');
  return type === 'month' ? String(value).slice(0, 7) : String(value);
}

/** The name before that of a change: `rolling_year_`, empty for the payment; `null` for another column. */
function partOf({ flatName }: RecordColumn<never>): string | null {
  return /^(.*_|)change$/.exec(flatName)?.[1] ?? null;
}

function isComparable(column: RecordColumn<never>): boolean {
  return partOf(column)?.endsWith('comparable_') ?? false;
}

/** A change, from the figures that it compares if the list has them. */
function formatChangeOf<Row>(column: RecordColumn<Row>, all: Columns<Row>, row: Row): string {
  const part = partOf(column);
  const read = (name: string) => {
    const value = all.get(name)?.read(row);
    return typeof value === 'number' ? value : null;
  };
  const [now, before] = part === '' ? ['value', 'year_ago'] : [`${part}`.slice(0, -1), `${part}ago`];
  const alike = read(`${part}like_for_like`);
  return formatChange(
    Number(column.read(row)),
    alike ?? read(now),
    alike === null ? read(before) : read(`${part}like_for_like_ago`),
  );
}

/** A change in percent, to two decimals, rounded once: its millionths would be rounded a second time. */
export function formatChange(
  change: number | null,
  now: number | null = null,
  before: number | null = null,
): string {
  if (change === null) return '-';
  const exact = now !== null && before !== null && before !== 0;
  const hundredths = exact
    ? divideScaled(10 * (now - before), Math.abs(before), 1000)
    : divideScaled(change, 100, 1);
  return `${(hundredths ?? 0) > 0 ? '+' : ''}${formatGrouped(hundredths ?? 0, 2)}%`;
}

/** The change from one value to another; `null` if it has none. */
export function formatMove(before: number | null, after: number | null): string | null {
  const change = changeOf(after, before);
  return change === null ? null : formatChange(change, after, before);
}

export const MARK = '? ';

/** What the mark means. */
export const DOUBT_NOTE =
  '? The checks doubt a payment of this figure, or of the year before. To see why, run: allocations findings --severity warning';

/** Whether the checks doubt a payment of a change, or of a figure that has no change beside it. */
function isDoubtful<Row>({ flatName, ...column }: RecordColumn<Row>, all: Columns<Row>, row: Row): boolean {
  const part = partOf({ flatName, ...column });
  const counted = part ?? (all.has(`${flatName}_change`) ? null : `${flatName}_`);
  const count = counted === null ? null : all.get(`${counted}doubtful`)?.read(row);
  return Number(count ?? 0) > 0 || (part === '' && (all.get('doubt_code')?.read(row) ?? null) !== null);
}

/** Why comparable changes differ from the plain ones, or why changes are missing, each with the place of its line. */
function reasonsOf<Row>(
  column: RecordColumn<Row>,
  all: Columns<Row>,
  rows: readonly Row[],
  isWanted = (text: string) => isComparable(column) && !isNotAllThere(text),
): string[] {
  const part = partOf(column)?.replace('comparable_', '');
  const reason = part === undefined ? undefined : all.get(`${part}tax_changes`);
  const place = all.get('jurisdiction_name') ?? all.get('name');
  return rows.flatMap((row) => {
    const text = reason?.read(row);
    if (typeof text !== 'string' || !isWanted(text)) return [];
    const name = text === TAX_UNKNOWN ? null : place?.read(row);
    return text.split('; ').map((part) => (typeof name === 'string' ? `${name}: ${part}` : part));
  });
}

/** Reasons that a note names. */
const MOST_NAMED = 5;

/** Why comparable changes differ, or are missing. */
export function comparableNote(reasons: readonly string[]): string[] {
  const named = nameReasons(reasons);
  return named.map(
    (text) => `A comparable change leaves out changes of tax. Why it differs or is missing: ${text}.`,
  );
}

function missingNote(reasons: readonly string[]): string[] {
  return nameReasons(reasons).map((text) => `Why a change is missing. ${text}.`);
}

/** The first reasons as one text; none without reasons. */
function nameReasons(reasons: readonly string[]): string[] {
  const named = [...new Set(reasons)];
  if (named.length === 0) return [];
  const others = named.length > MOST_NAMED ? '; and others: --format csv has all' : '';
  return [`${named.slice(0, MOST_NAMED).join('; ')}${others}`];
}
