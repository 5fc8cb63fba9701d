import { compareText } from '../../domain/text/compare-text.ts';
import type { Dataset } from '../dataset.ts';
import type { SqlValue } from '../statements.ts';
import type { ComparedTable } from './compared-tables.ts';

/** One value that differs. With `column` null, a row that only one of two datasets has. */
export interface TableDifference {
  key: readonly SqlValue[];
  column: string | null;
  stored: SqlValue;
  expected: SqlValue;
}

/** The values of a difference that is a whole row. */
export const ROW = { there: 'there', absent: null } as const;

/** Lists all differences of one table in two datasets. Reports are compared by hash, not by number. */
export function* compareTables(
  stored: Dataset,
  expected: Dataset,
  compared: Omit<ComparedTable, 'about'>,
): Generator<TableDifference> {
  const { key, others } = compared;
  const [a, b] = [stored, expected].map((dataset) => walk(dataset, compared));
  let [left, right] = [next(a), next(b)];
  while (left || right) {
    const order = compareKeys(left, right, key.length);
    const keyOf = (row: SqlValue[] | undefined) => ({ key: row?.slice(0, key.length) ?? [] });
    if (order < 0) yield { ...keyOf(left), column: null, stored: ROW.there, expected: ROW.absent };
    else if (order > 0) yield { ...keyOf(right), column: null, stored: ROW.absent, expected: ROW.there };
    else
      for (const [at, column] of others.entries()) {
        const [is = null, should = null] = [left?.[key.length + at], right?.[key.length + at]];
        if (is !== should) yield { ...keyOf(left), column, stored: is, expected: should };
      }
    if (order <= 0) left = next(a);
    if (order >= 0) right = next(b);
  }
}

/** Reads the rows of a table in the order of its key; the key columns come first. */
function walk(
  { sqlite }: Dataset,
  { name, key, others }: Omit<ComparedTable, 'about'>,
): Iterator<SqlValue[]> {
  const select = [...key, ...others].map((column) =>
    column.endsWith('report_id')
      ? `(SELECT sha256 FROM report WHERE report.id = compared."${column}")`
      : `"${column}"`,
  );
  const order = key.map((_, at) => at + 1);
  return sqlite
    .prepare<[], SqlValue[]>(
      `SELECT ${select.join(', ')} FROM ${name} AS compared ORDER BY ${order.join(', ')}`,
    )
    .raw()
    .iterate();
}

function next(rows: Iterator<SqlValue[]> | undefined): SqlValue[] | undefined {
  const step = rows?.next();
  return step?.done ? undefined : step?.value;
}

/** Compares as SQLite does: null, numbers, texts. Negative if only the left row exists, or if it comes first. */
function compareKeys(left: SqlValue[] | undefined, right: SqlValue[] | undefined, length: number): number {
  if (!left || !right) return left ? -1 : 1;
  for (let at = 0; at < length; at += 1) {
    const order = compareValues(left[at] ?? null, right[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(a: SqlValue, b: SqlValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  return compareText(a, b);
}
