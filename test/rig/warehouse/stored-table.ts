import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DERIVED_PREFIXES } from '../../../src/domain/allocation.ts';
import { STATES } from '../../../src/states/index.ts';
import { kindColumnPrefix } from '../../../src/store/allocation-columns.ts';

/** A column to compare: its name in both tables, and how many stored units one published unit is; `null` for texts. */
export interface ComparedColumn {
  name: string;
  scale: number | null;
  sql: string;
}

/** Text that stands for null in the files below. */
export const NULL_TEXT = '\\N';
const LINES_AT_ONCE = 2000;

/** Every column of a state's datapoints, as the dataset stores them. Written without the code that publishes. */
export function storedColumns(code: string): ComparedColumn[] {
  const state = STATES.find((one) => one.code === code);
  if (!state) throw new Error(`no state ${code}`);
  const column = (name: string, scale: number | null, sql = `a.${name}`) => ({ name, scale, sql });
  const figures = state.fields.flatMap(({ name, unit }) => {
    const scale = unit === 'amount' ? 100 : 1_000_000;
    const { deltas, trends, ytd } = DERIVED_PREFIXES;
    return [
      column(name, scale),
      column(`${deltas}${name}`, 1_000_000),
      column(`${trends}${name}`, scale),
      column(`${ytd}${name}`, scale),
    ];
  });
  const places = state.kinds.flatMap(({ name }) => {
    const prefix = kindColumnPrefix(name);
    const report = (what: string) => `(SELECT ${what} FROM report WHERE id = a.${prefix}_report_id)`;
    return [
      column(`${prefix}_file`, null, report('file_name')),
      column(`${prefix}_sha256`, null, report('sha256')),
      column(`${prefix}_sheet`, null),
      column(`${prefix}_row`, 1),
    ];
  });
  return [
    ...['jurisdiction_id', 'quarter'].map((name) => column(name, 1)),
    ...['allocation_period', 'revenue_period', 'sales_period'].map((name) => column(name, null)),
    ...['sales_tax_id', 'name', 'type', 'county'].map((name) => column(name, null, `j.${name}`)),
    column('sales_tax_rate', 1_000_000, 'j.sales_tax_rate'),
    ...figures,
    ...places,
  ];
}

/** Writes the stored values of a state's datapoints as CSV, and returns the number of rows. */
export function writeStored(database: string, code: string, file: string): number {
  const sqlite = new Database(database, { readonly: true });
  const into = openSync(file, 'w');
  try {
    const columns = storedColumns(code);
    const rows = sqlite
      .prepare<[], (string | number | null)[]>(
        `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${code}_allocation AS a JOIN jurisdiction AS j ON j.id = a.jurisdiction_id`,
      )
      .raw();
    let lines = [columns.map(({ name }) => name).join()];
    let count = 0;
    for (const row of rows.iterate()) {
      lines.push(row.map(cellText).join());
      count += 1;
      if (lines.length < LINES_AT_ONCE) continue;
      writeSync(into, `${lines.join('\n')}\n`);
      lines = [];
    }
    writeSync(into, lines.map((line) => `${line}\n`).join(''));
    return count;
  } finally {
    closeSync(into);
    sqlite.close();
  }
}

function cellText(value: string | number | null): string {
  if (value === null) return NULL_TEXT;
  return typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
}
