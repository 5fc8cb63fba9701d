import { CFB, utils, write } from '@e965/xlsx';
import type { Cell } from './workbook.ts';

/** A record of a workbook of Excel 97: a type and numbers of two bytes, or bytes. */
export function biff(type: number, ...parts: readonly (number | Buffer)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'number' ? short(part) : part)));
  return Buffer.concat([short(type), short(data.length), data]);
}

function short(number: number): Buffer {
  return Buffer.from([number & 0xff, (number >> 8) & 0xff]);
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A text with its length, in one byte or two for each letter. */
export function biffText(text: string, width: 1 | 2 = 1): Buffer {
  const letters = Buffer.from(text, width === 1 ? 'latin1' : 'utf16le');
  return Buffer.concat([short(text.length), Buffer.from([width - 1]), letters]);
}

/** The beginning and the end of a part. */
const begin = (kind: number, version: number) => biff(0x809, version, kind, 0, 0, 0, 0, 0, 0);
const END = biff(0x0a);
/** Five fonts and four styles. The last font is struck out; its number is 5, because no font has the number 4. */
const FONTS = [0, 0, 0, 0, 8].map((flags) =>
  biff(0x31, 200, flags, 0, 400, 0, 0, 0, Buffer.from([1, 0, 65])),
);
const styleRecord = (font: number, format: number) => biff(0xe0, font, format, Buffer.alloc(16));
export const STYLES = { plain: 0, percent: 1, date: 2, struckOut: 3 };
const STYLE_RECORDS = [styleRecord(0, 0), styleRecord(0, 10), styleRecord(0, 14), styleRecord(5, 0)];

export interface HandMade {
  /** Records for all sheets, beside fonts and styles. */
  forAll?: readonly Buffer[];
  /** The texts that cells name by number, as they are stored. */
  texts?: readonly Buffer[];
  version?: number;
  /** Records of a second sheet, and whether it is a chart or has no such place. */
  second?: { records: readonly Buffer[]; kind?: number; state?: number; isMissing?: boolean };
  more?: readonly (readonly Buffer[])[];
}

export function biffStream(records: readonly Buffer[], around: HandMade = {}): Buffer {
  const { forAll = [], texts = [], version = 0x600, second, more = [] } = around;
  const count = Buffer.alloc(8);
  count.writeUInt32LE(texts.length, 4);
  const head = [begin(5, version), ...FONTS, ...STYLE_RECORDS, ...forAll];
  const tail = [...(texts.length > 0 ? [biff(0xfc, count, ...texts)] : []), END];
  const sheets = [
    { name: 'Report', records, kind: 0, state: 0, isMissing: false },
    ...(second ? [{ name: 'Second', kind: 0, state: 0, isMissing: false, ...second }] : []),
    ...more.map((own, at) => ({ name: `More ${at}`, records: own, kind: 0, state: 0, isMissing: false })),
  ];
  const bodies = sheets.map((sheet) => Buffer.concat([begin(0x10, version), ...sheet.records, END]));
  const listed = (places: readonly number[]) =>
    sheets.map(({ name, kind, state }, at) => {
      const place = Buffer.alloc(4);
      place.writeUInt32LE(places[at] ?? 0);
      return biff(0x85, place, Buffer.from([state, kind, name.length, 0]), Buffer.from(name));
    });
  const start = Buffer.concat([...head, ...listed([]), ...tail]).length;
  const places = bodies.map((_, at) => start + Buffer.concat(bodies.slice(0, at)).length);
  const kept = bodies.filter((_, at) => !sheets[at]?.isMissing);
  return Buffer.concat([...head, ...listed(places), ...tail, ...kept]);
}

export function compoundFile(stream: Buffer, name = '/Workbook'): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, name, stream);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer);
}

/** The file of a workbook with these records in its sheet. */
export function biffWorkbook(records: readonly Buffer[], around: HandMade = {}): Buffer {
  return compoundFile(biffStream(records, around));
}

export interface OldSheet {
  name: string;
  rows: readonly (readonly Cell[])[];
  isHidden?: boolean;
}

/** A workbook of Excel 97, or an XML spreadsheet, as the library writes it. Cells have no formulas. */
export function oldWorkbook(
  sheets: readonly OldSheet[],
  { bookType = 'biff8', date1904 = false }: { bookType?: 'biff8' | 'xlml'; date1904?: boolean } = {},
): Buffer {
  const written = sheets.map(({ rows }) => {
    const data = rows.map((cells) => cells.map((cell) => cellOf(cell, date1904)));
    const width = Math.max(1, ...rows.map((cells) => cells.length));
    const end = utils.encode_cell({ r: Math.max(0, rows.length - 1), c: width - 1 });
    return { '!ref': `A1:${end}`, '!data': data };
  });
  const book = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map(({ name }, at) => [name, written[at] ?? {}])),
    Workbook: {
      WBProps: { date1904 },
      Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? (1 as const) : (0 as const) })),
    },
  };
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

const DAY_MS = 86_400_000;
const [EPOCH, LATER_1904] = [25_569, 1462];

function cellOf(cell: Cell, date1904: boolean) {
  if (cell === null) return undefined;
  if (typeof cell === 'string') return { t: 's' as const, v: cell };
  const { value, format } = cell;
  if (value instanceof Date) {
    const days = value.getTime() / DAY_MS + EPOCH - (date1904 ? LATER_1904 : 0);
    return { t: 'n' as const, v: days, z: format };
  }
  if (typeof value === 'number') return { t: 'n' as const, v: value, z: format };
  if (typeof value === 'boolean') return { t: 'b' as const, v: value };
  return { t: 's' as const, v: String(value) };
}
