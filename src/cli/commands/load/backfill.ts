import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { executeRun } from '../../../pipeline/run.ts';
import { readDataset } from '../../../store/dataset.ts';
import { readCoverage } from '../../../store/query/coverage.ts';
import { fromOption, type RunFlags, requireOrder, runOptions, toOption } from '../../options.ts';
import { print } from '../../output/print.ts';
import { printSummary } from '../../output/run.ts';
import { reportFiles, runPipeline } from '../../run-pipeline.ts';
import { formatCoverage } from '../look/status.ts';

/** `allocations backfill`: everything of many years, in one go. */
export function backfillCommand(config: Config): Command {
  const command = new Command('backfill')
    .description('load many years at once, and show which months and quarters are there')
    .argument('<path...>', 'report files, or folders of them')
    .addOption(fromOption().makeOptionMandatory())
    .addOption(toOption().makeOptionMandatory())
    .addHelpText('after', '\nExample:\n  $ allocations backfill ~/reports --from 2018-06 --to 2026-10');
  for (const option of runOptions(config)) command.addOption(option);
  return command.action(async (paths: string[], flags: RunFlags & { from: Month; to: Month }) => {
    requireOrder(command, flags);
    const files = await reportFiles(config, flags, paths);
    const summary = await runPipeline(config, flags, (options) =>
      executeRun({
        ...options,
        command: 'backfill',
        reports: { files, found: paths },
        months: flags,
      }),
    );
    printSummary(summary, flags);
    if (flags.json || flags.quiet || flags.dryRun) return;
    const coverage = readDataset(flags.db, (dataset) => readCoverage(dataset, flags));
    print(`\nCoverage, ${flags.from} to ${flags.to}:\n${formatCoverage(coverage)}`);
  });
}
