import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { ALL_MONTHS } from '../../../pipeline/intake/months-taken.ts';
import { executeRun } from '../../../pipeline/run.ts';
import { type RunFlags, runOptions } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { printSummary } from '../../output/run.ts';
import { reportFiles, runPipeline } from '../../run-pipeline.ts';

/** `allocations ingest`: the scheduled batch. */
export function ingestCommand(config: Config): Command {
  const command = new Command('ingest')
    .description('load what is new in files and folders: the scheduled batch')
    .argument('<path...>', 'report files, or folders of them')
    .addHelpText(
      'after',
      '\nExample:\n  $ allocations ingest ~/Downloads/reports --db data/allocations.sqlite',
    );
  for (const option of runOptions(config)) command.addOption(option);
  return command.action(async (paths: string[], flags: RunFlags) => {
    const files = await reportFiles(config, flags, paths);
    if (files.length === 0) tell(`no file lies in ${paths.join(', ')}`);
    const summary = await runPipeline(config, flags, (options) =>
      executeRun({
        ...options,
        command: 'ingest',
        reports: { files, found: paths },
        months: ALL_MONTHS,
      }),
    );
    printSummary(summary, flags);
  });
}
