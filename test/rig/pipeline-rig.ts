import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { ReportRecord } from '../../src/domain/report.ts';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { ALL_MONTHS } from '../../src/pipeline/intake/months-taken.ts';
import { readReport } from '../../src/pipeline/intake/read-report.ts';
import { executeRun, type RunOptions } from '../../src/pipeline/run.ts';
import type { RunSummary } from '../../src/pipeline/summary.ts';
import { readReference } from '../../src/registers/registers.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { compareDatasets, type Difference } from '../../src/store/compare/differences.ts';
import { openForReading } from '../../src/store/dataset.ts';

/** A folder of its own with everything a run works on; gone when the test has finished. */
export interface Workbench {
  folder: string;
  database: string;
  archive: string;
  /** What its runs work on and with. */
  options: Omit<RunOptions, 'command' | 'reports'>;
  /** Writes a file under `inbox/` and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Runs the pipeline over these files, or over `inbox/`. */
  run(options?: Partial<RunOptions> & { files?: readonly string[] }): Promise<RunSummary>;
  content(): DatasetContent;
}

/** All that is archived. */
export const EVERY_REPORT = { archived: (record: ReportRecord) => record };

let ticks = 0;

export function createWorkbench(): Workbench {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reference = join(folder, 'reference');
  mkdirSync(reference);
  const [database, archive] = [join(folder, 'dataset.sqlite'), join(folder, 'reports')];
  const options = {
    months: ALL_MONTHS,
    database,
    archive,
    quarantine: join(folder, 'quarantine'),
    layouts: REPORT_KINDS.flatMap(({ layouts }) => layouts),
    reference: readReference(reference),
    concurrency: 2,
    keepRuns: 400,
    dryRun: false,
    readReport,
    // every look at the clock is a second later
    now: () => new Date(Date.UTC(2026, 10, 1) + 1000 * ticks++),
    programVersion: 'test',
  };
  return {
    folder,
    database,
    archive,
    options,
    write: (name, content) => {
      const path = join(folder, 'inbox', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    run: async ({ files, ...more } = {}) =>
      executeRun({
        command: 'ingest',
        reports: { files: files ?? (await findReportFiles([join(folder, 'inbox')])) },
        ...options,
        ...more,
      }),
    content: () => readContent(database),
  };
}

/** Every row of every table that depends on the reports alone, by table; reports stand by their hash. */
export type DatasetContent = Record<string, unknown[]>;

/** Tables that say how the dataset came to be what it is. */
const HISTORY = new Set(['run', 'revision', 'seen_file']);

/** Columns that say when and in which order things came, not what came. */
const INCIDENTAL = new Set(['id', 'run_id', 'received_at']);

export function readContent(file: string): DatasetContent {
  const sqlite = new Database(file, { readonly: true });
  try {
    const hashes = new Map(sqlite.prepare<[], [number, string]>('SELECT id, sha256 FROM report').raw().all());
    const tables = sqlite
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name",
      )
      .pluck()
      .all()
      .filter((table) => !HISTORY.has(table));
    return Object.fromEntries(
      tables.map((table) => {
        const rows = sqlite.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
        return [table, rows.map((row) => canonical(table, row, hashes)).sort()];
      }),
    );
  } finally {
    sqlite.close();
  }
}

function canonical(table: string, row: Record<string, unknown>, hashes: ReadonlyMap<number, string>): string {
  const kept = Object.entries(row)
    .filter(([name]) => !INCIDENTAL.has(name) || (table === 'jurisdiction' && name === 'id'))
    .map(([name, value]) => [
      name,
      name.endsWith('report_id') && value !== null ? hashes.get(Number(value)) : value,
    ]);
  return JSON.stringify(kept);
}

/** Every file under a folder, by its path in it. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What differs between two datasets, figure by figure. */
export function differences(a: string, b: string): Difference[] {
  const [before, after] = [openForReading(a), openForReading(b)];
  try {
    return [...compareDatasets(before, after)];
  } finally {
    before.close();
    after.close();
  }
}
