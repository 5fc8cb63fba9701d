import { type Readings, readingsOf } from './readings.ts';
import { textPrints } from './text-prints.ts';
import { wordsOf } from './words.ts';
import { workbookPrints } from './workbook-prints.ts';

const MONTH_NAMES = 'january february march april may june july august september october november december';

/** One row of a summary in the dataset. */
export interface StoredListing {
  /** As stored: words that name the jurisdiction, joined by colons. */
  listed: string;
  /** `YYYY-MM`. */
  month: string;
  amounts: readonly number[];
  percentages: readonly number[];
}

/** The rows of a report that names jurisdictions, with month and year in two columns. Read independently of the program. */
export class PrintedNames {
  private readonly rows: (Readings & { words: Set<string> })[];

  constructor(bytes: Uint8Array) {
    const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
    const prints = isWorkbook ? workbookPrints(bytes).rows : textPrints(bytes);
    this.rows = prints.map((row) => ({ ...readingsOf(row), words: wordsOf(row) }));
  }

  /** What no printed row has of a stored row; `null` if one printed row has everything. */
  missing({ listed, month, amounts, percentages }: StoredListing): string | null {
    // the city summary has no column of types
    const words = listed.split(':').filter((word, at) => word !== '' && !(at === 0 && word === 'city'));
    const named = this.rows.filter((row) => words.every((word) => row.words.has(word)));
    if (named.length === 0) return `no row names ${words.join(' and ')}`;
    const ofMonth = named.filter((row) => hasMonth(row, month));
    if (ofMonth.length === 0) return `no row of ${listed} has the month ${month}`;
    const isPrinted = ofMonth.some(
      (row) =>
        amounts.every((cents) => row.amounts.has(cents)) &&
        percentages.every((value) => row.percentages.has(value)),
    );
    return isPrinted
      ? null
      : `no row of ${listed} for ${month} prints ${amounts.join(', ')} cents and ${percentages.join(', ')} millionths of a percent`;
  }
}

/** Whether a row prints a month, alone or beside its year. */
function hasMonth(row: Readings & { words: Set<string> }, period: string): boolean {
  if (row.months.has(period)) return true;
  const [year, month] = period.split('-').map(Number);
  const name = `${MONTH_NAMES.split(' ')[Number(month) - 1]}`;
  const hasNumber = row.amounts.has(100 * Number(month));
  return (
    row.amounts.has(100 * Number(year)) &&
    (hasNumber || row.words.has(name) || row.words.has(name.slice(0, 3)))
  );
}
