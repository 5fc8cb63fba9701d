import { SaxesParser } from 'saxes';

/** A UTF-8 byte order mark where every byte is a character. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
/** No part of a workbook nests its elements deeper. */
const DEEPEST = 200;
/** How much of a text a message repeats. */
const LONGEST_SHOWN = 200;

export type Attributes = Readonly<Record<string, string>>;

/** What to do with the elements of a part. Names come without their prefixes. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes, isSelfClosing: boolean): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads XML once from its beginning to its end. Throws what a handler throws, and where the text is no XML. */
export function readXml(xml: string, handlers: XmlHandlers): void {
  // what is not ASCII comes as bytes, some of which XML 1.1 does not allow
  const parser = new SaxesParser({
    xmlns: false as const,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  let depth = 0;
  parser.on('error', ({ message }) => {
    throw new Error(`has damaged XML (${message})`);
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    depth += 1;
    if (depth > DEEPEST) throw new Error(`has more than ${DEEPEST} elements in one another`);
    handlers.open(localName(name), attributes, isSelfClosing);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  parser.write(xml.startsWith(BYTE_ORDER_MARK) ? xml.slice(BYTE_ORDER_MARK.length) : xml).close();
}

/** The name of an element or attribute without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** A text in quotation marks as a message repeats it. */
export function shorten(text: string): string {
  return `"${decodeBytes(text).slice(0, LONGEST_SHOWN)}"`;
}

/** The beginning tag of an element as a message names it. */
export function tagOf(name: string): string {
  return `<${name.slice(0, LONGEST_SHOWN)}>`;
}

/** A text of which every character is a byte of UTF-8; one that was written by numbers stays as it is. */
export function decodeBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return bytes.toString('latin1') === text ? bytes.toString() : text;
}
