import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../rig/reports/chance.ts';
import type { Running } from './program.ts';
import { SIGNALS, type Signal, type Signals, type Watcher, watch } from './watcher.ts';

/** The course of an undisturbed run of a command. */
export interface Course {
  milliseconds: number;
  /** Time of the first signal: the program has started. */
  workBegins: number;
  /** Highest level of each signal. */
  peaks: Signals;
}

/** When to kill a command: some time after its start, or after a signal reaches a level. */
export interface Moment {
  signal: Signal | 'any' | null;
  level: number;
  delay: number;
}

/** Share of kills at a time instead of a signal. Of these, share at any time at all. */
const AT_A_TIME = 0.45;
const AT_ANY_TIME = 0.15;
/** Share of kills at a signal that come at its first level. */
const AT_FIRST_SIGHT = 0.3;
const LONGEST_AFTER_SIGNAL_MS = 12;

/** Draws a moment, mostly in the working phase. */
export function drawMoment(random: Random, { milliseconds, workBegins, peaks }: Course): Moment {
  const [first, ...more] = SIGNALS.filter((signal) => peaks[signal] > 0);
  if (first === undefined || random.chance(AT_A_TIME)) {
    if (random.chance(AT_ANY_TIME))
      return { signal: null, level: 0, delay: random.next() * 1.2 * milliseconds };
    return { signal: 'any', level: 1, delay: random.next() * 1.1 * (milliseconds - workBegins) };
  }
  const signal = random.pick([first, ...more]);
  const level = random.chance(AT_FIRST_SIGHT) ? 1 : random.between(1, peaks[signal]);
  return { signal, level, delay: random.chance(0.5) ? 0 : random.next() * LONGEST_AFTER_SIGNAL_MS };
}

export function formatMoment({ signal, level, delay }: Moment): string {
  const after = `${delay.toFixed(1)} ms after`;
  return signal === null ? `${after} its start` : `${after} ${signal} signal came to ${level}`;
}

function levelOf(signals: Signals, signal: Signal | 'any'): number {
  return signal === 'any' ? Math.max(...Object.values(signals)) : signals[signal];
}

/** Kills a command at a moment. Returns whether it was alive, and whether it had started to work. */
export async function killAt(
  moment: Moment,
  running: Running,
  watcher: Watcher,
): Promise<{ isHit: boolean; isAtWork: boolean }> {
  const { signal, level, delay } = moment;
  if (signal !== null) await watch(running, watcher, (signals) => levelOf(signals, signal) >= level);
  if (delay > 0) await Promise.race([running.ended, sleep(delay)]);
  running.child.kill('SIGKILL');
  const outcome = await running.ended;
  const isAtWork = levelOf(watcher.read(), 'any') > 0;
  return { isHit: outcome.signal === 'SIGKILL', isAtWork };
}

/** Measures an undisturbed command. */
export async function measureCourse(running: Running, watcher: Watcher): Promise<Course> {
  const began = performance.now();
  const peaks = watcher.read();
  let workBegins: number | undefined;
  await watch(running, watcher, (signals) => {
    for (const signal of SIGNALS) peaks[signal] = Math.max(peaks[signal], signals[signal]);
    if (levelOf(signals, 'any') > 0) workBegins ??= performance.now() - began;
    return false;
  });
  const { milliseconds } = await running.ended;
  return { milliseconds, workBegins: workBegins ?? 0, peaks };
}
