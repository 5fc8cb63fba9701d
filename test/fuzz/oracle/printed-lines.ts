import type { StoredLine } from '../invariants.ts';
import { readingsOf } from './readings.ts';
import { textPrints } from './text-prints.ts';
import { wordsOf } from './words.ts';
import { workbookPrints } from './workbook-prints.ts';

const MONTH_NAMES = 'january february march april may june july august september october november december';

/** One printed row: the words of its cells, and its amounts in cents. */
interface PrintedLine {
  words: Set<string>;
  amounts: Set<number>;
}

/** The rows of a report with a column for each month, read independently of the program. */
export class PrintedLines {
  private readonly rows: PrintedLine[];
  private readonly text: string;

  constructor(bytes: Uint8Array) {
    const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
    const prints = isWorkbook ? workbookPrints(bytes).rows : textPrints(bytes);
    this.rows = prints.map((row) => ({ words: wordsOf(row), amounts: readingsOf(row).amounts }));
    this.text = prints
      .flat()
      .map((print) => ('text' in print ? print.text : print.number).toLowerCase())
      .join('\n');
  }

  /** What no printed row has of the lines of a government in a month; `null` if each is printed. */
  missing(code: string, period: string, lines: readonly StoredLine[]): string | null {
    const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(5, 7))];
    const name = MONTH_NAMES.split(' ')[month - 1] ?? '';
    if (!this.text.includes(name.slice(0, 3))) return `the file does not name ${name}`;
    // the title names the year of July
    if (![year, year - 1].some((named) => this.text.includes(`${named}`.slice(2))))
      return `no year of ${period}`;
    const [, vendor = '', slug = ''] = /^(?:(\d{9})-)?(.*)$/.exec(code) ?? [];
    for (const { labels, figures } of lines) {
      const tax = (labels.tax ?? '').toLowerCase();
      const isPrinted = this.rows.some(
        ({ words, amounts }) =>
          words.has(slug) &&
          words.has(tax) &&
          (vendor === '' || words.has(vendor)) &&
          Object.values(figures).every((cents) => amounts.has(cents)),
      );
      if (!isPrinted) return `no row of ${code} prints ${tax} with ${JSON.stringify(figures)}`;
    }
    return null;
  }
}
