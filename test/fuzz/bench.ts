import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { ALL_MONTHS } from '../../src/pipeline/intake/months-taken.ts';
import { readReport } from '../../src/pipeline/intake/read-report.ts';
import { executeRun } from '../../src/pipeline/run.ts';
import type { RunSummary } from '../../src/pipeline/summary.ts';
import { readReference } from '../../src/registers/registers.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { openForWriting } from '../../src/store/dataset.ts';

/** What came of one report that was given to the pipeline alone, with an empty dataset. */
export interface Outcome {
  bytes: Uint8Array;
  sha256: string;
  /** `null` where the run threw. */
  summary: RunSummary | null;
  /** What the run threw, unless it was an `OperatorError`. */
  crash: unknown;
  milliseconds: number;
  /** The dataset after the run; it may be read until the next one. */
  database: string;
  /** The files of the archive that are no records, and of the quarantine, with their paths. */
  archived: string[];
  quarantined: string[];
}

const SHARED_MEMORY = '/dev/shm';
const STARTED = Date.UTC(2026, 10, 1);

/** A new folder, in memory where the machine has such. */
export function makeWorkFolder(): string {
  return mkdtempSync(join(existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir(), 'allocations-fuzz-'));
}

/** A work folder in which one report after another is run through the pipeline. */
export class Bench {
  private readonly folder: string;
  private readonly template: string;

  /** Works in this folder, which `makeWorkFolder` gives. */
  constructor(folder: string) {
    this.folder = folder;
    this.template = join(folder, 'empty.sqlite');
    for (const name of ['inbox', 'reference']) mkdirSync(join(folder, name), { recursive: true });
    openForWriting(this.template).close();
  }

  /** Runs the pipeline over a file with these bytes. */
  async run(bytes: Uint8Array, extension: string): Promise<Outcome> {
    const [database, archive, quarantine] = ['dataset.sqlite', 'archive', 'quarantine'].map((name) =>
      join(this.folder, name),
    ) as [string, string, string];
    for (const path of [archive, quarantine]) rmSync(path, { recursive: true, force: true });
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
    copyFileSync(this.template, database);
    const file = join(this.folder, 'inbox', `report.${extension}`);
    writeFileSync(file, bytes);
    const began = performance.now();
    let [summary, crash]: [RunSummary | null, unknown] = [null, null];
    try {
      summary = await this.execute(file, database, archive, quarantine);
    } catch (error) {
      if (!(error instanceof OperatorError)) crash = error;
    }
    return {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      summary,
      crash,
      milliseconds: performance.now() - began,
      database,
      archived: filesUnder(archive).filter((path) => !path.endsWith('.report.json')),
      quarantined: filesUnder(quarantine),
    };
  }

  private execute(file: string, database: string, archive: string, quarantine: string): Promise<RunSummary> {
    return executeRun({
      command: 'ingest',
      reports: { files: [file] },
      months: ALL_MONTHS,
      database,
      archive,
      quarantine,
      layouts: REPORT_KINDS.flatMap(({ layouts }) => layouts),
      reference: readReference(join(this.folder, 'reference')),
      concurrency: 1,
      keepRuns: 400,
      dryRun: false,
      readReport,
      now: () => new Date(STARTED),
      programVersion: 'fuzz',
    });
  }
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Whether a file holds exactly these bytes. */
export function holds(path: string, bytes: Uint8Array): boolean {
  return readFileSync(path).equals(bytes);
}

/** Reads from a dataset that nobody writes to. */
export function withDataset<Result>(file: string, read: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(file, { readonly: true });
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}
