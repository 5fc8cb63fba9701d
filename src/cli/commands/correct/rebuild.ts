import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { shortHash } from '../../../domain/text/short-hash.ts';
import { Archive } from '../../../pipeline/archive/archive.ts';
import { rebuildDataset } from '../../../pipeline/rebuild.ts';
import type { RunSummary } from '../../../pipeline/summary.ts';
import { makeCommand } from '../../help.ts';
import { archiveOf, quarantineOf } from '../../kept-folders.ts';
import { archiveOption, pipelineOptions, type RunFlags, readPath, requireArchive } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { printSummary } from '../../output/run.ts';
import { noteAttention, withReading } from '../../run-pipeline.ts';

interface RebuildFlags extends RunFlags {
  asOf?: Date;
}

/** Options of other runs that a new file does not need, or that mean something else here. */
const OTHER_OPTIONS = ['--db', '--archive', '--dry-run', '--quarantine', '--keep-runs'];

/** `allocations rebuild`: builds a dataset from the archive alone. */
export function rebuildCommand(config: Config): Command {
  return makeCommand('rebuild', {
    description: 'Build a new dataset from the archive, also as of a past date',
    options: [
      new Option(
        '--as-of <date>',
        'Use only reports received by the end of this day (UTC), or by a time like 2026-09-30T12:00:00Z',
      ).argParser(readMoment),
      new Option('--db <file>', 'New file to write').argParser(readPath).makeOptionMandatory(),
      // the new file has no archive of its own yet
      archiveOption({ ...config, archive: config.archive ?? archiveOf(config.database) }),
      ...pipelineOptions(config).filter(({ long }) => !OTHER_OPTIONS.includes(`${long}`)),
    ],
    examples: [
      'allocations rebuild --db rebuilt.sqlite',
      'allocations rebuild --as-of 2026-09-30 --db september.sqlite',
    ],
  }).action(async (flags: RebuildFlags) => {
    requireArchive(flags);
    const { quarantine = quarantineOf(flags.db), keepRuns } = config;
    const summary = await withReading(config, { ...flags, quarantine, keepRuns }, (options) =>
      rebuildDataset({ ...options, onDoubt: 'load' }, flags.asOf ?? null),
    );
    noteAttention(summary);
    printSummary(summary, flags);
    for (const line of explainRefused(summary, flags.archive)) tell(line);
  });
}

/** An archived report was loaded once, so a refusal comes from another version of the program. */
function explainRefused({ reports }: RunSummary, archive: string): string[] {
  const refused = new Set(reports.flatMap(({ status, sha256 }) => (status === 'refused' ? [sha256] : [])));
  if (refused.size === 0) return [];
  return new Archive(archive)
    .list()
    .filter(({ record }) => refused.has(record.sha256))
    .map(
      ({ record: { file_name, sha256 } }) =>
        `${file_name} (${shortHash(sha256)}) was loaded before, and this version of the program refuses it. Its figures are not in the dataset.`,
    );
}

function readMoment(text: string): Date {
  if (z.iso.date().safeParse(text).success) return new Date(`${text}T23:59:59.999Z`);
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError(
    `"${text}" is not a date like 2026-09-30 or a time like 2026-09-30T12:00:00Z.`,
  );
}
