import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import { uniteMonths } from '../../domain/month-range.ts';
import { errorCode, explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { FORMAT_NAMES } from '../../extract/formats/formats.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import {
  type ArchivedReport,
  filesBelow,
  listFiles,
  RECORD_SUFFIX,
  readReportRecords,
  recordText,
} from './archive-records.ts';

/** The name that write-file-atomic gives an incomplete file. */
const UNFINISHED = new RegExp(`[0-9a-f]{64}\\.(?:${FORMAT_NAMES.join('|')}|report\\.json)\\.\\d+$`);

/**
 * The archive: `<folder>/<state>/<kind>/<sha256>.<format>` has the bytes as received, `<sha256>.report.json` the record.
 * A run writes bytes and withdrawals before the dataset commits, and records afterwards.
 */
export class Archive {
  readonly folder: string;
  private readonly reports: Map<string, ArchivedReport>;
  private readonly pending = new Map<string, ReportRecord>();
  private readonly decisions: ReportRecord[] = [];
  private readonly newFiles: string[] = [];
  /** Folders whose new entries may not be on the disk yet. */
  private readonly unsynced = new Set<string>();

  /** Opens the archive in a folder. The folder need not exist. */
  constructor(folder: string) {
    this.folder = folder;
    this.reports = new Map(readReportRecords(folder).map((report) => [report.record.sha256, report]));
  }

  /** The report with this hash, if the archive has its record. */
  find(sha256: string): ArchivedReport | undefined {
    return this.reports.get(sha256);
  }

  /** Whether the archive has both the bytes and the record of a report. */
  has(sha256: string): boolean {
    const report = this.reports.get(sha256);
    return report !== undefined && existsSync(report.path);
  }

  /** Whether the archive has the bytes of a report, with or without its record. */
  hasBytes(record: ReportRecord): boolean {
    return existsSync(this.pathOf(record));
  }

  /** The files that belong to no record. Killed runs leave some; the next run removes those that are incomplete. */
  unknownFiles(): string[] {
    const known = new Set(
      this.list().flatMap(({ path, record }) => [path, this.pathOf(record, RECORD_SUFFIX)]),
    );
    return filesBelow(this.folder).filter((path) => !known.has(path) && !UNFINISHED.test(path));
  }

  /** All reports by time of receipt, then by hash. */
  list(): ArchivedReport[] {
    const key = ({ record }: ArchivedReport) => `${record.received_at} ${record.sha256}`;
    return [...this.reports.values()].sort((a, b) => compareText(key(a), key(b)));
  }

  /**
   * Stores the bytes of a report once. `confirm` writes its record, which lists the months that any dataset took and
   * keeps what a person decided about the report.
   */
  store(bytes: Uint8Array, record: ReportRecord): void {
    this.pending.set(record.sha256, record);
    const path = this.pathOf(record);
    if (containsBytes(path, bytes)) return;
    this.newFiles.push(path);
    this.write(path, Buffer.from(bytes), 0o444);
  }

  /** Replaces the record that `confirm` writes for stored bytes. */
  replacePending(record: ReportRecord): void {
    if (this.pending.has(record.sha256)) this.pending.set(record.sha256, record);
  }

  /** Notes a record with what a person decided. `prepareCommit` writes it. */
  decide(record: ReportRecord): void {
    this.decisions.push(this.withMonthsOf(record));
  }

  /** Drops a decision that `prepareCommit` has not written yet. */
  takeBack(sha256: string): void {
    const others = this.decisions.filter((record) => record.sha256 !== sha256);
    this.decisions.splice(0, this.decisions.length, ...others);
  }

  /** Writes withdrawals and acceptances, and waits until all bytes are on the disk. The dataset commits next. */
  prepareCommit(): void {
    for (const record of this.decisions.splice(0)) this.writeRecord(record);
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

  /** Writes the records of all stored bytes. The dataset has committed, so `undo` has no effect afterwards. */
  confirm(): void {
    this.newFiles.length = 0;
    for (const record of this.pending.values()) {
      const { withdrawn, held } = this.reports.get(record.sha256)?.record ?? record;
      this.writeRecord({ ...this.withMonthsOf(record), withdrawn, held });
    }
    this.pending.clear();
    this.sync();
  }

  /** Removes bytes that were stored but not confirmed, after a failed run. The next run completes a decision. */
  undo(): void {
    this.pending.clear();
    this.decisions.length = 0;
    for (const path of this.newFiles.splice(0)) rmSync(path, { force: true });
  }

  /** Whether a record lacks months that the dataset has, because a run was killed right after its commit. */
  isBehind(record: ReportRecord): boolean {
    const archived = this.reports.get(record.sha256)?.record;
    return !archived || !isDeepStrictEqual(this.withMonthsOf(record).taken, archived.taken);
  }

  /**
   * Repairs what killed runs left: removes incomplete files, and updates records that are behind the dataset. Never
   * adds a withdrawal to a record. The caller holds the archive's lock.
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
    this.reports.set(record.sha256, { record, path: this.pathOf(record) });
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

  /** Where a report's bytes are, or its record with another suffix. */
  pathOf({ kind, sha256, format }: ReportRecord, suffix = `.${format}`): string {
    return join(this.folder, kind, sha256 + suffix);
  }
}

/** Whether a file has these bytes. A file that cannot be read does not. */
function containsBytes(path: string, bytes: Uint8Array): boolean {
  try {
    return readRegularFile(path).equals(bytes);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}
