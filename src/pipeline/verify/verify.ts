import { existsSync } from 'node:fs';
import { findingMessage } from '../../domain/findings/finding.ts';
import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { acquireLock, type RunLock } from '../../files/lock.ts';
import { type Dataset, findDamage } from '../../store/dataset.ts';
import { findEditedFigures, findWrongCounts, REBUILT_TABLES } from '../../store/rebuilt-tables.ts';
import { type KnownReport, openReports, type Reports } from '../../store/write/reports.ts';
import { listFindingsOf } from '../../store/write/stored-findings.ts';
import { Archive } from '../archive/archive.ts';
import { verifyArchive } from './verify-archive.ts';
import { limitFindings, type VerifyFinding } from './verify-finding.ts';
import { compareWithRebuilt, type RebuildOptions } from './verify-rebuilt.ts';

export interface Verification {
  reports: number;
  archived: number;
  rows: number;
  series: number;
  datapoints: number;
  findings: VerifyFinding[];
}

/** The counts of a file that cannot be checked any further. */
const NOTHING = { reports: 0, archived: 0, rows: 0, series: 0, datapoints: 0 };
const RESTORE = 'Run allocations reprocess. If the problem stays, restore the dataset from a backup.';

/**
 * Checks the dataset file, the hash of every archived file, counts, and whether the figures are those that the last run
 * left. It writes nothing, and computes no figure again.
 * Throws an `OperatorError` while a run uses the archive.
 */
export function verifyQuickly(dataset: Dataset, archive: string, startedAt: Date): Verification {
  const damage = verifyFile(dataset);
  if (damage.length > 0) return { ...NOTHING, findings: damage };
  const check = () => checkContent(dataset, archive, startedAt).verification;
  return dataset.sqlite.transaction(check).deferred();
}

/**
 * Checks a dataset as `verifyQuickly` does. Then builds a temporary dataset from the archived reports with the current
 * code, layouts and registers, and compares all tables.
 */
export async function verifyDataset(dataset: Dataset, options: RebuildOptions): Promise<Verification> {
  const { sqlite } = dataset;
  const damage = verifyFile(dataset);
  if (damage.length > 0) return { ...NOTHING, findings: damage };
  // all checks read the same snapshot
  sqlite.exec('BEGIN');
  try {
    const { verification, known } = checkContent(dataset, options.archive, options.now());
    const differences = existsSync(options.archive) ? await compareWithRebuilt(dataset, known, options) : [];
    return { ...verification, findings: [...verification.findings, ...differences] };
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  }
}

function verifyFile(dataset: Dataset): VerifyFinding[] {
  return findDamage(dataset).map((message) => ({ about: 'database', message }));
}

/** Checks the archive and the counts of a sound file. The caller has begun a transaction and has read nothing yet. */
function checkContent(
  dataset: Dataset,
  folder: string,
  startedAt: Date,
): { verification: Verification; known: readonly KnownReport[] } {
  const { archive, reports } = readTogether(dataset, folder, startedAt);
  const known = reports.list();
  const tables = REBUILT_TABLES.filter(({ about }) => about === 'datapoints').map(({ name }) => name);
  const verification = {
    reports: known.length,
    archived: archive.list().length,
    rows: known.reduce((total, { rowCount }) => total + rowCount, 0),
    series: countRows(dataset, ['jurisdiction']),
    datapoints: countRows(dataset, tables),
    findings: [
      ...verifyArchive(archive, reports.byId()).map((message) => ({ about: 'archive' as const, message })),
      ...limitFindings('counts', findWrongCounts(dataset), RESTORE),
      ...limitFindings('datapoints', findEditedFigures(dataset), RESTORE),
      ...listFindingsOf(dataset, 'correction-misfit').map((item) => ({
        about: 'corrections' as const,
        message: findingMessage(item),
      })),
    ],
  };
  return { verification, known };
}

function countRows({ sqlite }: Dataset, tables: readonly string[]): number {
  const counts = tables.map((table) =>
    sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
  );
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}

/**
 * Reads the archive and the reports of the dataset while it holds the lock of the archive, so that both are from the
 * same run. A read-only archive is read without the lock. Reading the reports starts the snapshot of the transaction.
 */
function readTogether(
  dataset: Dataset,
  folder: string,
  startedAt: Date,
): { archive: Archive; reports: Reports } {
  const read = () => ({ archive: new Archive(folder), reports: openReports(dataset) });
  if (!existsSync(folder)) return read();
  let lock: RunLock | undefined;
  try {
    lock = acquireLock(folder, 'verify', startedAt.toISOString());
  } catch (error) {
    if (!(error instanceof OperatorError && error.exitCode === MACHINE)) throw error;
  }
  try {
    return read();
  } finally {
    lock?.release();
  }
}
