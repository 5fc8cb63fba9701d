import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { explainDisk, OperatorError, USAGE } from '../domain/operator-error.ts';
import type { ReportOrigin } from '../domain/origin.ts';
import { isHeld, type ReportRecord } from '../domain/report.ts';
import { isPrintable } from '../domain/text/printable.ts';
import { shortHash } from '../domain/text/short-hash.ts';
import { formatTime, periodsInWords, plural } from '../domain/text/wording.ts';
import { readDataset } from '../store/dataset.ts';
import { type KnownReport, openReports } from '../store/write/reports.ts';

/** What the help says of an argument that names a report. */
export const REPORT_ARGUMENT =
  'Its file, its file name here or at the portal, or at least the first eight characters of its SHA-256';

/** The beginning of a hash that is long enough to name a report. */
const HASH_START = /^[0-9a-f]{8,64}$/i;

export function reasonOption(description: string): Option {
  return new Option('--reason <text>', description).makeOptionMandatory().argParser(readReason);
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
export function findReport(
  database: string,
  report: string,
  isMeant: (record: ReportRecord) => boolean,
): string {
  if (!existsSync(database))
    throw new OperatorError(`${database} does not exist. Name another dataset with --db.`, USAGE);
  if (existsSync(report) && !statSync(report).isFile())
    throw new OperatorError(`${report} is not a file. Name one report.`, USAGE);
  const bytes = existsSync(report) ? hashFile(report) : null;
  const name = bytes === null ? report : basename(report);
  const isHash = (sha256: string) => HASH_START.test(report) && sha256.startsWith(report.toLowerCase());
  const named = readDataset(database, (dataset) => openReports(dataset).list()).filter(
    ({ record: { sha256, fileName, origin } }) =>
      sha256 === bytes ||
      fileName === name ||
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
  const { sha256, receivedAt, firstMonth, lastMonth } = record;
  const rows = isHeld(record) ? 'held' : plural(rowCount, 'row');
  const here = sha256 === bytes ? ', the same as the file now' : '';
  return `${shortHash(sha256)} (received ${formatTime(receivedAt)}, ${periodsInWords(firstMonth, lastMonth)}, ${rows}${here})`;
}
