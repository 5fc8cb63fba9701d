import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { ReportRow } from '../../src/domain/report.ts';
import { type BaseReport, printTable, TEXT_FORMATS, type TextOrBook } from './base-reports.ts';
import {
  ANY,
  BYTES_CHANGES,
  CSV_STYLES,
  ENCODINGS,
  type Mutation,
  NOTHING,
  type Reach,
  SHEET_CHANGES,
  SHIFTS,
  TABLE_CHANGES,
  ZIP_CHANGES,
} from './mutations.ts';

/** A mutant as plain numbers and texts: it can be sent, shrunk and made again. */
export interface Plan {
  base: number;
  /** Whether the report is printed again, and how. Changes of cells always print it. */
  printed: boolean;
  format: number;
  style: number;
  mutations: Mutation[];
}

/** A damaged report, and what it may still load as. */
export interface Mutant {
  base: BaseReport;
  bytes: Buffer;
  extension: string;
  /** What the report loads as without the changes. */
  before: readonly ReportRow[];
  reach: Reach;
  /** The names of the changes that were made. */
  changes: string[];
  /** Whether all rows stay where they are. */
  keepsRows: boolean;
}

const SHEET = 'xl/worksheets/sheet1.xml';
const LEGIBLE: readonly TextOrBook[] = TEXT_FORMATS;
/** What an XML spreadsheet and a workbook of Excel 97 begin with. */
const OLD_BOOK = /^(?:<\?xml|\xd0\xcf)/;

/** Makes the mutant of a plan, always the same: first the cells are changed, then the text or the parts, then the bytes. */
export function makeMutant(bases: readonly [BaseReport, ...BaseReport[]], plan: Plan): Mutant {
  const base = bases[plan.base % bases.length] ?? bases[0];
  const changes: string[] = [];
  const reach = { changed: 0, lost: 0 };
  const extend = (name: string, { changed, lost }: Reach) => {
    changes.push(name);
    reach.changed += changed;
    reach.lost += lost;
  };
  const named = <Change>(list: Readonly<Record<string, Change>>) =>
    plan.mutations.flatMap((mutation) => {
      const change = list[mutation.name];
      return change === undefined ? [] : [{ change, mutation }];
    });
  const isForBooks = plan.mutations.some(({ name }) => name in SHEET_CHANGES || name in ZIP_CHANGES);
  const isForTexts = plan.mutations.some(({ name }) => name in ENCODINGS);
  const fitting = base.formats.filter((format) =>
    isForBooks ? format === 'xlsx' : !isForTexts || LEGIBLE.includes(format),
  );
  const format = fitting[plan.format % fitting.length] ?? 'csv';
  let { table } = base;
  for (const { change, mutation } of named(TABLE_CHANGES)) {
    const isRefused = format === 'csv' && SHIFTS.includes(mutation.name);
    extend(mutation.name, isRefused ? NOTHING : change[0]);
    table = change[1](table, mutation);
  }
  const isPrinted = plan.printed || changes.length > 0 || isForBooks || isForTexts;
  const style = CSV_STYLES[plan.style % CSV_STYLES.length];
  let bytes = isPrinted ? printTable(table, format, style) : base.bytes;
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOldBook = OLD_BOOK.test(bytes.toString('latin1', 0, 10));
  const isBook = isZip || isOldBook;
  if (isPrinted && LEGIBLE.includes(format))
    for (const { change, mutation } of named(ENCODINGS).slice(0, 1)) {
      extend(mutation.name, change[0]);
      bytes = change[1](bytes);
    }
  let keepsRows = isBook && changes.length === 0;
  if (isZip) {
    let parts: Record<string, Uint8Array> = unzipSync(bytes);
    for (const { change, mutation } of named(SHEET_CHANGES)) {
      extend(mutation.name, { changed: 1, lost: 1 });
      const xml = change(strFromU8(parts[SHEET] ?? new Uint8Array()), mutation);
      parts = { ...parts, [SHEET]: strToU8(xml) };
    }
    for (const { change, mutation } of named(ZIP_CHANGES)) {
      extend(mutation.name, change[0]);
      parts = change[1](parts, mutation);
    }
    bytes = Buffer.from(zipSync(parts, { level: 1 }));
  }
  for (const { change, mutation } of named(BYTES_CHANGES)) {
    const [usual] = change;
    const isInHeader = !isBook && mutation.at % Math.max(1, bytes.length) < endOfHeader(bytes, base);
    // a workbook has checksums; an old one has only its length
    const isSeen = isOldBook ? mutation.name === 'cut off' : usual !== ANY;
    const ofBook = isSeen ? NOTHING : ANY;
    extend(mutation.name, isBook ? ofBook : isInHeader ? ANY : usual);
    bytes = change[1](bytes, mutation, () => bases[mutation.to % bases.length] ?? base);
    keepsRows = false;
  }
  const before = isPrinted ? base.tableRows : base.rows;
  return {
    base,
    bytes,
    extension: isZip ? 'xlsx' : isOldBook ? 'xls' : 'csv',
    before,
    reach,
    changes,
    keepsRows,
  };
}

/** Where the header of a text ends, for changes that give all figures another meaning. */
function endOfHeader(bytes: Buffer, { table }: BaseReport): number {
  let end = 0;
  for (let line = 0; line <= table.header; line += 1) end = bytes.indexOf('\n', end) + 1 || bytes.length;
  return end;
}
