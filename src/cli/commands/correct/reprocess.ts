import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { ALL_MONTHS, monthsAsked } from '../../../domain/month-range.ts';
import { isKindOf } from '../../../domain/report.ts';
import { takeArchived } from '../../../pipeline/intake/report-inputs.ts';
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
import { runPipeline } from '../../run-pipeline.ts';

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
    const summary = await runPipeline(config, flags, {
      command: 'reprocess',
      reports: takeArchived((record) =>
        record.withdrawn === null &&
        (!flags.state || isKindOf(flags.state, record.kind)) &&
        monthsAsked(record, range)?.length !== 0
          ? record
          : null,
      ),
      months: ALL_MONTHS,
    });
    printArchived(summary, flags);
  });
}
