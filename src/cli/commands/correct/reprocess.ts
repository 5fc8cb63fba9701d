import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { touchesMonths } from '../../../domain/month-range.ts';
import { isKindOf } from '../../../domain/report.ts';
import { Archive } from '../../../pipeline/archive/archive.ts';
import { makeCommand } from '../../help.ts';
import {
  fromOption,
  pipelineOptions,
  type RunFlags,
  requireArchive,
  requireOrder,
  stateOption,
  toOption,
} from '../../options.ts';
import { printArchived } from '../../output/run.ts';
import { runByFlags } from '../../run-pipeline.ts';

interface ReprocessFlags extends RunFlags {
  state?: string;
  from?: Month;
  to?: Month;
}

/** `allocations reprocess`: reads the archived reports again. */
export function reprocessCommand(config: Config): Command {
  return makeCommand('reprocess', {
    description: 'Read archived reports again with new layouts or registers',
    options: [
      stateOption('Only reports of this state'),
      fromOption(),
      toOption(),
      ...pipelineOptions(config),
    ],
    examples: [
      'allocations reprocess --dry-run',
      'allocations reprocess --state ca --from 2024-01 --layouts layouts.json',
    ],
  }).action(async (flags: ReprocessFlags, command: Command) => {
    requireOrder(command, flags);
    requireArchive(flags);
    const range = { from: flags.from ?? null, to: flags.to ?? null };
    const archived = new Archive(flags.archive).list().filter(({ waiting }) => !waiting);
    const records = archived
      .map(({ record }) => record)
      .filter(
        (record) =>
          record.withdrawn === null &&
          (!flags.state || isKindOf(flags.state, record.kind)) &&
          touchesMonths(record, range),
      );
    const summary = await runByFlags(config, flags, { command: 'reprocess', records, onDoubt: 'load' });
    printArchived(summary, flags);
  });
}
