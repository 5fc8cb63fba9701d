import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import yauzl from 'yauzl';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { plainXml } from './plain-xml.ts';

export const STYLES_PART = 'xl/styles.xml';
export const RELATIONS_PART = 'xl/_rels/workbook.xml.rels';
export const WORKBOOK_PART = 'xl/workbook.xml';
export const TEXTS_PART = 'xl/sharedStrings.xml';
/** The parts exceljs takes for sheets; it leaves out others without a word. */
const SHEET_PART = /^xl\/worksheets\/sheet\d+\.xml$/;

/** The parts that are read, beside the sheets. */
const READ_PARTS = new Set([STYLES_PART, RELATIONS_PART, WORKBOOK_PART, TEXTS_PART]);

/** What a workbook's zip file holds. */
export interface WorkbookArchive {
  /** Bytes of all parts; where above the limit, of those up to the one that goes above it. */
  unpacked: number;
  /** The names of all parts. */
  names: Set<string>;
  /**
   * The XML of the parts that hold figures or say how they are to be read, by name, without prefixes and comments.
   * Every byte is a character: what is not ASCII stays as it is.
   */
  parts: Map<string, string>;
}

/** Whether a part is a sheet that is read. */
export function isSheet(part: string): boolean {
  return SHEET_PART.test(part);
}

/**
 * Unpacks every part of a workbook; stops at the part that goes above `limit`. Throws where the zip structure, a part's
 * size, checksum or compressed data is damaged.
 */
export async function unpackWorkbook(bytes: Uint8Array, limit = LARGEST_UNPACKED): Promise<WorkbookArchive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const archive: WorkbookArchive = { unpacked: 0, names: new Set(), parts: new Map() };
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith('/')) continue;
    const isRead = READ_PARTS.has(name) || isSheet(name);
    if (isRead && archive.names.has(name)) throw new Error(`${name} is there twice`);
    archive.names.add(name);
    // a part that unpacks to another size than it states throws
    archive.unpacked += entry.uncompressedSize;
    if (archive.unpacked > limit) return archive;
    const content = Buffer.alloc(isRead ? entry.uncompressedSize : 0);
    let size = 0;
    let checksum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk, checksum);
      if (isRead) size += chunk.copy(content, size);
    }
    if (checksum !== entry.crc32) throw new Error(`${name} does not match its checksum`);
    if (isRead) archive.parts.set(name, plainXml(content.toString('latin1')));
  }
  return archive;
}

/**
 * The parts that are read as a workbook of their own, uncompressed. They are taken out of the archive: with what
 * exceljs makes of them, a large workbook would be in memory too often.
 */
export function packWorkbook({ parts }: WorkbookArchive): ArrayBuffer {
  const contents: Record<string, Uint8Array> = {};
  for (const [name, xml] of parts) {
    contents[name] = Buffer.from(xml, 'latin1');
    parts.delete(name);
  }
  return zipSync(contents, { level: 0 }).buffer;
}
