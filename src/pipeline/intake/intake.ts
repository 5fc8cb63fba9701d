import { basename, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { capFindings, FINDINGS_PER_CODE, type Finding } from '../../domain/findings/finding.ts';
import { monthOfDate } from '../../domain/month.ts';
import type { AskedMonths, ReportRecord } from '../../domain/report.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import { readOrigin } from '../../files/origin-note.ts';
import { readReportFile, stampFile } from '../../files/report-file.ts';
import type { KnownReport, Reports } from '../../store/write/reports.ts';
import type { SeenFiles } from '../../store/write/seen-files.ts';
import type { Archive } from '../archive/archive.ts';
import { compareReports } from '../settle/precedence.ts';
import { type ReportSummary, refused, summaryOf, withdrawnSummary } from '../summary.ts';
import { damagedArchive, futureMonth, outsideRange, returnedReport, withoutRows } from './intake-findings.ts';
import { isTaken, monthsAsked, uniteMonths } from './months-taken.ts';
import { quarantineReport } from './quarantine.ts';
import type { ReadReport, RefusedReport, ReportReader } from './read-report.ts';
import type { RowLoader } from './row-loader.ts';

/** A report to take: a file, or one of the archive with its record. */
export interface Source {
  path: string;
  /** The paths it was found under. */
  found: readonly string[];
  archived: ReportRecord | null;
}

/** What reports are taken with, and into. */
export interface IntakeOptions {
  /** The time of receipt of reports that are new. */
  receivedAt: string;
  months: AskedMonths;
  dryRun: boolean;
  writesArchive: boolean;
  quarantine: string;
  layouts: readonly Layout[];
  readReport: ReportReader;
  archive: Archive;
  reports: Reports;
  rows: RowLoader;
  seenFiles: SeenFiles;
}

/** Takes reports into the dataset's row tables, one by one, within the run's transaction. */
export class Intake {
  private readonly options: IntakeOptions;
  /** By hash, the path under which a report was loaded in this run. */
  private readonly loadedFrom = new Map<string, string>();

  constructor(options: IntakeOptions) {
    this.options = options;
  }

  /** Reads one report and loads it. Nothing is loaded once `isAbandoned` says so. */
  async receive(source: Source, isAbandoned: () => boolean): Promise<ReportSummary> {
    const { path, archived } = source;
    const recognized = archived ? null : await this.recognize(path);
    if (recognized) return recognized;
    const file = await readReportFile(path);
    if ('finding' in file) return refused(path, null, [file.finding]);
    const summary = await this.receiveBytes(source, file, isAbandoned);
    if (archived || summary.status === 'refused') return summary;
    const findings = [...summary.findings, ...this.findReturned(path, file.sha256)];
    this.options.seenFiles.note(resolve(path), file.sha256, file.stamp);
    return { ...summary, findings };
  }

  /** Whether a file is again what it was before something that counts for more lay in its place. */
  private findReturned(path: string, sha256: string): Finding[] {
    const { reports, seenFiles } = this.options;
    const [now, before] = [sha256, seenFiles.last(resolve(path))].map(
      (hash) => hash && reports.find(hash)?.record,
    );
    if (!now || !before || now.withdrawn || before.withdrawn || now.kind !== before.kind) return [];
    if (now.receivedAt >= before.receivedAt || compareReports(now, before) > 0) return [];
    if (now.lastMonth < before.firstMonth || now.firstMonth > before.lastMonth) return [];
    return [returnedReport(now, before)];
  }

  /** A file that is as it was when it was read, of a report of which nothing is to be taken; `null` for others. */
  private async recognize(path: string): Promise<ReportSummary | null> {
    const { seenFiles, reports, archive, writesArchive } = this.options;
    const stamp = await stampFile(path);
    const sha256 = stamp && seenFiles.find(stamp);
    const known = sha256 === null || this.loadedFrom.has(sha256) ? undefined : reports.find(sha256);
    if (!known || (writesArchive && !archive.has(known.record.sha256))) return null;
    return this.knownSummary(path, known);
  }

  /** What is said of a known report of which nothing is to be taken; `null` of others. */
  private knownSummary(path: string, { record, rowCount }: KnownReport): ReportSummary | null {
    if (record.withdrawn) return withdrawnSummary(path, record, record.withdrawn);
    if (!this.hasAllAskedFor(record)) return null;
    return { ...summaryOf(path, record), status: 'unchanged', rows: rowCount };
  }

  private async receiveBytes(
    source: Source,
    { bytes, sha256 }: { bytes: Uint8Array; sha256: string },
    isAbandoned: () => boolean,
  ): Promise<ReportSummary> {
    const { path, archived } = source;
    const { readReport, layouts } = this.options;
    if (archived && archived.sha256 !== sha256) return refused(path, sha256, [damagedArchive(archived)]);
    const leftOut = this.leaveOut(path, bytes, sha256, archived);
    if (leftOut) return leftOut;
    const report = await readReport(bytes, layouts);
    if (!('rows' in report)) return this.refuse(source, bytes, sha256, report);
    if (isAbandoned()) return refused(path, sha256, []);
    const { record, findings } = this.recordOf(path, sha256, report, archived);
    const summary = this.load(path, bytes, record, report, archived !== null);
    // said once, by the run that reads the file; the dataset is the same without it
    return { ...summary, findings: [...summary.findings, ...findings] };
  }

  /** What is said of a report that need not be read, as it was withdrawn or is there already; `null` of others. */
  private leaveOut(
    path: string,
    bytes: Uint8Array,
    sha256: string,
    archived: ReportRecord | null,
  ): ReportSummary | null {
    const { reports, archive } = this.options;
    const known = reports.find(sha256);
    const record = known?.record ?? archived ?? archive.find(sha256)?.record;
    if (record?.withdrawn) {
      if (!known) reports.write(record, 0);
      this.keepWhereMissing(bytes, record);
      return withdrawnSummary(path, record, record.withdrawn);
    }
    // what is named of the archive is read again
    const unchanged = known && !archived ? this.knownSummary(path, known) : null;
    if (known && unchanged) {
      this.keepWhereMissing(bytes, known.record);
      this.preferName(path, bytes, known);
    }
    return unchanged;
  }

  private keepWhereMissing(bytes: Uint8Array, record: ReportRecord): void {
    const { archive, writesArchive } = this.options;
    if (writesArchive && !archive.has(record.sha256)) archive.keep(bytes, record);
  }

  /** Sets a report aside; one of the archive stays there. */
  private refuse(
    { path, found, archived }: Source,
    bytes: Uint8Array,
    sha256: string,
    { kind, findings }: RefusedReport,
  ): ReportSummary {
    const { quarantine, dryRun } = this.options;
    if (!dryRun && !archived) quarantineReport(quarantine, { path, sha256, bytes, findings, found });
    return { ...refused(path, sha256, findings), kind };
  }

  private hasAllAskedFor(record: ReportRecord): boolean {
    const asked = monthsAsked(record, this.options.months);
    return isDeepStrictEqual(uniteMonths(asked, record.taken, record), record.taken);
  }

  /** A report keeps the name, time and origin it was first received with. */
  private recordOf(
    path: string,
    sha256: string,
    report: ReadReport,
    archived: ReportRecord | null,
  ): { record: ReportRecord; findings: Finding[] } {
    const { kind, format, firstMonth, lastMonth } = report;
    const inDataset = this.options.reports.find(sha256)?.record ?? null;
    const first = archived ?? inDataset ?? this.options.archive.find(sha256)?.record;
    const months = { firstMonth, lastMonth };
    const asked = archived ? archived.taken : monthsAsked(months, this.options.months);
    const { origin, findings } = first ? { origin: first.origin, findings: [] } : readOrigin(path, sha256);
    const record: ReportRecord = {
      sha256,
      kind,
      format,
      fileName: first?.fileName ?? basename(path),
      receivedAt: first?.receivedAt ?? this.options.receivedAt,
      firstMonth,
      lastMonth,
      taken: uniteMonths(asked, inDataset ? inDataset.taken : [], months),
      withdrawn: null,
      origin,
    };
    return { record, findings };
  }

  /** Of the same bytes under several names in one run the first path counts, whichever was read first. */
  private preferName(path: string, bytes: Uint8Array, { record, rowCount }: KnownReport): void {
    const other = this.loadedFrom.get(record.sha256);
    if (other === undefined || other <= path || record.receivedAt !== this.options.receivedAt) return;
    const { origin } = readOrigin(path, record.sha256);
    const renamed = { ...record, fileName: basename(path), origin };
    this.loadedFrom.set(record.sha256, path);
    this.options.reports.write(renamed, rowCount);
    if (this.options.writesArchive) this.options.archive.keep(bytes, renamed);
  }

  private load(
    path: string,
    bytes: Uint8Array,
    record: ReportRecord,
    report: ReadReport,
    isArchived: boolean,
  ): ReportSummary {
    const { writesArchive, archive, reports } = this.options;
    const rows = report.rows.filter(({ month }) => isTaken(month, record.taken));
    const leftOut = report.rows.filter(({ month }) => !isTaken(month, record.taken));
    const ahead = rows.filter(({ month }) => month > monthOfDate(record.receivedAt));
    const ofRows = rows.length > 0 ? withoutRows(report.findings, leftOut) : [];
    const findings = [
      ...capFindings(ofRows, FINDINGS_PER_CODE),
      ...(leftOut.length > 0 ? [outsideRange(leftOut.length)] : []),
      ...(ahead.length > 0 ? [futureMonth(ahead, record)] : []),
    ];
    const summary = { ...summaryOf(path, record), rows: rows.length, findings };
    const twin = reports.find(record.sha256);
    if (twin && this.loadedFrom.has(record.sha256)) {
      this.preferName(path, bytes, twin);
      return { ...summary, status: 'unchanged', findings: [] };
    }
    // a report of the archive was loaded once: it stays on record, also without rows
    if (rows.length === 0 && !twin && !isArchived) return { ...summary, status: 'unchanged' };
    this.loadedFrom.set(record.sha256, path);
    if (writesArchive) archive.keep(bytes, record);
    const hasChanged = this.options.rows.load(record, rows, findings);
    return { ...summary, status: !twin || hasChanged ? 'loaded' : 'unchanged' };
  }
}
