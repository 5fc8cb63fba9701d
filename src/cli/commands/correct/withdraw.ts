import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { explainDisk, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { ReportOrigin } from '../../../domain/origin.ts';
import { shortHash } from '../../../domain/text/short-hash.ts';
import { formatTime, periodsInWords, plural } from '../../../domain/text/wording.ts';
import { readDataset } from '../../../store/dataset.ts';
import { type KnownReport, openReports } from '../../../store/write/reports.ts';
import { makeCommand } from '../../help.ts';
import { pipelineOptions, type RunFlags, readReason } from '../../options.ts';
import { printArchived } from '../../output/run.ts';
import { runByFlags } from '../../run-pipeline.ts';

/** What the help says of an argument that names a report. */
const REPORT_ARGUMENT =
  'Its file, its file name here or at the portal, or at least the first eight characters of its SHA-256';

/** The beginning of a hash that is long enough to name a report. */
const HASH_START = /^[0-9a-f]{8,64}$/i;

/** `allocations withdraw`: removes a report; the figures that it replaced come back. */
export function withdrawCommand(config: Config): Command {
  return makeCommand('withdraw', {
    description: 'Remove a report that was loaded by mistake, permanently',
    arguments: { '<report>': REPORT_ARGUMENT },
    options: [
      new Option('--reason <text>', 'Why you remove it. The dataset stores this text')
        .makeOptionMandatory()
        .argParser(readReason),
      ...pipelineOptions(config),
    ],
    examples: [
      'allocations withdraw inbox/march.csv --reason "figures of another state"',
      'allocations withdraw 3d9c1cfa --reason "test file"',
    ],
  }).action(async (report: string, flags: RunFlags & { reason: string }) => {
    const summary = await runByFlags(config, flags, {
      command: 'withdraw',
      withdraw: [{ sha256: findReport(flags.db, report), reason: flags.reason }],
      onDoubt: 'load',
    });
    printArchived(summary, flags);
  });
}

/**
 * The hash of the report that a path, a file name or the beginning of a hash names. If a name fits several reports, one
 * that counts wins. Throws an `OperatorError` if none or several are left.
 */
function findReport(database: string, report: string): string {
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
  const [found, ...more] = preferCounted(named, bytes);
  if (!found)
    throw new OperatorError(
      `The dataset has no report called ${report}, and none whose hash begins so. "allocations reports" lists file names, and hashes with --format json.`,
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

/** Prefers reports that count, unless the file itself is in the dataset and does not. */
function preferCounted(named: readonly KnownReport[], bytes: string | null): readonly KnownReport[] {
  const here = named.find(({ record }) => record.sha256 === bytes);
  if (here?.record.withdrawn) return [here];
  const counted = named.filter(({ record }) => !record.withdrawn);
  return counted.length > 0 ? counted : named;
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
  const rows = plural(rowCount, 'row');
  const here = sha256 === bytes ? ', the same as the file now' : '';
  return `${shortHash(sha256)} (received ${formatTime(received_at)}, ${periodsInWords(first_month, last_month)}, ${rows}${here})`;
}
