import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { FULL_SIZE, type Size, SMALL_SIZE, writeReports } from '../rig/full-size.ts';
import { serve } from '../rig/program.ts';

export const DATASET = 'allocations.sqlite';
const PROGRAM = resolve('dist/cli/main.js');
/** At its end, a measured program writes its processor time and peak memory to descriptor 3. */
const USAGE = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
  if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify({ cpu: cpu(), peak: peak() })));
`)}`;

/** Seconds, seconds of the processor, MiB, and what the program printed. */
export interface Run {
  seconds: number;
  cpu: number;
  peak: number;
  printed: string;
}

/** Runs the compiled program, or Node itself, in a process of its own. Throws if it fails. */
export async function measureRun(args: readonly string[], program = [PROGRAM]): Promise<Run> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, ...program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const streams = [child.stdout, child.stdio[3]] as NodeJS.ReadableStream[];
  const [[printed = '', usage = ''], [code]] = await Promise.all([
    Promise.all(streams.map((stream) => text(stream))),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - begin) / 1000, printed, ...JSON.parse(usage) };
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}

export function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${memoryGb} GB; Node ${process.version}`;
}

/** The folder of the reports of a size, which are written once. Remove it after a change of what writes them. */
export async function reportsOf(cache: string, size: Size): Promise<string> {
  const reports = join(cache, `reports-${Object.values(size).join('-')}`);
  if (!existsSync(`${reports}.complete`)) {
    rmSync(reports, { recursive: true, force: true });
    await writeReports(reports, size);
    writeFileSync(`${reports}.complete`, '');
  }
  return reports;
}

/** A dataset of invented reports, which is made once. Remove its folder after a change of what writes it. */
export async function datasetOf(cache: string, isSmall: boolean): Promise<string> {
  const folder = join(cache, isSmall ? 'small' : 'full');
  const dataset = join(folder, DATASET);
  if (!existsSync(dataset))
    await load(['ingest', await reportsOf(cache, isSmall ? SMALL_SIZE : FULL_SIZE)], folder);
  return dataset;
}

/** Serves a dataset until `endServers`. */
export function serveMeasured(dataset: string) {
  return serve('.', '--db', dataset, '--no-auth', '--rate-limit', '1000000', '--log-level', 'silent');
}

/** Runs `backfill` or `ingest` over reports, with a dataset in a folder. Invented payments may look doubtful. */
export function load(command: readonly string[], folder: string): Promise<Run> {
  const places = { db: DATASET, archive: 'archive', quarantine: 'refused' };
  const options = Object.entries(places).flatMap(([name, file]) => [`--${name}`, join(folder, file)]);
  return measureRun([...command, ...options, '--on-doubt', 'load', '--json']);
}
