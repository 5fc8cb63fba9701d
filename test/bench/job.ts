import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const USAGE = new URL('jobs/usage.mjs', import.meta.url).href;
const USAGE_DESCRIPTOR = 3;
const COMPLAINTS_TOLD = 2000;

/** A program to measure, in its own process. */
export interface Job {
  /** For the tables. */
  what: string;
  /** The command and its arguments. */
  command: readonly [string, ...string[]];
  /** Written to its standard input. */
  input?: string;
}

/** Time and memory of one run of a job. */
export interface JobRun {
  /** From the start of the process to its end. */
  seconds: number;
  /** CPU time of all threads; `null` for programs other than Node. */
  cpuSeconds: number | null;
  /** Peak memory in MiB; `null` for programs other than Node. */
  peakMb: number | null;
  printed: string;
}

const usageShape = z.object({ cpuSeconds: z.number(), peakMb: z.number(), loadingSeconds: z.number() });

/** Runs the compiled program with these arguments. */
export function programJob(what: string, args: readonly string[], nodeOptions: readonly string[] = []): Job {
  return { what, command: [process.execPath, ...nodeOptions, '--import', USAGE, PROGRAM, ...args] };
}

/** Runs a script of the folder `jobs`. The time to load TypeScript does not count. */
export function scriptJob(what: string, script: string, args: readonly string[]): Job {
  const file = fileURLToPath(new URL(`jobs/${script}.ts`, import.meta.url));
  return { what, command: [process.execPath, '--import', USAGE, '--import', 'tsx', file, ...args] };
}

/** Runs a job once. Throws if its exit code is not one of `exitCodes`. */
export async function runJob(job: Job, exitCodes: readonly number[] = [0]): Promise<JobRun> {
  const [program, ...args] = job.command;
  const begin = performance.now();
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  // a program that ends early explains itself on stderr
  child.stdin.on('error', () => undefined).end(job.input ?? '');
  const [printed, complaints, usage, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    text(child.stdio[USAGE_DESCRIPTOR] as Readable),
    once(child, 'close'),
  ]);
  const seconds = (performance.now() - begin) / 1000;
  if (!exitCodes.includes(code))
    throw new Error(`${job.command.join(' ')} ended with ${code}: ${complaints.slice(0, COMPLAINTS_TOLD)}`);
  if (usage === '') return { seconds, cpuSeconds: null, peakMb: null, printed };
  const { cpuSeconds, peakMb, loadingSeconds } = usageShape.parse(JSON.parse(usage));
  return { seconds: seconds - loadingSeconds, cpuSeconds, peakMb, printed };
}
