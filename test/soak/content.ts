import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashOf } from '../rig/hash.ts';
import { INCIDENTAL, readStoredRows } from '../rig/stored-rows.ts';
import type { Place } from './place.ts';

/** What readers see of a place, by table: number and hash of the rows, of the dataset and of the publication. */
export type Content = Record<string, string>;

/** Reads a place. An empty dataset counts as none. */
export function contentOf({ database, publication }: Place): Content {
  return { ...datasetContent(database), ...publishedContent(publication) };
}

const SKIPPED = { tables: ['run'], columns: [...INCIDENTAL, 'withdrawn_at', 'accepted_at'] };

/** Every row of every table, except those of runs. */
function datasetContent(file: string): Content {
  if (!holdsTables(file)) return {};
  return withDatabase(file, (sqlite) => {
    const tables = Object.entries(readStoredRows(sqlite, SKIPPED));
    return Object.fromEntries(
      tables
        .filter(([, rows]) => rows.length > 0)
        .map(([table, rows]) => [table, `${rows.length} rows ${hashOf(rows.join('\n'))}`]),
    );
  });
}

/** Reads the current publication. */
function publishedContent(folder: string): Content {
  const current = join(folder, 'current');
  if (!existsSync(current)) return {};
  const name = readFileSync(current, 'utf8').trim();
  const tables = Object.entries(datasetContent(join(folder, name, 'dataset.sqlite')));
  return Object.fromEntries(tables.map(([table, rows]) => [`published ${table}`, rows]));
}

/** Returns the archived reports: the hash of their bytes, and of their records without times. */
export function archiveOf({ archive }: Place): Content {
  const names = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const records = names.filter((name) => name.endsWith('.report.json'));
  return Object.fromEntries(
    records.map((name) => {
      const path = join(archive, name);
      const { received_at: _, withdrawn, accepted, ...record } = JSON.parse(readFileSync(path, 'utf8'));
      const bytes = readFileSync(path.replace(/report\.json$/, record.format));
      return [
        name,
        `${hashOf(bytes)} ${hashOf(JSON.stringify([record, withdrawn?.reason, accepted?.reason]))}`,
      ];
    }),
  );
}

/** Returns whether a dataset file exists and has tables. */
export function holdsTables(file: string): boolean {
  if (!existsSync(file)) return false;
  return withDatabase(
    file,
    (sqlite) => sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'report'").get() !== undefined,
  );
}

/** Counts unfinished runs. No reader may ever see one. */
export function countUnfinished(file: string): number {
  if (!holdsTables(file)) return 0;
  return withDatabase(file, (sqlite) =>
    Number(sqlite.prepare("SELECT count(*) FROM run WHERE outcome = 'unfinished'").pluck().get()),
  );
}

function withDatabase<Value>(file: string, read: (sqlite: Database.Database) => Value): Value {
  // a read-only connection cannot recover the log of a killed run
  const sqlite = new Database(file, { fileMustExist: true });
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Returns the parts that differ. */
export function differences(one: Content, other: Content): string[] {
  const parts = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return parts.filter((part) => one[part] !== other[part]);
}
