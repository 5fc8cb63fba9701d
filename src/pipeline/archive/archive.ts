import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import { errorCode, explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord, Withdrawal } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { uniteMonths } from '../intake/months-taken.ts';
import {
  type ArchivedReport,
  listFiles,
  RECORD_SUFFIX,
  readReportRecords,
  recordText,
} from './archive-records.ts';

/** How write-file-atomic names a file until it is whole. */
const UNFINISHED = /[0-9a-f]{64}\.(?:csv|json|xlsx|report\.json)\.\d+$/;

/**
 * The archive: `<folder>/<state>/<kind>/<sha256>.<format>`, the bytes as received, and beside them
 * `<sha256>.report.json`, the record. A report is in the archive once its record is: bytes are kept before the
 * dataset commits, records written after it has. Withdrawals are written before: only the archive can keep them.
 */
export class Archive {
  readonly folder: string;
  private readonly reports: Map<string, ArchivedReport>;
  private readonly pending: ReportRecord[] = [];
  private readonly withdrawals: ReportRecord[] = [];
  private readonly newFiles: string[] = [];
  /** Folders with names that may not be on the disk yet. */
  private readonly unsynced = new Set<string>();

  /** Opens the archive in a folder, which need not exist. */
  constructor(folder: string) {
    this.folder = folder;
    this.reports = new Map(readReportRecords(folder).map((report) => [report.record.sha256, report]));
  }

  /** The report with this hash, if its record is there. */
  find(sha256: string): ArchivedReport | undefined {
    return this.reports.get(sha256);
  }

  /** Whether both a report's bytes and its record are there. */
  has(sha256: string): boolean {
    const report = this.reports.get(sha256);
    return report !== undefined && existsSync(report.path);
  }

  /** Whether a report's bytes are there, whatever of its record. */
  hasBytes(record: ReportRecord): boolean {
    return existsSync(this.pathOf(record, `.${record.format}`));
  }

  /** All reports, in the order they were received, then by hash. */
  list(): ArchivedReport[] {
    const key = ({ record }: ArchivedReport) => `${record.receivedAt} ${record.sha256}`;
    return [...this.reports.values()].sort((a, b) => compareText(key(a), key(b)));
  }

  /** Keeps a report's bytes, once; its record follows with `confirm`. */
  keep(bytes: Uint8Array, record: ReportRecord): void {
    const path = this.pathOf(record, `.${record.format}`);
    this.amend(record);
    if (hasBytes(path, bytes)) return;
    this.newFiles.push(path);
    this.write(path, Buffer.from(bytes), 0o444);
  }

  /**
   * Notes what is new about a report; its record follows with `confirm`. The months on record are those any dataset
   * took, and a withdrawal stays as the archive has it.
   */
  amend(record: ReportRecord): void {
    const before = this.reports.get(record.sha256)?.record;
    this.pending.push(before ? { ...this.withMonthsOf(record), withdrawn: before.withdrawn } : record);
  }

  /** Notes a withdrawal; its record is written by `prepareCommit`. */
  withdraw(record: ReportRecord, withdrawal: Withdrawal): void {
    this.withdrawals.push({ ...this.withMonthsOf(record), withdrawn: withdrawal });
  }

  /** Writes withdrawals, then waits until all that was kept is on the disk. The dataset commits next. */
  prepareCommit(): void {
    for (const record of this.withdrawals.splice(0)) this.writeRecord(record);
    this.sync();
  }

  private withMonthsOf(record: ReportRecord): ReportRecord {
    const before = this.reports.get(record.sha256)?.record;
    return before ? { ...record, taken: uniteMonths(record.taken, before.taken, record) } : record;
  }

  private sync(): void {
    try {
      for (const folder of this.unsynced) syncToDisk(folder);
      this.unsynced.clear();
    } catch (error) {
      throw explainDisk('archive', this.folder, error);
    }
  }

  /** Writes the records of all that was kept; the dataset has committed, and nothing is to be undone any more. */
  confirm(): void {
    this.newFiles.length = 0;
    for (const record of this.pending.splice(0)) this.writeRecord(record);
    this.sync();
  }

  /** Removes the bytes that were kept and not confirmed; the run has failed. The next run completes a withdrawal. */
  undo(): void {
    this.pending.length = 0;
    this.withdrawals.length = 0;
    for (const path of this.newFiles.splice(0)) rmSync(path, { force: true });
  }

  /** Whether a report's record lacks months that the dataset has: a run ended between its commit and the record. */
  isBehind(record: ReportRecord): boolean {
    const archived = this.reports.get(record.sha256)?.record;
    return !archived || !isDeepStrictEqual(this.withMonthsOf(record).taken, archived.taken);
  }

  /**
   * Completes what killed runs left: removes half-written files, and writes the records that are behind those of the
   * dataset. It never adds a withdrawal to a record. The caller has the archive's lock.
   */
  complete(records: readonly ReportRecord[]): void {
    for (const name of listFiles(this.folder)) if (UNFINISHED.test(name)) rmSync(join(this.folder, name));
    for (const record of records.filter((known) => this.isBehind(known) && this.hasBytes(known))) {
      const archived = this.reports.get(record.sha256)?.record ?? record;
      this.writeRecord({ ...archived, taken: this.withMonthsOf(record).taken });
    }
    this.sync();
  }

  private writeRecord(record: ReportRecord): void {
    this.write(this.pathOf(record, RECORD_SUFFIX), recordText(record), 0o644);
    this.reports.set(record.sha256, { record, path: this.pathOf(record, `.${record.format}`) });
  }

  private write(path: string, content: Buffer | string, mode: number): void {
    try {
      const folder = dirname(path);
      mkdirSync(folder, { recursive: true });
      writeFileAtomic.sync(path, content, { mode });
      this.unsynced.add(folder);
    } catch (error) {
      throw explainDisk('archive', this.folder, error);
    }
  }

  private pathOf({ kind, sha256 }: ReportRecord, suffix: string): string {
    return join(this.folder, kind, sha256 + suffix);
  }
}

/** Whether a file has these bytes; what cannot be read is written anew. */
function hasBytes(path: string, bytes: Uint8Array): boolean {
  try {
    return readRegularFile(path).equals(bytes);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}
