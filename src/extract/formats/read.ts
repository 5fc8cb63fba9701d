import { isMarkup, startsWith } from '../../domain/text/bytes.ts';
import { readCsv } from './csv.ts';
import { looksLikeJson, workbookFormatOf } from './formats.ts';
import { type GridReading, type LineReader, refuseGrids } from './grid.ts';
import { readJson } from './json.ts';
import { decodeText } from './text.ts';

const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * Reads a report's bytes into grids of text. The content decides the format, never the file name; `lineReaders` see a
 * text first. `largestUnpacked` limits the unpacked bytes of a workbook. Faults of the bytes are findings and never throw.
 */
export async function readGrids(
  bytes: Uint8Array,
  lineReaders: readonly LineReader[] = [],
  largestUnpacked?: number,
): Promise<GridReading> {
  if (bytes.length === 0) return refuseGrids('empty-file', { holds: 'nothing' });
  const format = workbookFormatOf(bytes);
  if (format) return (await format.workbook.load())(bytes, largestUnpacked);
  if (startsWith(bytes, PDF)) return refuseGrids('unsupported-format', { format: 'pdf' });
  const { text, findings } = decodeText(bytes);
  if (text === null) return { grids: [], findings };
  const reading = readText(text, lineReaders);
  return { grids: reading.grids, findings: [...findings, ...reading.findings] };
}

function readText(text: string, lineReaders: readonly LineReader[]): GridReading {
  const start = text.trimStart().slice(0, 200);
  if (start === '') return refuseGrids('empty-file', { holds: 'blanks' });
  if (isMarkup(start)) return refuseGrids('not-a-report', { shows: 'a web page' });
  if (looksLikeJson(start)) return readJson(text);
  return readLines(text, lineReaders) ?? readCsv(text);
}

/** The reading by the first line reader that knows the text; `null` if none does. */
function readLines(text: string, lineReaders: readonly LineReader[]): GridReading | null {
  if (lineReaders.length === 0) return null;
  const lines = text.split('\n');
  for (const reader of lineReaders) {
    const read = reader(lines);
    if (!read) continue;
    const rows = read.map((cells, at) => ({ number: at + 1, cells }));
    return { grids: [{ sheet: null, format: 'txt', rows }], findings: [] };
  }
  return null;
}
