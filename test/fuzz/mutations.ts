import fc from 'fast-check';
import { strFromU8, strToU8 } from 'fflate';
import iconv from 'iconv-lite';
import { type BaseReport, type CsvStyle, escaped, PLAIN_CSV, type Table } from './base-reports.ts';

/** One change of a report. The numbers choose the place, whatever the size of the report. */
export interface Mutation {
  name: string;
  at: number;
  to: number;
  text: string;
}

/** How many printed lines a change may move at most. What else moves was invented or lost. */
export interface Reach {
  /** Lines that may give other rows than before. */
  changed: number;
  /** Lines that may give no row any more. */
  lost: number;
}
export const NOTHING: Reach = { changed: 0, lost: 0 };
const ONE: Reach = { changed: 1, lost: 1 };
export const ANY: Reach = { changed: Number.POSITIVE_INFINITY, lost: Number.POSITIVE_INFINITY };
const LOST: Reach = { changed: 1, lost: Number.POSITIVE_INFINITY };

function choose(number: number, length: number): number {
  return length <= 0 ? 0 : number % length;
}

function bodyLine({ lines, header }: Table, at: number): number {
  return header + 1 + choose(at, lines.length - header - 1);
}

function withLine({ lines, header }: Table, index: number, change: (line: string[]) => string[]): Table {
  return { header, lines: lines.map((line, at) => (at === index ? change([...line]) : line)) };
}

function withInserted({ lines, header }: Table, index: number, line: string[]): Table {
  return { header, lines: lines.toSpliced(index, 0, line) };
}

/** Changes that shift the cells of a row. In CSV, they give the row another width, so it must not load. */
export const SHIFTS = ['cell too many', 'cell missing'];

type TableChange = [Reach, (table: Table, mutation: Mutation) => Table];

const HEADER_DRESSES: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.replaceAll(' ', '_'),
  (name) => ` ${name}\u00a0`,
  (name) => name.replace(' ', '\n'),
];

const NOTES = [
  'Source: invented',
  '* 1,234.56 restated',
  '-----',
  '2024',
  '504 Gateway Time-out',
  '<html>',
  'Page 2',
];

/** A change of one line of figures. */
function inLine(change: (line: string[], mutation: Mutation, table: Table) => string[]): TableChange {
  return [
    ONE,
    (table, mutation) =>
      withLine(table, bodyLine(table, mutation.at), (line) => change(line, mutation, table)),
  ];
}

/** Changes of the cells of a table, before it is printed. */
export const TABLE_CHANGES: Readonly<Record<string, TableChange>> = {
  'odd cell': inLine((line, { to, text }) => line.toSpliced(choose(to, line.length), 1, text)),
  'cells exchanged': inLine((line, { to }) => {
    const [a, b] = [choose(to, line.length), choose(to >> 8, line.length)];
    return line.toSpliced(a, 1, line[b] ?? '').toSpliced(b, 1, line[a] ?? '');
  }),
  'cell of another row': inLine((line, { to }, table) => {
    const column = choose(to >> 8, line.length);
    return line.toSpliced(column, 1, table.lines[bodyLine(table, to)]?.[column] ?? '');
  }),
  'cell too many': inLine((line, { to, text }) => line.toSpliced(choose(to, line.length), 0, text)),
  'cell missing': inLine((line, { to }) => line.toSpliced(choose(to, line.length), 1)),
  'row twice': [
    ONE,
    (table, { at, to }) => withInserted(table, bodyLine(table, to), table.lines[bodyLine(table, at)] ?? []),
  ],
  'row missing': [
    ONE,
    (table, { at }) => ({ ...table, lines: table.lines.toSpliced(bodyLine(table, at), 1) }),
  ],
  'rows turned around': [
    NOTHING,
    ({ lines, header }) => ({
      header,
      lines: [...lines.slice(0, header + 1), ...lines.slice(header + 1).reverse()],
    }),
  ],
  'columns turned around': [
    NOTHING,
    ({ lines, header }) => {
      const width = lines[header]?.length ?? 0;
      const turn = (line: string[]) => Array.from({ length: width }, (_, at) => line[width - 1 - at] ?? '');
      return { header, lines: lines.map((line, at) => (at < header ? line : turn(line))) };
    },
  ],
  'column missing': [
    ANY,
    ({ lines, header }, { to }) => {
      const column = choose(to, lines[header]?.length ?? 0);
      return { header, lines: lines.map((line) => line.toSpliced(column, 1)) };
    },
  ],
  'header in another dress': [
    NOTHING,
    (table, { at }) =>
      withLine(table, table.header, (line) =>
        line.map(HEADER_DRESSES[choose(at, HEADER_DRESSES.length)] ?? String),
      ),
  ],
  'header renamed': [
    ANY,
    (table, { to, text }) =>
      withLine(table, table.header, (line) => line.toSpliced(choose(to, line.length), 1, text)),
  ],
  'header again': [
    NOTHING,
    (table, { at }) => withInserted(table, bodyLine(table, at), [...(table.lines[table.header] ?? [])]),
  ],
  'lines above': [
    NOTHING,
    ({ lines, header }, { at }) => {
      const above = Array.from({ length: choose(at, 30) }, () => ['Report']);
      return { header: header + above.length, lines: [...above, ...lines] };
    },
  ],
  note: [
    NOTHING,
    (table, { at, to }) =>
      withInserted(table, choose(at, table.lines.length + 1), [NOTES[choose(to, NOTES.length)] ?? '']),
  ],
  'row of totals': [
    NOTHING,
    (table, { at, text }) => {
      const line = (table.lines[bodyLine(table, at)] ?? []).map((cell, column) => (column > 3 ? cell : ''));
      return withInserted(table, bodyLine(table, at), line.toSpliced(0, 1, `Total ${text.slice(0, 5)}`));
    },
  ],
};

/** Ways to print a table as CSV. */
export const CSV_STYLES: readonly CsvStyle[] = [
  PLAIN_CSV,
  ...[';', '\t', '|'].map((delimiter) => ({ ...PLAIN_CSV, delimiter })),
  { ...PLAIN_CSV, newline: '\r\n' },
  { ...PLAIN_CSV, quotes: true },
];

type TextChange = [Reach, (bytes: Buffer) => Buffer];

/** Other bytes with the same text. */
export const ENCODINGS: Readonly<Record<string, TextChange>> = {
  'UTF-8 with a mark': [NOTHING, (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])],
  'UTF-16': [NOTHING, (bytes) => iconv.encode(bytes.toString(), 'utf-16le', { addBOM: true })],
  'UTF-16 of the other order': [
    NOTHING,
    (bytes) => iconv.encode(bytes.toString(), 'utf-16be', { addBOM: true }),
  ],
  'UTF-16 without a mark': [ANY, (bytes) => iconv.encode(bytes.toString(), 'utf-16le')],
  'Windows-1252': [NOTHING, (bytes) => iconv.encode(bytes.toString(), 'windows-1252')],
  'an end of text': [NOTHING, (bytes) => Buffer.concat([bytes, Buffer.from([0x1a])])],
};

const ELEMENTS = [
  '<note/>',
  '<sheetData/>',
  '<row/>',
  '<c/>',
  '<v>5</v>',
  '<is><t>5</t></is>',
  '<f>1+1</f>',
  '<!-- x -->',
];
const ATTRIBUTES = [
  'r="4"',
  'r="B4"',
  'r="$A$1"',
  's="1"',
  's="999"',
  't="s"',
  't="e"',
  't="str"',
  't=""',
  'xmlns="urn:x"',
];

type XmlChange = (xml: string, mutation: Mutation) => string;

/** Changes the match of a pattern that the number chooses. */
function replaceMatch(xml: string, pattern: RegExp, at: number, change: (match: string) => string): string {
  const matches = [...xml.matchAll(pattern)];
  const match = matches[choose(at, matches.length)];
  if (!match) return xml;
  return xml.slice(0, match.index) + change(match[0]) + xml.slice(match.index + match[0].length);
}

const TAG = /<[^>]+>/g;
const ROW = /<row\b.*?<\/row>/gs;
const CELL = /<c\b[^>]*?(?:\/>|>.*?<\/c>)/gs;

/** Changes of the XML of a sheet. All leave every row where it was, so a report loads with all its rows or is refused. */
export const SHEET_CHANGES: Readonly<Record<string, XmlChange>> = {
  'tag missing': (xml, { at }) => replaceMatch(xml, TAG, at, () => ''),
  'tag twice': (xml, { at }) => replaceMatch(xml, TAG, at, (tag) => tag + tag),
  'element added': (xml, { at, to }) =>
    replaceMatch(xml, TAG, at, (tag) => tag + ELEMENTS[choose(to, ELEMENTS.length)]),
  'attribute added': (xml, { at, to }) =>
    replaceMatch(xml, TAG, at, (tag) =>
      tag.replace(/\/?>$/, (end) => ` ${ATTRIBUTES[choose(to, ATTRIBUTES.length)]}${end}`),
    ),
  'attribute changed': (xml, { at, to }) =>
    replaceMatch(xml, TAG, at, (tag) => {
      const attribute = ATTRIBUTES[choose(to, ATTRIBUTES.length)] ?? '';
      return tag.replace(new RegExp(`${attribute.replace(/=.*/, '')}="[^"]*"`), attribute);
    }),
  'element around a row': (xml, { at }) => replaceMatch(xml, ROW, at, (row) => `<group>${row}</group>`),
  'element around a cell': (xml, { at }) => replaceMatch(xml, CELL, at, (cell) => `<group>${cell}</group>`),
  'cell twice': (xml, { at }) => replaceMatch(xml, CELL, at, (cell) => cell + cell),
  'rows exchanged': (xml, { at }) =>
    replaceMatch(xml, /<row\b.*?<\/row><row\b.*?<\/row>/gs, at, (rows) =>
      rows.replace(/(.*<\/row>)(<row.*)/s, '$2$1'),
    ),
  'value and text': (xml, { at, text }) =>
    replaceMatch(xml, CELL, at, (cell) => cell.replace('</c>', `<v>${escaped(text)}</v></c>`)),
  'rows in an element': (xml) =>
    xml.replace('<sheetData>', '<group><sheetData>').replace('</sheetData>', '</sheetData></group>'),
};

type Parts = Record<string, Uint8Array>;
type ZipChange = [Reach, (parts: Parts, mutation: Mutation) => Parts];

const chosenPart = (parts: Parts, number: number) =>
  Object.keys(parts)[choose(number, Object.keys(parts).length)] ?? '';

/** Changes of the parts of a workbook. */
export const ZIP_CHANGES: Readonly<Record<string, ZipChange>> = {
  'part missing': [
    NOTHING,
    (parts, { at }) => {
      const { [chosenPart(parts, at)]: _, ...others } = parts;
      return others;
    },
  ],
  'part renamed': [
    NOTHING,
    (parts, { at }) => {
      const { [chosenPart(parts, at)]: content = new Uint8Array(), ...others } = parts;
      return { ...others, [chosenPart(parts, at).toUpperCase()]: content };
    },
  ],
  'part of another': [
    ANY,
    (parts, { at, to }) => {
      const other = parts[chosenPart(parts, to)];
      return other ? { ...parts, [chosenPart(parts, at)]: other } : parts;
    },
  ],
  'days from an unclear day': [
    NOTHING,
    (parts) => {
      const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
      const unclear = workbook.replace('</sheets>', '</sheets><workbookPr date1904="2"/>');
      return { ...parts, 'xl/workbook.xml': strToU8(unclear) };
    },
  ],
};

const SIGNATURES = [
  'PK',
  'PK\u0003\u0004',
  '%PDF-1.7\n',
  '<!DOCTYPE html>',
  '\u0000\u0000',
  '\u00ef\u00bb\u00bf',
];

type BytesChange = [Reach, (bytes: Buffer, mutation: Mutation, other: () => BaseReport) => Buffer];

function replaceBytes(bytes: Buffer, from: number, to: number, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(to)]);
}

/** Changes of the bytes of a file in any format. */
export const BYTES_CHANGES: Readonly<Record<string, BytesChange>> = {
  'bit flipped': [
    ONE,
    (bytes, { at, to }) => {
      const changed = Buffer.from(bytes);
      const place = choose(at, bytes.length);
      changed[place] = (changed[place] ?? 0) ^ (1 << (to % 8));
      return changed;
    },
  ],
  'byte changed': [
    ONE,
    (bytes, { at, to }) => {
      const changed = Buffer.from(bytes);
      changed[choose(at, bytes.length)] = to % 256;
      return changed;
    },
  ],
  'bytes inserted': [
    ONE,
    (bytes, { at, text }) => {
      const place = choose(at, bytes.length);
      return replaceBytes(bytes, place, place, Buffer.from(text.slice(0, 8)));
    },
  ],
  'bytes missing': [
    LOST,
    (bytes, { at, to }) => {
      const from = choose(at, bytes.length);
      return replaceBytes(bytes, from, from + 1 + (to % 64));
    },
  ],
  'cut off': [LOST, (bytes, { at }) => bytes.subarray(0, choose(at, bytes.length))],
  'beginning missing': [ANY, (bytes, { at }) => bytes.subarray(choose(at, bytes.length))],
  'zero bytes': [
    LOST,
    (bytes, { at, to }) => {
      const from = choose(at, bytes.length);
      return replaceBytes(bytes, from, from + 1 + (to % 16), Buffer.alloc(1 + (to % 16)));
    },
  ],
  'another signature': [
    ANY,
    (bytes, { at }) =>
      Buffer.concat([Buffer.from(SIGNATURES[choose(at, SIGNATURES.length)] ?? '', 'latin1'), bytes]),
  ],
  'another report behind': [ANY, (bytes, _, other) => Buffer.concat([bytes, other().bytes])],
};

/** Cells as people and programs write them, right and wrong. */
const ODD_TEXTS = [
  ...'- . N/A 0 -0 1 12.5 1,234.56 $1,234.56 -$1,234.56 (1,234.56) $(1,234.56) 1,234.56- 1.234,56'.split(' '),
  ...'1234.567 1234.5600 .5 5. 1e3 1E-7 0x1F Infinity NaN 12.5% =A1 #REF! true null --5 +5 1,23'.split(' '),
  ...'12,34.56 ٣ １２ 99999999999999 Oct-22 2022-10 10/11/2022 2022-02-30 Oct-99 Total TOTAL'.split(' '),
  ...'<b> {"a":1} \'5 " "" , ; __proto__ _x0035_'.split(' '),
  ...['', ' ', '1 234.56', '\n', '\r\n5', '\u0000', '\u00a05', '5\u200b', '\ud800', 'a'.repeat(300)],
];

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map(String) },
  { weight: 2, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (cents / 100).toFixed(2)) },
);

const families = [
  { weight: 5, changes: { 'odd cell': null } },
  { weight: 5, changes: TABLE_CHANGES },
  { weight: 1, changes: ENCODINGS },
  { weight: 4, changes: SHEET_CHANGES },
  { weight: 1, changes: ZIP_CHANGES },
  { weight: 5, changes: BYTES_CHANGES },
];

/** Any change of a report. */
const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    name: fc.oneof(
      ...families.map(({ weight, changes }) => ({
        weight,
        arbitrary: fc.constantFrom(...Object.keys(changes)),
      })),
    ),
    at: fc.nat(),
    to: fc.nat(),
    text: texts,
  }),
  { minLength: 1, maxLength: 3, size: 'small' },
);

/** Any plan of a mutant. */
export const plans = fc.record({
  ...{ base: fc.nat(), printed: fc.boolean(), format: fc.nat(), style: fc.nat() },
  mutations,
});
