import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../rig/hash.ts';
import { startProgram } from '../rig/program.ts';
import { type Chance, openChance } from '../rig/reports/chance.ts';
import { faultsOf, judge, type Verdict } from './checks.ts';
import { archiveOf, type Content, contentOf, differences } from './content.ts';
import { copyOf, holderFiles, type Outcome, type Place, run, succeed, VERIFY_OPTIONS } from './place.ts';
import type { Scenario } from './scenario.ts';

/** Draws that came too late are repeated, up to so many per requested kill. */
const DRAWS_A_KILL = 3;

const KILLER = fileURLToPath(new URL('killer.ts', import.meta.url));
/** Share of kills before a step. SQLite writes its pages in steps that only the clock hits. */
const AT_A_STEP = 0.6;

/** The course of an undisturbed run of a command. */
interface Course {
  milliseconds: number;
  /** How often it calls what writes to the disk. */
  steps: number;
}

/** When to kill a command: before one of its steps, or some milliseconds after its start. */
interface Moment {
  step: number | null;
  delay: number;
}

/** The result of a series of kills. */
export interface Tally {
  scenario: string;
  /** Kills of a process that was alive. */
  kills: number;
  before: number;
  after: number;
  /** Draws that came after the command had ended. */
  late: number;
  faults: string[];
  course: Course;
  milliseconds: number;
}

export interface SeriesOptions {
  program: string;
  seed: number;
  kills: number;
  /** Folder of all places. */
  folder: string;
  starts: Readonly<Record<Scenario['startsFrom'], Place>>;
}

/** The content before and after, and the course of the undisturbed command. */
interface Ground {
  before: Content;
  after: Content;
  archive: Content;
  course: Course;
  origin: Place;
}

/** One killed command, and the next run in progress. */
interface Attempt {
  label: string;
  place: Place;
  seen: Place;
  verdict: Verdict;
  nextRun: Promise<Outcome>;
}

/** Kills a scenario's command many times and checks what is left each time. */
export async function playSeries(scenario: Scenario, options: SeriesOptions): Promise<Tally> {
  const began = performance.now();
  const ground = await prepareGround(scenario, options);
  const tally: Tally = {
    ...{ scenario: scenario.name, kills: 0, before: 0, after: 0, late: 0 },
    ...{ faults: [], course: ground.course, milliseconds: 0 },
  };
  const last = DRAWS_A_KILL * options.kills;
  // the next run of one attempt overlaps with the kill of the following attempt
  let unsettled: Attempt | null = null;
  for (let number = 1; number <= last && tally.kills < options.kills; number += 1) {
    const attempt = await killOnce(scenario, options, ground, number, tally);
    if (unsettled) settle(unsettled, await unsettled.nextRun, scenario, ground, tally);
    unsettled = attempt;
  }
  if (unsettled) settle(unsettled, await unsettled.nextRun, scenario, ground, tally);
  if (tally.kills < options.kills)
    tally.faults.push(`${scenario.name}: of ${options.kills} kills only ${tally.kills} came in time`);
  return { ...tally, milliseconds: performance.now() - began };
}

async function prepareGround(
  scenario: Scenario,
  { program, folder, starts }: SeriesOptions,
): Promise<Ground> {
  const origin = copyOf(starts[scenario.startsFrom], join(folder, scenario.name));
  await scenario.prepare?.(program, origin);
  const undisturbed = copyOf(origin, join(folder, `${scenario.name}-undisturbed`));
  const course = await measureCourse(program, undisturbed, scenario.args);
  const layouts = scenario.args.indexOf('--layouts');
  const how = layouts < 0 ? [] : scenario.args.slice(layouts, layouts + 2);
  await succeed(program, undisturbed, 'verify', ...VERIFY_OPTIONS, ...how);
  return {
    before: contentOf(origin),
    after: contentOf(undisturbed),
    archive: archiveOf(undisturbed),
    course,
    origin,
  };
}

/** Kills the command once, checks what is left, and starts the next run. */
async function killOnce(
  { name, args }: Scenario,
  { program, seed, folder }: SeriesOptions,
  { before, after, course, origin }: Ground,
  number: number,
  tally: Tally,
): Promise<Attempt | null> {
  const chance = openChance(Number.parseInt(hashOf(`${seed} ${name} ${number}`).slice(0, 8), 16));
  const place = copyOf(origin, join(folder, `${name}-${number}`));
  const moment = drawMoment(chance, course);
  const { isHit, pid } = await killAt(moment, program, place, args);
  if (!isHit) {
    tally.late += 1;
    rmSync(place.folder, { recursive: true });
    return null;
  }
  // reading a dataset recovers it, so some next runs get the place unread
  const seen = copyOf(place, join(folder, `${name}-${number}-killed`));
  const lookedAt = chance.hits(0.5) ? seen : place;
  const label = `${name} ${number}, killed ${formatMoment(moment)}`;
  const verdict = judgeSafely(lookedAt, before, after);
  verdict.faults.push(...faultsOfHolders(place, pid));
  tally.kills += 1;
  if (verdict.state !== 'neither') tally[verdict.state] += 1;
  return { label, place, seen, verdict, nextRun: run(program, place, ...args) };
}

/** A place that cannot be read is a fault too. */
function judgeSafely(place: Place, before: Content, after: Content): Verdict {
  try {
    return judge(place, contentOf(place), before, after);
  } catch (error) {
    return { state: 'neither', faults: [`it cannot be read: ${error}`] };
  }
}

/** A lock may only name the killed process. */
function faultsOfHolders(place: Place, pid: number | undefined): string[] {
  return holderFiles(place)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text !== '' && !text.includes(`"pid":${pid},`))
    .map((text) => `a lock names another process: ${text}`);
}

/** Checks the result of the next run. Keeps the files if there is a fault. */
function settle(
  { label, place, seen, verdict }: Attempt,
  outcome: Outcome,
  { saysWhenDone }: Scenario,
  { after, archive }: Ground,
  tally: Tally,
): void {
  const { status, stderr } = outcome;
  const isDone = verdict.state === 'after' && saysWhenDone?.test(stderr) === true;
  const faults = [...verdict.faults];
  if (status === 0 || isDone) faults.push(...faultsAfter(place, after, archive));
  else faults.push(`the next run ended with ${status}: ${stderr.trim()}`);
  if (faults.length === 0) {
    for (const { folder } of [place, seen]) rmSync(folder, { recursive: true });
    return;
  }
  const where = `before the next run: ${seen.folder}, after it: ${place.folder}`;
  tally.faults.push(`${label}: ${faults.join('; ')} (${where})`);
}

/** Returns how a place differs from the result of an undisturbed run. */
function faultsAfter(place: Place, after: Content, archive: Content): string[] {
  try {
    const different = differences(archiveOf(place), archive);
    return [
      ...different.map((name) => `${name} is archived otherwise than by an undisturbed run`),
      ...faultsOf(place, contentOf(place), after),
    ];
  } catch (error) {
    return [`it cannot be read after the next run: ${error}`];
  }
}

/** Runs a command undisturbed. Throws if it fails. */
async function measureCourse(program: string, place: Place, args: readonly string[]): Promise<Course> {
  const file = join(place.folder, 'steps.txt');
  const began = performance.now();
  const { texts, closed } = startCounted(program, place, args, { STEPS_TO: file });
  const { status } = await closed;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status} undisturbed: ${texts.stderr}`);
  return { milliseconds: performance.now() - began, steps: Number(readFileSync(file, 'utf8')) };
}

function drawMoment(chance: Chance, { milliseconds, steps }: Course): Moment {
  return chance.hits(AT_A_STEP)
    ? { step: chance.between(1, steps), delay: 0 }
    : { step: null, delay: chance.between(0, Math.round(1.1 * milliseconds)) };
}

function formatMoment({ step, delay }: Moment): string {
  return step === null ? `${delay.toFixed(1)} ms after its start` : `before step ${step}`;
}

/** Kills a command at a moment; `isHit` tells whether it was still alive. */
async function killAt(
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
