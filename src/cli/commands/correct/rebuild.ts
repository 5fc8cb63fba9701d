import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { ALL_MONTHS } from '../../../pipeline/intake/months-taken.ts';
import { rebuildDataset } from '../../../pipeline/rebuild.ts';
import { type RunFlags, readPath, requireArchive, runOptions } from '../../options.ts';
import { printSummary } from '../../output/run.ts';
import { runPipeline } from '../../run-pipeline.ts';

interface RebuildFlags extends RunFlags {
  asOf?: Date;
}

/** Options of runs that make no sense for a new file that is always written, and one that is given another meaning. */
const OTHER_OPTIONS = ['--db', '--dry-run', '--quarantine', '--keep-runs'];

/** `allocations rebuild`: a dataset from the archive alone. */
export function rebuildCommand(config: Config): Command {
  const command = new Command('rebuild')
    .description('build a dataset into a new file from the archive alone, or as it was known on a date')
    .addOption(
      new Option(
        '--as-of <date>',
        'with the reports received until the end of this day (UTC), or until a time as 2026-09-30T12:00:00Z',
      ).argParser(readMoment),
    )
    .addOption(new Option('--db <file>', 'the new file').argParser(readPath).makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  $ allocations rebuild --as-of 2026-09-30 --db september.sqlite');
  for (const option of runOptions(config))
    if (!OTHER_OPTIONS.includes(String(option.long))) command.addOption(option);
  return command.action(async (flags: RebuildFlags) => {
    requireArchive(flags);
    const { quarantine, keepRuns } = config;
    const summary = await runPipeline(config, { ...flags, quarantine, keepRuns }, (options) =>
      rebuildDataset({ ...options, months: ALL_MONTHS }, flags.asOf ?? null),
    );
    printSummary(summary, flags);
  });
}

function readMoment(text: string): Date {
  if (z.iso.date().safeParse(text).success) return new Date(`${text}T23:59:59.999Z`);
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError(
    `"${text}" is neither a date like 2026-09-30 nor a time like 2026-09-30T12:00:00Z.`,
  );
}
