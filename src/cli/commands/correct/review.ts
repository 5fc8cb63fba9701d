import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { atLeast, atPlace, findingMessage } from '../../../domain/findings/finding.ts';
import { ALL_MONTHS } from '../../../domain/month-range.ts';
import { explainDisk, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { ReportOrigin } from '../../../domain/origin.ts';
import { type HeldReport, isHeld, type ReportRecord } from '../../../domain/report.ts';
import { isPrintable } from '../../../domain/text/printable.ts';
import { shortHash } from '../../../domain/text/short-hash.ts';
import { formatTime, periodsInWords, plural, salesInBrackets } from '../../../domain/text/wording.ts';
import { takeNothing } from '../../../pipeline/intake/report-inputs.ts';
import { heldRecord } from '../../../records/descriptions/history/held-report.ts';
import { findAmong, listOf } from '../../../records/list.ts';
import { kindOf } from '../../../states/index.ts';
import { readDataset } from '../../../store/dataset.ts';
import { readHeld } from '../../../store/query/held.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { type KnownReport, openReports } from '../../../store/write/reports.ts';
import { makeCommand } from '../../help.ts';
import { pipelineOptions, type RunFlags } from '../../options.ts';
import { oneLine } from '../../output/print.ts';
import { printArchived } from '../../output/run.ts';
import { runPipeline } from '../../run-pipeline.ts';
import { recordCommand } from '../look/records.ts';

/** What the help says of an argument that names a report. */
const REPORT_ARGUMENT =
  'Its file, its file name here or at the portal, or at least the first eight characters of its SHA-256';

/** The beginning of a hash that is long enough to name a report. */
const HASH_START = /^[0-9a-f]{8,64}$/i;

/** How many doubts of a report are printed. */
const DOUBTS_PRINTED = 5;

/** The reports that wait for a review, in the order in which they were received. */
const heldReports = listOf(heldRecord, {
  find: (view, asked, window) => findAmong(heldRecord, readHeld(view.dataset), asked, window),
});

const heldText = ({ view }: { view: DatasetView }) =>
  readHeld(view.dataset).map(formatHeld).join('\n\n') || 'No report is held.';

/** `allocations held`: the reports that wait for a review. */
export function heldCommand(config: Config): Command {
  return recordCommand(heldReports, config, heldText);
}

/** `allocations accept`: loads a held report. */
export const acceptCommand = decisionCommand('accept', {
  description: 'Load a held report',
  asks: 'Why you decide so',
  examples: ['allocations accept 3d9c1cfa --reason "confirmed by the state"'],
  isMeant: isHeld,
});

/** `allocations reject`: refuses a held report. */
export const rejectCommand = decisionCommand('reject', {
  description: 'Refuse a held report, permanently',
  asks: 'Why you decide so',
  examples: ['allocations reject 3d9c1cfa --reason "wrong file"'],
  isMeant: isHeld,
});

/** `allocations withdraw`: removes a report; the figures that it replaced come back. */
export const withdrawCommand = decisionCommand('withdraw', {
  description: 'Remove a report that was loaded by mistake, permanently',
  asks: 'Why you remove it',
  examples: [
    'allocations withdraw inbox/march.csv --reason "figures of another state"',
    'allocations withdraw 3d9c1cfa --reason "test file"',
  ],
  isMeant: ({ withdrawn }) => !withdrawn,
});

/** A decision about one report. */
interface Decision {
  description: string;
  asks: string;
  examples: readonly string[];
  isMeant(record: ReportRecord): boolean;
}

function decisionCommand(
  name: 'accept' | 'reject' | 'withdraw',
  { description, asks, examples, isMeant }: Decision,
) {
  return (config: Config): Command =>
    makeCommand(name, {
      ...{ description, examples, arguments: { '<report>': REPORT_ARGUMENT } },
      options: [
        new Option('--reason <text>', `${asks}. The dataset stores this text`)
          .makeOptionMandatory()
          .argParser(readReason),
        ...pipelineOptions(config),
      ],
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
  const sales = salesInBrackets(report.first_sales_month, report.last_sales_month);
  const shown = doubts.slice(0, DOUBTS_PRINTED);
  const more = doubts.length - shown.length;
  return [
    `${file_name} (${shortHash(sha256)}): ${kindOf(kind).title}, ${periodsInWords(first_month, last_month)}${sales}, held since ${formatTime(held_at)}`,
    ...shown.map((item) => `  ${item.code}: ${atPlace(file_name, item)}: ${findingMessage(item)}`),
    ...(more > 0 ? [`  and ${atLeast(doubts)}${plural(more, 'more finding')}. To see all: --json`] : []),
    `  To load it:   allocations accept ${shortHash(sha256)} --reason TEXT`,
    `  To refuse it: allocations reject ${shortHash(sha256)} --reason TEXT`,
  ]
    .map(oneLine)
    .join('\n');
}

function readReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give a reason.');
  if (!isPrintable(text.trim())) throw new InvalidArgumentError('Use one line of printable characters.');
  return text.trim();
}

/**
 * The hash of the report that a path, a file name or the beginning of a hash names. If a name fits several reports, one
 * that `isMeant` wins. Throws an `OperatorError` if none or several are left.
 */
function findReport(database: string, report: string, isMeant: (record: ReportRecord) => boolean): string {
  if (!existsSync(database))
    throw new OperatorError(`${database} does not exist. Name another dataset with --db.`, USAGE);
  if (existsSync(report) && !statSync(report).isFile())
    throw new OperatorError(`${report} is not a file. Name one report.`, USAGE);
  const bytes = existsSync(report) ? hashFile(report) : null;
  const name = bytes === null ? report : basename(report);
  const isHash = (sha256: string) => HASH_START.test(report) && sha256.startsWith(report.toLowerCase());
  const named = readDataset(database, (dataset) => openReports(dataset).list()).filter(
    ({ record: { sha256, file_name, origin } }) =>
      sha256 === bytes ||
      file_name === name ||
      (origin !== null && nameAtPortal(origin) === name) ||
      (bytes === null && isHash(sha256)),
  );
  const [found, ...more] = preferMeant(named, bytes, isMeant);
  if (!found)
    throw new OperatorError(
      `The dataset has no report called ${report}, and none whose hash begins so. "allocations show" and "allocations held" list file names and hashes.`,
      USAGE,
    );
  // the file may have been corrected in place since it was loaded
  if (more.length > 0 || (bytes !== null && found.record.sha256 !== bytes)) {
    const choices = [found, ...more].map((known) => describe(known, bytes)).join('; ');
    throw new OperatorError(`${report} could mean: ${choices}. Name one by its hash.`, USAGE);
  }
  return found.record.sha256;
}

/** The name of a downloaded file at its portal. The inbox stores it under another one. */
function nameAtPortal({ url }: ReportOrigin): string {
  const path = URL.parse(url)?.pathname ?? '';
  try {
    return basename(decodeURIComponent(path));
  } catch {
    return basename(path);
  }
}

/** Prefers reports that `isMeant`, unless the file itself is in the dataset and is not meant. */
function preferMeant(
  named: readonly KnownReport[],
  bytes: string | null,
  isMeant: (record: ReportRecord) => boolean,
): readonly KnownReport[] {
  const here = named.find(({ record }) => record.sha256 === bytes);
  if (here && !isMeant(here.record)) return [here];
  const meant = named.filter(({ record }) => isMeant(record));
  return meant.length > 0 ? meant : named;
}

function hashFile(path: string): string {
  try {
    return hash('sha256', readFileSync(path));
  } catch (error) {
    throw explainDisk('file', path, error);
  }
}

function describe({ record, rowCount }: KnownReport, bytes: string | null): string {
  const { sha256, received_at, first_month, last_month } = record;
  const rows = isHeld(record) ? 'held' : plural(rowCount, 'row');
  const here = sha256 === bytes ? ', the same as the file now' : '';
  return `${shortHash(sha256)} (received ${formatTime(received_at)}, ${periodsInWords(first_month, last_month)}, ${rows}${here})`;
}
