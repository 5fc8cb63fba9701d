import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { atPlace, doubtMessage, isCapped } from '../../../domain/findings/finding.ts';
import { ALL_MONTHS } from '../../../domain/month-range.ts';
import { type HeldReport, isHeld, type ReportRecord } from '../../../domain/report.ts';
import { shortHash } from '../../../domain/text/short-hash.ts';
import { formatTime, periodsInWords, plural } from '../../../domain/text/wording.ts';
import { takeNothing } from '../../../pipeline/intake/report-inputs.ts';
import { heldRecord } from '../../../records/descriptions/held-report.ts';
import { findAmong, listOf } from '../../../records/list.ts';
import { kindOf } from '../../../states/index.ts';
import { readHeld } from '../../../store/query/held.ts';
import { makeCommand } from '../../help.ts';
import { pipelineOptions, type RunFlags } from '../../options.ts';
import { oneLine } from '../../output/print.ts';
import { printArchived } from '../../output/run.ts';
import { findReport, REPORT_ARGUMENT, reasonOption } from '../../report-argument.ts';
import { runPipeline } from '../../run-pipeline.ts';
import { recordCommand, withOwnText } from '../look/records.ts';

/** How many doubts of a report are printed. */
const DOUBTS_PRINTED = 5;

/** The reports that wait for a review, in the order in which they were received. */
const heldReports = listOf(heldRecord, {
  find: (view, asked, window) => findAmong(heldRecord, readHeld(view.dataset), asked, window),
});

const HELD_TEXT = withOwnText(
  heldReports,
  ({ view }) => readHeld(view.dataset).map(formatHeld).join('\n\n') || 'No report is held.',
);

/** `allocations held`: the reports that wait for a review. */
export function heldCommand(config: Config): Command {
  return recordCommand(heldReports, config, { text: HELD_TEXT });
}

/** `allocations accept`: loads a held report. */
export function acceptCommand(config: Config): Command {
  return decisionCommand(config, 'accept', {
    description: 'Load a held report',
    asks: 'Why you decide so',
    examples: ['allocations accept 3d9c1cfa --reason "confirmed by the state"'],
    isMeant: isHeld,
  });
}

/** `allocations reject`: refuses a held report. */
export function rejectCommand(config: Config): Command {
  return decisionCommand(config, 'reject', {
    description: 'Refuse a held report, permanently',
    asks: 'Why you decide so',
    examples: ['allocations reject 3d9c1cfa --reason "wrong file"'],
    isMeant: isHeld,
  });
}

/** `allocations withdraw`: removes a report; the figures that it replaced come back. */
export function withdrawCommand(config: Config): Command {
  return decisionCommand(config, 'withdraw', {
    description: 'Remove a report that was loaded by mistake, permanently',
    asks: 'Why you remove it',
    examples: [
      'allocations withdraw inbox/march.csv --reason "figures of another state"',
      'allocations withdraw 3d9c1cfa --reason "test file"',
    ],
    isMeant: ({ withdrawn }) => !withdrawn,
  });
}

/** A decision about one report. */
interface Decision {
  description: string;
  asks: string;
  examples: readonly string[];
  isMeant(record: ReportRecord): boolean;
}

function decisionCommand(
  config: Config,
  name: 'accept' | 'reject' | 'withdraw',
  { description, asks, examples, isMeant }: Decision,
): Command {
  return makeCommand(name, {
    ...{ description, examples, arguments: { '<report>': REPORT_ARGUMENT } },
    options: [reasonOption(`${asks}. The dataset stores this text`), ...pipelineOptions(config)],
  }).action(async (report: string, flags: RunFlags & { reason: string }) => {
    const summary = await runPipeline(config, flags, {
      command: name,
      decided: { sha256: findReport(flags.db, report, isMeant), reason: flags.reason },
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
    `${file_name} (${shortHash(sha256)}): ${kindOf(kind).title}, ${periodsInWords(first_month, last_month)}, held since ${formatTime(held_at)}`,
    ...shown.map((item) => `  ${item.code}: ${atPlace(file_name, item)}: ${doubtMessage(item)}`),
    ...(more > 0 ? [`  and ${atLeast}${plural(more, 'more finding')}. To see all: --json`] : []),
    `  To load it:   allocations accept ${shortHash(sha256)} --reason TEXT`,
    `  To refuse it: allocations reject ${shortHash(sha256)} --reason TEXT`,
  ]
    .map(oneLine)
    .join('\n');
}
