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
import { type RunFlags, runOptions } from '../../options.ts';
import { printSummary } from '../../output/run.ts';
import { runPipeline } from '../../run-pipeline.ts';

/** How much of a hash names a report. */
const HASH_START = /^[0-9a-f]{8,64}$/i;

/** `allocations withdraw`: a report that was loaded by mistake is taken out. */
export function withdrawCommand(config: Config): Command {
  const command = new Command('withdraw')
    .description('take a report out that was loaded by mistake, for ever; what it had replaced comes back')
    .argument(
      '<report>',
      'its file, the name it was received under, or the first eight or more characters of its SHA-256',
    )
    .addOption(
      new Option('--reason <text>', 'why; kept with the report').makeOptionMandatory().argParser(readReason),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ allocations withdraw inbox/march.csv --reason "figures of another state"',
    );
  for (const option of runOptions(config)) command.addOption(option);
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
  if (text.trim() === '') throw new InvalidArgumentError('Say why.');
  if (!isPrintable(text.trim()))
    throw new InvalidArgumentError('Use printable characters only, in one line.');
  return text.trim();
}

/** The hash of the report that a path, the name of its file or the beginning of a hash names. */
function findHash(database: string, report: string): string {
  if (!existsSync(database))
    throw new OperatorError(`${database} does not exist; name another with --db`, USAGE);
  if (existsSync(report) && !statSync(report).isFile())
    throw new OperatorError(`${report} is no file; name one report`, USAGE);
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
      `${report} is neither a file nor the name nor the hash of a report the dataset has (eight characters of it or more); allocations show names the reports`,
      USAGE,
    );
  // a file that was mended lies where the one lay that is to go
  if (more.length > 0 || (bytes !== null && found.record.sha256 !== bytes)) {
    const choices = [found, ...more]
      .map(({ record, rowCount }) => describe(record, rowCount, bytes))
      .join('; ');
    throw new OperatorError(`${report} may mean ${choices}; name one by its hash`, USAGE);
  }
  return found.record.sha256;
}

/** Of the reports a name stands for those that count; a file that was taken out already stands for itself. */
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
  const here = sha256 === bytes ? ', as it lies there now' : '';
  return `${shortHash(sha256)} (received ${receivedAt}, ${stretch(firstMonth, lastMonth)}, ${counted(rows, 'row')}${here})`;
}
