/** What the library would read otherwise than a workbook holds it. Each fault refuses the workbook. */
import { isUtf8 } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { utils, type WorkBook } from '@e965/xlsx';
import { type Finding, finding, type Place } from '../../domain/findings/finding.ts';

/** Why a workbook is not read. */
export class WorkbookFault extends Error {
  readonly finding: Finding;

  constructor(why: Finding) {
    super(why.code);
    this.finding = why;
  }
}

export function damage(reason: string, place: Partial<Place> = {}): WorkbookFault {
  const advice = 'Download it again, or open it in Excel and save it.';
  return new WorkbookFault(
    finding('damaged-file', { what: `The workbook cannot be read (${reason}).`, advice }, place),
  );
}

/** A workbook that cannot be read for what it is. */
export function unreadable(what: string, advice: string): WorkbookFault {
  return new WorkbookFault(finding('unreadable-file', { what, advice }));
}

export function locked(): WorkbookFault {
  return unreadable('The workbook is protected by a password.', 'Open it, remove the password and save it.');
}

/** The parts of a zip file by their paths. Its directory tells their sizes before anything is unpacked. */
export function unpack(zip: Buffer, largestUnpacked: number): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw damage('it is incomplete');
  let left = largestUnpacked;
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const size = zip.readUInt32LE(at + 24);
    left -= size;
    if (left < 0) {
      const most = `${largestUnpacked / 1024 / 1024} MiB`;
      throw new WorkbookFault(finding('file-too-large', { what: 'The size of the unpacked workbook', most }));
    }
    const [name = 0, extra = 0, remark = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const path = zip.toString('utf8', at + 46, at + 46 + name).replaceAll('\\', '/');
    if (parts.has(path)) throw damage(`${path} is there twice`);
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const stored = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const isPacked = zip.readUInt16LE(at + 10) !== 0;
    const content = isPacked ? inflateRawSync(stored, { maxOutputLength: size + 1 }) : stored;
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw damage(`${path} does not match its checksum`);
    parts.set(path, /\.(?:xml|rels)$/i.test(path) ? plainXml(path, content) : content);
    at += 46 + name + extra + remark;
  }
  return parts;
}

const UTF_16: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** XML as the library reads it: in UTF-8, and without comments, whose text it would read too. */
function plainXml(path: string, content: Buffer): Buffer {
  const encoding = UTF_16[content.toString('hex', 0, 2)];
  if (encoding) return plainXml(path, Buffer.from(new TextDecoder(encoding).decode(content)));
  if (!isUtf8(content) || content.includes(0))
    throw damage(`${path} is stored neither as UTF-8 nor as UTF-16`);
  return content.includes('<!--') ? Buffer.from(`${content}`.replace(/<!--.*?-->/gs, '')) : content;
}

/** A number as files write it. The library makes 1 of `1,234.56`. */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A row of a sheet, or a cell and what it holds. */
const ROW_OR_CELL = /<(?:\w+:)?(?:row\b([^>]*)>|c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>))/gs;
const [NAME, TYPE] = [/\sr=["']([^"']*)/, /\st=["']([^"']*)/];
const [VALUE, FORMULA] = [/<(?:\w+:)?v\b[^>/]*>(.*?)<\/(?:\w+:)?v>/s, /<(?:\w+:)?f\b/];
const VALUES = /<(?:\w+:)?(?:v|is)\b/g;
const CELL_TYPES = ['n', 's', 'str', 'inlineStr', 'b', 'e'];
/** The library takes a cell of these types for blank if it has no value. */
const BLANK_WITHOUT_VALUE = ['n', 's'];

/** The texts that cells refer to by number, which the library gives without a type. */
export interface SharedTexts {
  Strings?: readonly { t: string; r?: unknown }[];
}

/**
 * Checks the sheets of an XLSX workbook. Gives the number of cells that are not blank. Formulas without a result lose the
 * 0 that the library gives them.
 */
export function checkSheets(
  { SheetNames, Sheets, Workbook, Strings }: SharedTexts & WorkBook,
  parts: ReadonlyMap<string, Buffer>,
): number {
  const textOf = (path: string) =>
    [...parts].find(([other]) => other.toLowerCase() === path.toLowerCase())?.[1].toString() ?? '';
  const relations = textOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\b[^>]*/g) ?? [];
  const isCalculatedLater = /\bfullCalcOnLoad=["'](?:1|true)/.test(textOf('xl/workbook.xml'));
  let filled = 0;
  for (const [at, sheet] of SheetNames.entries()) {
    const id = `Id="${Object(Workbook?.Sheets?.[at]).id}"`;
    const part = /\bTarget="([^"]*)/.exec(relations.find((tag) => tag.includes(id)) ?? '')?.[1] ?? sheet;
    const xml = textOf(decodeURI(new URL(part, 'zip:/xl/').pathname).slice(1));
    if (xml === '') throw damage(`its part ${part} is missing`);
    for (const { name, type, value, isFormula } of cellsOf(sheet, xml, Strings?.length ?? 0)) {
      const isUncalculated = value === '' || (isCalculatedLater && Number(value) === 0);
      if (isFormula && (value === null || (type === 'n' && isUncalculated))) {
        const { r, c } = utils.decode_cell(name);
        const cell = Sheets[sheet]?.['!data']?.[r]?.[c];
        if (!cell) throw damage(`cell ${name} has a formula without a result`, { sheet });
        Object.assign(cell, { t: 'z', f: cell.f ?? '' });
      } else if (value || !BLANK_WITHOUT_VALUE.includes(type)) filled += 1;
    }
  }
  return filled;
}

/** The cells of a sheet. Throws at a row, a type or a number that the library takes for another. */
function* cellsOf(sheet: string, xml: string, texts: number) {
  let row = 0;
  const end = xml.lastIndexOf('sheetData');
  const isEnd = xml.lastIndexOf('</', end) > xml.lastIndexOf('>', end);
  // the library reads no rows without their end, and cells that are counted here refuse the workbook then
  const rows = isEnd ? xml.slice(0, end) : xml;
  for (const [, ofRow, tag = '', content = ''] of rows.matchAll(ROW_OR_CELL)) {
    if (ofRow !== undefined) {
      const next = Number(NAME.exec(ofRow)?.[1] ?? row + 1);
      if (!(next > row)) throw damage(`row ${next} comes after row ${row}`, { sheet, row });
      row = next;
      continue;
    }
    const [name = '', type = 'n'] = [NAME.exec(tag)?.[1], TYPE.exec(tag)?.[1]];
    const value = VALUE.exec(content)?.[1] ?? null;
    const place = { sheet, row, column: name.replace(/\d+$/, '') || null };
    if (name !== '' && Number(/\d*$/.exec(name)) !== row)
      throw damage(`cell ${name} stands in row ${row}`, place);
    if (!CELL_TYPES.includes(type)) throw damage(`cell ${name} has the unknown type "${type}"`, place);
    if ((content.match(VALUES)?.length ?? 0) > 1) throw damage(`cell ${name} holds several values`, place);
    if (type === 's' && value && !(/^\s*\d+\s*$/.test(value) && Number(value) < texts))
      throw damage(`cell ${name} refers to no text of the workbook`, place);
    if (type === 'n' && value && !NUMBER.test(value))
      throw damage(`cell ${name} holds "${value.slice(0, 200)}", which is not a number`, place);
    yield { name, type, value, isFormula: FORMULA.test(content) };
  }
}

const TABLE_PART =
  /<table:table( [^>]*)>|<table:table-row\b([^>]*)>|<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs;
const STYLE_OF_HIDDEN =
  /style:name="([^"]*)"[^>]*>(?:(?!<\/?style:style\b).)*?<style:table-properties\b[^>]*table:display="false"/gs;
const HIDDEN_ROW = /visibility="(?:collapse|filter)"/;
/** A text that a program may take for a figure. */
export const LIKE_FIGURE = /^[^\p{L}]*\d[^\p{L}]*$/u;

/**
 * Checks the content of an OpenDocument spreadsheet: the library leaves out values without a text, and joins a figure
 * with the raised mark behind it. Marks hidden sheets and rows, which the library does not.
 */
export function checkTables(book: WorkBook, xml: string): void {
  const hidden = new Set(Array.from(xml.matchAll(STYLE_OF_HIDDEN), ([, name]) => name));
  const isHidden: { Hidden: 0 | 1 }[] = [];
  let row = 0;
  for (const [, ofTable, ofRow, ofCell = '', content] of xml.matchAll(TABLE_PART)) {
    if (ofTable !== undefined) {
      const style = /table:style-name="([^"]*)"/.exec(ofTable)?.[1];
      isHidden.push({ Hidden: hidden.has(style) ? 1 : 0 });
      row = 0;
    } else if (ofRow !== undefined) {
      const sheet = book.Sheets[`${book.SheetNames[isHidden.length - 1]}`] ?? {};
      const next = row + Number(/rows-repeated="(\d+)"/.exec(ofRow)?.[1] ?? 1);
      const last = Math.min(next, sheet['!data']?.length ?? 0);
      const rows = sheet['!rows'] ?? [];
      sheet['!rows'] = rows;
      if (HIDDEN_ROW.test(ofRow)) for (; row < last; row += 1) rows[row] = { hidden: true };
      row = next;
    } else checkCell(ofCell, content);
  }
  book.Workbook = { ...book.Workbook, Sheets: isHidden };
}

function checkCell(tag: string, content: string | undefined): void {
  const value = /\boffice:value="([^"]*)"/.exec(tag)?.[1];
  if (value !== undefined && !NUMBER.test(value))
    throw damage(`a cell holds "${value}", which is not a number`);
  if (content === undefined && (value !== undefined || tag.includes('table:formula=')))
    throw damage('a value has no text');
  const text = content?.includes('<text:span') ? content.replace(/<[^>]*>/g, '') : '';
  if (value === undefined && LIKE_FIGURE.test(text))
    throw damage(
      `a cell holds "${text.slice(0, 200)}" in several fonts, which may be a figure with a raised mark`,
    );
}

/** Checks an XML spreadsheet. Gives the number of its values. */
export function checkSpreadsheet(xml: string): number {
  if (!/<\/(?:\w+:)?Workbook>\s*$/.test(xml)) throw damage('it is incomplete');
  let values = 0;
  for (const [, tag = '', content = ''] of xml.replace(COMMENT, '').matchAll(DATA)) {
    if (/\bType="Number"/.test(tag) && !NUMBER.test(content))
      throw damage(`a cell holds "${content.slice(0, 200)}", which is not a number`);
    values += 1;
  }
  return values;
}

/** A value of an XML spreadsheet. The text of a remark is none. */
const DATA = /<(?:\w+:)?Data\b([^>]*[^>/])>(.*?)<\/(?:\w+:)?Data>/gs;
const COMMENT = /<(?:\w+:)?Comment\b.*?<\/(?:\w+:)?Comment>/gs;

/** Types of records: cells, among them several numbers in one, and the beginning and the end of a part. */
const CELLS = [0x06, 0x27e, 0xfd, 0xd6, 0x203, 0x204, 0x205];
const [NUMBERS, BEGIN, END, PASSWORD] = [0xbd, 0x809, 0x0a, 0x2f];
const [VERSION_8, WORKSHEET] = [0x600, 0x10];

/** Checks the records of a workbook of Excel 97: the library stops at some without a word. Gives the number of cells. */
export function checkRecords(stream: Buffer): number {
  let [cells, depth, isSheet] = [0, 0, false];
  for (let at = 0; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    // what follows the last part is no record
    if (depth === 0 && type !== BEGIN) break;
    if (type === 0 || at + 4 + length > stream.length) throw damage('its records are damaged');
    if (at === 0 && stream.readUInt16LE(4) !== VERSION_8)
      throw unreadable(
        'The workbook was written by Excel 95 or older, or in its format.',
        'Save it as .xlsx or CSV.',
      );
    if (type === PASSWORD) throw locked();
    if (type === BEGIN && depth === 0) isSheet = stream.readUInt16LE(at + 6) === WORKSHEET;
    if (type === BEGIN) depth += 1;
    else if (type === END) depth -= 1;
    else if (depth === 1 && isSheet && type === NUMBERS) cells += (length - 6) / 6;
    else if (depth === 1 && isSheet && CELLS.includes(type)) cells += 1;
    at += 4 + length;
  }
  if (depth > 0) throw damage('its last sheet is cut off');
  return cells;
}
