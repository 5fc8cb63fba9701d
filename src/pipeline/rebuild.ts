import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FindingCode } from '../domain/findings/finding.ts';
import { explainDisk, OperatorError, USAGE } from '../domain/operator-error.ts';
import { countsSince, type ReportRecord } from '../domain/report.ts';
import { nameFew, plural } from '../domain/text/wording.ts';
import { acquireLock } from '../files/lock.ts';
import { DATABASE_FILES, UNFINISHED, WRITTEN_FILES } from '../files/own-files.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { completeDataset } from '../store/dataset.ts';
import { writeToldRun } from '../store/write/told-run.ts';
import { Archive } from './archive/archive.ts';
import type { RunOptions } from './open-run.ts';
import { runPipeline } from './run.ts';
import type { RunSummary } from './summary.ts';

/**
 * Builds a dataset in a new file from the archive: with every report, or as of a time. The file appears only when it
 * is complete. Throws an `OperatorError` if the file exists.
 */
export async function rebuildDataset(
  options: Omit<RunOptions, 'command' | 'dryRun'>,
  asOf: Date | null,
): Promise<RunSummary> {
  const { database } = options;
  const records = recordsAt(options.archive, asOf);
  const lock = acquireLock(database, 'rebuild', options.now().toISOString());
  const unfinished = database + UNFINISHED;
  const remove = () => {
    for (const ending of WRITTEN_FILES) rmSync(unfinished + ending, { force: true });
  };
  try {
    requireNothingThere(database);
    remove();
    const summary = await runPipeline({
      ...options,
      ...{ command: 'rebuild', database: unfinished, records, dryRun: false },
    });
    requireLayouts(summary, options.archive);
    // the person who rebuilds sees what the run found
    writeToldRun(unfinished, summary.run_id ?? 0);
    // the rename would lose what is still in the log beside the file
    completeDataset(unfinished);
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

/** An archived report was loaded once. If its header is unknown now, a layout file is missing. */
const UNKNOWN_HEADER: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'unrecognized-report',
  'wrong-header',
]);

/** Throws an `OperatorError` that names the reports whose layouts are missing. */
function requireLayouts({ reports }: RunSummary, archive: string): void {
  const unknown = new Set(
    reports
      .filter(({ findings }) => findings.some(({ code }) => UNKNOWN_HEADER.has(code)))
      .map(({ sha256 }) => sha256),
  );
  const archived = new Archive(archive).list().filter(({ record }) => unknown.has(record.sha256));
  if (archived.length === 0) return;
  const names = nameFew(archived.map(({ record }) => record.file_name));
  const are = archived.length === 1 ? 'has a header' : 'have headers';
  throw new OperatorError(
    `${plural(archived.length, 'archived report')} ${are} that no layout knows: ${names}. Nothing was written. Name the layout file that you used before with --layouts.`,
    USAGE,
  );
}

/** The records of an archive as of a time. Throws an `OperatorError` if it has none. */
function recordsAt(folder: string, asOf: Date | null): ReportRecord[] {
  const records = new Archive(folder)
    .list()
    .filter(({ waiting }) => !waiting)
    .map(({ record }) => record);
  const [first] = records;
  if (!first)
    throw new OperatorError(
      `The archive ${folder} has no reports. Name another archive with --archive.`,
      USAGE,
    );
  const known = asOf === null ? records : records.flatMap((record) => knownAt(record, asOf) ?? []);
  if (known.length > 0) return known;
  const message = `No report had arrived at that time. The first report arrived at ${first.received_at}. Give a later --as-of, or name another archive with --archive.`;
  throw new OperatorError(message, USAGE);
}

/** SQLite would read a -wal file of another dataset as changes to this one. */
function requireNothingThere(database: string): void {
  const inTheWay = DATABASE_FILES.map((ending) => database + ending).find((path) => existsSync(path));
  if (inTheWay === undefined) return;
  const message = `${inTheWay} exists. Name a new file with --db, or move ${database} away with its -wal and -shm files.`;
  throw new OperatorError(message, USAGE);
}

/** The record of a report as of a time; `null` if the report arrived later, or if a person accepted it later. */
function knownAt(record: ReportRecord, time: Date): ReportRecord | null {
  const isLater = (at: string) => Date.parse(at) > time.getTime();
  const { withdrawn } = record;
  if (isLater(countsSince(record))) return null;
  return { ...record, withdrawn: withdrawn && isLater(withdrawn.at) ? null : withdrawn };
}
