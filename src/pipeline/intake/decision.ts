import { basename } from 'node:path';
import {
  capFindings,
  FINDINGS_PER_CODE,
  type Finding,
  finding,
  type Place,
} from '../../domain/findings/finding.ts';
import { monthOfDate } from '../../domain/month.ts';
import { hasAllMonths, isLoadedMonth, monthsAsked, uniteMonths } from '../../domain/month-range.ts';
import type { ReportRecord, ReportRow } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import type { Decision, Intake, ReceivedReport } from './intake.ts';
import type { RefusedReport, TypedReport } from './read-report.ts';

/** Decides by the records of dataset and archive; `null` if the report must be read first. */
export function decideUnread(
  { sha256, archived }: Pick<ReceivedReport, 'sha256' | 'archived'>,
  { reports, archive, months }: Pick<Intake, 'reports' | 'archive' | 'months'>,
): Decision | null {
  const known = reports.find(sha256);
  const record = known?.record ?? archived ?? archive.find(sha256)?.record;
  if (record?.withdrawn) return { action: 'leave out', record, withdrawal: record.withdrawn };
  const hold = (archived ?? record)?.held;
  if (record && hold && !hold.accepted) return { action: 'hold', record, hold };
  // a run over the archive reads every report again
  return known && !archived && hasAllMonths(known.record, months) ? { action: 'skip', known } : null;
}

/** Decides by what the report contains. */
export function decideRead(
  received: ReceivedReport,
  reading: TypedReport | RefusedReport,
  intake: Intake,
): Decision {
  if (!('rows' in reading)) return { action: 'refuse', ...reading };
  // the reports before it are loaded now, and one of them may have the same bytes
  return decideUnread(received, intake) ?? decideRows(received, reading, intake);
}

function decideRows(received: ReceivedReport, reading: TypedReport, intake: Intake): Decision {
  const sharedIds = intake.rows.sharedIds(reading.kind, reading.rows);
  if (sharedIds.length > 0)
    return { action: 'refuse', kind: reading.kind, findings: [...reading.findings, ...sharedIds] };
  const { record, findings: ofRun } = recordOf(received, reading, intake);
  const rows = reading.rows.filter(({ month }) => isLoadedMonth(month, record.taken));
  const leftOut = reading.rows.filter(({ month }) => !isLoadedMonth(month, record.taken));
  const receipt = monthOfDate(record.received_at);
  const ahead = rows.filter(({ month }) => month > receipt);
  const ofRows = rows.length > 0 ? withoutRows(reading.findings, leftOut) : [];
  const findings = [
    ...capFindings(ofRows, FINDINGS_PER_CODE),
    ...(leftOut.length > 0 ? [outsideRange(leftOut.length)] : []),
    ...(ahead.length > 0 ? [futureMonth(ahead, record)] : []),
  ];
  return { action: 'load', record, rows, findings, ofRun };
}

/** The record to store. A report keeps the name, time and origin of its first receipt. */
function recordOf(
  { path, sha256, archived, note }: ReceivedReport,
  { kind, format, first_month, last_month }: TypedReport,
  { reports, archive, months, receivedAt }: Intake,
): { record: ReportRecord; findings: Finding[] } {
  const inDataset = reports.find(sha256)?.record ?? null;
  const first = archived ?? inDataset ?? archive.find(sha256)?.record;
  const range = { first_month, last_month };
  const asked = archived ? archived.taken : monthsAsked(range, months);
  const { origin, findings } = first ? { origin: first.origin, findings: [] } : note;
  const record: ReportRecord = {
    sha256,
    kind,
    format,
    file_name: first?.file_name ?? basename(path),
    received_at: first?.received_at ?? receivedAt,
    ...range,
    taken: uniteMonths(asked, inDataset ? inDataset.taken : [], range),
    withdrawn: null,
    held: first?.held ?? null,
    origin,
  };
  return { record, findings };
}

/** The findings of a report except those about these rows. */
function withoutRows(findings: readonly Finding[], rows: readonly ReportRow[]): readonly Finding[] {
  if (rows.length === 0) return findings;
  const nameOf = ({ sheet, row }: Pick<Place, 'sheet' | 'row'>) => JSON.stringify([sheet, row]);
  const places = new Set(rows.map(nameOf));
  return findings.filter((item) => !places.has(nameOf(item)));
}

function outsideRange(rows: number): Finding {
  return finding('outside-range', { rows });
}

/** A warning, not an error, because this machine's clock may be wrong. */
function futureMonth([first, ...more]: readonly ReportRow[], { sha256, received_at }: ReportRecord): Finding {
  const { month = null, sheet = null, row = null } = first ?? {};
  return finding(
    'future-month',
    { month: `${month}`, more: more.length, receivedAt: received_at, sha256: shortHash(sha256) },
    { sheet, row },
  );
}
