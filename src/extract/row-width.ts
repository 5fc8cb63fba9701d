import type { ReportFormat } from '../domain/report.ts';

/** The pieces of an amount that was taken apart at its separator. */
const [BEFORE_SEPARATOR, AFTER_SEPARATOR] = [/^[\s$(-]*\d{1,3}$/, /^\d{3}(?:\.\d*)?\)?-?\s*$/];

/**
 * Why a row does not fit under its header, `null` where it does: cells under no header, and CSV rows that end early or
 * have pieces of an amount, are signs of a shifted or cut row. `lastColumn` is the last one that is read.
 */
export function widthFault(
  cells: readonly string[],
  isHeaded: readonly boolean[],
  lastColumn: number,
  format: ReportFormat,
): string | null {
  const stray = cells.findIndex((cell, index) => !isHeaded[index] && cell.trim() !== '');
  if (stray >= 0)
    return `cell ${stray + 1} ("${`${cells[stray]}`.trim().slice(0, 200)}") stands under no header; is the row shifted?`;
  if (format !== 'csv') return null;
  const widths = `the row has ${cells.length} cells where the header has ${isHeaded.length}`;
  if (cells.length > isHeaded.length && hasPieces(cells))
    return `${widths}; an amount with a thousands separator stands there without quotes`;
  return cells.length <= lastColumn ? `${widths}; the file may be cut off` : null;
}

/** Whether an amount stands in two cells, taken apart at its separator. */
function hasPieces(cells: readonly string[]): boolean {
  return cells.some((cell, at) => BEFORE_SEPARATOR.test(cell) && AFTER_SEPARATOR.test(cells[at + 1] ?? ''));
}
