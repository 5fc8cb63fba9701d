import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Size } from '../rig/full-size/full-size.ts';
import { ensureReports } from '../rig/full-size/full-size-cache.ts';
import { type JobRun, programJob, runJob } from './job.ts';
import { type Measurement, measurementOf } from './measurement.ts';
import { timed } from './progress.ts';
import type { RatioName } from './ratios.ts';

/** What all parts of the benchmark work on and by. */
export interface Bench {
  size: Size;
  /** Where reports are made, and kept for the next time. */
  cache: string;
  /** A folder for whatever a part makes; what is in it may be deleted. */
  scratch: string;
  /** How often each job runs. */
  rounds: number;
  /** Cores, for what is told how many threads it may use. */
  cores: number;
  /** The backfill of all reports of the size, once it was measured. */
  full?: { place: Place; measurement: Measurement };
}

/** What came of one part. */
export interface PartResult {
  title: string;
  measurements: Measurement[];
  ratios: Partial<Record<RatioName, number>>;
  /** Said below the table. */
  notes: string[];
}

/** A dataset with what a run keeps beside it. */
export interface Place {
  database: string;
  archive: string;
}

/** Enough to run everything, not to tell anything. */
export const SMALL_SIZE = {
  californiaJurisdictions: 40,
  californiaMonths: 20,
  texasAuthorities: 60,
  texasMonths: 26,
} as const satisfies Size;

/** How much there is of a size against another: so many times the jurisdictions, or so many times the months. */
export interface Scale {
  jurisdictions?: number;
  months?: number;
}

/** The size of the benchmark times a factor; there is always a quarter to settle. */
export function scaleSize(size: Size, { jurisdictions = 1, months = 1 }: Scale): Size {
  return {
    ...size,
    californiaJurisdictions: Math.round(size.californiaJurisdictions * jurisdictions),
    texasAuthorities: Math.round(size.texasAuthorities * jurisdictions),
    californiaMonths: Math.round(size.californiaMonths * months),
    texasMonths: Math.round(size.texasMonths * months),
  };
}

/** The folder of the reports of a size, which are made unless they are there, and their number of rows. */
export async function reportsOf(bench: Bench, size: Size): Promise<{ reports: string; rows: number }> {
  const { californiaJurisdictions, californiaMonths, texasAuthorities, texasMonths, format = 'csv' } = size;
  const name = `${format}-ca-${californiaJurisdictions}x${californiaMonths}-tx-${texasAuthorities}x${texasMonths}`;
  const reports = join(bench.cache, name);
  const { result } = await timed(`the reports in ${reports}`, () => ensureReports(reports, size));
  return { reports, rows: result.rows };
}

/** An empty place of this name. */
export function emptyPlace(bench: Bench, name: string): Place {
  const folder = join(bench.scratch, name);
  rmSync(folder, { recursive: true, force: true });
  return { database: join(folder, 'allocations.sqlite'), archive: join(folder, 'archive') };
}

/** The dataset of all reports of the benchmark's size, as it was measured; where it was not, it is made now, once. */
export async function fullDataset(bench: Bench): Promise<{ place: Place; measurement: Measurement }> {
  if (bench.full) return bench.full;
  const { reports } = await reportsOf(bench, bench.size);
  const place = emptyPlace(bench, 'full');
  const { result } = await timed('a backfill for what follows', () => backfill(reports, place));
  bench.full = { place, measurement: measurementOf('allocations backfill', [result]) };
  return bench.full;
}

/** Loads all reports of a folder by `allocations backfill`, with all it does beside that. */
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

/** Loads what is new in a folder by `allocations ingest`. */
export function ingestNews(inbox: string, place: Place): Promise<JobRun> {
  return runJob(programJob('allocations ingest', ['ingest', inbox, ...placeOptions(place)]));
}

/** What a run of the program says of itself with `--json`. */
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
