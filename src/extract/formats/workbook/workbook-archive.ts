import { isAscii, isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import yauzl from 'yauzl';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { plainXml } from './plain-xml.ts';

export const STYLES_PART = 'xl/styles.xml';
export const RELATIONS_PART = 'xl/_rels/workbook.xml.rels';
export const WORKBOOK_PART = 'xl/workbook.xml';
export const TEXTS_PART = 'xl/sharedStrings.xml';
/** The parts that exceljs reads as sheets; it ignores others silently. */
const SHEET_PART = /^xl\/worksheets\/sheet\d+\.xml$/;

/** The encoding that the XML of a part declares. */
const DECLARED_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']{1,40})["']/;
const DECLARES_UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;
/** The declaration stands at the beginning. */
const DECLARATION_LENGTH = 200;

/** The parts that are read, beside the sheets. */
const READ_PARTS = new Set([STYLES_PART, RELATIONS_PART, WORKBOOK_PART, TEXTS_PART]);

/** What a workbook's zip file holds. */
export interface WorkbookArchive {
  /** Bytes of all parts, or of the parts up to the one that exceeds the limit. */
  unpacked: number;
  /** The names of all parts. */
  names: Set<string>;
  /** The XML of the parts that matter for figures, by name. Each byte is a character, as in Latin-1. */
  parts: Map<string, string>;
  /** Parts in another encoding than UTF-8, with the name of the encoding if they declare it. */
  otherEncodings: Map<string, string | null>;
}

/** Whether exceljs reads a part as a sheet. */
export function isSheet(part: string): boolean {
  return SHEET_PART.test(part);
}

/** Unpacks every part of a workbook, up to the part that exceeds `limit`. Throws if the zip file is damaged. */
export async function unpackWorkbook(bytes: Uint8Array, limit = LARGEST_UNPACKED): Promise<WorkbookArchive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const archive: WorkbookArchive = {
    unpacked: 0,
    names: new Set(),
    parts: new Map(),
    otherEncodings: new Map(),
  };
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith('/')) continue;
    const isRead = READ_PARTS.has(name) || isSheet(name);
    if (isRead && archive.names.has(name)) throw new Error(`${name} is there twice`);
    archive.names.add(name);
    // the zip reader throws if a part does not have the size that it states
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
    if (isRead) keepPart(archive, name, content);
  }
  return archive;
}

function keepPart({ parts, otherEncodings }: WorkbookArchive, name: string, content: Buffer): void {
  const declared = DECLARED_ENCODING.exec(content.toString('latin1', 0, DECLARATION_LENGTH))?.[1] ?? null;
  const isDeclared = declared === null || DECLARES_UTF8.test(declared);
  if (!isUtf8(content) || !(isDeclared || isAscii(content)))
    otherEncodings.set(name, isDeclared ? null : declared);
  parts.set(name, plainXml(content.toString('latin1')));
}

/** An uncompressed workbook of the parts that are read. Removes them from the archive, to save memory for exceljs. */
export function packWorkbook({ parts }: WorkbookArchive): ArrayBuffer {
  const contents: Record<string, Uint8Array> = {};
  for (const [name, xml] of parts) {
    contents[name] = Buffer.from(xml, 'latin1');
    parts.delete(name);
  }
  return zipSync(contents, { level: 0 }).buffer;
}
