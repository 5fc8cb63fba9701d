import Database from 'better-sqlite3';

export type StoredRows = Record<string, string[]>;

/** Columns that tell when and in which order things arrived, not what arrived. */
export const INCIDENTAL = ['id', 'run_id', 'first_run_id', 'received_at'];

/** Tables that tell how a dataset came about. */
const HISTORY = ['run', 'revision'];

/** Reads every row that depends on the reports alone, sorted within its table. */
export function readContent(file: string): StoredRows {
  const sqlite = new Database(file, { readonly: true });
  try {
    return readStoredRows(sqlite, { tables: HISTORY, columns: INCIDENTAL });
  } finally {
    sqlite.close();
  }
}

/** Names of what not to read. */
export interface Skipped {
  tables: readonly string[];
  columns: readonly string[];
}

/** Reads the rows of all tables, sorted within their table. Hashes stand for the ids of reports. */
export function readStoredRows(sqlite: Database.Database, { tables: skipped, columns }: Skipped): StoredRows {
  const hashes = new Map(sqlite.prepare<[], [number, string]>('SELECT id, sha256 FROM report').raw().all());
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '_*' ORDER BY name",
    )
    .pluck()
    .all()
    .filter((table) => !skipped.includes(table));
  return Object.fromEntries(tables.map((table) => [table, rowsOf(sqlite, table, columns, hashes)]));
}

function rowsOf(
  sqlite: Database.Database,
  table: string,
  skipped: readonly string[],
  hashes: ReadonlyMap<unknown, string>,
): string[] {
  const select = sqlite.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw();
  const kept = [...select.columns().entries()].filter(
    ([, { name }]) => !skipped.includes(name) || (table === 'jurisdiction' && name === 'id'),
  );
  return select
    .all()
    .map((row) =>
      JSON.stringify(
        kept.map(([at, { name }]) => [name, name.endsWith('report_id') ? hashes.get(row[at]) : row[at]]),
      ),
    )
    .sort();
}
