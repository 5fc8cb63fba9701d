import type ExcelJS from 'exceljs';
import { type CellValue, isSameValue } from './cell-value.ts';
import { columnLetters, LAST_COLUMN, SheetFault } from './sheet-place.ts';

export const CELL_KINDS = ['number', 'text', 'boolean', 'error', 'formula'] as const;
export type CellKind = (typeof CELL_KINDS)[number];

/** Room for the kind in the number of a cell. */
const KINDS = 8;
const COLUMNS = LAST_COLUMN + 1;

/** Every cell of a sheet that holds something, in the order of the sheet. */
export class SheetListing {
  readonly part: string;
  /** Rows that hold something. */
  rowCount = 0;
  /** Row, column and kind of each cell in one number: a large sheet has millions of cells. */
  private readonly cells: number[] = [];
  private readonly values: CellValue[] = [];
  private lastRow = 0;

  constructor(part: string) {
    this.part = part;
  }

  add(row: number, column: number, kind: CellKind, value: CellValue): void {
    if (row !== this.lastRow) this.rowCount += 1;
    this.lastRow = row;
    this.cells.push(numberOf(row, column, kind));
    this.values.push(value);
  }

  /** Compares another reading with the cells, one by one. */
  compare(): SheetComparison {
    return new SheetComparison(this.part, this.cells, this.values);
  }
}

/** Whether exceljs read what the sheet holds. Throws a `SheetFault` at the first cell that differs. */
export class SheetComparison {
  private readonly part: string;
  private readonly cells: readonly number[];
  private readonly values: readonly CellValue[];
  private at = 0;

  constructor(part: string, cells: readonly number[], values: readonly CellValue[]) {
    this.part = part;
    this.cells = cells;
    this.values = values;
  }

  /** The next cell that exceljs read; `null` for an unknown kind. */
  next(row: number, column: number, kind: CellKind | null, read: ExcelJS.CellValue | undefined): void {
    const expected = this.cells[this.at];
    const value = this.values[this.at];
    this.at += 1;
    if (kind === null || expected === undefined || expected !== numberOf(row, column, kind))
      this.refuseOther(row, column, expected);
    if (value === undefined || !isSameValue(value, read))
      this.refuse(expected, 'holds a value that was read as another one');
  }

  /** exceljs read all cells. */
  end(): void {
    const expected = this.cells[this.at];
    if (expected !== undefined) this.refuseUnread(expected);
  }

  private refuseOther(row: number, column: number, expected: number | undefined): never {
    const read = numberOf(row, column, CELL_KINDS[0]);
    if (expected === undefined || read < expected - (expected % KINDS))
      this.refuse(read, 'is not in the sheet, but was read');
    if (read > expected) this.refuseUnread(expected);
    this.refuse(expected, `is of the type ${CELL_KINDS[expected % KINDS]}, but was read as another type`);
  }

  private refuseUnread(cell: number): never {
    this.refuse(cell, 'was not read: something in the sheet hides it');
  }

  private refuse(cell: number, reason: string): never {
    const place = Math.floor(cell / KINDS);
    const [row, column] = [Math.floor(place / COLUMNS), place % COLUMNS];
    throw new SheetFault(
      `cell ${columnLetters(column)}${row} of ${this.part} ${reason}`,
      this.part,
      row,
      column,
    );
  }
}

function numberOf(row: number, column: number, kind: CellKind): number {
  return (row * COLUMNS + column) * KINDS + CELL_KINDS.indexOf(kind);
}
