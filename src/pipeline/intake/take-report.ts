import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { capFindings, FINDINGS_PER_CODE, type Finding, finding } from '../../domain/findings/finding.ts';
import { monthOfDate } from '../../domain/month.ts';
import { touchesMonths } from '../../domain/month-range.ts';
import type { ReportRecord, ReportRow } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { quarantineReport } from '../archive/quarantine.ts';
import type { OpenRun } from '../open-run.ts';
import { type ReportSummary, refused, summaryOf, unchangedSummary, withdrawnSummary } from '../summary.ts';
import type { RefusedReport, TypedReport } from './read-report.ts';
import type { ReceivedReport, UnreadableFile } from './receive.ts';

/** Takes one received report into the dataset and the archive, or refuses it. */
export function takeReport(run: OpenRun, received: ReceivedReport | UnreadableFile): ReportSummary {
  const { path, sha256, archived } = received;
  if ('fault' in received) return refused(path, sha256, [received.fault]);
  const known = run.reports.find(received.sha256);
  const record = known?.record ?? archived ?? run.archive.find(received.sha256)?.record;
  if (record?.withdrawn) {
    if (!known) run.reports.write(record, 0);
    keepBytes(run, received.bytes, record);
    return withdrawnSummary(path, record, record.withdrawn);
  }
  if (known && !archived) {
    keepBytes(run, received.bytes, known.record);
    return unchangedSummary(path, known);
  }
  const { reading } = received;
  if (!reading) throw new Error(`${path} was not read`);
  if (!('rows' in reading)) return refuse(run, received, reading);
  const shared = run.loader.sharedIds(reading.kind, reading.rows);
  if (shared.length > 0)
    return refuse(run, received, { kind: reading.kind, findings: [...reading.findings, ...shared] });
  return loadReport(run, received, reading);
}

function loadReport(run: OpenRun, received: ReceivedReport, reading: TypedReport): ReportSummary {
  const { path, archived, bytes, note } = received;
  const record = recordOf(run, received, reading);
  const isNew = !run.reports.find(record.sha256);
  const summary = { ...summaryOf(path, record), rows: reading.rows.length };
  if (isNew && !archived && run.options.months && !touchesMonths(record, run.options.months))
    return { ...summary, rows: 0, status: 'outside-range' };
  keepBytes(run, bytes, record);
  const ahead = futureMonth(reading.rows, record);
  const findings = [...capFindings(reading.findings, FINDINGS_PER_CODE), ...ahead];
  const differing = run.loader.load(record, reading.rows, findings);
  run.hasChanged ||= differing.findings > 0;
  // what the note beside the file says is no property of its bytes
  const ofNote = isNew && !archived ? note.findings : [];
  const status = isNew || differing.rows > 0 ? 'loaded' : 'unchanged';
  return { ...summary, status, findings: [...findings, ...ofNote] };
}

/** The record to store. A report keeps the name, time and origin of its first receipt. */
function recordOf(
  { reports, archive, options, receivedAt }: OpenRun,
  { path, sha256, archived, note }: ReceivedReport,
  { kind, format, first_month, last_month }: TypedReport,
): ReportRecord {
  const first = archived ?? reports.find(sha256)?.record ?? archive.find(sha256)?.record;
  const accepted = options.accept === undefined ? null : { at: receivedAt, reason: options.accept };
  return {
    ...{ sha256, kind, format, first_month, last_month },
    file_name: first?.file_name ?? basename(path),
    received_at: first?.received_at ?? receivedAt,
    accepted: first ? first.accepted : accepted,
    withdrawn: null,
    origin: first ? first.origin : note.origin,
  };
}

/** Puts the bytes of a report into the archive, unless it has them, and notes a record that differs. */
function keepBytes(run: OpenRun, bytes: Uint8Array, record: ReportRecord): void {
  if (!run.writesArchive) return;
  const { archive, kept } = run;
  const archived = archive.find(record.sha256)?.record;
  const isPut = (!archived || !archive.hasBytes(record)) && archive.put(bytes, record);
  if (isPut || !isDeepStrictEqual(archived, record)) kept.set(record.sha256, { record, isPut });
}

/** Copies a refused report to the quarantine. What the archive has stays there. */
function refuse(run: OpenRun, received: ReceivedReport, { kind, findings }: RefusedReport): ReportSummary {
  const { path, sha256, archived } = received;
  if (!run.options.dryRun && !archived) quarantineReport(run.options.quarantine, received, findings);
  return { ...refused(path, sha256, findings), kind };
}

/** A warning, not an error, because this machine's clock may be wrong. */
function futureMonth(rows: readonly ReportRow[], { sha256, received_at }: ReportRecord): Finding[] {
  const receipt = monthOfDate(received_at);
  const [first, ...more] = rows.filter(({ month }) => month > receipt);
  if (!first) return [];
  const { month, sheet, row } = first;
  const facts = { month, more: more.length, receivedAt: received_at, sha256: shortHash(sha256) };
  return [finding('future-month', facts, { sheet, row })];
}
