import { isMarkup, isWorkbook, startsWith } from '../domain/bytes.ts';
import { readCsv, SEPARATORS } from './csv.ts';
import {
  type GridReading,
  LARGEST_CELL_COUNT,
  LARGEST_LINE_COUNT,
  refuseCount,
  refuseGrids,
  type WorkbookReader,
} from './grid.ts';
import { readJson } from './json.ts';
import { decodeText } from './text.ts';

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * Reads a report's bytes into grids of text. What the file is, is told from its content, never from its name.
 * Errors are findings; nothing is thrown for what is in the bytes.
 */
export async function readGrids(bytes: Uint8Array, readWorkbook: WorkbookReader): Promise<GridReading> {
  if (bytes.length === 0) return refuseGrids('empty-file', 'the file is empty (0 bytes); download it again');
  if (startsWith(bytes, COMPOUND_FILE)) return refuseCompoundFile(bytes);
  if (isWorkbook(bytes)) return readWorkbook(bytes);
  if (startsWith(bytes, PDF)) {
    return refuseGrids('unsupported-format', 'the file is a PDF; export the report as CSV, XLSX or JSON');
  }
  const { text, findings } = decodeText(bytes);
  if (text === null) return { grids: [], findings };
  const reading = readText(text);
  return { grids: reading.grids, findings: [...findings, ...reading.findings] };
}

function readText(text: string): GridReading {
  const lines = countOf(['\n'], text);
  if (lines > LARGEST_LINE_COUNT) return refuseCount(lines, 'lines', LARGEST_LINE_COUNT);
  const start = text.trimStart().slice(0, 200);
  if (start === '') return refuseGrids('empty-file', 'the file holds nothing but blanks; download it again');
  if (isMarkup(start)) {
    const message =
      'the file is a web page or XML, not a report: the portal probably showed an error page; download it again';
    return refuseGrids('html-page', message);
  }
  const isJson = start.startsWith('{') || start.startsWith('[');
  return isJson ? readBoundedJson(text) : readBoundedCsv(text);
}

function readBoundedJson(text: string): GridReading {
  const count = countOf(['{', '['], text);
  if (count > LARGEST_LINE_COUNT) return refuseCount(count, 'JSON objects and lists', LARGEST_LINE_COUNT);
  return readJson(text);
}

function readBoundedCsv(text: string): GridReading {
  // few texts are long enough to have so many
  const count = text.length > LARGEST_CELL_COUNT ? countOf(SEPARATORS, text) : 0;
  return count > LARGEST_CELL_COUNT ? refuseCount(count, 'cells', LARGEST_CELL_COUNT) : readCsv(text);
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
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    return refuseGrids(
      'encrypted-workbook',
      'the workbook is protected by a password; open it and save it without one',
    );
  }
  const message =
    'the file is an old binary workbook (.xls) or another old Office file; save it as .xlsx or CSV';
  return refuseGrids('old-workbook', message);
}
