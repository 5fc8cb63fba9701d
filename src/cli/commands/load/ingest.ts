import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { kindOf } from '../../../states/index.ts';
import { readDataset } from '../../../store/dataset.ts';
import { type CoverageRow, readCoverage } from '../../../store/query/coverage.ts';
import { makeCommand } from '../../help.ts';
import {
  fromOption,
  type LoadFlags,
  onDoubtOption,
  pipelineOptions,
  readReason,
  requireOrder,
  toOption,
} from '../../options.ts';
import { formatTable, print, tell } from '../../output/print.ts';
import { printSummary } from '../../output/run.ts';
import { reportFiles, runByFlags } from '../../run-pipeline.ts';

const MONTHS_OF_YEAR = 12;
const PATHS_ARGUMENT = {
  '<path...>': 'Report files, folders that contain them, or patterns such as "reports/*.csv"',
};

/** `allocations ingest`: loads new reports. */
export function ingestCommand(config: Config): Command {
  return makeCommand('ingest', {
    description: 'Load new reports from files and folders',
    arguments: PATHS_ARGUMENT,
    options: [
      new Option(
        '--accept <reason>',
        'Load one file in spite of its doubts. The archive stores your reason',
      ).argParser(readReason),
      onDoubtOption(),
      ...pipelineOptions(config),
    ],
    examples: [
      'allocations ingest ~/Downloads/reports',
      'allocations ingest march.csv april.xlsx --dry-run',
      'allocations ingest march.csv --accept "the state confirmed the figures"',
    ],
  }).action(async (paths: string[], flags: LoadFlags & { accept?: string }) => {
    const files = await reportFiles(config, flags, paths);
    if (files.length === 0) tell(`${paths.join(', ')} contains no reports.`);
    const { accept, onDoubt } = flags;
    if (accept !== undefined && files.length !== 1)
      throw new OperatorError('--accept loads one file. Name that file alone.', USAGE);
    const summary = await runByFlags(config, flags, {
      ...{ command: 'ingest', files, onDoubt },
      ...(accept !== undefined && { accept }),
    });
    printSummary(summary, flags);
  });
}

/** `allocations backfill`: loads the reports of the months asked for, and shows what is missing. */
export function backfillCommand(config: Config): Command {
  return makeCommand('backfill', {
    description: 'Load reports of many years, and show which months are complete',
    arguments: PATHS_ARGUMENT,
    options: [
      fromOption().makeOptionMandatory(),
      toOption().makeOptionMandatory(),
      onDoubtOption(),
      ...pipelineOptions(config),
    ],
    examples: ['allocations backfill ~/reports --from 2018-06 --to 2026-10'],
  }).action(async (paths: string[], flags: LoadFlags & { from: Month; to: Month }, command: Command) => {
    requireOrder(command, flags);
    const files = await reportFiles(config, flags, paths);
    const { onDoubt } = flags;
    const summary = await runByFlags(config, flags, { command: 'backfill', files, months: flags, onDoubt });
    printSummary(summary, flags);
    if (flags.json || flags.quiet || flags.dryRun) return;
    const coverage = readDataset(flags.db, (dataset) => readCoverage(dataset, flags));
    print(`\nLoaded of ${flags.from} to ${flags.to}:\n${formatLoaded(coverage)}`);
  });
}

/** One line for each report kind, with the months or quarters that are missing. */
function formatLoaded(coverage: readonly CoverageRow[]): string {
  const kinds = [...new Set(coverage.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const years = coverage.filter((row) => row.kind === kind);
    const total = (count: (row: CoverageRow) => number) => years.reduce((sum, row) => sum + count(row), 0);
    const [present, expected] = [total((row) => row.present), total((row) => row.expected)];
    return [kind, `${present} of ${expected}`, present === 0 ? 'all' : describeMissing(years)];
  });
  return formatTable(['report kind', 'loaded', 'missing'], rows, ['loaded'], 'missing');
}

/** Names missing months and quarters, and years that are missing altogether. */
function describeMissing(years: readonly CoverageRow[]): string {
  const names = years.flatMap(({ kind, year, missing }) =>
    missing.length === MONTHS_OF_YEAR / kindOf(kind).published.every ? [`all of ${year}`] : missing,
  );
  return names.join(', ') || 'none';
}
