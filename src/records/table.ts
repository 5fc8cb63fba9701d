import type { Unit } from '../domain/allocation.ts';
import type { DatasetView } from '../store/query/view.ts';
import {
  type Description,
  flatColumns,
  type Member,
  type RecordColumn,
  type StoredValue,
} from './description.ts';
import { type FileColumn, type FileTable, flatRecords } from './files/file-table.ts';
import { jsonWriter, reasonsIn, rounded } from './json-record.ts';
import type { FoundRows } from './list.ts';

/** Records read at a time. */
const ROWS_AT_ONCE = 500;

/** The table of found records, with all columns or those named. */
export function tableOf(
  { members, files }: Pick<Description<unknown>, 'members' | 'files'>,
  view: DatasetView,
  found: FoundRows<unknown>,
  names?: readonly string[],
): FileTable {
  const rows = function* () {
    for (let start = 0; start < found.length; start += ROWS_AT_ONCE)
      yield* found.read(view, start, Math.min(start + ROWS_AT_ONCE, found.length));
  };
  const columns = fileColumnsOf({ members, files }, found);
  const toJson = jsonWriter(found.members ?? members);
  const records = function* () {
    for (const row of rows()) yield toJson(row);
  };
  const { unit, converted } = found;
  const shown = converted ? inUnit(columns, members, converted) : columns;
  const table = tableOfRows(chooseColumns(shown, names), rows, unit);
  const head = { meta: { total: found.total, ...found.meta, ...(converted && { figures: converted }) } };
  return { ...table, json: { head, name: 'data', records: names ? () => flatRecords(table) : records } };
}

/** Columns whose headings say how their figures are converted. */
function inUnit(
  columns: readonly RecordColumn<unknown>[],
  members: readonly Member<unknown>[],
  converted: string,
): RecordColumn<unknown>[] {
  const figures = flatColumns(members.filter((member) => 'figureOf' in member)).map(
    ({ flatName }) => flatName,
  );
  return columns.map((column) =>
    figures.includes(column.flatName) && FIGURE_TYPES.includes(column.type)
      ? { ...column, heading: `${column.heading}, ${converted}` }
      : column,
  );
}

const FIGURE_TYPES = ['figure', 'amount', 'ratio'];

/** The columns of files with found records. */
export function fileColumnsOf<Row>(
  { members, files }: Pick<Description<Row>, 'members' | 'files'>,
  found: Pick<FoundRows<Row>, 'members'> = {},
): readonly RecordColumn<Row>[] {
  return (found.members ? undefined : files) ?? flatColumns(found.members ?? members);
}

/** A table of rows. `unit` is that of every `figure`, if they have the same. */
export function tableOfRows<Row>(
  columns: readonly RecordColumn<Row>[],
  rows: () => Iterable<Row>,
  unit?: Unit,
): FileTable {
  const typed = columns.map((column) =>
    column.type === 'figure' && unit ? { ...column, type: unit } : column,
  );
  return {
    columns: typed.map(fileColumn),
    *rows() {
      for (const row of rows()) yield typed.map((column) => storedValue(column, row));
    },
  };
}

/** A column as files and published tables have it. */
export function fileColumn<Row>(column: RecordColumn<Row>): Required<FileColumn> {
  const { flatName, type, heading, meaning, isNullable } = column;
  // no reason is an empty list in JSON, and an empty cell in files
  return { name: flatName, content: type, heading, meaning, isRequired: !isNullable && type !== 'reasons' };
}

function chooseColumns<Row>(
  columns: readonly RecordColumn<Row>[],
  names: readonly string[] | undefined,
): readonly RecordColumn<Row>[] {
  if (!names) return columns;
  return names.flatMap((name) => columns.filter(({ flatName }) => flatName === name));
}

/** Millionths of the shown unit, for figures of different units in one column. */
const TO_MILLIONTHS = { amount: 10_000n, percent: 1n };

/** The value as files store it: objects are JSON, figures of several units are millionths. */
export function storedValue<Row>(column: RecordColumn<Row>, row: Row): StoredValue {
  const value = column.read(row);
  if (column.type === 'reasons') return reasonsIn(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (column.type === 'ratio' && typeof value === 'number') return rounded(value);
  if (column.type !== 'figure' || value === null) return value;
  const unit = column.unitOf?.(row);
  return unit ? BigInt(value) * TO_MILLIONTHS[unit] : null;
}
