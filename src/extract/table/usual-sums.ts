import type { Term } from '../../domain/findings/facts.ts';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { UsualSum } from '../layouts/report-kind.ts';

/** At most one row in this many may miss a sum; otherwise the sum does not hold in this report. */
const ROWS_FOR_A_MISS = 50;
/** In a small report, one row may miss a sum if the month has this many: so many rows do not agree by chance. */
const ROWS_FOR_THE_FIRST_MISS = 10;
/** How far a sum of rounded amounts may be off. */
const TOLERANCE_CENTS = 1;

/** One way to add up a sum. */
type Terms = readonly Term[];

/**
 * Rows whose figure is not the sum that it is in nearly all other rows of their month: a cell may have shifted. If the
 * sum holds in fewer rows, it does not belong to this report, and there is no finding.
 */
export function unusualSums(
  rowsByMonth: ReadonlyMap<Month, readonly ReportRow[]>,
  sums: readonly UsualSum[],
): Finding[] {
  return [...rowsByMonth.values()].flatMap((rows) => sums.flatMap((sum) => missesOf(rows, sum)));
}

function missesOf(rows: readonly ReportRow[], { total, of, eitherWay }: UsualSum): Finding[] {
  const isUsual = (figure: string) => rows.filter(prints(figure)).length * 2 > rows.length;
  const usual = new Set([...of, ...eitherWay].filter(isUsual));
  // if one row leaves blank what most rows print, another report may hold it
  const needed = [total, ...eitherWay.filter((figure) => usual.has(figure))];
  const printed = rows.filter((row) => needed.every((figure) => prints(figure)(row)));
  const misses = (terms: Terms) =>
    printed.filter((row) => Math.abs((row.figures[total] ?? 0) - sumOf(row, terms)) > TOLERANCE_CENTS);
  const [best] = waysOf(of, eitherWay)
    .map((terms) => ({ terms, rows: misses(terms) }))
    .sort((a, b) => a.rows.length - b.rows.length);
  if (!best || best.rows.length > mostMisses(printed.length)) return [];
  return best.rows.map((row) => {
    const { code, name, month, sheet } = row;
    const facts = {
      code,
      name,
      month,
      field: total,
      printed: row.figures[total] ?? 0,
      formula: {
        percent: null,
        terms: best.terms.filter(([figure]) => usual.has(figure) || prints(figure)(row)),
      },
      expected: sumOf(row, best.terms),
      holds: printed.length - best.rows.length,
      of: printed.length,
    };
    return finding('unusual-sum', facts, { sheet, row: row.row, column: total });
  });
}

function mostMisses(rows: number): number {
  return Math.max(Math.floor(rows / ROWS_FOR_A_MISS), rows < ROWS_FOR_THE_FIRST_MISS ? 0 : 1);
}

function prints(figure: string): (row: ReportRow) => boolean {
  return ({ figures }) => (figures[figure] ?? null) !== null;
}

/** Every combination of signs for the figures that may have either sign. */
function waysOf(of: readonly string[], eitherWay: readonly string[]): Terms[] {
  return eitherWay.reduce<Terms[]>(
    (ways, figure) =>
      ways.flatMap((terms) => [
        [...terms, [figure, 1]],
        [...terms, [figure, -1]],
      ]),
    [of.map((figure) => [figure, 1])],
  );
}

function sumOf({ figures }: ReportRow, terms: Terms): number {
  return terms.reduce((sum, [figure, sign]) => sum + sign * (figures[figure] ?? 0), 0);
}
