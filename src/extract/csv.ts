import Papa from 'papaparse';
import { finding } from '../domain/finding.ts';
import type { GridReading } from './grid.ts';

/** Separators tried, in the order of papaparse's own guess. */
const SEPARATORS = [',', '\t', ';', '|'];

/** Reads a CSV text whose line ends are `\n`. The separator is the one given, else comma, tab, semicolon or bar. */
export function readCsv(text: string, separator?: string): GridReading {
  const parsed = Papa.parse<string[]>(text, {
    header: false,
    newline: '\n',
    delimiter: separator,
    delimitersToGuess: SEPARATORS,
  });
  const broken = parsed.errors.find(({ type }) => type === 'Quotes');
  if (broken) {
    const message = `${broken.message}: a quotation mark opens a cell that never closes properly; the file may be cut off or edited by hand`;
    return { grids: [], findings: [finding('malformed-csv', message, { row: (broken.row ?? 0) + 1 })] };
  }
  const rows = parsed.data.map((cells, index) => ({ number: index + 1, cells }));
  return { grids: [{ sheet: null, format: 'csv', rows }], findings: [] };
}
