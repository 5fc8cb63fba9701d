import { type Finding, finding } from '../../domain/findings/finding.ts';
import { compareReports, countsSince, isCounted, isHeld, type ReportRecord } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { kindOf } from '../../states/index.ts';
import type { Dataset } from '../../store/dataset.ts';
import { ReportRows } from '../../store/write/report-rows.ts';
import type { KnownReport, Reports } from '../../store/write/reports.ts';
import type { ReportSummary } from '../summary.ts';
import type { ReportInput } from './intake.ts';

/** Adds a finding to each loaded report that has the months of a held one: the held one can be rejected. */
export function withReplacedFindings(
  summaries: readonly ReportSummary[],
  known: readonly KnownReport[],
): readonly ReportSummary[] {
  const held = known.map(({ record }) => record).filter(isHeld);
  if (held.length === 0) return summaries;
  return summaries.map((summary) => {
    const { kind, status, from, to } = summary;
    if (status !== 'loaded' || from === null || to === null) return summary;
    const replaced = held.filter(
      (record) => record.kind === kind && record.first_month <= to && record.last_month >= from,
    );
    const findings = replaced.map(({ file_name: file, sha256 }) =>
      finding('held-report-replaced', { file, sha256: shortHash(sha256) }),
    );
    return { ...summary, findings: [...summary.findings, ...findings] };
  });
}

/**
 * Adds a finding to each known report that a person names again after a later report replaced its figures. Files of a
 * folder get none: there, replaced reports stay beside the later ones.
 */
export function withReturnedFindings(
  taken: readonly ReportSummary[],
  inputs: readonly ReportInput[],
  { dataset, reports }: { dataset: Dataset; reports: Reports },
): readonly ReportSummary[] {
  const named = new Set(inputs.flatMap(({ path, isNamed }) => (isNamed ? [path] : [])));
  return taken.map((summary) => {
    const known = named.has(summary.path) ? reports.find(`${summary.sha256}`) : undefined;
    if (!known || !isCounted(known.record) || summary.findings.length > 0) return summary;
    const replacing = findReplacing(known, reports, dataset);
    if (!replacing) return summary;
    return { ...summary, findings: [returnedReport(known.record, replacing)] };
  });
}

/** The later report that wins over this one; `null` if there is none. */
function findReplacing({ id, record }: KnownReport, reports: Reports, dataset: Dataset): ReportRecord | null {
  const records = reports.byId();
  const replacing = new ReportRows(dataset, kindOf(record.kind))
    .monthsThatDiffer(id)
    .flatMap(({ reportId }) => {
      const other = records.get(reportId);
      return other && wins(other, record) ? [other] : [];
    })
    .sort((a, b) => compareReports(b, a));
  return replacing[0] ?? null;
}

function wins(later: ReportRecord, earlier: ReportRecord): boolean {
  return isCounted(later) && countsSince(later) > countsSince(earlier) && compareReports(later, earlier) > 0;
}

/** Whether a path has its old bytes again, after it held a report that takes precedence. The hashes are now and before. */
export function findReturned(reports: Reports, sha256: string, before: string | null): Finding[] {
  const [now, later] = [sha256, before].map((hash) => hash && reports.find(hash)?.record);
  if (!now || !later || !isCounted(now) || !isCounted(later) || now.kind !== later.kind) return [];
  if (now.received_at >= later.received_at || compareReports(now, later) > 0) return [];
  if (now.last_month < later.first_month || now.first_month > later.last_month) return [];
  return [returnedReport(now, later)];
}

function returnedReport(now: ReportRecord, later: ReportRecord): Finding {
  const hasOtherMonths = later.first_month < now.first_month || later.last_month > now.last_month;
  return finding('returned-report', {
    receivedAt: now.received_at,
    laterReceivedAt: later.received_at,
    laterSha256: shortHash(later.sha256),
    laterFile: later.file_name,
    caution: hasOtherMonths ? 'That also removes its other months, so add --dry-run first. ' : '',
  });
}
