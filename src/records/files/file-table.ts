import { inWords } from '../../domain/text/wording.ts';
import type { ColumnType, StoredValue } from '../description.ts';
import { FILE_SCALES } from '../json-record.ts';
import type { JsonRecords } from './json.ts';

export const HEADINGS = ['people', 'names'] as const;
export type Headings = (typeof HEADINGS)[number];

export interface FileColumn {
  /** For programs. */
  name: string;
  content: ColumnType;
  /** For people. Default: the name in words. */
  heading?: string;
  /** One or two sentences, without the last full stop. */
  meaning?: string;
  /** Whether every row has a value. Only Parquet and PostgreSQL tell. */
  isRequired?: boolean;
}

/** Rows of values as stored, under columns. */
export interface FileTable {
  columns: readonly FileColumn[];
  /** Starts to read the rows. Files for people read them twice. */
  rows(): Iterable<readonly StoredValue[]>;
  /** Default: an object of the shown values for each row. */
  json?: JsonRecords;
}

/** The unit of a content, for people; `null` if the values need none. */
export const UNIT_NAMES: Readonly<Record<ColumnType, string | null>> = {
  amount: 'US dollars',
  percent: 'percent',
  ratio: 'fraction: 0.05 is 5%',
  figure: 'US dollars or percent',
  month: 'first day of the month',
  time: 'UTC',
  date: 'day',
  number: null,
  count: null,
  text: null,
  choice: null,
  counties: null,
  reasons: null,
  facts: 'JSON',
};

export type ShownValue = string | number | null;

/** As `FileTable`, with the values that people and programs read: dollars, percent, fractions. */
export interface ShownTable {
  columns: readonly FileColumn[];
  rows(): Iterable<readonly ShownValue[]>;
}

/** The table with values as people and programs read them. */
export function shownTable({ columns, rows }: FileTable): ShownTable {
  const scales = columns.map(({ content }) => FILE_SCALES[content] ?? 1);
  const shown = (value: StoredValue, at: number) =>
    typeof value === 'string' || value === null ? value : Number(value) / (scales[at] ?? 1);
  return {
    columns,
    *rows() {
      for (const row of rows()) yield row.map(shown);
    },
  };
}

/** The records of a table as JSON shows them. */
export function jsonOf(table: FileTable): JsonRecords {
  return table.json ?? { head: {}, name: 'rows', records: () => flatRecords(table) };
}

/** An object of the shown values for each row. */
export function* flatRecords(table: FileTable): Generator<Record<string, ShownValue>> {
  const { columns, rows } = shownTable(table);
  for (const row of rows()) yield Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null]));
}

/** The first rows of a table under some of its columns, in the order of their names. Default: all. */
export function partOf(table: FileTable, names: readonly string[] | undefined, most = Infinity): FileTable {
  const places = table.columns.map(({ name }, at) => ({ name, at }));
  const chosen = names?.flatMap((name) => places.filter((place) => place.name === name)) ?? places;
  return {
    columns: chosen.flatMap(({ at }) => table.columns[at] ?? []),
    *rows() {
      let left = most;
      for (const row of table.rows()) {
        if (left === 0) return;
        left -= 1;
        yield chosen.map(({ at }) => row[at] ?? null);
      }
    },
  };
}

export function withoutEmpty({ columns, rows }: ShownTable): ShownTable {
  const empty = new Set(columns.keys());
  for (const row of rows()) {
    for (const at of empty) if ((row[at] ?? '') !== '') empty.delete(at);
    if (empty.size === 0) break;
  }
  // a table without rows keeps its head
  if (empty.size === 0 || empty.size === columns.length) return { columns, rows };
  const isKept = (_: unknown, at: number) => !empty.has(at);
  return {
    columns: columns.filter(isKept),
    *rows() {
      for (const row of rows()) yield row.filter(isKept);
    },
  };
}

/** The head of a column: its heading, or the name in words (`net_payment` as `Net payment`); for programs its name. */
export function headOf({ name, heading }: Pick<FileColumn, 'name' | 'heading'>, headings: Headings): string {
  if (headings === 'names') return name;
  return heading ?? inWords(name);
}
