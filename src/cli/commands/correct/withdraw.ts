import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { explainDisk, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { ReportRecord } from '../../../domain/report.ts';
import { isPrintable } from '../../../domain/text/printable.ts';
import { shortHash } from '../../../domain/text/sha256.ts';
import { counted, stretch } from '../../../domain/text/wording.ts';
import { ALL_MONTHS } from '../../../pipeline/intake/months-taken.ts';
import { executeRun } from '../../../pipeline/run.ts';
import { readDataset } from '../../../store/dataset.ts';
import { type KnownReport, openReports } from '../../../store/write/reports.ts';
import { addExamples } from '../../help.ts';
import { type RunFlags, runOptions } from '../../options.ts';
import { printSummary } from '../../output/run.ts';
import { runPipeline } from '../../run-pipeline.ts';

/** The beginning of a hash that is long enough to name a report. */
const HASH_START = /^[0-9a-f]{8,64}$/i;

/** `allocations withdraw`: removes a report; the figures that it replaced come back. */
export function withdrawCommand(config: Config): Command {
  const command = new Command('withdraw')
    .description('Remove a report that was loaded by mistake, permanently')
    .argument('<report>', 'Its file, its file name, or at least the first eight characters of its SHA-256')
    .addOption(
      new Option('--reason <text>', 'Why you remove it. The dataset stores this text')
        .makeOptionMandatory()
        .argParser(readReason),
    );
  for (const option of runOptions(config)) command.addOption(option);
  addExamples(
    command,
    'allocations withdraw inbox/march.csv --reason "figures of another state"',
    'allocations withdraw 3d9c1cfa --reason "test file"',
  );
  return command.action(async (report: string, flags: RunFlags & { reason: string }) => {
    const summary = await runPipeline(config, flags, (options) =>
      executeRun({
        ...options,
        command: 'withdraw',
        reports: { withdraw: findHash(flags.db, report), reason: flags.reason },
        months: ALL_MONTHS,
      }),
    );
    printSummary(summary, flags);
  });
}

function readReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give a reason.');
  if (!isPrintable(text.trim())) throw new InvalidArgumentError('Use one line of printable characters.');
  return text.trim();
}

/** Finds the report that a path, a file name or the beginning of a hash names. */
function findHash(database: string, report: string): string {
  if (!existsSync(database))
    throw new OperatorError(`${database} does not exist. Name another dataset with --db.`, USAGE);
  if (existsSync(report) && !statSync(report).isFile())
    throw new OperatorError(`${report} is not a file. Name one report.`, USAGE);
  const bytes = existsSync(report) ? hashFile(report) : null;
  const name = bytes === null ? report : basename(report);
  const isHash = (sha256: string) => HASH_START.test(report) && sha256.startsWith(report.toLowerCase());
  const named = readDataset(database, (dataset) => openReports(dataset).list()).filter(
    ({ record: { sha256, fileName } }) =>
      sha256 === bytes || fileName === name || (bytes === null && isHash(sha256)),
  );
  const [found, ...more] = meantOf(named, bytes);
  if (!found)
    throw new OperatorError(
      `No loaded report is called ${report} or has a hash that begins so. "allocations show" lists file names and hashes.`,
      USAGE,
    );
  // the file may have been corrected in place since it was loaded
  if (more.length > 0 || (bytes !== null && found.record.sha256 !== bytes)) {
    const choices = [found, ...more]
      .map(({ record, rowCount }) => describe(record, rowCount, bytes))
      .join('; ');
    throw new OperatorError(`${report} could mean: ${choices}. Name one by its hash.`, USAGE);
  }
  return found.record.sha256;
}

/** Prefers reports that are not withdrawn, unless the file itself is. */
function meantOf(named: readonly KnownReport[], bytes: string | null): readonly KnownReport[] {
  const here = named.find(({ record }) => record.sha256 === bytes);
  if (here?.record.withdrawn) return [here];
  const counting = named.filter(({ record }) => !record.withdrawn);
  return counting.length > 0 ? counting : named;
}

function hashFile(path: string): string {
  try {
    return hash('sha256', readFileSync(path));
  } catch (error) {
    throw explainDisk('file', path, error);
  }
}

function describe(
  { sha256, receivedAt, firstMonth, lastMonth }: ReportRecord,
  rows: number,
  bytes: string | null,
): string {
  const here = sha256 === bytes ? ', the same as the file now' : '';
  return `${shortHash(sha256)} (received ${receivedAt}, ${stretch(firstMonth, lastMonth)}, ${counted(rows, 'row')}${here})`;
}
