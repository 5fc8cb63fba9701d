import Papa from 'papaparse';
import { finding } from '../../domain/findings/finding.ts';
import { type GridReading, LARGEST_CELL_COUNT, tooManyCells } from './grid.ts';
import { withoutNoise } from './number-text.ts';

export const SEPARATORS = [',', '\t', ';', '|'];
/** Characters parsed at a time. papaparse keeps an error for every bad quotation mark, which could fill the memory. */
const CHUNK = 8 * 1024 * 1024;
/** The separator is decided on the first rows, which hold the header and a row below it. */
const ROWS_LOOKED_AT = 27;
/** The first rows of a report are not longer than this. */
const TEXT_LOOKED_AT = 1024 * 1024;

/** Reads a CSV text with line ends `\n`. If no separator is given, finds comma, tab, semicolon or bar. */
export function readCsv(text: string, separator?: string): GridReading {
  const found = separator ?? separatorOf(text);
  const cells = countOf(text, found);
  if (cells > LARGEST_CELL_COUNT) return tooManyCells('cells', cells, LARGEST_CELL_COUNT);
  const { lines, broken } = parseLines(text, found);
  if (broken) {
    const facts = {
      what: `A quotation mark opens a cell and does not close it (${broken.message}).`,
      advice: 'The file may be incomplete, or edited by hand. Download the report again.',
    };
    return { grids: [], findings: [finding('damaged-file', facts, { row: broken.row })] };
  }
  const rows = lines.map((cells, index) => ({ number: index + 1, cells }));
  return { grids: [{ sheet: null, format: 'csv', rows }], findings: [] };
}

/** How often a separator is in a text. */
function countOf(text: string, separator: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

/** The cells of every line, up to the first bad quotation mark. */
function parseLines(text: string, delimiter: string) {
  let lines: string[][] = [];
  const faults: { message: string; row: number }[] = [];
  const chunk = ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
    const fault = errors.find(({ type }) => type === 'Quotes');
    if (fault) {
      faults.push({ message: fault.message, row: lines.length + (fault.row ?? 0) + 1 });
      parser.abort();
    }
    const read = data.map((cells) => cells.map(plainText));
    lines = lines.length === 0 ? read : lines.concat(read);
  };
  // the types of papaparse allow a chunk size only for files
  const config = { header: false, newline: '\n', delimiter, chunkSize: CHUNK, chunk } as const;
  Papa.parse<string[]>(text, config);
  return { lines, broken: faults[0] };
}

/** What keeps spreadsheets from changing a code: `="01998"`. */
const KEPT_TEXT = /^\s*="(.*)"\s*$/s;

function plainText(cell: string): string {
  return withoutNoise(cell.includes('="') ? cell.replace(KEPT_TEXT, '$1') : cell);
}

/**
 * The separator that gives a header the most cells with letters, with as many cells in the row below. Counting
 * separators would be misled by commas in amounts and in prose.
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
