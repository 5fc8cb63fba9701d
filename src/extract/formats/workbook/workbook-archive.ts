import { isAscii, isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import yauzl from 'yauzl';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { type Relation, readRelations, relationsXml } from './relations.ts';

/** The prefix of a part's first element. */
const PREFIX = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([\w.-]+):/;

/** Comments, processing instructions other than the declaration, and CDATA sections. */
const NO_ELEMENT = /<!--[\s\S]*?(?:-->|$)|<\?(?!xml\s)[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

const REFERENCE = /&#(?:x([0-9a-f]{1,6})|0*(\d{1,7}));/gi;

/** Says that a font is not struck out. exceljs would read its text as struck out. */
const NOT_STRUCK = /<strike\s+val\s*=\s*(["'])\s*(?:0|false)\s*\1\s*(?:\/>|>\s*<\/strike\s*>)/g;

const LAST_ASCII = 0x7f;

const LAST_CHARACTER = 0x10ffff;

const NOT_IN_XML = /[\ud800-\udfff\ufffe\uffff]/;

export const STYLES_PART = 'xl/styles.xml';
export const WORKBOOK_PART = 'xl/workbook.xml';
export const TEXTS_PART = 'xl/sharedStrings.xml';
const RELATIONS_PART = 'xl/_rels/workbook.xml.rels';
/** No workbook has more parts. */
const MOST_PARTS = 100_000;

const DECLARED_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']{1,40})["']/;
const DECLARES_UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;
/** The declaration stands at the beginning. */
const DECLARATION_LENGTH = 200;

/** What a workbook's zip file holds. */
export interface WorkbookArchive {
  /** Bytes of all parts, or of the parts up to the one that exceeds the limit. */
  unpacked: number;
  /** The names of all parts. */
  names: Set<string>;
  /** The relations of the workbook with its parts, by their ids. */
  relations: ReadonlyMap<string, Relation>;
  /**
   * The XML of the parts that matter for figures, by the names under which exceljs finds them. Each byte is a character,
   * as in Latin-1.
   */
  parts: Map<string, string>;
  /** Parts in another encoding than UTF-8, with the name of the encoding if they declare it. */
  otherEncodings: Map<string, string | null>;
}

/** Unpacks every part of a workbook, if all together stay within `limit`. Throws if the zip file is damaged. */
export async function unpackWorkbook(bytes: Uint8Array, limit = LARGEST_UNPACKED): Promise<WorkbookArchive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const archive: WorkbookArchive = {
    unpacked: 0,
    names: new Set(),
    relations: new Map(),
    parts: new Map(),
    otherEncodings: new Map(),
  };
  const entries: yauzl.Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    archive.names.add(entry.fileName);
    // the zip reader throws if a part does not have the size that it states
    archive.unpacked += entry.uncompressedSize;
    if (archive.unpacked > limit) return archive;
    entries.push(entry);
    if (entries.length > MOST_PARTS) throw new Error(`it has more than ${MOST_PARTS} parts`);
  }
  const [relations, again] = entries.filter(({ fileName }) => fileName === RELATIONS_PART);
  if (again) throw new Error(`${RELATIONS_PART} is there twice`);
  if (relations) {
    keepPart(archive, RELATIONS_PART, await contentOf(zip, relations, true));
    archive.relations = readRelations(archive.parts.get(RELATIONS_PART) ?? '', archive.names);
    archive.parts.set(RELATIONS_PART, relationsXml(archive.relations));
  }
  const readNames = namesForReading(archive);
  for (const entry of entries) {
    const name = readNames.get(entry.fileName);
    const content = await contentOf(zip, entry, name !== undefined);
    if (name === undefined) continue;
    if (archive.parts.has(name)) throw new Error(`${name} is there twice`);
    keepPart(archive, name, content);
  }
  return archive;
}

/** By the name of a part that is read, the name under which exceljs finds it. */
function namesForReading({ relations }: WorkbookArchive): Map<string, string> {
  const names = new Map([WORKBOOK_PART, STYLES_PART, TEXTS_PART].map((part) => [part, part]));
  for (const { part, readAs } of relations.values()) {
    if (part === null || readAs === null) continue;
    // a part of this name to which no relation leads is not the one that counts
    if (part !== readAs) names.delete(readAs);
    names.set(part, readAs);
  }
  return names;
}

/** The content of a part that is kept. Throws if a part does not match its checksum, kept or not. */
async function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, isKept: boolean): Promise<Buffer> {
  const content = Buffer.alloc(isKept ? entry.uncompressedSize : 0);
  let size = 0;
  let checksum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    checksum = crc32(chunk, checksum);
    if (isKept) size += chunk.copy(content, size);
  }
  if (checksum !== entry.crc32) throw new Error(`${entry.fileName} does not match its checksum`);
  return content;
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

/**
 * The XML of a part as most programs write it: no prefixes, no comments, CDATA as escaped text, letters as bytes, and no
 * mark on a font that is not struck out.
 * exceljs does not know the other forms. Throws if elements have several prefixes.
 */
function plainXml(xml: string): string {
  const plain = withoutPrefix(xml.replace(NO_ELEMENT, (_, text: string | undefined) => escaped(text ?? '')));
  const lettered = plain.includes('&#') ? plain.replace(REFERENCE, letterOf) : plain;
  return lettered.replace(NOT_STRUCK, '');
}

function withoutPrefix(xml: string): string {
  const prefix = PREFIX.exec(xml)?.[1];
  if (prefix === undefined) return xml;
  const plain = xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
  if (PREFIX.test(plain)) throw new Error('names of its XML have several prefixes');
  return plain;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The bytes of a letter outside ASCII that is written by its number; other references stay. */
function letterOf(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code <= LAST_ASCII || code > LAST_CHARACTER) return reference;
  const letter = String.fromCodePoint(code);
  return NOT_IN_XML.test(letter) && letter.length === 1 ? reference : Buffer.from(letter).toString('latin1');
}
