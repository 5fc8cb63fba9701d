import { type Readings, readingsOf } from './readings.ts';
import { textPrints } from './text-prints.ts';
import { workbookPrints } from './workbook-prints.ts';

/** One row of the dataset. */
export interface StoredFigures {
  code: string;
  /** `YYYY-MM`. */
  month: string;
  amounts: readonly number[];
  /** Amounts taken away. Reports print them with either sign. */
  takenAway: readonly number[];
  percentages: readonly number[];
}

/** All possible meanings of a report's rows, read independently of the program. */
export class PrintedRows {
  private readonly rows: Readings[];

  constructor(bytes: Uint8Array) {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
      const { rows, hasDaysFrom1904 } = workbookPrints(bytes);
      this.rows = rows.map((row) => readingsOf(row, hasDaysFrom1904));
    } else {
      this.rows = textPrints(bytes).map((row) => readingsOf(row));
    }
  }

  /** Returns what no printed row has of a stored row; `null` if one printed row has everything. */
  missing({ code, month, amounts, takenAway, percentages }: StoredFigures): string | null {
    const ofCode = this.rows.filter(({ codes }) => codes.has(code));
    if (ofCode.length === 0) return `the code ${code} is not in the file`;
    const ofMonth = ofCode.filter(({ months }) => months.has(month));
    if (ofMonth.length === 0) return `no row of ${code} has the month ${month}`;
    let shortest: string[] | null = null;
    for (const row of ofMonth) {
      const absent = [
        ...amounts.filter((cents) => !row.amounts.has(cents)).map((cents) => `${cents} cents`),
        ...takenAway
          .filter((cents) => !row.amounts.has(cents) && !row.amounts.has(-cents))
          .map((cents) => `${cents} cents of either sign`),
        ...percentages
          .filter((value) => !row.percentages.has(value))
          .map((value) => `${value} millionths of a percent`),
      ];
      if (absent.length === 0) return null;
      if (!shortest || absent.length < shortest.length) shortest = absent;
    }
    return `no row of ${code} for ${month} prints ${shortest?.join(', ')}`;
  }
}
