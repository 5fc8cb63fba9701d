/** Measures programs and functions in turn, and prints what they took. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { versions } from 'node:process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { formatTable } from '../../src/cli/output/print.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const USAGE = new URL('usage.mjs', import.meta.url).href;
const COMPLAINTS_TOLD = 2000;

/** Time and memory of one run. A function of this process has only its time. */
export interface Run {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  printed: string;
}

/** One of several things to compare; each call is a run. */
export interface Contender {
  what: string;
  run(): Promise<Run>;
}

/** All runs of one contender, in order. */
export interface Measurement {
  what: string;
  runs: Run[];
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

export async function runHere(work: () => unknown): Promise<Run> {
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, cpuSeconds: Number.NaN, peakMb: Number.NaN, printed: '' };
}

/** Runs all contenders in turn, round after round, so that other load affects them alike. */
export async function measureInTurn(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Measurement[]> {
  const measured = contenders.map(({ what }): Measurement => ({ what, runs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { what, run }] of contenders.entries()) {
      const done = await run();
      say(`${what}, ${round + 1} of ${rounds}: ${done.seconds.toFixed(2)} s`);
      measured[at]?.runs.push(done);
    }
  }
  return measured;
}

export function medianOf({ runs }: Measurement, number: 'seconds' | 'cpuSeconds' | 'peakMb'): number {
  return middleOf(runs.map((run) => run[number]));
}

/** Returns how many times longer one took than the other: the median of the rounds that both ran. */
export function timeRatio(one: Measurement, other: Measurement): number {
  return middleOf(one.runs.map(({ seconds }, at) => seconds / (other.runs[at]?.seconds ?? Number.NaN)));
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

export function formatMeasurements(measurements: readonly Measurement[]): string {
  const numbers = ['median s', 'min', 'max', 'CPU s', 'peak MiB'];
  const rows = measurements.map((measured) => {
    const seconds = measured.runs.map((run) => run.seconds);
    return [
      measured.what,
      ...[medianOf(measured, 'seconds'), Math.min(...seconds), Math.max(...seconds)].map((value) =>
        digits(value, 2),
      ),
      digits(medianOf(measured, 'cpuSeconds'), 2),
      digits(medianOf(measured, 'peakMb'), 0),
    ];
  });
  return formatTable(['what', ...numbers], rows, numbers);
}

function digits(value: number, count: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(count);
}

/** Prints progress on stderr; stdout is for the tables. */
export function say(message: string): void {
  process.stderr.write(`bench: ${message}\n`);
}

export function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} cores, ${memoryGb} GB; Node ${versions.node}`;
}
