import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { SingleBar } from 'cli-progress';
import type { Config } from '../config.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { nameFew, plural } from '../domain/text/wording.ts';
import { REPORT_ENDINGS } from '../extract/formats/formats.ts';
import { readLayoutFile } from '../extract/layouts/layout-file.ts';
import type { Layout } from '../extract/layouts/report-kind.ts';
import { makeOwnFileCheck } from '../files/own-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { findFiles } from '../files/report-paths.ts';
import { openReadingThreads } from '../pipeline/intake/reading-threads.ts';
import type { RunOptions } from '../pipeline/open-run.ts';
import { runPipeline } from '../pipeline/run.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import { readRegisters } from '../registers/registers.ts';
import { REPORT_KINDS, STATE_CODES } from '../states/index.ts';
import { tokenFileOf } from '../store/tokens/tokens.ts';
import { ATTENTION, SIGNAL_CODES } from './exit-codes.ts';
import { archiveOf, quarantineOf } from './kept-folders.ts';
import { type RunFlags, requireNoAddress } from './options.ts';
import { tell } from './output/print.ts';
import { isSample, requireApart, sampleOf, strayReports } from './sample.ts';

/** How much the heap may grow, in percent, before garbage collection. By default it would grow fourfold. */
const HEAP_GROWTH = 100;
/** The space for young objects keeps its size. Growing takes 80 MiB and no less time. */
const YOUNG_GROWTH = 1;

/** What the runs of different commands do not share. */
type RunTask = Pick<
  RunOptions,
  'command' | 'files' | 'records' | 'withdraw' | 'accept' | 'months' | 'onDoubt'
>;

/** Runs the pipeline with the options of the command line, and sets the exit code. */
export async function runByFlags(
  config: Config,
  flags: RunFlags,
  task: RunTask,
  signal?: AbortSignal,
): Promise<RunSummary> {
  // the report that a person names comes last: its reason counts
  const withdraw = [...strayReports(flags.db), ...(task.withdraw ?? [])];
  const run = (options: Omit<RunOptions, keyof RunTask>) => runPipeline({ ...options, ...task, withdraw });
  return noteAttention(await withReading(config, flags, run, signal));
}

/** Sets the exit code if a run needs a person. */
export function noteAttention(summary: RunSummary): RunSummary {
  const needsPerson = summary.reports.some(({ status }) => status === 'refused');
  if (needsPerson || summary.corrections.length > 0) process.exitCode = ATTENTION;
  return summary;
}

/** Keeps threads that read reports, and a progress bar, until `execute` ends. */
export async function withReading<Result>(
  config: Config,
  flags: RunFlags,
  execute: (options: Omit<RunOptions, keyof RunTask>) => Promise<Result>,
  signal = stopSignal('The dataset is unchanged.'),
): Promise<Result> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  setFlagsFromString(`--semi-space-growth-factor=${YOUNG_GROWTH}`);
  const threads = openReadingThreads(signal);
  const bar = openProgressBar(flags);
  try {
    return await execute({
      database: flags.db,
      archive: flags.archive,
      quarantine: flags.quarantine,
      layouts: readLayouts(flags.layouts),
      registers: readRegisters(flags.reference),
      concurrency: flags.concurrency,
      keepRuns: flags.keepRuns,
      dryRun: flags.dryRun === true,
      read: threads.readReport,
      now: () => new Date(),
      programVersion: config.version,
      signal,
      onProgress: bar.update,
    });
  } finally {
    bar.stop();
    await threads.close();
  }
}

/**
 * Lists the report files under these paths. It skips the program's own files and folders, with a message if one was
 * named. Throws an `OperatorError` if nothing else was named.
 */
export async function reportFiles(
  config: Config,
  flags: RunFlags,
  paths: readonly string[],
): Promise<string[]> {
  for (const path of paths) requireNoAddress(path);
  const sample = sampleOf(flags.db);
  const isOwn = makeOwnFileCheck({
    ...flags,
    states: STATE_CODES,
    tokens: config.tokens ?? tokenFileOf(flags.db),
    inputs: isSample(flags.db) ? [] : [sample, archiveOf(sample), quarantineOf(sample)],
  });
  const own = paths.filter(isOwn);
  if (own.length === paths.length)
    throw new OperatorError(
      `The program keeps its own files in ${own.join(', ')}. Name the folder that contains your reports.`,
      USAGE,
    );
  for (const path of own) tell(`Skipped ${path}: the program keeps its own files there.`);
  const { reports, foreign } = await findFiles(paths, { isOwn, isForeign });
  requireApart(flags.db, reports);
  if (foreign.length > 0 && !flags.quiet)
    tell(`Passed over ${plural(foreign.length, 'file')} of other kinds: ${nameFew(foreign)}.`);
  return reports;
}

/** Whether a file in a folder is no report by its ending. One without an ending may be. */
function isForeign(path: string): boolean {
  const ending = extname(path).toLowerCase();
  return ending !== '' && !REPORT_ENDINGS.includes(ending);
}

/** The built-in layouts, and those of a file. Throws an `OperatorError` if the file cannot be used. */
function readLayouts(file: string | undefined): Layout[] {
  if (file === undefined) return REPORT_KINDS.flatMap(({ layouts }) => layouts);
  try {
    return readLayoutFile(readRegularFile(file).toString(), REPORT_KINDS);
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new OperatorError(
      `The layout file ${file} cannot be used: ${reason}. Fix it, or name another with --layouts.`,
      USAGE,
    );
  }
}

/** Shows a progress bar if stderr is a terminal. */
function openProgressBar({ json, quiet }: RunFlags): {
  update(done: number, total: number): void;
  stop(): void;
} {
  if (json || quiet || !process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format: '{bar} {value}/{total} reports',
  });
  let isStarted = false;
  return {
    update: (done, total) => {
      if (!isStarted) bar.start(total, 0);
      isStarted = true;
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

/** A signal that Ctrl-C and SIGTERM abort. `state` tells the operator how the stopped command leaves things. */
export function stopSignal(state: string): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () =>
      controller.abort(new OperatorError(`Stopped by ${name}. ${state}`, SIGNAL_CODES[name])),
    );
  return controller.signal;
}
