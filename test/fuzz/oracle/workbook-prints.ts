import { unpackAll } from '../zip.ts';
import type { Print } from './readings.ts';

const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c\s*>)/gs;
const ROW = /<(?:\w+:)?row\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?row\s*>)/gs;
const SHARED = /<(?:\w+:)?si\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?si\s*>)/gs;
const VALUE = /<(?:\w+:)?v\b[^>]*?>(.*?)<\/(?:\w+:)?v\s*>/gs;
const TEXT = /<(?:\w+:)?t\b[^>]*?>(.*?)<\/(?:\w+:)?t\s*>/gs;
const PHONETIC = /<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh\s*>/gs;

/** Returns the cells of each row of a workbook, from all of its parts. */
export interface WorkbookPrints {
  rows: Print[][];
  hasDaysFrom1904: boolean;
}

/** Reads every part of the file with patterns alone. */
export function workbookPrints(bytes: Uint8Array): WorkbookPrints {
  const parts = unpackAll(bytes).map(({ content }) => decodePart(content));
  const lists = parts.map(sharedTexts).filter((list) => list.length > 0);
  return {
    rows: parts.flatMap((xml) => [...xml.matchAll(ROW)].map(([, row = '']) => rowPrints(row, lists))),
    hasDaysFrom1904: parts.some((xml) => xml.includes('date1904')),
  };
}

function decodePart(content: Buffer): string {
  const text = content[0] === 0xff && content[1] === 0xfe ? content.toString('utf16le') : content.toString();
  return text
    .replace(/<!--.*?-->|<\?.*?\?>/gs, '')
    .replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, data: string) => escaped(data));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function sharedTexts(xml: string): string[][] {
  return [...xml.matchAll(SHARED)].map(([, content = '']) => textsOf(content));
}

/** Joins all runs of a text, with and without phonetic hints. */
function textsOf(xml: string): string[] {
  const runs = (part: string) => [...part.matchAll(TEXT)].map(([, text = '']) => text);
  const withoutPhonetic = runs(xml.replace(PHONETIC, ''));
  return [...new Set([withoutPhonetic.join(''), ...withoutPhonetic])].flatMap((text) =>
    shownForms(unescaped(text)),
  );
}

function rowPrints(row: string, lists: readonly string[][][]): Print[] {
  return [...row.matchAll(CELL)].flatMap(([, attributes = '', content = '']) => {
    const values = [...content.matchAll(VALUE)].map(([, value = '']) => unescaped(value));
    if (/\bt=["']s["']/.test(attributes))
      return values.flatMap((value) => sharedPrints(Number(value), lists));
    const texts = [...values.flatMap(shownForms), ...textsOf(content)].map((text) => ({ text }));
    return [...texts, ...values.map((number) => ({ number }))];
  });
}

/** Returns the text with an index, from each list of shared texts. */
function sharedPrints(number: number, lists: readonly string[][][]): Print[] {
  return lists.flatMap((list) => list[number] ?? []).map((text) => ({ text }));
}

/** Returns a text as written, and with its character codes decoded. */
function shownForms(text: string): string[] {
  const shown = text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return shown === text ? [text] : [text, shown];
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  const plain = xml.replace(/<[^>]*>/g, '');
  return plain.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
