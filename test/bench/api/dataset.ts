import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import * as z from 'zod';
import { filesUnder } from '../../rig/files-under.ts';
import { FULL_SIZE, type Size } from '../../rig/full-size/full-size.ts';
import { ensureReports, GENERATOR_VERSION } from '../../rig/full-size/full-size-cache.ts';
import { say, timed } from '../progress.ts';
import { childrenCpuSeconds, runProgram } from './processes.ts';

/** Enough to run every part; too little to measure. */
export const SMALL_SIZE = {
  californiaJurisdictions: 40,
  californiaMonths: 26,
  texasAuthorities: 60,
  texasMonths: 30,
} as const satisfies Size;

/** What all parts of the benchmark use. */
export interface BenchData {
  size: Size;
  /** The folder of the reports. */
  reports: string;
  /** The dataset made from the reports; it is only read. */
  dataset: string;
  /** A folder for temporary files of a part. */
  scratch: string;
}

/** Existing reports and dataset to use. */
export interface ReadyMade {
  reports?: string | undefined;
  dataset?: string | undefined;
}

/** What a dataset depends on, besides the reports: the code that writes it. */
const WRITING_PARTS = ['src', 'data/reference'];
const READING_PARTS = /^src\/(?:api|cli|explorer|portals|store\/query)\//;

const summaryShape = z.object({ allocations: z.object({ inserted: z.number(), updated: z.number() }) });

/** Makes the reports and the dataset in the cache folder, unless they exist. */
export async function ensureData(cache: string, isSmall: boolean, ready: ReadyMade): Promise<BenchData> {
  const size = isSmall ? SMALL_SIZE : FULL_SIZE;
  const folder = join(cache, isSmall ? 'small' : 'full');
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const reports = ready.reports ?? join(folder, 'reports');
  const written = await timed(`making the reports in ${reports}`, () => ensureReports(reports, size));
  say(`${written.result.files} reports with ${written.result.rows} rows`);
  const dataset = ready.dataset ?? (await ensureDataset(folder, reports, size));
  return { size, reports, dataset, scratch };
}

async function ensureDataset(folder: string, reports: string, size: Size): Promise<string> {
  const dataset = join(folder, 'allocations.sqlite');
  const marker = join(folder, 'dataset.json');
  const made = JSON.stringify({ generator: GENERATOR_VERSION, size, program: hashProgram() });
  if (existsSync(dataset) && existsSync(marker) && readFileSync(marker, 'utf8') === made) return dataset;
  rmSync(marker, { force: true });
  removeDataset(dataset);
  await timed(`making the dataset ${dataset}`, () => ingest(reports, dataset, join(folder, 'archive')));
  writeFileSync(marker, made);
  return dataset;
}

/** The result of one run of `allocations ingest`. */
export interface IngestRun {
  /** From the start of the process to its end. */
  seconds: number;
  /** CPU time of all threads; `null` if the system does not report it. */
  cpuSeconds: number | null;
  inserted: number;
  updated: number;
}

/** Runs `allocations ingest` with a new archive. */
export async function ingest(reports: string, dataset: string, archive: string): Promise<IngestRun> {
  rmSync(archive, { recursive: true, force: true });
  const cpuBefore = childrenCpuSeconds();
  const begin = performance.now();
  const places = ['--db', dataset, '--archive', archive, '--quarantine', `${archive}-refused`];
  const printed = await runProgram(['ingest', reports, ...places, '--json']);
  const seconds = (performance.now() - begin) / 1000;
  const cpuAfter = childrenCpuSeconds();
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  return { seconds, cpuSeconds, ...summaryShape.parse(JSON.parse(printed)).allocations };
}

/** Deletes a dataset with the files that SQLite and the program keep beside it. */
export function removeDataset(file: string): void {
  for (const ending of ['', '-wal', '-shm', '.lock']) rmSync(`${file}${ending}`, { force: true });
}

function hashProgram(): string {
  const hash = createHash('sha256');
  for (const part of WRITING_PARTS) {
    for (const path of filesUnder(part)) {
      if (!READING_PARTS.test(path)) hash.update(path).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}
