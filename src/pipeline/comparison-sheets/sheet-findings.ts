import { capFindings, type Facts, type Finding, finding } from '../../domain/findings/finding.ts';
import type { StoredRow } from '../../domain/report.ts';
import { countingReport, type ReportRecords } from '../../merge/choose.ts';
import { kindOf } from '../../states/index.ts';
import type { ListedIds } from '../../store/write/listed-names.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';
import { type CheckedFigure, type CheckedMonth, checkComparisonSheets } from './checked-months.ts';

/** Differences of one kind and month that are stored; the others are counted. */
const DIFFERENCES_STORED = 25;
/** A finding names this many jurisdictions, and counts the others. */
const NAMED = 3;

/** What the check of the comparison sheets found. */
export interface SheetFindings {
  stored: Finding[];
  /** Differing rows that arrived later but lose. Only the run that brought them reports them. */
  outdated: Finding[];
}

export function findInComparisonSheets(
  store: StateStore,
  ids: ListedIds,
  reports: ReportRecords,
): SheetFindings {
  const found: SheetFindings = { stored: [], outdated: [] };
  for (const checked of checkComparisonSheets(store, ids, reports)) {
    for (const item of checked.findings)
      (item.code === 'outdated-row' ? found.outdated : found.stored).push(item);
    found.stored.push(...differencesOf(store, checked, reports), ...absencesOf(store, checked, reports));
  }
  return found;
}

function differencesOf(
  { jurisdictions }: StateStore,
  { figures, month, kind }: CheckedMonth,
  reports: ReportRecords,
): Finding[] {
  const place = { reportId: countingReport(kind, month, reports), jurisdictionId: null, month };
  const differing = figures
    .filter(({ agrees }) => !agrees)
    .map((checked): Finding => {
      const { jurisdictionId, listed, figure } = checked;
      const [{ reportId, sheet, row }] = listed;
      const { sales_tax_id: code = '', name = '' } = jurisdictions.get(jurisdictionId) ?? {};
      const facts = { code, name, month, ...factsOf(checked, reports) };
      const at = { sheet, row, column: figure };
      return finding('summary-differs', facts, { ...at, reportId, jurisdictionId, month });
    });
  return capFindings(differing, DIFFERENCES_STORED).map((item) => ({ ...place, ...item }));
}

function factsOf(
  { figure, unit, printed, ours, listed, source: { reportId, sheet, row } }: CheckedFigure,
  reports: ReportRecords,
): Omit<Facts<'summary-differs'>, 'code' | 'name' | 'month'> {
  const file = `${reports.get(reportId)?.file_name}`;
  const facts = { figure, unit, printed, ours, source: { file, sheet, row } };
  return listed.length === 1 ? facts : { ...facts, rows: listed.map(placeOf) };
}

function absencesOf(
  { jurisdictions }: StateStore,
  { kind, month, unlisted, unpaid }: CheckedMonth,
  reports: ReportRecords,
): Finding[] {
  if (unlisted.length + unpaid.length === 0) return [];
  const nameAll = (ids: readonly number[]) => ({
    count: ids.length,
    named: ids.slice(0, NAMED).map((id) => {
      const { sales_tax_id: code = '', name = '' } = jurisdictions.get(id) ?? {};
      return { code, name };
    }),
  });
  const facts = {
    kind,
    title: kindOf(kind).title,
    month,
    unlisted: nameAll(unlisted),
    unpaid: nameAll(unpaid),
  };
  return [monthFinding('summary-jurisdictions', facts, month, countingReport(kind, month, reports))];
}

function placeOf({ sheet, row }: StoredRow): { sheet: string | null; row: number } {
  return { sheet, row };
}
