import { columnLetters, LAST_COLUMN, SheetFault } from './sheet-place.ts';

/** What a cell holds. */
export const CELL_KINDS = ['number', 'text', 'boolean', 'error', 'formula'] as const;
export type CellKind = (typeof CELL_KINDS)[number];

/** Room for the kinds of a cell in the number that stands for it. */
const KINDS = 8;
const COLUMNS = LAST_COLUMN + 1;

/** Every cell of a sheet that holds something, in the order in which it stands. */
export class SheetListing {
  readonly part: string;
  /** Rows that hold something. */
  rowCount = 0;
  /** Row, column and kind of each cell in one number: a large sheet has millions. */
  private readonly cells: number[] = [];
  private lastRow = 0;

  constructor(part: string) {
    this.part = part;
  }

  add(row: number, column: number, kind: CellKind): void {
    if (row !== this.lastRow) this.rowCount += 1;
    this.lastRow = row;
    this.cells.push(numberOf(row, column, kind));
  }

  /** Compares another reading with the cells, one by one. */
  compare(): SheetComparison {
    return new SheetComparison(this.part, this.cells);
  }
}

/** Whether what exceljs read is what the sheet has. Throws a `SheetFault` at the first cell that differs. */
export class SheetComparison {
  private readonly part: string;
  private readonly cells: readonly number[];
  private at = 0;

  constructor(part: string, cells: readonly number[]) {
    this.part = part;
    this.cells = cells;
  }

  /** The next cell that was read; `null` for a kind that is not known. */
  next(row: number, column: number, kind: CellKind | null): void {
    const expected = this.cells[this.at];
    this.at += 1;
    if (kind !== null && expected === numberOf(row, column, kind)) return;
    const read = numberOf(row, column, CELL_KINDS[0]);
    if (expected === undefined || read < expected - (expected % KINDS))
      this.refuse(read, 'is not in the sheet, and was read');
    if (read > expected) this.refuseUnread(expected);
    this.refuse(expected, `is of the type ${CELL_KINDS[expected % KINDS]}, and was read as another`);
  }

  /** All cells were read. */
  end(): void {
    const expected = this.cells[this.at];
    if (expected !== undefined) this.refuseUnread(expected);
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
