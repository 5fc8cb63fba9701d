import { countFindings, type FindingCounts } from '../domain/findings/finding.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import { type DownloadedFile, isSuperseded } from './fetched-units.ts';

/** The refused files of a run that their portals have replaced. */
export function findReplaced({ reports }: RunSummary, downloads: readonly DownloadedFile[]): string[] {
  const refused = reports.filter(({ status }) => status === 'refused');
  return refused.map(({ path }) => path).filter((path) => isSuperseded(path, downloads));
}

/** A run without these refused files: nobody needs to look at them again. */
export function withoutFiles(run: RunSummary, paths: readonly string[]): RunSummary {
  if (paths.length === 0) return run;
  const left = { ...run, reports: run.reports.filter(({ path }) => !paths.includes(path)) };
  const taken = run.reports.filter(({ path }) => paths.includes(path));
  const findings = subtract(run.findings, countFindings(taken.flatMap((report) => report.findings)));
  return { ...left, findings, outcome: outcomeOf(left) };
}

function subtract(all: FindingCounts, some: FindingCounts): FindingCounts {
  return {
    error: all.error - some.error,
    warning: all.warning - some.warning,
    info: all.info - some.info,
  };
}

function outcomeOf({
  reports,
  allocations: { inserted, updated, removed },
  new_facts,
  others,
}: RunSummary): RunSummary['outcome'] {
  const has = (wanted: string) => reports.some(({ status }) => status === wanted);
  if (has('refused') || has('held')) return 'partial';
  return has('loaded') || inserted + updated + removed + new_facts + others.length > 0 ? 'ok' : 'nothing-new';
}
