import type { Grid, GridRow } from '../grid.ts';
import { cellText, FORMULA_CELL, type ReadCell, type WorkbookManner } from './cell-text.ts';
import { columnOf } from './sheet-place.ts';

/** Makes the grid of a sheet from its cells. */
export class SheetGrid {
  private readonly rows: { number: number; cells: string[] }[] = [];
  private readonly formulas = new FormulaResults();
  private readonly manner: WorkbookManner;

  constructor(manner: WorkbookManner) {
    this.manner = manner;
  }

  /** The next cell, from left to right and from top to bottom. */
  add(row: number, column: number, cell: ReadCell): void {
    let last = this.rows.at(-1);
    if (last?.number !== row) {
      last = { number: row, cells: [] };
      this.rows.push(last);
    }
    while (last.cells.length < column - 1) last.cells.push('');
    last.cells.push(cellText(cell, this.manner));
    this.formulas.add(row, column, cell);
  }

  /** The sheet with the cells so far. */
  finish(sheet: Pick<Grid, 'sheet' | 'format' | 'isHidden'>): Grid {
    const oldFormulas = this.manner.isCalculatedLater ? this.formulas.stored : [];
    return { ...sheet, rows: this.formulas.withoutPlaceholders(this.rows), oldFormulas };
  }
}

/** A formula whose stored result is zero. */
interface Zero {
  row: number;
  formula: string;
}

/** A cell of another sheet is none of these. */
const REFERENCE = /(?<![!\w$'])\$?([A-Z]{1,3})\$?\d{1,7}(?::\$?([A-Z]{1,3})\$?\d{1,7})?(?![\w(!])/g;

/** What is known of the formulas of one sheet, and of the numbers that they are computed from. */
class FormulaResults {
  /** The rows with a formula that has a stored result. */
  readonly stored: number[] = [];
  private readonly zeros = new Map<number, Zero[]>();
  /** Columns in which a formula has another result than zero. */
  private readonly calculated = new Set<number>();
  /** By row, the columns of numbers other than zero. */
  private readonly amounts = new Map<number, Set<number>>();
  /** By column, how many of its cells are numbers that no formula gives. */
  private readonly plain = new Map<number, number>();

  add(row: number, column: number, cell: ReadCell): void {
    const isFormula = cell.type === FORMULA_CELL;
    const value = isFormula ? cell.result : cell.value;
    if (isFormula && value !== undefined && this.stored.at(-1) !== row) this.stored.push(row);
    if (isFormula && value === 0) {
      const zeros = this.zeros.get(column) ?? [];
      zeros.push({ row, formula: cell.formula ?? '' });
      this.zeros.set(column, zeros);
    } else if (isFormula) this.calculated.add(column);
    else if (typeof value === 'number') this.plain.set(column, (this.plain.get(column) ?? 0) + 1);
    if (typeof value !== 'number' || value === 0) return;
    const amounts = this.amounts.get(row) ?? new Set();
    this.amounts.set(row, amounts.add(column));
  }

  /** The rows, with the formula instead of the zero in columns that nobody has calculated. */
  withoutPlaceholders(rows: readonly GridRow[]): readonly GridRow[] {
    const formulas = new Map<number, Map<number, string>>();
    for (const [column, zeros] of this.zeros) {
      if (!this.isUncalculated(column, zeros)) continue;
      for (const { row, formula } of zeros)
        formulas.set(row, (formulas.get(row) ?? new Map()).set(column, `=${formula}`));
    }
    if (formulas.size === 0) return rows;
    return rows.map((row) => {
      const ofRow = formulas.get(row.number);
      return ofRow ? { ...row, cells: row.cells.map((cell, at) => ofRow.get(at + 1) ?? cell) } : row;
    });
  }

  /** Whether all results of a column are zero, although the formulas name numbers of their rows that are not. */
  private isUncalculated(column: number, zeros: readonly Zero[]): boolean {
    if (zeros.length < 2 || this.calculated.has(column)) return false;
    if (zeros.length <= (this.plain.get(column) ?? 0)) return false;
    return zeros.some(({ row, formula }) => {
      const amounts = [...(this.amounts.get(row) ?? [])];
      return [...formula.matchAll(REFERENCE)].some(([, first = '', last = first]) => {
        const [from, to] = [columnOf(first, ''), columnOf(last, '')];
        return amounts.some((at) => at >= from && at <= to && at !== column);
      });
    });
  }
}
