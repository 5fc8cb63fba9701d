import Papa from 'papaparse';
import { finding } from '../domain/finding.ts';
import type { GridReading } from './grid.ts';

const SEPARATORS = [',', '\t', ';', '|'];
/** Rows looked at to tell the separator; a header and a row below it stand among them. */
const ROWS_LOOKED_AT = 27;

/** Reads a CSV text whose line ends are `\n`. The separator is the one given, else comma, tab, semicolon or bar. */
export function readCsv(text: string, separator?: string): GridReading {
  const parsed = Papa.parse<string[]>(text, {
    header: false,
    newline: '\n',
    delimiter: separator ?? separatorOf(text),
  });
  const broken = parsed.errors.find(({ type }) => type === 'Quotes');
  if (broken) {
    const message = `${broken.message}: a quotation mark opens a cell that never closes properly; the file may be cut off or edited by hand`;
    return { grids: [], findings: [finding('malformed-csv', message, { row: (broken.row ?? 0) + 1 })] };
  }
  const rows = parsed.data.map((cells, index) => ({ number: index + 1, cells }));
  return { grids: [{ sheet: null, format: 'csv', rows }], findings: [] };
}

/**
 * The separator under which one of the first rows has the most cells with letters, as a header has, and the row
 * below it as many cells. Amounts with commas in them mislead a count of separators, and so does prose above the
 * table.
 */
function separatorOf(text: string): string {
  const wordsUnder = (delimiter: string): number => {
    const { data } = Papa.parse<string[]>(text, {
      header: false,
      newline: '\n',
      delimiter,
      preview: ROWS_LOOKED_AT,
    });
    const rows = data.filter((cells) => cells.some((cell) => cell.trim() !== ''));
    const headers = rows.filter(
      (cells, at) => cells.length > 1 && cells.length === (rows[at + 1] ?? cells).length,
    );
    return Math.max(0, ...headers.map((cells) => cells.filter((cell) => /\p{L}/u.test(cell)).length));
  };
  const counts = SEPARATORS.map((separator) => ({ separator, words: wordsUnder(separator) }));
  return counts.reduce((best, next) => (next.words > best.words ? next : best)).separator;
}
