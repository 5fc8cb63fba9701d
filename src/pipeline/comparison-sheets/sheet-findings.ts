import { capFindings, type Facts, finding } from '../../domain/findings/finding.ts';
import { placeName } from '../../domain/findings/template.ts';
import { formatMoney, formatScaled } from '../../domain/money.ts';
import { plural, rowListOf, rowOf } from '../../domain/text/wording.ts';
import { kindOf } from '../../states/index.ts';
import type { ListedIds } from '../../store/write/listed-names.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding, type PlacedFinding } from '../../store/write/stored-findings.ts';
import { countingReport, type ReportRecords } from '../settle/precedence.ts';
import { type CheckedFigure, type CheckedMonth, checkComparisonSheets } from './checked-months.ts';

/** Differences of one kind and month that are stored; the others are counted. */
const DIFFERENCES_STORED = 25;
/** A finding names this many jurisdictions, and counts the others. */
const NAMED = 3;

/** What the check of the comparison sheets found. */
export interface SheetFindings {
  stored: PlacedFinding[];
  /** Differing rows that arrived later but lose. Only the run that brought them reports them. */
  outdated: PlacedFinding[];
}

export function findInComparisonSheets(
  store: StateStore,
  ids: ListedIds,
  reports: ReportRecords,
): SheetFindings {
  const found: SheetFindings = { stored: [], outdated: [] };
  for (const checked of checkComparisonSheets(store, ids, reports)) {
    for (const { month, row, field, ...remark } of checked.remarks) {
      const place = { sheet: row.sheet, row: row.row, column: field };
      const item = {
        ...finding(remark.code, remark.facts, place),
        reportId: row.reportId,
        jurisdictionId: null,
        month,
      };
      (item.code === 'outdated-row' ? found.outdated : found.stored).push(item);
    }
    found.stored.push(...differencesOf(store, checked, reports), ...absencesOf(store, checked, reports));
  }
  return found;
}

function differencesOf(
  { jurisdictions }: StateStore,
  { figures, month, kind }: CheckedMonth,
  reports: ReportRecords,
): PlacedFinding[] {
  const place = { reportId: countingReport(kind, month, reports), jurisdictionId: null, month };
  const differing = figures
    .filter(({ agrees }) => !agrees)
    .map((checked): PlacedFinding => {
      const { jurisdictionId, listed, figure } = checked;
      const [{ reportId, sheet, row }] = listed;
      const { sales_tax_id: code = '', name = '' } = jurisdictions.get(jurisdictionId) ?? {};
      const facts = { code, name, month, ...factsOf(checked, reports) };
      const at = { sheet, row, column: figure };
      return { ...finding('summary-differs', facts, at), reportId, jurisdictionId, month };
    });
  return capFindings(differing, DIFFERENCES_STORED).map((item) => ({ ...place, ...item }));
}

function factsOf(
  { figure, unit, printed, ours, listed, source: { reportId, sheet, row } }: CheckedFigure,
  reports: ReportRecords,
): Omit<Facts<'summary-differs'>, 'code' | 'name' | 'month'> {
  const file = `${reports.get(reportId)?.file_name}`;
  const rows = listed.length === 1 ? '' : ` (${rowListOf(listed)})`;
  const figures = { printed: shown(printed, unit) + rows, ours: shown(ours, unit) };
  return { figure, ...figures, source: rowOf(file, { sheet, row }) };
}

/** An amount in dollars, or a percentage without zeros at its end. */
function shown(figure: number, unit: CheckedFigure['unit']): string {
  if (unit === 'amount') return formatMoney(figure);
  return `${formatScaled(figure, 6).replace(/0{1,4}$/, '')}%`;
}

function absencesOf(
  { jurisdictions }: StateStore,
  { kind, month, unlisted, unpaid }: CheckedMonth,
  reports: ReportRecords,
): PlacedFinding[] {
  if (unlisted.length + unpaid.length === 0) return [];
  const nameAll = (ids: readonly number[]) => {
    const named = ids.slice(0, NAMED).map((id) => {
      const { sales_tax_id: code = '', name = '' } = jurisdictions.get(id) ?? {};
      return placeName(name, code);
    });
    const more = ids.length - named.length;
    return [...named, ...(more > 0 ? [`and ${plural(more, 'more jurisdiction')}`] : [])].join(', ') || 'none';
  };
  const title = kindOf(kind).title;
  const facts = { title, month, unlisted: nameAll(unlisted), unpaid: nameAll(unpaid) };
  return [monthFinding('summary-jurisdictions', facts, month, countingReport(kind, month, reports))];
}
