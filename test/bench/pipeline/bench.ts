import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Size } from '../../rig/full-size/full-size.ts';
import { ensureReports } from '../../rig/full-size/full-size-cache.ts';
import { type JobRun, programJob, runJob } from '../job.ts';
import { type Measurement, measurementOf } from '../measurement.ts';
import { timed } from '../progress.ts';
import type { RatioName } from '../ratios.ts';

/** What all parts of the benchmark use. */
export interface Bench {
  size: Size;
  /** The folder that keeps the reports. */
  cache: string;
  /** A folder for temporary files of a part. */
  scratch: string;
  /** Number of runs of each job. */
  rounds: number;
  /** Number of threads for jobs that take one. */
  cores: number;
  /** The backfill of all reports, after it was measured. */
  full?: { place: Place; measurement: Measurement };
}

/** The result of one part. */
export interface PartResult {
  title: string;
  measurements: Measurement[];
  ratios: Partial<Record<RatioName, number>>;
  /** Sentences below the table. */
  notes: string[];
}

/** A dataset with the other files of its runs. */
export interface Place {
  database: string;
  archive: string;
}

/** Enough to run every part; too little to measure. */
export const SMALL_SIZE = {
  californiaJurisdictions: 40,
  californiaMonths: 20,
  texasAuthorities: 60,
  texasMonths: 26,
} as const satisfies Size;

/** Factors of jurisdictions and months. */
export interface Scale {
  jurisdictions?: number;
  months?: number;
}

/** Multiplies the size of the benchmark. At least one quarter remains. */
export function scaleSize(size: Size, { jurisdictions = 1, months = 1 }: Scale): Size {
  return {
    ...size,
    californiaJurisdictions: Math.round(size.californiaJurisdictions * jurisdictions),
    texasAuthorities: Math.round(size.texasAuthorities * jurisdictions),
    californiaMonths: Math.round(size.californiaMonths * months),
    texasMonths: Math.round(size.texasMonths * months),
  };
}

/** Returns the folder of the reports of a size, and their number of rows. Makes the reports if needed. */
export async function reportsOf(bench: Bench, size: Size): Promise<{ reports: string; rows: number }> {
  const { californiaJurisdictions, californiaMonths, texasAuthorities, texasMonths, format = 'csv' } = size;
  const name = `${format}-ca-${californiaJurisdictions}x${californiaMonths}-tx-${texasAuthorities}x${texasMonths}`;
  const reports = join(bench.cache, name);
  const { result } = await timed(`the reports in ${reports}`, () => ensureReports(reports, size));
  return { reports, rows: result.rows };
}

/** Returns an empty place of this name. */
export function emptyPlace(bench: Bench, name: string): Place {
  const folder = join(bench.scratch, name);
  rmSync(folder, { recursive: true, force: true });
  return { database: join(folder, 'allocations.sqlite'), archive: join(folder, 'archive') };
}

/** Returns the dataset of the measured backfill. Makes it if the backfill was not measured. */
export async function fullDataset(bench: Bench): Promise<{ place: Place; measurement: Measurement }> {
  if (bench.full) return bench.full;
  const { reports } = await reportsOf(bench, bench.size);
  const place = emptyPlace(bench, 'full');
  const { result } = await timed('a backfill for the next parts', () => backfill(reports, place));
  bench.full = { place, measurement: measurementOf('allocations backfill', [result]) };
  return bench.full;
}

/** Loads all reports of a folder with `allocations backfill`. */
export function backfill(
  reports: string,
  place: Place,
  nodeOptions: readonly string[] = [],
): Promise<JobRun> {
  const months = ['--from', '1990-01', '--to', '2026-10'];
  return runJob(
    programJob('allocations backfill', ['backfill', reports, ...months, ...placeOptions(place)], nodeOptions),
  );
}

/** Loads the new reports of a folder with `allocations ingest`. */
export function ingestNews(inbox: string, place: Place): Promise<JobRun> {
  return runJob(programJob('allocations ingest', ['ingest', inbox, ...placeOptions(place)]));
}

/** Returns what a run prints with `--json`. */
const summaryShape = z.object({
  outcome: z.enum(['ok', 'partial', 'nothing-new']),
  allocations: z.object({ inserted: z.number(), updated: z.number() }),
});

export function summaryOf({ printed }: JobRun): z.output<typeof summaryShape> {
  return summaryShape.parse(JSON.parse(printed));
}

function placeOptions({ database, archive }: Place): string[] {
  return ['--db', database, '--archive', archive, '--quarantine', `${archive}-refused`, '--json'];
}
