import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../rig/program.ts';
import type { Random } from '../rig/reports/chance.ts';
import type { Place } from './place.ts';

const KILLER = fileURLToPath(new URL('killer.ts', import.meta.url));

/** The course of an undisturbed run of a command. */
export interface Course {
  milliseconds: number;
  /** How often it calls what writes to the disk. */
  steps: number;
}

/** When to kill a command: before one of its steps, or some milliseconds after its start. */
export interface Moment {
  step: number | null;
  delay: number;
}

/** Share of kills before a step. SQLite writes its pages in steps that only the clock hits. */
const AT_A_STEP = 0.6;

/** Runs a command undisturbed. Throws if it fails. */
export async function measureCourse(program: string, place: Place, args: readonly string[]): Promise<Course> {
  const file = join(place.folder, 'steps.txt');
  const began = performance.now();
  const { texts, closed } = startCounted(program, place, args, { STEPS_TO: file });
  const { status } = await closed;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status} undisturbed: ${texts.stderr}`);
  return { milliseconds: performance.now() - began, steps: Number(readFileSync(file, 'utf8')) };
}

export function drawMoment(random: Random, { milliseconds, steps }: Course): Moment {
  return random.chance(AT_A_STEP)
    ? { step: random.between(1, steps), delay: 0 }
    : { step: null, delay: random.next() * 1.1 * milliseconds };
}

export function formatMoment({ step, delay }: Moment): string {
  return step === null ? `${delay.toFixed(1)} ms after its start` : `before step ${step}`;
}

/** Kills a command at a moment; `isHit` tells whether it was still alive. */
export async function killAt(
  { step, delay }: Moment,
  program: string,
  place: Place,
  args: readonly string[],
): Promise<{ isHit: boolean; pid: number | undefined }> {
  const settings: Record<string, string> = step === null ? {} : { KILL_AT: String(step) };
  const { child, closed } = startCounted(program, place, args, settings);
  if (step === null) {
    await Promise.race([closed, sleep(delay)]);
    child.kill('SIGKILL');
  }
  const { signal } = await closed;
  return { isHit: signal === 'SIGKILL', pid: child.pid };
}

function startCounted(
  program: string,
  { folder }: Place,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  return startProgram(program, folder, args, { NODE_OPTIONS: `--import=${KILLER}`, ...settings });
}
