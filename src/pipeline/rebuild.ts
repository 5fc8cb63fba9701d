import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { explainDisk, OperatorError, USAGE } from '../domain/operator-error.ts';
import type { ReportRecord } from '../domain/report.ts';
import { capToldRun } from '../files/delivered-alerts.ts';
import { acquireLock } from '../files/lock.ts';
import { DATABASE_FILES, UNFINISHED, WRITTEN_FILES } from '../files/own-files.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { completeDataset } from '../store/dataset.ts';
import { Archive } from './archive/archive.ts';
import { executeRun, type RunOptions } from './run.ts';
import type { RunSummary } from './summary.ts';

/**
 * Builds a dataset into a new file from the archive alone: all of it, or as it was known at a time. The file is there
 * when it is whole, not before. Throws an `OperatorError` where the file exists.
 */
export async function rebuildDataset(
  options: Omit<RunOptions, 'command' | 'reports' | 'dryRun'>,
  asOf: Date | null,
): Promise<RunSummary> {
  const { database } = options;
  requireReports(options.archive, asOf);
  const lock = acquireLock(database, 'rebuild', options.now().toISOString());
  const unfinished = database + UNFINISHED;
  const remove = () => {
    for (const ending of WRITTEN_FILES) rmSync(unfinished + ending, { force: true });
  };
  try {
    requireNothingThere(database);
    remove();
    const summary = await executeRun({
      ...options,
      command: 'rebuild',
      database: unfinished,
      reports: { archived: (record) => (asOf === null ? record : knownAt(record, asOf)) },
      dryRun: false,
    });
    // what SQLite could not take over from the log beside it would go with that
    completeDataset(unfinished);
    // of the dataset that lay there before; where it cannot be read, nothing is there yet
    capToldRun(database, summary.run_id ?? 0);
    renameSync(unfinished, database);
    syncToDisk(dirname(database));
    return summary;
  } catch (error) {
    throw explainDisk('dataset', database, error);
  } finally {
    remove();
    lock.release();
  }
}

function requireReports(archive: string, asOf: Date | null): void {
  const times = new Archive(archive).list().map(({ record }) => record.receivedAt);
  const first = times.reduce<string | null>((min, time) => (min === null || time < min ? time : min), null);
  if (first === null)
    throw new OperatorError(`the archive ${archive} has no reports; name another with --archive`, USAGE);
  if (asOf !== null && Date.parse(first) > asOf.getTime()) {
    const message = `nothing was known then: the first report came at ${first}; name a later --as-of, or another archive with --archive`;
    throw new OperatorError(message, USAGE);
  }
}

/** What SQLite kept beside another file it would take for changes of this one. */
function requireNothingThere(database: string): void {
  const inTheWay = DATABASE_FILES.map((ending) => database + ending).find((path) => existsSync(path));
  if (inTheWay === undefined) return;
  const message = `${inTheWay} exists; name a new file with --db, or move ${database} away with its -wal and -shm`;
  throw new OperatorError(message, USAGE);
}

/** A report as it was known at a time; `null` where it had not come yet. */
function knownAt(record: ReportRecord, time: Date): ReportRecord | null {
  if (Date.parse(record.receivedAt) > time.getTime()) return null;
  const { withdrawn } = record;
  return withdrawn && Date.parse(withdrawn.at) > time.getTime() ? { ...record, withdrawn: null } : record;
}
