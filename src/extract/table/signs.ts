import { type Finding, finding } from '../../domain/findings/finding.ts';
import { negated } from '../../domain/money.ts';
import type { ReportRow } from '../../domain/report.ts';
import { fieldsTakenAway, type PrintedSign, type ReportKind } from '../layouts/report-kind.ts';

/** With this many figures, the most frequent sign is not an accident. */
const ENOUGH_FIGURES = 10;

/** The sign that the layout of a row states for a field; undefined if it states none. */
export type StatedSign = (row: ReportRow, field: string) => PrintedSign | undefined;

/** Counts the signs of one field in the rows whose layout states none. */
interface SignCount {
  positive: number;
  negative: number;
}

/**
 * Makes amounts taken away positive, whichever sign the report prints. If the layout does not state the sign, it is the
 * one that most figures of the field have in this report; a tie means positive.
 */
export function normalizeSigns(
  rows: readonly ReportRow[],
  kind: ReportKind,
  statedSign: StatedSign,
): { rows: ReportRow[]; findings: Finding[] } {
  const fields = fieldsTakenAway(kind);
  if (fields.length === 0) return { rows: [...rows], findings: [] };
  const counts = new Map(fields.map((field) => [field, countSigns(rows, field, statedSign)]));
  const signOf = (row: ReportRow, field: string): PrintedSign =>
    statedSign(row, field) ?? usualSign(counts.get(field));
  const normalized = rows.map((row) => {
    const turned = fields.flatMap((field) => {
      const figure = row.figures[field];
      return figure && signOf(row, field) === 'negative' ? [[field, negated(figure)] as const] : [];
    });
    return turned.length === 0 ? row : { ...row, figures: { ...row.figures, ...Object.fromEntries(turned) } };
  });
  const findings = [...counts].flatMap(([field, count]) => assumption(kind, field, count) ?? []);
  return { rows: normalized, findings };
}

function countSigns(rows: readonly ReportRow[], field: string, statedSign: StatedSign): SignCount {
  const count = { positive: 0, negative: 0 };
  for (const row of rows) {
    const figure = row.figures[field] ?? 0;
    if (figure === 0 || statedSign(row, field) !== undefined) continue;
    count[figure < 0 ? 'negative' : 'positive'] += 1;
  }
  return count;
}

function usualSign(count: SignCount | undefined): PrintedSign {
  return count && count.negative > count.positive ? 'negative' : 'positive';
}

/** The finding if too few figures show the sign, or both signs are equally frequent. */
function assumption({ name }: ReportKind, field: string, count: SignCount): Finding | null {
  const all = count.positive + count.negative;
  const isShown = all >= ENOUGH_FIGURES && count.positive !== count.negative;
  if (all === 0 || isShown) return null;
  const sign = usualSign(count);
  return finding('sign-assumed', { kind: name, field, sign, count: count[sign], of: all }, { column: field });
}
