import { isMarkup, startsWith } from '../../domain/text/bytes.ts';
import { readCsv } from './csv.ts';
import { looksLikeJson, workbookFormatOf } from './formats.ts';
import { EXPORT_AGAIN, type GridReading, refuseGrids } from './grid.ts';
import { readJson } from './json.ts';
import { decodeText } from './text.ts';

const PDF = [0x25, 0x50, 0x44, 0x46];
const GZIP = [0x1f, 0x8b];
const SAVE_OR_CHOOSE_CSV = 'Open it in Excel and save it as .xlsx, or choose CSV at the portal.';

/** The head of a web archive: its lines, of which one tells its kind. */
const WEB_ARCHIVE = /^(?:[\w-]+:.*\n|[ \t].*\n)*?Content-Type:\s*multipart\/related/i;

/**
 * Reads a report's bytes into grids of text. The content decides the format, never the file name. Faults of the bytes are
 * findings and never throw.
 */
export async function readGrids(bytes: Uint8Array): Promise<GridReading> {
  if (bytes.length === 0) return refuseGrids('empty-file', { what: 'The file is empty (0 bytes).' });
  // loaded late: the library loads slowly, and few reports are workbooks
  if (workbookFormatOf(bytes)) return (await import('./workbook.ts')).readWorkbook(bytes);
  if (startsWith(bytes, PDF)) return unreadable('a PDF', EXPORT_AGAIN);
  if (startsWith(bytes, GZIP))
    return unreadable('compressed with gzip', 'Unpack it, and load the file in it.');
  const { text, findings } = decodeText(bytes);
  if (text === null) return { grids: [], findings };
  const reading = readText(text);
  return { grids: reading.grids, findings: [...findings, ...reading.findings] };
}

function readText(text: string): GridReading {
  const start = text.trimStart().slice(0, 2000);
  if (start === '') return refuseGrids('empty-file', { what: 'The file contains only blanks.' });
  if (WEB_ARCHIVE.test(start))
    return unreadable('a web archive (MHTML) with the report as a table', SAVE_OR_CHOOSE_CSV);
  if (isMarkup(start)) {
    if (start.includes('urn:oasis:names:tc:opendocument'))
      return unreadable('a flat OpenDocument spreadsheet', 'Save it as .xlsx or CSV.');
    return hasTable(text)
      ? unreadable('a web page with the report as a table', SAVE_OR_CHOOSE_CSV)
      : unreadable('a web page or XML. The portal probably sent an error page', 'Download the report again.');
  }
  if (start.startsWith('{\\rtf')) return unreadable('a text document (RTF)', SAVE_OR_CHOOSE_CSV);
  if (looksLikeJson(start)) return readJson(text);
  return readCsv(text);
}

function unreadable(what: string, advice: string): GridReading {
  return refuseGrids('unreadable-file', { what: `The file is ${what}.`, advice });
}

/** Whether a web page has several rows of several cells. The pages of portals that tell of an error have none. */
function hasTable(page: string): boolean {
  const rows = page.split(/<tr\b/i).map((row) => row.match(/<t[dh]\b/gi)?.length ?? 0);
  return rows.filter((cells) => cells > 2).length > 1;
}
