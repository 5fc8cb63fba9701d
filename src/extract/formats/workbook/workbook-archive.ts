import { isAscii, isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { readElements, shorten } from './xml.ts';

export const WORKBOOK_PART = 'xl/workbook.xml';
const RELATIONS_PART = 'xl/_rels/workbook.xml.rels';
/** No workbook has more parts. */
const MOST_PARTS = 100_000;

const DECLARED_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']{1,40})["']/;
const DECLARES_UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;
/** The declaration stands at the beginning. */
const DECLARATION_LENGTH = 200;

export interface Relation {
  /** The last word of its address. */
  type: string;
  /** The address of the part, as it is written. */
  target: string;
  /** The name of the part in the zip file; `null` if it has no such part. */
  part: string | null;
}

/** What a workbook's zip file holds. */
export interface WorkbookArchive {
  /** Bytes of all parts, or of the parts up to the one that exceeds the limit. */
  unpacked: number;
  /** The names of all parts. */
  names: Set<string>;
  /** The relations of the workbook with its parts, by their ids. */
  relations: ReadonlyMap<string, Relation>;
  /** The XML of the parts that matter for figures, by their names. */
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
  }
  const read = new Set([WORKBOOK_PART, stylesPartOf(archive), textsPartOf(archive)]);
  for (const { type, part } of archive.relations.values())
    if (type === 'worksheet' && part !== null) read.add(part);
  for (const entry of entries) {
    const name = entry.fileName;
    const content = await contentOf(zip, entry, read.has(name));
    if (!read.has(name)) continue;
    if (archive.parts.has(name)) throw new Error(`${name} is there twice`);
    keepPart(archive, name, content);
  }
  return archive;
}

export function stylesPartOf(archive: WorkbookArchive): string {
  return partOfType(archive, 'styles') ?? 'xl/styles.xml';
}

/** The part with the texts that cells share. */
export function textsPartOf(archive: WorkbookArchive): string {
  return partOfType(archive, 'sharedStrings') ?? 'xl/sharedStrings.xml';
}

function partOfType({ relations }: WorkbookArchive, wanted: string): string | null | undefined {
  return [...relations.values()].find(({ type }) => type === wanted)?.part;
}

/** The relations by their ids. As in Excel, the case of a part's name does not matter. */
function readRelations(xml: string, names: ReadonlySet<string>): Map<string, Relation> {
  const parts = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const relations = new Map<string, Relation>();
  for (const { Id = '', Type = '', Target = '' } of readElements(xml, 'Relationships', 'Relationship')) {
    if (relations.has(Id)) throw new Error(`two relations of the workbook have the name ${shorten(Id)}`);
    const path = pathOf(Target);
    const part = names.has(path) ? path : (parts.get(path.toLowerCase()) ?? null);
    relations.set(Id, { type: Type.replace(/^.*\//s, ''), target: Target, part });
  }
  return relations;
}

/** The path of a part from the root of the zip file. */
function pathOf(target: string): string {
  try {
    return decodeURIComponent(new URL(target, 'zip://file/xl/workbook.xml').pathname.slice(1));
  } catch {
    return target;
  }
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
  parts.set(name, content.toString());
}
