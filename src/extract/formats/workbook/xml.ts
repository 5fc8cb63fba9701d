import { SaxesParser } from 'saxes';

/** A UTF-8 byte order mark where every byte is a character. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const IS_ASCII = /^[\0-\x7f]*$/;
/** No part of a workbook nests its elements deeper. */
const DEEPEST = 200;
/** How many characters of a text a message repeats. */
const LONGEST_SHOWN = 200;

/** A number as workbooks write it. */
export const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

export type Attributes = Readonly<Record<string, string>>;

/** Handles the elements of a part. Names come without prefixes. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes, isSelfClosing: boolean): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads XML once from start to end. Throws at malformed XML, and whatever a handler throws. */
export function readXml(xml: string, handlers: XmlHandlers): void {
  // letters outside ASCII come as bytes, and XML 1.1 forbids some of them
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
    if (depth > DEEPEST) throw new Error(`nests elements more than ${DEEPEST} deep`);
    handlers.open(localName(name), attributes, isSelfClosing);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  for (const kind of ['text', 'cdata'] as const) parser.on(kind, (text) => handlers.text?.(text));
  parser.write(xml.startsWith(BYTE_ORDER_MARK) ? xml.slice(BYTE_ORDER_MARK.length) : xml).close();
}

/** The attributes of every element with this name and parent. */
export function readElements(xml: string, parent: string, name: string): Attributes[] {
  const found: Attributes[] = [];
  const path: string[] = [];
  const open = (element: string, attributes: Attributes) => {
    if (element === name && path.at(-1) === parent) found.push(attributes);
    path.push(element);
  };
  if (xml !== '') readXml(xml, { open, close: () => path.pop() });
  return found;
}

/** The name of an element or attribute without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The start of a text in quotation marks, for a message. */
export function shorten(text: string): string {
  return `"${decodeBytes(text).slice(0, LONGEST_SHOWN)}"`;
}

/** The tag of an element, for a message. */
export function tagOf(name: string): string {
  return `<${name.slice(0, LONGEST_SHOWN)}>`;
}

/** Decodes a text whose characters are bytes of UTF-8. */
export function decodeBytes(text: string): string {
  return IS_ASCII.test(text) ? text : Buffer.from(text, 'latin1').toString();
}
