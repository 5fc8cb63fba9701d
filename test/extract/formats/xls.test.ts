import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { withMessage } from '../../../src/domain/findings/finding.ts';
import { readGrids } from '../../../src/extract/formats/read.ts';
import {
  biff,
  biffStream,
  biffText,
  biffWorkbook,
  compoundFile,
  double,
  type HandMade,
  oldWorkbook,
  STYLES,
} from '../../rig/reports/biff-workbook.ts';
import { type Cell, dateCell, writeWorkbook } from '../../rig/reports/workbook.ts';

async function gridsOf(bytes: Uint8Array) {
  const { grids, findings } = await readGrids(bytes);
  expect(findings).toEqual([]);
  return grids;
}

async function rowsOf(bytes: Uint8Array) {
  return (await gridsOf(bytes))[0]?.rows;
}

/** The cells of the first row of a sheet with these records. */
async function cellsOf(records: readonly Buffer[], around?: HandMade) {
  return (await rowsOf(biffWorkbook(records, around)))?.[0]?.cells;
}

async function refusalOf(bytes: Uint8Array) {
  const { grids, findings } = await readGrids(bytes);
  expect(grids).toEqual([]);
  expect(findings).toHaveLength(1);
  return findings.map(withMessage)[0];
}

const number = (row: number, column: number, value: number, style = STYLES.plain) =>
  biff(0x203, row, column, style, double(value));
const formula = (column: number, result: Buffer, tokens = Buffer.from([0x1e, 1, 0])) =>
  biff(0x06, 0, column, 0, result, 0, 0, 0, tokens.length, tokens);
/** A result that is no number: its kind and its value. */
const other = (kind: number, value: number) => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);

describe('a workbook of Excel 97', () => {
  const cell = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('Cañada', 'São’s', '東京', 'a\nb', ' 1,234.56 ', 'x'.repeat(255)),
    fc
      .double({ noNaN: true, min: -1e15, max: 1e15 })
      .map((value) => ({ value: tame(value), format: 'General' })),
    fc.integer({ min: -1e13, max: 1e13 }).map((cents) => ({ value: cents / 100, format: '#,##0.00' })),
    fc.integer({ min: 0, max: 1e6 }).map((parts) => ({ value: parts / 1e6, format: '0.00%' })),
    fc.constantFrom(dateCell('2019-07-01'), dateCell('2024-02-29'), { value: true, format: 'General' }, null),
  );
  const tables = fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 30 });

  test.each([['biff8', 'xls'] as const, ['xlml', 'xml'] as const])(
    'as %s shows the cells that the same workbook shows as XLSX',
    async (bookType, format) => {
      await fc.assert(
        fc.asyncProperty(tables, fc.boolean(), async (printed, date1904) => {
          const rows: Cell[][] = [['Name'], ...printed.map((cells) => cells.map(plain))];
          const [grid] = await gridsOf(oldWorkbook([{ name: 'Report', rows }], { bookType, date1904 }));
          const expected = await rowsOf(await writeWorkbook('Report', rows));
          expect(grid?.rows).toEqual(expected);
          expect(grid).toMatchObject({ sheet: 'Report', format, isHidden: false, oldFormulas: [] });
        }),
        { numRuns: 60 },
      );
    },
  );

  it('stores numbers in short forms', async () => {
    // 12345 hundredths, the integer -7, and the upper half of 1.5
    const parts = [(12_345 << 2) | 3, (-7 << 2) | 2, 0x3ff80000].map((bits) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(bits);
      return bytes;
    });
    const [hundredths = '', integer = '', half = ''] = parts;
    const records = [
      biff(0x27e, 0, 0, 0, Buffer.from(hundredths)),
      biff(0xbd, 0, 1, 0, Buffer.from(integer), STYLES.percent, Buffer.from(half), 2),
    ];
    expect(await cellsOf([...records, number(0, 3, -1.5e300)])).toEqual([
      '123.45',
      '-7',
      '150%',
      '-1.5e+300',
    ]);
  });

  it('has formulas with stored results', async () => {
    const text = Buffer.concat([formula(1, other(0, 0)), biff(0x207, biffText('Alpine'))]);
    const records = [formula(0, double(12.5)), text, formula(2, other(1, 1)), formula(3, other(2, 0x2a))];
    expect(await cellsOf([...records, formula(4, other(3, 0)), number(0, 5, 1)])).toEqual([
      ...['12.5', 'Alpine', 'true', '#N/A', '', '1'],
    ]);
  });

  it('shows formulas in place of zeros that nobody calculated, as in XLSX', async () => {
    // the formula is the cell before it
    const before = (row: number) => Buffer.from([0x44, row, 0, 0, 0xc0]);
    const zero = (row: number) => biff(0x06, row, 1, 0, double(0), 0, 0, 0, 5, before(row));
    const rows = await rowsOf(biffWorkbook([0, 1].flatMap((row) => [number(row, 0, 5), zero(row)])));
    expect(rows?.map(({ cells }) => cells)).toEqual([
      ['5', '=A1'],
      ['5', '=A2'],
    ]);
  });

  it('may say that its formulas were not calculated', async () => {
    const [grid] = await gridsOf(biffWorkbook([biff(0x5e, 0), formula(0, double(3)), number(1, 0, 1)]));
    expect(grid?.oldFormulas).toEqual([1]);
  });

  it('marks what is struck out, and figures in several fonts', async () => {
    const rich = (text: string) => {
      const [length, letters] = [biffText(text).subarray(0, 2), Buffer.from(text)];
      return Buffer.concat([length, Buffer.from([8, 1, 0]), letters, Buffer.from([1, 0, 4, 0])]);
    };
    const texts = [rich('5001'), rich('PINE City 2'), biffText('Cañada’', 2)];
    const named = (column: number) => biff(0xfd, 0, column, 0, column, 0);
    expect(
      await cellsOf([named(0), named(1), named(2), number(0, 3, 5, STYLES.struckOut)], { texts }),
    ).toEqual([...['[several fonts: 5001]', 'PINE City 2', 'Cañada’', '[struck out: 5]']]);
  });

  it('continues texts in other records, with letters of another width', async () => {
    const [first, second] = [biffText('Canton'), biffText('Cañada’s', 2)];
    const texts = biff(0xfc, 2, 0, 2, 0, first.subarray(0, 6));
    const more = biff(0x3c, Buffer.from([1]), Buffer.from('ton', 'utf16le'), second.subarray(0, 7));
    const rest = biff(0x3c, Buffer.from([1]), second.subarray(7));
    const named = (column: number) => biff(0xfd, 0, column, 0, column, 0);
    expect(await cellsOf([named(0), named(1)], { forAll: [texts, more, rest] })).toEqual([
      'Canton',
      'Cañada’s',
    ]);
  });

  it('counts dates from 1900 or from 1904', async () => {
    const records = [number(0, 0, 43_647, STYLES.date), number(0, 1, 43_647.5, STYLES.date)];
    expect(await cellsOf(records)).toEqual(['2019-07-01', '2019-07-01T12:00:00.000Z']);
    expect((await cellsOf(records, { forAll: [biff(0x22, 1)] }))?.[0]).toBe('2023-07-02');
  });

  it('has its cells in any order, other records among them, and charts', async () => {
    const chart = Buffer.concat([biff(0x809, 0x600, 0x20), number(0, 3, 9), biff(0x0a)]);
    const link = biff(0x1b8, 0, 65_535, 0, 255, Buffer.alloc(20));
    const records = [number(1, 0, 3), link, chart, number(0, 1, 2), biff(0x1c, 0, 0, 0, 99), number(0, 0, 1)];
    const second = { records: [number(0, 0, 7)], kind: 2 };
    const grids = await gridsOf(biffWorkbook(records, { second }));
    expect(grids.map(({ rows }) => rows.map(({ cells }) => cells))).toEqual([[['1', '2'], ['3']]]);
  });

  it('is complete, or it is refused, wherever it is cut off', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Place ${at}`, { value: at / 4, format: '0.00' }]);
    const whole = oldWorkbook([{ name: 'Report', rows }]);
    const expected = await rowsOf(whole);
    for (let length = 8; length < whole.length; length += 97) {
      const { grids, findings } = await readGrids(whole.subarray(0, length));
      if (findings.length === 0) expect(grids[0]?.rows).toEqual(expected);
      else expect(findings).toMatchObject([{ code: 'damaged-workbook' }]);
    }
  });

  it('is complete, or it is refused, whichever sector a disk has lost', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => [
      ...['05012', '05013', `Place ${at}`],
      ...[7, 11, 13].map((factor) => ({ value: (at * factor) / 4, format: '0.00' })),
    ]);
    const whole = oldWorkbook([{ name: 'Report', rows }]);
    const refused: number[] = [];
    for (let sector = 512; sector < whole.length; sector += 512) {
      const { grids, findings } = await readGrids(Buffer.from(whole).fill(0, sector, sector + 512));
      if (findings.length > 0) refused.push(sector);
      else expect({ sector, rows: grids[0]?.rows.length }).toEqual({ sector, rows: 250 });
    }
    // 1,500 cells of at least 14 bytes: each of these sectors holds some
    expect(refused.length).toBeGreaterThanOrEqual(Math.floor((1500 * 14) / 512));
  });
});

describe('a workbook of Excel 97 is refused', () => {
  const stream = biffStream([number(0, 0, 1)]);
  const loop = compoundFile(Buffer.concat([stream, Buffer.alloc(9000)]));
  // the sectors of the stream are followed by the same one
  loop.writeUInt32LE(5, 512 + 4 * 3);
  loop.writeUInt32LE(5, 512 + 4 * 4);

  it.each([
    ['that has a password', biffWorkbook([], { forAll: [biff(0x2f, 1)] }), 'encrypted-workbook', 'password'],
    ['of Excel 95', biffWorkbook([], { version: 0x500 }), 'unsupported-format', 'Excel 95 or older'],
    ['without a workbook', compoundFile(stream, '/WordDocument'), 'unsupported-format', 'without a workbook'],
    ['that is empty', compoundFile(Buffer.alloc(0)), 'damaged-workbook', 'it has no sheet'],
    ['with a cut record', compoundFile(stream.subarray(0, -6)), 'damaged-workbook', 'ends within a record'],
    [
      'with a cut sheet',
      compoundFile(stream.subarray(0, -4)),
      'damaged-workbook',
      'its last sheet is cut off',
    ],
    [
      'with a missing sheet',
      biffWorkbook([], { second: { records: [], isMissing: true } }),
      'damaged-workbook',
      'the sheet "Second" is missing',
    ],
    [
      'with a cell that is there twice',
      biffWorkbook([number(4, 2, 1), number(4, 2, 2)]),
      'damaged-workbook',
      'cell C5 is there twice',
    ],
    [
      'with a text formula without its text',
      biffWorkbook([formula(0, other(0, 0))]),
      'damaged-workbook',
      'cell A1 was not read',
    ],
    [
      'with an unknown style',
      biffWorkbook([number(0, 0, 1, 9)]),
      'damaged-workbook',
      'cell A1 has the style 9; the workbook has 4',
    ],
    [
      'with an unknown number format',
      biffWorkbook([number(0, 0, 1, 4)], { forAll: [biff(0xe0, 0, 170, Buffer.alloc(16))] }),
      'damaged-workbook',
      'cell A1 has the number format "170", which the workbook does not define',
    ],
    [
      'with sectors of another size',
      compoundFile(stream).fill(2, 30, 31),
      'damaged-workbook',
      'its header is damaged',
    ],
    ['whose sectors meet', loop, 'damaged-workbook', 'two of its sectors are followed by the same one'],
  ])('%s', async (_, bytes, code, text) => {
    const refusal = await refusalOf(bytes);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(text) });
  });
});

/** The library does not write the smallest numbers, though it reads them. */
function tame(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

/** Only what XLSX can hold: the library writes other characters as they are. */
function plain(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replace(/[^\t\n -\ud7ff\ue000-\ufffd]|_x/gu, '?') || '?' : cell;
}
