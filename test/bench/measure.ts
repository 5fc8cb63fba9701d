import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { versions } from 'node:process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Size, writeReports } from '../rig/full-size.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const USAGE = new URL('usage.mjs', import.meta.url).href;
const COMPLAINTS_TOLD = 2000;

/** Time and memory of one run. */
export interface Run {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  printed: string;
}

const usageShape = z.object({ cpuSeconds: z.number(), peakMb: z.number() });

/** Runs the compiled program in its own process. Throws if it fails. */
export async function runProgram(args: readonly string[]): Promise<Run> {
  const begin = performance.now();
  const command = ['--import', USAGE, PROGRAM, ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [printed, complaints, usage, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ]);
  const seconds = (performance.now() - begin) / 1000;
  if (code !== 0)
    throw new Error(
      `allocations ${args.join(' ')} ended with ${code}: ${complaints.slice(0, COMPLAINTS_TOLD)}`,
    );
  return { seconds, printed, ...usageShape.parse(JSON.parse(usage)) };
}

/** The value below which a part of the values is, at most. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
}

export function medianOf(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Prints progress on stderr; stdout is for the tables. */
export function say(message: string): void {
  process.stderr.write(`bench: ${message}\n`);
}

export function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} cores, ${memoryGb} GB; Node ${versions.node}`;
}

/** What the parts of the benchmark use: `cache` keeps reports, `scratch` is for temporary files. */
export interface Parts {
  cache: string;
  scratch: string;
  size: Size;
  rounds: number;
}

/** A measured ratio. `aim` is what we want; with `--check`, a ratio above its `bound` fails. */
export interface Ratio {
  meaning: string;
  value: number;
  aim: number;
  bound: number;
}

/** Enough to run every part; too little to measure. */
export const SMALL_SIZE: Size = { california: 40, texas: 60, months: 30 };

/**
 * Returns the folder of the reports of a size. Makes the reports unless they are there. Remove it after a change of what
 * writes the reports.
 */
export async function reportsOf(cache: string, size: Size): Promise<string> {
  const reports = join(cache, `reports-${Object.values(size).join('-')}`);
  const complete = `${reports}.complete`;
  if (!existsSync(complete)) {
    say(`the reports in ${reports} …`);
    rmSync(reports, { recursive: true, force: true });
    await writeReports(reports, size);
    writeFileSync(complete, '');
  }
  return reports;
}

/** Loads all reports of a folder into a new dataset with `allocations backfill`. */
export async function backfill(reports: string, folder: string): Promise<Run & { database: string }> {
  rmSync(folder, { recursive: true, force: true });
  const months = ['--from', '1990-01', '--to', '2026-10'];
  const run = await runProgram(['backfill', reports, ...months, ...placeOptions(folder)]);
  return { database: databaseIn(folder), ...run };
}

/** Loads the new reports of a folder into a dataset with `allocations ingest`. */
export function ingest(reports: string, folder: string): Promise<Run> {
  return runProgram(['ingest', reports, ...placeOptions(folder)]);
}

export function databaseIn(folder: string): string {
  return join(folder, 'allocations.sqlite');
}

function placeOptions(folder: string): string[] {
  const [archive, refused] = [join(folder, 'archive'), join(folder, 'refused')];
  return ['--db', databaseIn(folder), '--archive', archive, '--quarantine', refused, '--json'];
}
