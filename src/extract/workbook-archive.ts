import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { SheetCheck } from './sheet-check.ts';

/** Unpacked bytes above which a workbook is refused: 256 MiB, about 250,000 rows of 15 columns. */
export const LARGEST_UNPACKED = 256 * 1024 * 1024;

const STYLES_PART = 'xl/styles.xml';
const RELATIONS_PART = 'xl/_rels/workbook.xml.rels';
const WORKBOOK_PART = 'xl/workbook.xml';
const TEXTS_PART = 'xl/sharedStrings.xml';
const SHEET_FOLDER = 'xl/worksheets/';
/** What relates sheets to their tables, comments and drawings. */
const SHEET_RELATIONS_FOLDER = 'xl/worksheets/_rels/';
/** A sheet of a binary workbook. */
const BINARY_SHEET = /\/[^./]+\.bin$/;
/** The prefix of a part's first element. */
const PREFIX = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([\w.-]+):/;

/** A font that is not struck out says nothing, or this. */
const NOT_STRUCK = /<strike\s+val\s*=\s*["'](?:0|false)["']/;
const LONGEST_NOT_STRUCK = 50;

/** The parts that are read, beside the sheets. */
const READ_PARTS = new Set([STYLES_PART, RELATIONS_PART, WORKBOOK_PART, TEXTS_PART]);

/** Whether a part holds figures, or says how they are to be read. */
export function isReadPart(part: string): boolean {
  return READ_PARTS.has(part) || (isOfSheets(part) && !part.startsWith(SHEET_RELATIONS_FOLDER));
}

function isOfSheets(part: string): boolean {
  return part.startsWith(SHEET_FOLDER) && !BINARY_SHEET.test(part);
}

/** The prefix of the elements of a part that begins with this XML; `undefined` where they have none. */
export function prefixOf(xml: string): string | undefined {
  return PREFIX.exec(xml)?.[1];
}

/** What a workbook's zip file holds. */
export interface WorkbookInspection {
  /** Bytes of all parts; where above the limit, of those looked at. */
  unpacked: number;
  /** The names of the parts. */
  parts: string[];
  /** The text of the styles part. */
  styles: string;
  /** The text that lists the sheets. */
  workbook: string;
  /** The text that says where the workbook's other parts are. */
  relations: string;
  /** Whether elements of a part that is read have a prefix. */
  isPrefixed: boolean;
  /** Whether anything is said not to be struck out, which exceljs takes for the contrary. */
  saysNotStruck: boolean;
}

/**
 * Unpacks every part of a workbook once, keeping the text of three small parts; stops early above `limit`. Throws where
 * the zip structure, a part's size, checksum or compressed data is damaged, or a cell does not hold what its type says.
 */
export async function inspectWorkbook(
  bytes: Uint8Array,
  limit = LARGEST_UNPACKED,
): Promise<WorkbookInspection> {
  const archive = await yauzl.fromBufferPromise(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  const inspection: WorkbookInspection = {
    unpacked: 0,
    parts: [],
    styles: '',
    workbook: '',
    relations: '',
    isPrefixed: false,
    saysNotStruck: false,
  };
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    inspection.parts.push(entry.fileName);
    let checksum = 0;
    let isStart = true;
    let before = '';
    const sheet = isOfSheets(entry.fileName) ? new SheetCheck(entry.fileName) : null;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      inspection.unpacked += chunk.length;
      if (inspection.unpacked > limit) return inspection;
      checksum = crc32(chunk, checksum);
      if (!isReadPart(entry.fileName)) continue;
      const xml = chunk.toString('latin1');
      if (isStart && prefixOf(xml) !== undefined) inspection.isPrefixed = true;
      isStart = false;
      if (NOT_STRUCK.test(before + xml)) inspection.saysNotStruck = true;
      before = xml.slice(-LONGEST_NOT_STRUCK);
      sheet?.feed(xml);
      if (entry.fileName === WORKBOOK_PART) inspection.workbook += xml;
      if (entry.fileName === STYLES_PART) inspection.styles += xml;
      if (entry.fileName === RELATIONS_PART) inspection.relations += xml;
    }
    if (checksum !== entry.crc32) throw new Error(`${entry.fileName} does not match its checksum`);
  }
  return inspection;
}
