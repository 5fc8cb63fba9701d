import { addFigures, type Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { SeriesRemark, SummaryKind } from '../../states/state.ts';
import { countingRows, type ReportRecords } from '../settle/precedence.ts';

/** What a summary lists of one jurisdiction in one month. */
export interface ListedRow {
  /** The rows, by listed name. More than one only for a jurisdiction in several counties. */
  rows: readonly [StoredRow, ...StoredRow[]];
  figures: Readonly<Record<string, Figure | null>>;
}

/** One row for each listed name and month, that of the report that counts, with remarks on reports that disagree. */
export function countingOfMonth(
  rows: readonly StoredRow[],
  reports: ReportRecords,
): { rows: StoredRow[]; remarks: SeriesRemark[] } {
  // of one report, each name has one row
  if (rows.every(({ reportId }) => reportId === rows[0]?.reportId) && isOfOneMonth(rows))
    return { rows: [...rows], remarks: [] };
  const byName = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const known = byName.get(row.code);
    if (known) known.push(row);
    else byName.set(row.code, [row]);
  }
  const counting = [...byName.values()].map((ofName) => countingRows(ofName, reports));
  return {
    rows: counting.flatMap((one) => one.rows),
    remarks: counting.flatMap((one) => one.remarks),
  };
}

function isOfOneMonth(rows: readonly StoredRow[]): boolean {
  return rows.every(({ month }) => month === rows[0]?.month);
}

/**
 * Joins the rows of one jurisdiction and month. If all amounts are equal, the rows repeat one payment. Otherwise they are
 * parts: the amounts add up, and the percentages do not count.
 */
export function joinRows(
  { figures: columns }: SummaryKind,
  rows: readonly [StoredRow, ...StoredRow[]],
): ListedRow {
  const [first, ...others] = rows;
  const names = Object.keys(columns);
  const isAmount = (name: string) => columns[name]?.unit === 'amount';
  const isRepeated = others.every((other) =>
    names.filter(isAmount).every((name) => other.figures[name] === first.figures[name]),
  );
  if (isRepeated) return { rows, figures: first.figures };
  const joined = names.map((name) => [name, isAmount(name) ? sumOf(rows, name) : null] as const);
  return { rows, figures: Object.fromEntries(joined) };
}

function sumOf(rows: readonly StoredRow[], name: string): Figure | null {
  const printed = rows.flatMap(({ figures }) => figures[name] ?? []);
  return printed.length === 0 ? null : addFigures(printed);
}

/** The rows of the newest month that has any which fits; empty if none does. `rows` are in month order. */
export function newestRows(rows: readonly StoredRow[], fits: (row: StoredRow) => boolean): StoredRow[] {
  const fitting = rows.filter(fits);
  const newest = fitting.reduce<Month | null>(
    (last, { month }) => (last === null || month > last ? month : last),
    null,
  );
  return fitting.filter(({ month }) => month === newest);
}

/** The row with the largest payment, else the first by its county. */
export function largestRow(rows: readonly StoredRow[], kind: SummaryKind): StoredRow | undefined {
  const payment = Object.keys(kind.checks).find((name) => kind.checks[name] === 'month') ?? '';
  const amountOf = ({ figures }: StoredRow) => figures[payment] ?? Number.NEGATIVE_INFINITY;
  const countyOf = (row: StoredRow) => kind.subjectOf(row).county ?? '';
  return [...rows].sort(
    (a, b) => compareNumbers(amountOf(b), amountOf(a)) || compareText(countyOf(a), countyOf(b)),
  )[0];
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}
