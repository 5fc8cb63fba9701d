import type { ChildProcess } from 'node:child_process';
import { startProgram } from '../rig/program.ts';
import type { Place } from './place.ts';

/** How a command ended. */
export interface Outcome {
  status: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Outcome>;
}

/** Starts a command of the compiled program in a place's folder. */
export function start(
  program: string,
  { folder }: Place,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Running {
  const began = performance.now();
  const { child, texts, closed } = startProgram(program, folder, args, environment);
  const ended = closed.then(
    (end): Outcome => ({ ...end, ...texts, milliseconds: performance.now() - began }),
  );
  return { child, ended };
}

/** Runs a command and waits for its end. */
export function run(program: string, place: Place, ...args: string[]): Promise<Outcome> {
  return start(program, place, args).ended;
}

/** Runs a command. Throws if it fails. */
export async function succeed(program: string, place: Place, ...args: string[]): Promise<Outcome> {
  const outcome = await run(program, place, ...args);
  if (outcome.status === 0) return outcome;
  const { status, signal, stdout, stderr } = outcome;
  throw new Error(`allocations ${args.join(' ')} ended with ${signal ?? status}: ${stderr}${stdout}`);
}
