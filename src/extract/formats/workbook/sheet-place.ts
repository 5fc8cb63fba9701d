import type { Place } from '../../../domain/findings/finding.ts';

/** Excel's own limits. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;

const LETTERS = 26;
const BEFORE_A = 64;

/** A fault of a workbook, with its row and the letters of its column if they are known. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  readonly part: string;
  readonly place: Pick<Place, 'row' | 'column'>;

  constructor(message: string, part: string, row: number | null = null, column: number | null = null) {
    super(message);
    this.part = part;
    this.place = { row, column: column === null ? null : columnLetters(column) };
  }
}

/** The column of a cell by its name, 10 for `J4` in row `4`; 0 if the name is not one of this row. */
export function columnOf(cell: string, row: string): number {
  let column = 0;
  let at = 0;
  for (; at < cell.length; at += 1) {
    const letter = cell.charCodeAt(at) - BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  return column <= LAST_COLUMN && cell.slice(at) === row ? column : 0;
}

/** The letters of a column, `J` for 10. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters;
  return letters;
}
