/** The prefix of a part's first element. */
const PREFIX = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([\w.-]+):/;

/**
 * The XML of a part with names without a prefix, `<row>` for `<x:row>`: programs may write either, exceljs reads one
 * of them. Throws where there is no telling.
 */
export function withoutPrefix(xml: string): string {
  const prefix = PREFIX.exec(xml)?.[1];
  if (prefix === undefined) return xml;
  const plain = xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
  if (PREFIX.test(plain)) throw new Error('names of its XML have several prefixes');
  return plain;
}
