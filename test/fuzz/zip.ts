import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** One part of a ZIP file to write, with wrong statements about it. */
export interface Part {
  name: string;
  content: Buffer;
  /** Its packed bytes, if they are known already or must be wrong. */
  packed?: Buffer;
  isStored?: boolean;
  /** Values of its local header that differ from the directory. */
  localName?: string;
  checksum?: number;
  packedSize?: number;
  size?: number;
  flags?: number;
  method?: number;
  /** Added to the offset of its local header in the directory. */
  misplacedBy?: number;
}

/** Wrong statements about the ZIP file as a whole. */
export interface Directory {
  count?: number;
  size?: number;
  offset?: number;
  comment?: string;
  before?: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;

/** Writes a ZIP file. Without wrong statements it is valid, and the same parts give the same bytes. */
export function packZip(parts: readonly Part[], directory: Directory = {}): Buffer {
  const { before = Buffer.alloc(0), comment = '' } = directory;
  const bodies: Buffer[] = [before];
  const entries: Buffer[] = [];
  let offset = before.length;
  for (const part of parts) {
    const body = part.packed ?? (part.isStored ? part.content : deflateRawSync(part.content));
    const localName = Buffer.from(part.localName ?? part.name);
    const name = Buffer.from(part.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(part.flags ?? 0, 6);
    local.writeUInt16LE(part.method ?? (part.isStored ? 0 : DEFLATED), 8);
    local.writeUInt32LE(0x00210000, 10);
    local.writeUInt32LE((part.checksum ?? crc32(part.content)) >>> 0, 14);
    local.writeUInt32LE((part.packedSize ?? body.length) >>> 0, 18);
    local.writeUInt32LE((part.size ?? part.content.length) >>> 0, 22);
    local.writeUInt16LE(localName.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(20, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((offset + (part.misplacedBy ?? 0)) >>> 0, 42);
    bodies.push(local, localName, body);
    entries.push(central, name);
    offset += local.length + localName.length + body.length;
  }
  const listed = Buffer.concat(entries);
  const count = directory.count ?? parts.length;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE((directory.size ?? listed.length) >>> 0, 12);
  end.writeUInt32LE((directory.offset ?? offset) >>> 0, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...bodies, listed, end, Buffer.from(comment)]);
}

/**
 * Returns every part anywhere in the bytes: at each local header, and wherever the directory points. Leaves out parts
 * that cannot be unpacked.
 */
export function unpackAll(bytes: Uint8Array): Part[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = new Set([
    ...positionsOf(file, LOCAL),
    ...positionsOf(file, CENTRAL).flatMap(pointedAt(file)),
  ]);
  return [...places].sort((a, b) => a - b).flatMap((at) => partAt(file, at));
}

function positionsOf(file: Buffer, signature: number): number[] {
  const wanted = Buffer.alloc(4);
  wanted.writeUInt32LE(signature);
  const positions: number[] = [];
  for (let at = file.indexOf(wanted); at >= 0; at = file.indexOf(wanted, at + 1)) positions.push(at);
  return positions;
}

function pointedAt(file: Buffer): (central: number) => number[] {
  return (central) => {
    if (central + 46 > file.length) return [];
    const offset = file.readUInt32LE(central + 42);
    return offset + 30 <= file.length ? [offset] : [];
  };
}

function partAt(file: Buffer, at: number): Part[] {
  if (at + 30 > file.length) return [];
  const method = file.readUInt16LE(at + 8);
  const packedSize = file.readUInt32LE(at + 18);
  const nameAt = at + 30;
  const bodyAt = nameAt + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const name = file.toString('utf8', nameAt, nameAt + file.readUInt16LE(at + 26));
  if (method === 0) return [{ name, content: file.subarray(bodyAt, bodyAt + packedSize), isStored: true }];
  try {
    return [{ name, content: inflateRawSync(file.subarray(bodyAt)) }];
  } catch {
    return [];
  }
}
