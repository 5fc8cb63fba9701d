import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Size, writeReports } from '../../rig/full-size/full-size.ts';
import { type Measurement, type Run, runProgram, say } from '../measure.ts';

/** What all parts of the benchmark use. */
export interface Bench {
  size: Size;
  /** The folder that keeps the reports. */
  cache: string;
  /** A folder for temporary files. */
  scratch: string;
  rounds: number;
  /** The backfill of all reports, after it was measured. */
  full?: { place: Place; measurement: Measurement };
}

/** A measured ratio. `aim` is what we want; with `--check`, a ratio above its `bound` fails. */
export interface Ratio {
  meaning: string;
  value: number;
  aim?: number;
  bound?: number;
}

export interface PartResult {
  title: string;
  measurements: Measurement[];
  ratios: Ratio[];
  /** Sentences and tables below the measurements. */
  notes: string[];
}

/** A dataset with the other files of its runs. */
export interface Place {
  database: string;
  archive: string;
}

/** Enough to run every part; too little to measure. */
export const SMALL_SIZE: Size = {
  californiaJurisdictions: 40,
  californiaMonths: 26,
  texasAuthorities: 60,
  texasMonths: 30,
};

/**
 * Returns the folder of the reports of a size, and their number of rows. Makes the reports unless the folder is complete.
 * Remove it after a change of what writes the reports.
 */
export async function reportsOf(bench: Bench, size: Size): Promise<{ reports: string; rows: number }> {
  const { californiaJurisdictions, californiaMonths, texasAuthorities, texasMonths, format = 'csv' } = size;
  const name = `${format}-ca-${californiaJurisdictions}x${californiaMonths}-tx-${texasAuthorities}x${texasMonths}`;
  const reports = join(bench.cache, name);
  const count = `${reports}.rows`;
  if (!existsSync(count)) {
    say(`the reports in ${reports} …`);
    rmSync(reports, { recursive: true, force: true });
    const { rows } = await writeReports(reports, size);
    writeFileSync(count, String(rows));
  }
  return { reports, rows: Number(readFileSync(count, 'utf8')) };
}

/** Multiplies the jurisdictions of a size. At least one quarter remains. */
export function withJurisdictions(size: Size, factor: number): Size {
  return {
    ...size,
    californiaJurisdictions: Math.round(size.californiaJurisdictions * factor),
    texasAuthorities: Math.round(size.texasAuthorities * factor),
  };
}

export function emptyPlace(bench: Pick<Bench, 'scratch'>, name: string): Place {
  const folder = join(bench.scratch, name);
  rmSync(folder, { recursive: true, force: true });
  return { database: join(folder, 'allocations.sqlite'), archive: join(folder, 'archive') };
}

/** Returns the dataset of the measured backfill. Makes it if the backfill was not measured. */
export async function fullDataset(bench: Bench): Promise<{ place: Place; measurement: Measurement }> {
  if (bench.full) return bench.full;
  const { reports } = await reportsOf(bench, bench.size);
  const place = emptyPlace(bench, 'full');
  say('a backfill for the next parts …');
  const run = await backfill(reports, place);
  bench.full = { place, measurement: { what: 'allocations backfill', runs: [run] } };
  return bench.full;
}

/** Loads all reports of a folder with `allocations backfill`. */
export function backfill(reports: string, place: Place): Promise<Run> {
  const months = ['--from', '1990-01', '--to', '2026-10'];
  return runProgram(['backfill', reports, ...months, ...placeOptions(place)]);
}

/** Loads the new reports of a folder with `allocations ingest`. */
export function ingest(inbox: string, place: Place): Promise<Run> {
  return runProgram(['ingest', inbox, ...placeOptions(place)]);
}

const summaryShape = z.object({
  outcome: z.enum(['ok', 'partial', 'nothing-new']),
  allocations: z.object({ inserted: z.number(), updated: z.number() }),
});

/** What a run printed with `--json`. */
export function summaryOf({ printed }: Run): z.output<typeof summaryShape> {
  return summaryShape.parse(JSON.parse(printed));
}

function placeOptions({ database, archive }: Place): string[] {
  return ['--db', database, '--archive', archive, '--quarantine', `${archive}-refused`, '--json'];
}
