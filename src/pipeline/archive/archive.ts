import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { errorCode, explainDisk } from '../../domain/operator-error.ts';
import type { ReportRecord } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { FORMAT_NAMES } from '../../extract/formats/formats.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import {
  type ArchivedReport,
  filesBelow,
  RECORD_SUFFIX,
  readReportRecords,
  recordText,
} from './archive-records.ts';

/** The name that write-file-atomic gives an incomplete file. */
const UNFINISHED = new RegExp(`[0-9a-f]{64}\\.(?:${FORMAT_NAMES.join('|')}|report\\.json)\\.\\d+$`);

/**
 * The archive: `<folder>/<state>/<kind>/<sha256>.<format>` has the bytes as received, `<sha256>.report.json` the record.
 * A run puts the bytes before the dataset commits, and writes the record afterwards.
 */
export class Archive {
  readonly folder: string;
  private readonly reports: Map<string, ArchivedReport>;

  /** Opens the archive in a folder. The folder need not exist. */
  constructor(folder: string) {
    this.folder = folder;
    this.reports = new Map(readReportRecords(folder).map((report) => [report.record.sha256, report]));
  }

  /** The report with this hash, if the archive has its record. */
  find(sha256: string): ArchivedReport | undefined {
    return this.reports.get(sha256);
  }

  /** Whether the archive has the bytes of a report, with or without its record. */
  hasBytes(record: ReportRecord): boolean {
    return existsSync(this.pathOf(record));
  }

  /** All reports by time of receipt, then by hash. */
  list(): ArchivedReport[] {
    const key = ({ record }: ArchivedReport) => `${record.received_at} ${record.sha256}`;
    return [...this.reports.values()].sort((a, b) => compareText(key(a), key(b)));
  }

  /** The files that belong to no record, and those that killed runs left incomplete. */
  strayFiles(): { unknown: string[]; unfinished: string[] } {
    const known = new Set(
      this.list().flatMap(({ path, record }) => [path, this.pathOf(record, RECORD_SUFFIX)]),
    );
    const stray = filesBelow(this.folder).filter((path) => !known.has(path));
    return {
      unknown: stray.filter((path) => !UNFINISHED.test(path)),
      unfinished: stray.filter((path) => UNFINISHED.test(path)),
    };
  }

  /** Where a report's bytes are, or its record with another suffix. */
  pathOf({ kind, sha256, format }: ReportRecord, suffix = `.${format}`): string {
    return join(this.folder, kind, sha256 + suffix);
  }

  /** Stores the bytes of a report, before the dataset commits. Returns whether they are new. */
  put(bytes: Uint8Array, record: ReportRecord): boolean {
    const path = this.pathOf(record);
    if (containsBytes(path, bytes)) return false;
    this.writeFile(path, Buffer.from(bytes), 0o444);
    return true;
  }

  /** Removes bytes that were put, if the dataset does not get them. */
  takeBack(record: ReportRecord): void {
    for (const suffix of [RECORD_SUFFIX, undefined]) rmSync(this.pathOf(record, suffix), { force: true });
    this.reports.delete(record.sha256);
  }

  /** Writes the record of a report, after the dataset has committed. */
  write(record: ReportRecord): void {
    this.writeFile(this.pathOf(record, RECORD_SUFFIX), recordText(record), 0o644);
    this.reports.set(record.sha256, { record, path: this.pathOf(record), waiting: null });
  }

  private writeFile(path: string, content: Buffer | string, mode: number): void {
    try {
      const folder = dirname(path);
      mkdirSync(folder, { recursive: true });
      writeFileAtomic.sync(path, content, { mode });
      syncToDisk(folder);
    } catch (error) {
      throw explainDisk('archive', this.folder, error);
    }
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
