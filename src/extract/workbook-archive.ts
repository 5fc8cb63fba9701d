import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** Unpacked bytes above which a workbook is refused: 256 MiB, about 250,000 rows of 15 columns. */
export const LARGEST_UNPACKED = 256 * 1024 * 1024;

/**
 * Unpacks every entry of a zip file once, keeping nothing, and returns the unpacked size in bytes. Stops early
 * above `limit`. Throws where the zip structure, an entry's size, checksum or compressed data is damaged.
 */
export async function measureUnpacked(bytes: Uint8Array, limit = LARGEST_UNPACKED): Promise<number> {
  const archive = await yauzl.fromBufferPromise(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    let checksum = 0;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      unpacked += chunk.length;
      if (unpacked > limit) return unpacked;
      checksum = crc32(chunk, checksum);
    }
    if (checksum !== entry.crc32) throw new Error(`${entry.fileName} does not match its checksum`);
  }
  return unpacked;
}
