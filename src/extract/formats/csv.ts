import Papa from 'papaparse';
import { finding } from '../../domain/findings/finding.ts';
import type { GridReading } from './grid.ts';

export const SEPARATORS = [',', '\t', ';', '|'];
/** Characters parsed at a time: papaparse keeps a fault of every quotation mark, which may be more than fit in memory. */
const CHUNK = 8 * 1024 * 1024;
/** Rows looked at to tell the separator; a header and a row below it stand among them. */
const ROWS_LOOKED_AT = 27;
/** Characters looked at; no report's first rows are longer. */
const TEXT_LOOKED_AT = 1024 * 1024;

/** Reads a CSV text whose line ends are `\n`. The separator is the one given, else comma, tab, semicolon or bar. */
export function readCsv(text: string, separator?: string): GridReading {
  const { lines, broken } = parseLines(text, separator ?? separatorOf(text));
  if (broken) {
    const facts = { fault: 'quotation mark', reason: broken.message } as const;
    return { grids: [], findings: [finding('malformed-file', facts, { row: broken.row })] };
  }
  const rows = lines.map((cells, index) => ({ number: index + 1, cells }));
  return { grids: [{ sheet: null, format: 'csv', rows }], findings: [] };
}

/** The cells of every line up to the first fault of a quotation mark. */
function parseLines(text: string, delimiter: string) {
  let lines: string[][] = [];
  let broken: { message: string; row: number } | null = null;
  const chunk = ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
    const fault = errors.find(({ type }) => type === 'Quotes');
    if (fault) {
      broken = { message: fault.message, row: lines.length + (fault.row ?? 0) + 1 };
      parser.abort();
    }
    lines = lines.length === 0 ? data : lines.concat(data);
  };
  // its types know the size for files alone
  const config = { header: false, newline: '\n', delimiter, chunkSize: CHUNK, chunk } as const;
  Papa.parse<string[]>(text, config);
  return { lines, broken: broken as { message: string; row: number } | null };
}

/**
 * The separator under which one of the first rows has the most cells with letters, as a header has, and the row
 * below it as many cells. Amounts with commas in them mislead a count of separators, and so does prose above the
 * table.
 */
function separatorOf(text: string): string {
  const beginning = text.slice(0, TEXT_LOOKED_AT);
  const wordsUnder = (delimiter: string): number => {
    const { data } = Papa.parse<string[]>(beginning, {
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
