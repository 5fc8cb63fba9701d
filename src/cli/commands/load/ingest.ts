import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { ALL_MONTHS } from '../../../domain/month-range.ts';
import { takeFiles } from '../../../pipeline/intake/report-inputs.ts';
import { addExamples } from '../../help.ts';
import { type LoadFlags, onDoubtOption, pipelineOptions } from '../../options.ts';
import { tell } from '../../output/print.ts';
import { printSummary } from '../../output/run.ts';
import { reportFiles, runPipeline } from '../../run-pipeline.ts';

/** `allocations ingest`: loads new reports. */
export function ingestCommand(config: Config): Command {
  const command = new Command('ingest')
    .description('Load new reports from files and folders')
    .argument('<path...>', 'Report files, or folders that contain them');
  command.addOption(onDoubtOption('load'));
  for (const option of pipelineOptions(config)) command.addOption(option);
  addExamples(
    command,
    'allocations ingest ~/Downloads/reports',
    'allocations ingest march.csv april.xlsx --dry-run',
  );
  return command.action(async (paths: string[], flags: LoadFlags) => {
    const files = await reportFiles(config, flags, paths);
    if (files.length === 0) tell(`${paths.join(', ')} contains no files.`);
    const summary = await runPipeline(config, flags, {
      command: 'ingest',
      onDoubt: flags.onDoubt,
      reports: takeFiles(files, paths),
      months: ALL_MONTHS,
    });
    printSummary(summary, flags);
  });
}
