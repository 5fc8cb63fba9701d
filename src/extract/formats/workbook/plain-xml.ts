/** The prefix of a part's first element. */
const PREFIX = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([\w.-]+):/;
/** What is no element and no text, but for the declaration a part begins with; texts that are written as they are. */
const NO_ELEMENT = /<!--[\s\S]*?(?:-->|$)|<\?(?!xml\s)[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/**
 * The XML of a part as most programs write it. Names have no prefix, `<row>` for `<x:row>`: programs may write either,
 * exceljs reads one of them. Comments are left out, for they may hold cells. A text that is written as it is has its
 * characters escaped: exceljs leaves it out. Throws where there is no telling.
 */
export function plainXml(xml: string): string {
  return withoutPrefix(xml.replace(NO_ELEMENT, (_, text: string | undefined) => escaped(text ?? '')));
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
