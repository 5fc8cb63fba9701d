import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { Archive } from '../../src/pipeline/archive/archive.ts';
import type { RunOptions } from '../../src/pipeline/open-run.ts';
import { runPipeline } from '../../src/pipeline/run.ts';
import type { RunSummary } from '../../src/pipeline/summary.ts';
import { readDataset } from '../../src/store/dataset.ts';
import {
  attachExpected,
  findDifferences,
  REBUILT_TABLES,
  type TableDifference,
} from '../../src/store/rebuilt-tables.ts';
import { runOptionsIn } from './run-options.ts';
import { readContent, type StoredRows } from './stored-rows.ts';

/** The contents of files by their names. */
type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with everything a run works on. */
export interface PipelineRig {
  folder: string;
  database: string;
  archive: string;
  /** Options of all its runs; a test may change them. */
  options: Omit<RunOptions, 'command'>;
  /** Writes a file under `inbox/` and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Runs the pipeline over these files, or over `inbox/`. */
  run(options?: Partial<RunOptions>): Promise<RunSummary>;
  /** Writes these files, and runs the pipeline over `inbox/`. */
  load(files: Files, options?: Partial<RunOptions>): Promise<RunSummary>;
  /** Reads every archived report again. */
  reprocess(options?: Partial<RunOptions>): Promise<RunSummary>;
  withdraw(sha256: string, reason?: string, options?: Partial<RunOptions>): Promise<RunSummary>;
  select<Row = Record<string, unknown>>(sql: string): Row[];
  content(): StoredRows;
}

/** Makes a folder with everything a run works on. By default, it is removed when the test ends. */
export function createPipelineRig(
  whenDone: (remove: () => void) => void = (remove) => onTestFinished(remove),
): PipelineRig {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'reference'));
  return rigIn(folder);
}

/** Makes such a folder, and loads these files. */
export async function loadedRig(files: Files): Promise<PipelineRig> {
  const rig = createPipelineRig();
  await rig.load(files);
  return rig;
}

/** Copies everything a run works on into a folder of its own. */
export function copyPipelineRig(rig: PipelineRig): PipelineRig {
  const copy = createPipelineRig();
  cpSync(rig.folder, copy.folder, { recursive: true });
  return copy;
}

function rigIn(folder: string): PipelineRig {
  const options = runOptionsIn(folder);
  const { database, archive } = options;
  const rig: PipelineRig = {
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
    run: async (more = {}) => {
      const isOther = more.files ?? more.records ?? more.withdraw;
      const files = isOther ? [] : await findReportFiles([join(folder, 'inbox')]);
      return runPipeline({ command: 'ingest', files, ...options, ...more });
    },
    load: (files, more) => {
      for (const [name, content] of Object.entries(files)) rig.write(name, content);
      return rig.run(more);
    },
    reprocess: (more) => {
      const records = new Archive(archive).list().map(({ record }) => record);
      return rig.run({ command: 'reprocess', records, ...more });
    },
    withdraw: (sha256, reason = 'a test', more = {}) =>
      rig.run({ command: 'withdraw', withdraw: [{ sha256, reason }], ...more }),
    select: (sql) => readDataset(database, ({ sqlite }) => sqlite.prepare<[], never>(sql).all()),
    content: () => readContent(database),
  };
  return rig;
}

/** How the jurisdictions and datapoints of a dataset differ from those of another, figure by figure. */
export function differences(stored: string, expected: string): TableDifference[] {
  const tables = REBUILT_TABLES.filter(({ about }) => about === 'jurisdictions' || about === 'datapoints');
  return readDataset(stored, (dataset) => {
    attachExpected(dataset, expected);
    return tables.flatMap((table) => findDifferences(dataset, table, 10_000));
  });
}
