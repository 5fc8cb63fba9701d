import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { ALL_MONTHS } from '../../../domain/month-range.ts';
import { takeNothing } from '../../../pipeline/intake/report-inputs.ts';
import { addExamples } from '../../help.ts';
import { pipelineOptions, type RunFlags } from '../../options.ts';
import { printSummary } from '../../output/run.ts';
import { findReport, REPORT_ARGUMENT, reasonOption } from '../../report-argument.ts';
import { runPipeline } from '../../run-pipeline.ts';

/** `allocations withdraw`: removes a report; the figures that it replaced come back. */
export function withdrawCommand(config: Config): Command {
  const command = new Command('withdraw')
    .description('Remove a report that was loaded by mistake, permanently')
    .argument('<report>', REPORT_ARGUMENT)
    .addOption(reasonOption('Why you remove it. The dataset stores this text'));
  for (const option of pipelineOptions(config)) command.addOption(option);
  addExamples(
    command,
    'allocations withdraw inbox/march.csv --reason "figures of another state"',
    'allocations withdraw 3d9c1cfa --reason "test file"',
  );
  return command.action(async (report: string, flags: RunFlags & { reason: string }) => {
    const summary = await runPipeline(config, flags, {
      command: 'withdraw',
      decided: {
        sha256: findReport(flags.db, report, ({ withdrawn }) => !withdrawn),
        reason: flags.reason,
      },
      reports: takeNothing,
      months: ALL_MONTHS,
    });
    printSummary(summary, flags);
  });
}
