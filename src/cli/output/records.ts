import { formatCount, formatGrouped, formatMoney } from '../../domain/money.ts';
import { plural } from '../../domain/text/wording.ts';
import { type Description, flatColumns, type RecordColumn } from '../../records/description.ts';
import type { FoundRows } from '../../records/list.ts';
import { chooseColumns } from '../../records/table.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { formatTable } from './print.ts';

const FIGURES = ['amount', 'percent', 'ratio', 'figure', 'number', 'count'];

/** Formats records as a text table, or a line each if the description says how. */
export function formatRecords(
  { one, members, shown, lineOf }: Description<unknown>,
  view: DatasetView,
  found: FoundRows<unknown>,
  names: readonly string[] | undefined,
): string {
  const rows = found.read(view, 0, found.length);
  const more = found.total - rows.length;
  const end =
    more > 0
      ? [
          `${plural(more, `more ${one.replaceAll('_', ' ')}`)} not shown. --format and --out give all. Filters narrow the list.`,
        ]
      : [];
  if (lineOf && !names) return [...rows.map(lineOf), ...end].join('\n');
  const chosen = chooseColumns(flatColumns(members), names ?? shown);
  const columns = names ? chosen : chosen.filter((column) => rows.some((row) => column.read(row) !== null));
  const heads = columns.map(({ heading }) => heading.toLowerCase());
  const right = columns
    .filter(({ type }) => FIGURES.includes(type))
    .map(({ heading }) => heading.toLowerCase());
  const cells = rows.map((row) => columns.map((column) => formatValue(column, row)));
  return [formatTable(heads, cells, right, widestOf(heads, cells)), ...end].join('\n');
}

/** The longest value that stays on one line. */
const LONGEST_LINE = 24;

/** The head of the column of long texts that wraps if the table gets too wide. */
function widestOf(heads: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const widest = Math.max(...widths);
  return widest > LONGEST_LINE ? heads[widths.indexOf(widest)] : undefined;
}

/** A value for people: `1,234.56`, `12.5%`, `2026-10`, `2026-11-23 09:30`, `-` for none. */
function formatValue<Row>(column: RecordColumn<Row>, row: Row): string {
  const value = column.read(row);
  if (value === null) return '-';
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
