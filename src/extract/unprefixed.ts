import { unzipSync, zipSync } from 'fflate';
import { isReadPart, prefixOf } from './workbook-archive.ts';

/**
 * A workbook whose elements have names without a prefix, `<row>` for `<x:row>`: programs may write either, exceljs
 * reads one of them. Throws where the zip file is damaged.
 */
export function withoutPrefixes(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes);
  for (const [part, content] of Object.entries(parts)) {
    if (!isReadPart(part)) continue;
    // every byte a character: what is not ASCII stays as it is
    const xml = Buffer.from(content).toString('latin1');
    const prefix = prefixOf(xml);
    if (prefix === undefined) continue;
    const plain = xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
    parts[part] = Buffer.from(plain, 'latin1');
  }
  return zipSync(parts, { level: 1 });
}
