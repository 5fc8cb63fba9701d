import { existsSync } from 'node:fs';
import { findingMessage } from '../../domain/findings/finding.ts';
import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { acquireLock, type RunLock } from '../../files/lock.ts';
import { type Dataset, findDamage } from '../../store/dataset.ts';
import { REBUILT_TABLES } from '../../store/rebuilt-tables.ts';
import { openReports } from '../../store/write/reports.ts';
import { listFindingsOf } from '../../store/write/stored-findings.ts';
import { Archive } from '../archive/archive.ts';
import { archiveFaults } from './archive-faults.ts';
import { compareWithRebuilt, type RebuildOptions, type VerifyFinding } from './rebuilt-differences.ts';

export interface Verification {
  reports: number;
  archived: number;
  rows: number;
  series: number;
  datapoints: number;
  findings: VerifyFinding[];
}

/**
 * Checks that the dataset file and the archive are whole, and that the dataset is what a rebuild from the archive gives, figure
 * by figure, with the current code, layouts and registers. Throws an `OperatorError` while a run uses the archive.
 */
export async function verifyDataset(dataset: Dataset, options: RebuildOptions): Promise<Verification> {
  const damage = findDamage(dataset).map((message) => ({ about: 'database' as const, message }));
  if (damage.length > 0)
    return { reports: 0, archived: 0, rows: 0, series: 0, datapoints: 0, findings: damage };
  const { sqlite } = dataset;
  // all checks read the same snapshot
  sqlite.exec('BEGIN');
  try {
    const { archive, known } = readTogether(dataset, options.archive, options.now());
    const records = known.map(({ record }) => record);
    const tables = REBUILT_TABLES.filter(({ about }) => about === 'datapoints').map(({ name }) => name);
    const faults = archiveFaults(archive, records).map((message) => ({ about: 'archive' as const, message }));
    const misfits = listFindingsOf(dataset, 'correction-misfit').map((item) => ({
      ...{ about: 'corrections' as const, message: findingMessage(item) },
    }));
    const differences = await compareWithRebuilt(dataset, archive, records, options);
    return {
      reports: known.length,
      archived: archive.list().length,
      rows: known.reduce((total, { rowCount }) => total + Math.max(rowCount, 0), 0),
      series: countRows(dataset, ['jurisdiction']),
      datapoints: countRows(dataset, tables),
      findings: [...faults, ...misfits, ...differences],
    };
  } finally {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  }
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
function readTogether(dataset: Dataset, folder: string, startedAt: Date) {
  const read = () => ({ archive: new Archive(folder), known: openReports(dataset).list() });
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
