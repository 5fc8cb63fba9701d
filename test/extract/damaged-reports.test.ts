import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BookType, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { ReportRow } from '../../src/domain/report.ts';
import { readGrids } from '../../src/extract/formats/read.ts';
import readReport from '../../src/pipeline/intake/read-report.ts';
import { REPORT_KINDS, STATES } from '../../src/states/index.ts';
import { readCase } from '../fixtures/expected.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);
const LONGEST_MICROSECONDS = 10e6;
const [BYTE_RUNS, CELL_RUNS] = [800, 250];
/** The reports of the fixtures that load with the built-in layouts. */
const REPORTS = STATES.flatMap(({ code }) =>
  readdirSync(join('fixtures', code)).flatMap((name) => {
    const { folder, layouts, runs } = readCase(join('fixtures', code, name));
    const files = layouts === null ? runs.flatMap((run) => Object.entries(run.reports)) : [];
    const loaded = files.filter(([, { status }]) => status === 'loaded');
    return loaded.map(([file]) => join(folder, 'reports', file));
  }),
);
const reports = fc.constantFrom(...REPORTS);
/** A damaged record of a binary workbook can fill the memory, which only a reading thread survives. */
const textual = fc.constantFrom(...REPORTS.filter((path) => !path.endsWith('.xlsb')));

/** Reads a report. It ends soon, with rows or with an error. */
async function read(path: string, bytes: Uint8Array) {
  const start = process.cpuUsage();
  const result = await readReport({ bytes, layouts: LAYOUTS, fileName: basename(path) });
  expect(process.cpuUsage(start).user).toBeLessThan(LONGEST_MICROSECONDS);
  const rows: readonly ReportRow[] | null = 'rows' in result ? result.rows : null;
  expect(result.findings.some(({ severity }) => severity === 'error')).toBe(rows === null);
  return { rows, findings: result.findings };
}

/** A statement of California has the signs that most of its amounts have: one cell can turn the others. */
const signed = (path: string, value: number) => (path.includes('/ca/') ? Math.abs(value) : value);

/** The printed lines of a report. */
function linesOf(path: string, rows: readonly ReportRow[]) {
  return rows.flatMap(({ code, month, lines = [], ...row }) =>
    (lines.length > 0 ? lines : [row]).map(({ sheet, row: number, figures }) => {
      const values = Object.values(figures).map((value) => value && signed(path, value));
      return { sheet, number, month, values, said: JSON.stringify([code, month, values]) };
    }),
  );
}
type PrintedLine = ReturnType<typeof linesOf>[number];

/** What each line says, in order; a line may give a row for each of several months. */
function textsOf(lines: readonly PrintedLine[]): string[] {
  const byPlace = Map.groupBy(lines, ({ sheet, number }) => `${sheet} ${number}`);
  const texts = [...byPlace.values()].map((line) => line.map(({ said }) => said).sort());
  return texts.map((line) => line.join()).sort();
}

/**
 * What the lines say of months that others have too. The months to come of a year have zeros, or nothing: one amount
 * makes all of them payments.
 */
function sharedTexts(path: string, lines: readonly PrintedLine[], others: readonly PrintedLine[]): string[] {
  const isYear = /\/il\/|comparison/.test(path);
  return textsOf(lines.filter(({ month }) => !isYear || others.some((other) => other.month === month)));
}

/** The texts of one list that another has not, or not as often. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return list.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const often = <Value>(arbitrary: fc.Arbitrary<Value>) => ({ weight: 6, arbitrary });
const splices = fc.array(
  fc.record({
    at: fc.nat(100_000),
    /** Whether the place counts from the end of the header, and not from the first byte. */
    isBelow: fc.oneof(often(fc.constant(true)), fc.constant(false)),
    removed: fc.oneof(often(fc.nat(2)), fc.nat(64), fc.constant(Number.MAX_SAFE_INTEGER)),
    inserted: fc.oneof(
      often(fc.string({ unit: fc.constantFrom(...'0123456789.,;-()"\n{} <>/aAZ'), maxLength: 2 })),
      fc.nat(32).map((length) => '\0'.repeat(length)),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  }),
  { minLength: 1, maxLength: 2 },
);
type Splices = typeof splices extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes the changes, and counts the lines that they touch; a change of the header can touch all. */
function damage(bytes: Buffer, endOfHeader: number, changes: Splices): { damaged: Buffer; touched: number } {
  let [damaged, touched] = [bytes, 0];
  for (const { at, isBelow, removed, inserted } of changes) {
    const start = isBelow ? Math.min(endOfHeader, damaged.length) : 0;
    const from = start + (at % (damaged.length - start + 1));
    const gone = damaged.toString('latin1', from, from + removed);
    touched += from < endOfHeader ? damaged.length : 1 + (gone.match(/\n|\}|<row/g)?.length ?? 0);
    const rest = damaged.subarray(from + removed);
    damaged = Buffer.concat([damaged.subarray(0, from), Buffer.from(inserted, 'latin1'), rest]);
  }
  return { damaged, touched };
}

/** The bytes to damage: those of the file, or of its largest sheet. */
function openBytes(path: string, firstLine: number, isInside: boolean) {
  const file = readFileSync(path);
  const isZip = file.toString('latin1', 0, 2) === 'PK';
  const parts = isZip && isInside ? unzipSync(file) : {};
  const sheets = Object.keys(parts).filter((name) => name.includes('/worksheets/'));
  const [sheet] = sheets.sort((one, other) => (parts[other]?.length ?? 0) - (parts[one]?.length ?? 0));
  const bytes = sheet === undefined ? file : Buffer.from(parts[sheet] ?? []);
  const above = isZip || path.endsWith('.json') ? [] : file.toString('latin1').split('\n', firstLine - 1);
  return {
    bytes,
    endOfHeader: sheet === undefined ? above.join('\n').length : bytes.indexOf(`<row r="${firstLine}"`),
    pack: (damaged: Uint8Array) =>
      sheet === undefined ? damaged : zipSync({ ...parts, [sheet]: damaged }, { level: 0 }),
  };
}

test('damaged bytes refuse a report, or change only lines that they touch', async () => {
  const outcomes = { loaded: 0, refused: 0 };
  const originals = new Map<string, readonly ReportRow[]>();
  const property = fc.asyncProperty(textual, fc.nat(5), splices, async (path, inside, changes) => {
    const rows = originals.get(path) ?? (await read(path, readFileSync(path))).rows ?? expect.fail();
    originals.set(path, rows);
    const [before, isInside] = [linesOf(path, rows), inside < 5];
    const opened = openBytes(path, Math.min(...before.map(({ number }) => number)), isInside);
    const { damaged, touched } = damage(opened.bytes, opened.endOfHeader, changes);
    const { rows: changed, findings } = await read(path, opened.pack(damaged));
    outcomes[changed ? 'loaded' : 'refused'] += 1;
    // a workbook of Excel 97 has no checksums
    if (!changed || path.endsWith('.xls') || path.includes('excel-97')) return;
    // names in another encoding have other letters, and codes are made of names
    if (/\/(?:il|nc)\//.test(path) && findings.some(({ code }) => code === 'windows-1252')) return;
    const after = linesOf(path, changed);
    const [left, right] = [sharedTexts(path, before, after), sharedTexts(path, after, before)];
    const isWorkbook = path.endsWith('.xlsx');
    // the line of a total that lost its words is read as a place, and the totals differ
    const isTotal = findings.some(({ code }) => code === 'control-total');
    if (isWorkbook && !isTotal && changes.every(({ removed }) => removed < 3) && touched <= changes.length)
      expect(right.length).toBe(left.length);
    // a zip file has checksums
    const most = isWorkbook && !isInside ? 0 : touched;
    expect(without(right, left).slice(most)).toEqual([]);
    expect(without(left, right).slice(most)).toEqual([]);
  });
  await fc.assert(property, { numRuns: BYTE_RUNS });
  expect(Math.min(outcomes.loaded, outcomes.refused)).toBeGreaterThan(BYTE_RUNS / 20);
});

const FORMATS = ['csv', 'json', 'xlsx', 'biff8', 'xlml'] as const;
const NUMBER = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/;

/** The cells of each sheet as texts. Row 1 of a spreadsheet has the index 1, and keys of JSON the index 0. */
async function sheetsOf(path: string) {
  const { grids } = await readGrids(readFileSync(path));
  return grids.map(({ sheet, rows }) => {
    const lines: string[][] = [];
    for (const { number, cells } of rows)
      lines[number + (sheet === null && path.endsWith('.json') ? 1 : 0)] = [...cells];
    return { sheet: sheet ?? 'Report', lines: Array.from(lines, (cells = []) => cells) };
  });
}
type Sheets = Awaited<ReturnType<typeof sheetsOf>>;

/** A report in another format, its numbers as numbers; `null` if the format has no several sheets. */
function print(sheets: Sheets, format: (typeof FORMATS)[number]): Uint8Array | null {
  const [, header = [], ...lines] = sheets[0]?.lines ?? [];
  if (format !== 'csv' && format !== 'json') {
    const book = utils.book_new();
    for (const { sheet, lines } of sheets) {
      const cellOf = (text: string) => (NUMBER.test(text) ? Number(text) : text || null);
      const cells = lines.slice(1).map((line) => line.map(cellOf));
      utils.book_append_sheet(book, utils.aoa_to_sheet(cells), sheet);
    }
    return write(book, { type: 'buffer', bookType: format satisfies BookType });
  }
  if (sheets.length > 1) return null;
  if (format === 'csv') return Buffer.from(`${Papa.unparse([header, ...lines])}\n`);
  const records = lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [header[at], cell])));
  return Buffer.from(JSON.stringify(records));
}

/** Amounts as people print them, with their cents. */
const amounts = fc.integer({ min: -1e11, max: 1e11 }).chain((cents) => {
  const plain = (Math.abs(cents) / 100).toFixed(2);
  const grouped = plain.replace(/\B(?=(?:\d{3})+\.)/g, ',');
  const negative = [`-${plain}`, `(${grouped})`, `${grouped}-`, `-$${grouped}`, `$(${grouped})`];
  const printed = cents < 0 ? negative : [plain, grouped, `$${grouped}`];
  return fc.constantFrom(...printed).map((text) => ({ text, cents }));
});
const blanks = fc.constantFrom('', ' ', '-', '.', 'N/A').map((text) => ({ text, cents: 0 }));
const ODD = '1,23 12,34.56 1.234,56 1.2.3 12a 1e3 0x1F NaN Infinity --5 (5 #REF! =A1 ٣ １２ true null';
const broken = fc
  .oneof(fc.constantFrom(...ODD.split(' '), '1 2', '5\n6'), fc.stringMatching(/^[b-y]{1,9}$/))
  .map((text) => ({ text, cents: null }));

const changedCells = fc.record({
  ...{ path: reports, format: fc.constantFrom(...FORMATS), line: fc.nat(200), column: fc.nat(30) },
  change: fc.oneof(amounts, blanks, broken),
});

test('a damaged cell changes only its own figure, or refuses the report and is named', async () => {
  const outcomes = { amount: 0, broken: 0 };
  const property = fc.asyncProperty(changedCells, async ({ path, format, line, column, change }) => {
    const { text, cents } = change;
    const sheets = await sheetsOf(path);
    const printed = print(sheets, format);
    const { rows } = printed ? await read(path, printed) : { rows: null };
    fc.pre(rows !== null);
    const before = linesOf(path, rows ?? []);
    const { sheet, number } = before[line % before.length] ?? expect.fail();
    const isThere = (one: { sheet: string | null; number: number }) =>
      one.sheet === sheet && one.number === number;
    const valuesIn = (lines: readonly PrintedLine[]) =>
      lines.filter(isThere).flatMap(({ values }) => values.flatMap((value) => (value ? String(value) : [])));

    const table = sheets.find((one) => one.sheet === sheet) ?? sheets[0] ?? expect.fail();
    const index = format === 'json' ? number + 1 : number;
    const cells = table.lines[index] ?? [];
    const at = column % cells.length;
    const was = String(signed(path, Math.round(100 * Number(cells[at]?.replace(/[$,]/g, '')))));
    const isAmount = valuesIn(before).includes(was);
    if (isAmount) outcomes[cents === null ? 'broken' : 'amount'] += 1;
    const changed = { ...table, lines: table.lines.with(index, cells.with(at, text)) };
    const bytes = print(sheets.with(sheets.indexOf(table), changed), format) ?? expect.fail();
    const { rows: changedRows, findings } = await read(path, bytes);
    if (isAmount && cents === null) {
      expect(changedRows).toBeNull();
      const headers = table.lines.slice(0, index).map((above) => above[at]?.trim());
      const named = findings.filter((one) => isThere({ ...one, number: one.row ?? 0 }));
      expect(named.filter((one) => headers.includes(one.column?.trim()))).not.toEqual([]);
    }
    if (!changedRows) return;
    const after = linesOf(path, changedRows);
    const others = (some: readonly PrintedLine[]) => some.filter((one) => !isThere(one));
    const [left, right] = [others(before), others(after)];
    expect(sharedTexts(path, right, left)).toEqual(sharedTexts(path, left, right));
    if (!isAmount || cents === null) return;
    const now = cents === 0 ? [] : [String(signed(path, cents))];
    expect(valuesIn(after).sort()).toEqual([...without(valuesIn(before), [was]), ...now].sort());
  });
  await fc.assert(property, { numRuns: CELL_RUNS });
  expect(Math.min(outcomes.amount, outcomes.broken)).toBeGreaterThan(CELL_RUNS / 20);
});
