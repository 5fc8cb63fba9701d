import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { atPlace, describeFinding, isCapped } from '../../../domain/findings/finding.ts';
import { ALL_MONTHS } from '../../../domain/month-range.ts';
import { isHeld } from '../../../domain/report.ts';
import { shortHash } from '../../../domain/text/sha256.ts';
import { plural, stretch } from '../../../domain/text/wording.ts';
import { takeNothing } from '../../../pipeline/intake/report-inputs.ts';
import { readDataset } from '../../../store/dataset.ts';
import { type HeldReport, readHeld } from '../../../store/query/held.ts';
import { addExamples } from '../../help.ts';
import { databaseOption, jsonOption, pipelineOptions, type RunFlags } from '../../options.ts';
import { printArchived } from '../../output/archived-names.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { describeHeld } from '../../output/run.ts';
import { findReport, REPORT_ARGUMENT, reasonOption } from '../../report-argument.ts';
import { runPipeline } from '../../run-pipeline.ts';

/** How many doubts of a report are printed. */
const DOUBTS_PRINTED = 5;

/** `allocations held`: the reports that wait for a review. */
export function heldCommand(config: Config): Command {
  const command = new Command('held')
    .description('List reports that wait for your review, and why')
    .addOption(jsonOption())
    .addOption(databaseOption(config))
    .action(({ db, json }: { db: string; json?: true }) => {
      const held = readDataset(db, readHeld);
      if (json) printJson({ held: held.map(describeHeld) });
      else print(held.map(formatHeld).join('\n\n') || 'No report is held.');
    });
  return addExamples(command, 'allocations held', 'allocations held --json');
}

/** `allocations accept`: loads a held report. */
export function acceptCommand(config: Config): Command {
  return reviewCommand(config, 'accept', 'Load a held report', 'confirmed by the state');
}

/** `allocations reject`: refuses a held report. */
export function rejectCommand(config: Config): Command {
  return reviewCommand(config, 'reject', 'Refuse a held report, permanently', 'wrong file');
}

function reviewCommand(
  config: Config,
  decision: 'accept' | 'reject',
  description: string,
  example: string,
): Command {
  const command = new Command(decision)
    .description(description)
    .argument('<report>', REPORT_ARGUMENT)
    .addOption(reasonOption('Why you decide so. The dataset stores this text'));
  for (const option of pipelineOptions(config)) command.addOption(option);
  addExamples(command, `allocations ${decision} 3d9c1cfa --reason "${example}"`);
  return command.action(async (report: string, flags: RunFlags & { reason: string }) => {
    const summary = await runPipeline(config, flags, {
      command: decision,
      decided: { sha256: findReport(flags.db, report, isHeld), reason: flags.reason },
      reports: takeNothing,
      months: ALL_MONTHS,
    });
    printArchived(summary, flags);
  });
}

function formatHeld(report: HeldReport): string {
  const { file_name, sha256, kind, first_month, last_month, held_at, doubts } = report;
  const shown = doubts.slice(0, DOUBTS_PRINTED);
  const more = doubts.length - shown.length;
  const atLeast = isCapped(doubts) ? 'at least ' : '';
  return [
    oneLine(
      `${file_name} (${shortHash(sha256)}): ${kind}, ${stretch(first_month, last_month)}, held at ${held_at}`,
    ),
    ...shown.map(
      (item) => `  ${oneLine(`${item.code}: ${atPlace(file_name, item)}: ${describeFinding(item).text}`)}`,
    ),
    ...(more > 0 ? [`  and ${atLeast}${plural(more, 'more finding')}. To see all: --json`] : []),
    `  To load it:   allocations accept ${shortHash(sha256)} --reason TEXT`,
    `  To refuse it: allocations reject ${shortHash(sha256)} --reason TEXT`,
  ].join('\n');
}
