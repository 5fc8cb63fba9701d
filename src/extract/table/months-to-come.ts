import type { Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { ReportKind } from '../layouts/report-kind.ts';

/**
 * Leaves out the months of a report that are still to come: those without any amount and, if the months stand across,
 * those with zeros alone after the last amount. Only the latter are named.
 */
export function leaveOutMonthsToCome(
  rows: readonly ReportRow[],
  { hasMonthsToCome, monthsAcross, figures }: ReportKind,
  hasTotal: (month: Month) => boolean,
): { rows: ReportRow[]; toCome: Month[] } {
  if (!hasMonthsToCome && !monthsAcross) return { rows: [...rows], toCome: [] };
  const amounts = Object.keys(figures).filter((name) => figures[name]?.unit === 'amount');
  const monthsWith = (isMeant: (figure: Figure) => boolean) => {
    const has = (row: ReportRow) =>
      amounts.some((name) => row.figures[name] != null && isMeant(row.figures[name]));
    return new Set(rows.filter(has).map(({ month }) => month));
  };
  const begun = monthsWith(() => true);
  const paid = monthsWith((figure) => figure !== 0);
  const last =
    [...begun]
      .filter((month) => paid.has(month) || hasTotal(month))
      .sort()
      .at(-1) ?? '';
  const toCome = [...begun].filter((month) => monthsAcross && month > last);
  return { rows: rows.filter(({ month }) => begun.has(month) && !toCome.includes(month)), toCome };
}
