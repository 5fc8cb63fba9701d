import { setFlagsFromString } from 'node:v8';
import { SingleBar } from 'cli-progress';
import type { Config } from '../config.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { readLayoutFile } from '../extract/layouts/layout-file.ts';
import type { Layout } from '../extract/layouts/report-kind.ts';
import { ownPlaces } from '../files/own-files.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { findReportFiles } from '../files/report-paths.ts';
import { openReadingThreads } from '../pipeline/intake/reading-threads.ts';
import type { RunOptions } from '../pipeline/run.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import { readRegisters } from '../registers/registers.ts';
import { REPORT_KINDS, STATE_CODES } from '../states/index.ts';
import { tokenFileOf } from '../store/tokens/tokens.ts';
import type { RunFlags } from './options.ts';
import { tell } from './output/print.ts';
import { stopSignal } from './stop-signal.ts';

/**
 * How much of what is in use the heap may grow by before it is cleared, in percent. Left alone it grows fourfold,
 * most of it cells of reports that were read long ago.
 */
const HEAP_GROWTH = 100;

/** Exit code where at least one report was refused, or a correction does not fit. */
const REFUSED = 1;

/** The options of a run that are the same whatever it does. */
type CommonOptions = Omit<RunOptions, 'command' | 'reports' | 'months'>;

/** Runs the pipeline by `execute`, with the options of the command line; sets the exit code. */
export async function runPipeline(
  config: Config,
  flags: RunFlags,
  execute: (options: CommonOptions) => Promise<RunSummary>,
  signal?: AbortSignal,
): Promise<RunSummary> {
  const summary = await withReadingThreads(config, flags, execute, signal);
  const hasRefused = summary.reports.some(({ status }) => status === 'refused');
  if (hasRefused || summary.corrections.length > 0) process.exitCode = REFUSED;
  return summary;
}

/** Gives `execute` what reads reports, with the options of the command line, until it ends. */
export async function withReadingThreads<Result>(
  config: Config,
  flags: RunFlags,
  execute: (options: CommonOptions) => Promise<Result>,
  signal = stopSignal('the dataset is as it was'),
): Promise<Result> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
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
      readReport: threads.readReport,
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
 * The report files under these paths, without what is the program's own; says so of what was named. Throws an
 * `OperatorError` where nothing else was.
 */
export async function reportFiles(
  config: Config,
  flags: RunFlags,
  paths: readonly string[],
): Promise<string[]> {
  const isOwn = ownPlaces({ ...flags, states: STATE_CODES, tokens: config.tokens ?? tokenFileOf(flags.db) });
  const own = paths.filter(isOwn);
  if (own.length === paths.length)
    throw new OperatorError(
      `${own.join(', ')}: where the program keeps its own things; name the folder that reports are put into`,
      USAGE,
    );
  for (const path of own) tell(`${path} is where the program keeps its own things, and was left out`);
  return await findReportFiles(paths, isOwn);
}

function readLayouts(file: string | undefined): Layout[] {
  if (file === undefined) return REPORT_KINDS.flatMap(({ layouts }) => layouts);
  try {
    return readLayoutFile(readRegularFile(file).toString(), REPORT_KINDS);
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new OperatorError(
      `the layout file ${file} cannot be used: ${reason}; mend it, or name another with --layouts`,
      USAGE,
    );
  }
}

/** A progress bar on a terminal's stderr; nothing elsewhere. */
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
