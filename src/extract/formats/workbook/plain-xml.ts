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

/**
 * The XML of a part as most programs write it: no prefixes, no comments, CDATA as escaped text, letters as bytes, and no
 * mark on a font that is not struck out.
 * exceljs does not know the other forms. Throws if elements have several prefixes.
 */
export function plainXml(xml: string): string {
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
