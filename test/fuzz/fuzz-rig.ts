import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { executeRun, type RunOptions } from '../../src/pipeline/run.ts';
import type { RunSummary } from '../../src/pipeline/summary.ts';
import { openForWriting } from '../../src/store/dataset.ts';
import { filesUnder } from '../rig/files-under.ts';
import { runOptionsIn } from '../rig/run-options.ts';

/** What one report did to the pipeline, alone and with an empty dataset. */
export interface Outcome {
  bytes: Uint8Array;
  sha256: string;
  /** `null` if the run threw. */
  summary: RunSummary | null;
  /** What the run threw, unless it was an `OperatorError`. */
  crash: unknown;
  milliseconds: number;
  /** The dataset after the run; it may be read until the next one. */
  database: string;
  /** Paths of the archived reports, without their records, and of the quarantined files. */
  archived: string[];
  quarantined: string[];
}

const SHARED_MEMORY = '/dev/shm';
const STARTED = new Date(Date.UTC(2026, 10, 1));

/** Makes a new folder, in memory if the machine can. */
export function makeWorkFolder(): string {
  return mkdtempSync(join(existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir(), 'allocations-fuzz-'));
}

/** Runs the pipeline over one report after another, each time with an empty dataset. */
export class FuzzRig {
  private readonly folder: string;
  private readonly template: string;
  private readonly options: Omit<RunOptions, 'command' | 'reports'>;

  /** Works in a folder of `makeWorkFolder`. */
  constructor(folder: string) {
    this.folder = folder;
    this.template = join(folder, 'empty.sqlite');
    for (const name of ['inbox', 'reference']) mkdirSync(join(folder, name), { recursive: true });
    this.options = { ...runOptionsIn(folder), concurrency: 1, now: () => STARTED };
    openForWriting(this.template).close();
  }

  /** Runs the pipeline over a file with these bytes. */
  async run(bytes: Uint8Array, extension: string): Promise<Outcome> {
    const { database, archive, quarantine } = this.options;
    for (const path of [archive, quarantine]) rmSync(path, { recursive: true, force: true });
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
    copyFileSync(this.template, database);
    const file = join(this.folder, 'inbox', `report.${extension}`);
    writeFileSync(file, bytes);
    const began = performance.now();
    let [summary, crash]: [RunSummary | null, unknown] = [null, null];
    try {
      summary = await executeRun({ command: 'ingest', reports: { files: [file] }, ...this.options });
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
}

/** Returns whether a file holds exactly these bytes. */
export function holds(path: string, bytes: Uint8Array): boolean {
  return readFileSync(path).equals(bytes);
}

/** Reads from a dataset while nothing writes to it. */
export function withDataset<Result>(file: string, read: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(file, { readonly: true });
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}
