import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Decision } from '../domain/report.ts';
import type { KnownReport } from '../store/write/reports.ts';
import type { OpenRun } from './open-run.ts';
import { type ReportSummary, summaryOf } from './summary.ts';

/**
 * Withdraws the reports that are named, and those that only the archive has as withdrawn, because another dataset has the
 * same archive. Throws an `OperatorError` if a named one is unknown or withdrawn already.
 */
export function withdrawReports(run: OpenRun): ReportSummary[] {
  const { options, reports, archive, startedAt } = run;
  if (options.command === 'rebuild') return [];
  const asked = (options.withdraw ?? []).map(
    ({ sha256, reason }) => [requireCounted(run, sha256), reason] as const,
  );
  const reasons = new Map(asked);
  return reports.list().flatMap((known): ReportSummary[] => {
    const { sha256, withdrawn } = known.record;
    const reason = reasons.get(known);
    const decision =
      archive.find(sha256)?.record.withdrawn ?? (reason === undefined ? null : { at: startedAt, reason });
    return decision && !withdrawn ? [withdraw(run, known, decision)] : [];
  });
}

function requireCounted({ reports }: OpenRun, sha256: string): KnownReport {
  const known = reports.find(sha256);
  if (!known) {
    const message = `The dataset has no report ${sha256}. To find its hash, run allocations reports --format json.`;
    throw new OperatorError(message, USAGE);
  }
  const { file_name, withdrawn } = known.record;
  if (withdrawn)
    throw new OperatorError(
      `${file_name} was already withdrawn at ${withdrawn.at} (${withdrawn.reason}).`,
      USAGE,
    );
  return known;
}

/** Removes a report's rows, and marks its record as withdrawn. */
function withdraw(run: OpenRun, known: KnownReport, withdrawn: Decision): ReportSummary {
  const { record, rowCount } = known;
  run.loader.remove(known);
  run.reports.write({ ...record, withdrawn }, 0);
  const archived = run.archive.find(record.sha256)?.record ?? record;
  if (run.writesArchive) run.kept.set(record.sha256, { record: { ...archived, withdrawn }, isPut: false });
  return { ...summaryOf(record.file_name, record), status: 'withdrawn', rows: rowCount };
}
