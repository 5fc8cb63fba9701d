import { isMarkup, isWorkbook, startsWith } from '../../domain/text/bytes.ts';
import { readCsv, SEPARATORS } from './csv.ts';
import {
  type GridReading,
  LARGEST_CELL_COUNT,
  LARGEST_LINE_COUNT,
  type LineReader,
  refuseGrids,
  type WorkbookReader,
} from './grid.ts';
import { readJson } from './json.ts';
import { decodeText } from './text.ts';

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Values above which a JSON text is refused. */
const MOST_JSON_VALUES = 8_000_000;
const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * Reads a report's bytes into grids of text. What the file is, is told from its content, never from its name.
 * `lineReaders` are asked first about a text. Errors are findings; nothing is thrown for what is in the bytes.
 */
export async function readGrids(
  bytes: Uint8Array,
  readWorkbook: WorkbookReader,
  lineReaders: readonly LineReader[] = [],
): Promise<GridReading> {
  if (bytes.length === 0) return refuseGrids('empty-file', { holds: 'nothing' });
  if (startsWith(bytes, COMPOUND_FILE)) return refuseCompoundFile(bytes);
  if (isWorkbook(bytes)) return readWorkbook(bytes);
  if (startsWith(bytes, PDF)) return refuseGrids('unsupported-format', { format: 'pdf' });
  const { text, findings } = decodeText(bytes);
  if (text === null) return { grids: [], findings };
  const reading = readText(text, lineReaders);
  return { grids: reading.grids, findings: [...findings, ...reading.findings] };
}

function readText(text: string, lineReaders: readonly LineReader[]): GridReading {
  const lines = countOf(['\n'], text);
  if (lines > LARGEST_LINE_COUNT)
    return refuseGrids('file-too-large', { limit: 'lines', most: LARGEST_LINE_COUNT, found: lines });
  const start = text.trimStart().slice(0, 200);
  if (start === '') return refuseGrids('empty-file', { holds: 'blanks' });
  if (isMarkup(start)) return refuseGrids('not-a-report', { shows: 'a web page' });
  if (start.startsWith('{') || start.startsWith('[')) return readBoundedJson(text);
  return readLines(text, lineReaders) ?? readBoundedCsv(text);
}

/** The reading of a text that one of the readers knows by its lines; `null` if none does. */
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

function readBoundedJson(text: string): GridReading {
  const count = countOf(['{', '['], text);
  if (count > LARGEST_LINE_COUNT)
    return refuseGrids('file-too-large', { limit: 'JSON objects', most: LARGEST_LINE_COUNT, found: count });
  // no records have values so short that a file holds more
  const values = text.length > MOST_JSON_VALUES ? countOf([','], text) : 0;
  return values > MOST_JSON_VALUES
    ? refuseGrids('file-too-large', { limit: 'JSON values', most: MOST_JSON_VALUES, found: values })
    : readJson(text);
}

function readBoundedCsv(text: string): GridReading {
  // few texts are long enough to have so many
  if (text.length <= LARGEST_CELL_COUNT) return readCsv(text);
  for (const [limit, characters] of [
    ['cells', SEPARATORS],
    ['quotation marks', ['"']],
  ] as const) {
    const found = countOf(characters, text);
    if (found > LARGEST_CELL_COUNT)
      return refuseGrids('file-too-large', { limit, most: LARGEST_CELL_COUNT, found });
  }
  return readCsv(text);
}

function countOf(characters: readonly string[], text: string): number {
  let count = 0;
  for (const character of characters)
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Old binary workbooks and password-protected new ones share one container. */
function refuseCompoundFile(bytes: Uint8Array): GridReading {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    return refuseGrids('encrypted-workbook', {});
  return refuseGrids('unsupported-format', { format: 'xls' });
}
