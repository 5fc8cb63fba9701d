import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ColumnType, StoredValue } from '../../records/description.ts';
import { SIGNATURE } from '../../records/files/workbook-content.ts';
import { DECIMALS, PRECISION, type PublishedColumn } from '../warehouse/published-columns.ts';
import type { Totals } from '../warehouse/published-tables.ts';

/** Rows of stored values under columns. */
export interface ParquetTable {
  columns: readonly Pick<PublishedColumn, 'name' | 'content' | 'isRequired'>[];
  rows: Iterable<readonly StoredValue[]>;
}

type ParquetColumn = ParquetTable['columns'][number];

/** Readers skip groups by their least and greatest values, and hold one in memory. */
const ROWS_A_GROUP = 20_000;
const DAY_MS = 86_400_000;
const TEXTS: readonly ColumnType[] = ['text', 'choice', 'counties', 'facts'];
const TIMES: readonly ColumnType[] = ['month', 'date', 'time'];
const SAFE_SUM = 2 ** 52;

/** Writes a table into a Parquet file, and returns what it wrote. `metadata` is stored in the file. */
export async function writeParquet(
  { columns, rows }: ParquetTable,
  file: string,
  metadata: Readonly<Record<string, string>>,
): Promise<Totals> {
  const root = { name: 'root', num_children: columns.length };
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: [root, ...columns.map(schemaElement)],
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: SIGNATURE,
  });
  const sums = new Map(columns.filter(isAmount).map(({ name }) => [name, 0n]));
  let count = 0;
  let group: (readonly StoredValue[])[] = [];
  const flush = async () => {
    const columnData = columns.map((column, at) => {
      const values = group.map((row) => row[at] ?? null);
      if (isAmount(column)) sums.set(column.name, (sums.get(column.name) ?? 0n) + exactSum(values));
      return encodedColumn(column, values);
    });
    await writer.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    count += group.length;
    group = [];
  };
  for (const row of rows) {
    group.push(row);
    if (group.length === ROWS_A_GROUP) await flush();
  }
  if (group.length > 0) await flush();
  await writer.finish();
  return { rows: count, sums: Object.fromEntries(sums) };
}

function isAmount({ content }: ParquetColumn): boolean {
  return content === 'amount';
}

/** Adds up integers. Numbers are exact below 2^53, so a sum beyond 2^52 moves into a bigint. */
function exactSum(values: readonly StoredValue[]): bigint {
  let whole = 0n;
  let part = 0;
  for (const value of values) {
    part += Number(value);
    if (part < SAFE_SUM && part > -SAFE_SUM) continue;
    whole += BigInt(part);
    part = 0;
  }
  return whole + BigInt(part);
}

/** The values of a column as hyparquet-writer takes them. */
function encodedColumn({ name, content }: ParquetColumn, values: readonly StoredValue[]) {
  // texts repeat, so a dictionary suits them better
  if (TEXTS.includes(content))
    return { name, data: values.map((value) => (value === null ? null : String(value))) };
  const data = TIMES.includes(content) ? toTimes(content, values) : values.map(toInteger);
  return { name, data, encoding: 'DELTA_BINARY_PACKED' as const };
}

function toInteger(value: StoredValue): bigint | null {
  return value === null ? null : BigInt(value);
}

/** Dates as days, times as milliseconds, since 1970. */
function toTimes(content: ColumnType, values: readonly StoredValue[]): (number | bigint | null)[] {
  const known = new Map<StoredValue, number | bigint | null>([[null, null]]);
  return values.map((value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const time = Date.parse(String(value));
    const made = content === 'time' ? BigInt(time) : time / DAY_MS;
    known.set(value, made);
    return made;
  });
}

function schemaElement({ name, content, isRequired }: ParquetColumn): SchemaElement {
  const repetition_type = isRequired ? 'REQUIRED' : 'OPTIONAL';
  const scale = DECIMALS[content];
  if (scale !== undefined) {
    const logical_type = { type: 'DECIMAL', precision: PRECISION, scale } as const;
    const decimal = { converted_type: 'DECIMAL', precision: PRECISION, scale, logical_type } as const;
    return { name, type: 'INT64', ...decimal, repetition_type };
  }
  if (content === 'month' || content === 'date')
    return { name, type: 'INT32', converted_type: 'DATE', repetition_type };
  if (content === 'time') {
    const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;
    return { name, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type, repetition_type };
  }
  if (content === 'number' || content === 'count') return { name, type: 'INT64', repetition_type };
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
}
