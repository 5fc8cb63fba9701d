import { CFB, utils, write } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { withMessage } from '../../../src/domain/findings/finding.ts';
import { parseMoney, parsePercent } from '../../../src/domain/money.ts';
import type { GridRow } from '../../../src/extract/formats/grid.ts';
import { readGrids } from '../../../src/extract/formats/read.ts';
import { readWorkbook } from '../../../src/extract/formats/workbook.ts';
import { oldWorkbook } from '../../rig/reports/biff-workbook.ts';
import { excelWorkbook, zipOf } from '../../rig/reports/excel-workbook.ts';
import { type Cell, dateCell, writeSheets, writeWorkbook } from '../../rig/reports/workbook.ts';

async function gridsOf(bytes: Uint8Array) {
  const { grids, findings } = await readGrids(bytes);
  expect(findings).toEqual([]);
  return grids;
}

async function rowsOf(bytes: Uint8Array): Promise<readonly GridRow[]> {
  const grids = await gridsOf(bytes);
  expect(grids).toHaveLength(1);
  return grids[0]?.rows ?? [];
}

async function expectRefusal(bytes: Uint8Array, expected: object): Promise<void> {
  const { grids, findings } = await readGrids(bytes);
  expect(grids).toEqual([]);
  expect(findings.map(withMessage)).toMatchObject([{ severity: 'error', ...expected }]);
}

const damaged = (reason: string, place: object = {}) => ({
  code: 'damaged-file',
  message: expect.stringContaining(reason),
  ...place,
});

/** The rows of a sheet as Excel writes them. */
const sheet = (...rows: readonly string[]) =>
  `<sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')}</sheetData>`;

async function textOfXml(cell: string, around: Parameters<typeof excelWorkbook>[1] = {}) {
  return (await rowsOf(excelWorkbook(sheet(cell), around)))[0]?.cells[0];
}

const formatted = (value: number, format: string) =>
  textOfXml(`<c r="A1" s="1"><v>${value}</v></c>`, { numberFormats: [format] });

const CELL = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replace(/[^ -~]|_x/g, '?')),
  fc.constantFrom('Cañada', 'São’s', '東京', 'a\nb', ' 1,234.56 ', 'x'.repeat(255)),
  fc.integer({ min: -1e13, max: 1e13 }).map((cents) => ({ value: cents / 100, format: '#,##0.00' })),
  fc.integer({ min: 0, max: 1e6 }).map((parts) => ({ value: parts / 1e6, format: '0.00%' })),
  fc.constantFrom(dateCell('2019-07-01'), dateCell('2024-02-29'), { value: true, format: 'General' }, null),
);
const TABLES = fc.array(fc.array(CELL, { maxLength: 6 }), { minLength: 1, maxLength: 30 });

describe('a workbook', () => {
  test.each([['biff8', 'xls'] as const, ['xlml', 'xml'] as const, ['xlsb', 'xlsb'] as const])(
    'as %s shows the cells that the same workbook shows as XLSX',
    async (bookType, format) => {
      await fc.assert(
        fc.asyncProperty(TABLES, fc.boolean(), async (printed, date1904) => {
          const rows: Cell[][] = [['Name'], ...printed];
          const [grid] = await gridsOf(oldWorkbook([{ name: 'Report', rows }], { bookType, date1904 }));
          expect(grid?.rows).toEqual(await rowsOf(await writeWorkbook('Report', rows)));
          expect(grid).toMatchObject({ sheet: 'Report', format, isHidden: false, hiddenRows: [] });
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each(['xlsb', 'ods'] as const)(
    'as .%s has the figures, the dates and the names of a report',
    async (bookType) => {
      const rows = [
        ['Code', 'Name', 'Month', 'Net', 'Rate'],
        ['01998', 'Cañada & Söhne', dateCell('2022-10-01'), { value: -1234.56, format: '#,##0.00' }, null],
        ['', null, null, null, { value: 0.0775, format: '0.00%' }],
      ];
      const grids = await gridsOf(
        oldWorkbook(
          [
            { name: 'Report', rows },
            { name: 'Notes', rows: [['x']] },
          ],
          { bookType },
        ),
      );
      expect(grids.map(({ sheet: name, format }) => [name, format])).toEqual([
        ['Report', bookType],
        ['Notes', bookType],
      ]);
      expect(grids[0]?.rows.slice(0, 2)).toEqual([
        { number: 1, cells: ['Code', 'Name', 'Month', 'Net', 'Rate'] },
        { number: 2, cells: ['01998', 'Cañada & Söhne', '2022-10-01', '-1234.56'] },
      ]);
      expect(grids[0]?.rows[2]).toMatchObject({ number: 3, cells: ['', '', '', '', '7.75%'] });
    },
  );

  it('keeps every amount to the cent, by whatever sum it came', async () => {
    const amounts = fc.sample(
      fc.tuple(fc.integer({ min: -9e12, max: 9e12 }), fc.integer({ min: -100_000, max: 100_000 })),
      { numRuns: 250, seed: 7 },
    );
    const workbook = new ExcelJS.Workbook();
    const report = workbook.addWorksheet('Report');
    for (const [large, small] of amounts)
      report.addRow([large / 100, small / 100, (small - 1) / 100 + 0.01, (large - small) / 100]);
    const rows = await rowsOf(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(rows).toHaveLength(amounts.length);
    for (const [at, { cells }] of rows.entries()) {
      const [large = 0, small = 0] = amounts[at] ?? [];
      const [first, second, third, last] = cells.map((cell) => parseMoney(cell));
      expect([first, second]).toEqual([large, small]);
      // a difference of nearly equal sums may be off by more than Excel keeps; it is refused, never wrong
      expect([small, undefined]).toContain(third);
      expect(last).toBe(Math.abs(large - small) > 9e12 ? undefined : large - small);
    }
  });

  it('tells its hidden sheets and rows', async () => {
    const workbook = new ExcelJS.Workbook();
    const shown = workbook.addWorksheet('Shown');
    for (const name of ['a', 'b', 'c']) shown.addRow([name]);
    shown.getRow(2).hidden = true;
    // nothing is lost with a hidden row that is blank
    shown.getRow(9).hidden = true;
    workbook.addWorksheet('Hidden', { state: 'veryHidden' }).addRow(['d']);
    expect(await gridsOf(new Uint8Array(await workbook.xlsx.writeBuffer()))).toMatchObject([
      { sheet: 'Shown', isHidden: false, hiddenRows: [2] },
      { sheet: 'Hidden', isHidden: true, hiddenRows: [] },
    ]);
    const sheets = [
      { name: 'Report', rows: [['a']] },
      { name: 'Draft', rows: [['b']], isHidden: true },
    ];
    const hidden = (await gridsOf(oldWorkbook(sheets))).map(({ isHidden }) => isHidden);
    expect(hidden).toEqual([false, true]);
  });
});

describe('a number in a workbook', () => {
  it.each([
    [1234.56, 'General', '1234.56'],
    [0.1 + 0.2, 'General', '0.3'],
    // less than any figure is; formulas leave such things behind
    [0.0000001, 'General', '0'],
    [12.4999999, '#,##0.00', '12.5'],
    [1_000_000.1 - 998_765.54, 'General', '1234.56'],
    [-1234.56, '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)', '-1234.56'],
    [7.7499999999999999e-2, '0.00%', '7.75%'],
    [-0.005, '0.0%;[Red]-0.0%', '-0.5%'],
    [0.000000001, '0.0%', '0.0000001%'],
    // the sign is printed behind the value as it is, or is only as wide as one
    [7, '0.00"%"', '7'],
    [7, '0.00_%', '7'],
    [44835, 'mmm-yy', '2022-10-01'],
    [44835.5, 'mm/dd/yyyy', '2022-10-01T12:00:00.000Z'],
  ])('%f in the format %s shows as %s', async (value, format, text) => {
    expect(await formatted(value, format)).toBe(text);
  });

  it.each(['0.00\\%', '0.00\\ \\%'])(
    'is no figure in the format %s: it may mean 7 or 7%%',
    async (format) => {
      const text = (await formatted(7, format)) ?? '';
      expect([parsePercent(text), parseMoney(text)]).toEqual([undefined, undefined]);
    },
  );

  it('is the same date in every time zone, from 1900 or from 1904', async () => {
    const zone = process.env.TZ;
    const old = oldWorkbook([{ name: 'R', rows: [[dateCell('2022-10-01')]] }], { bookType: 'ods' });
    const around = { numberFormats: ['mm/dd/yyyy'], inWorkbook: '<workbookPr date1904="1"/>' };
    try {
      for (const name of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
        process.env.TZ = name;
        expect(await formatted(44835, 'mm/dd/yyyy')).toBe('2022-10-01');
        expect(await textOfXml('<c r="A1" s="1"><v>43373</v></c>', around)).toBe('2022-10-01');
        expect((await rowsOf(old))[0]?.cells).toEqual(['2022-10-01']);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('a text in a workbook', () => {
  it.each(['01998', '1,234.56-', ' (1,234.56) ', "O'Brien & Söhne <x>"])(
    'is kept as typed: %s',
    async (text) => {
      expect(await rowsOf(await writeWorkbook('Report', [[text]]))).toEqual([{ number: 1, cells: [text] }]);
    },
  );

  it.each([
    ['<vertAlign val="superscript"/>', '950[1]'],
    ['<vertAlign val="subscript"/>', '950[1]'],
    ['<strike/>', '950[1]'],
    ['<vertAlign val="baseline"/>', '9501'],
  ])('with a part in the font %s shows as %s', async (font, text) => {
    const runs = `<r><t>950</t></r><r><rPr>${font}</rPr><t>1</t></r>`;
    expect(await textOfXml(`<c r="A1" t="inlineStr"><is>${runs}</is></c>`)).toBe(text);
  });

  it.each([
    ['<c r="A1" t="b"><v>1</v></c>', 'true'],
    ['<c r="A1" t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['<c r="A1" t="str"><f>B1</f><v>A_x0042_c</v></c>', 'ABc'],
    ['<c r="A1" t="inlineStr"><is><t>Ca&#xF1;on</t></is></c>', 'Cañon'],
  ])('shows what it stands for: %s', async (cell, text) => {
    expect(await textOfXml(cell)).toBe(text);
  });

  it('of Excel 97 in several fonts is no figure', async () => {
    const book = { SheetNames: ['R'], Sheets: { R: utils.aoa_to_sheet([['123456789', 'PINE']]) } };
    const rich = changedStream(
      write(book, { bookType: 'biff8', type: 'buffer', bookSST: true }),
      (stream) => {
        const at = stream.indexOf(Buffer.from('123456789', 'utf16le'));
        // as long in the file: twelve letters of one byte, and one change of the font
        stream.writeUInt16LE(12, at - 3);
        Buffer.from([8, 1, 0]).copy(stream, at - 1);
        Buffer.from('500000000001').copy(stream, at + 2);
        Buffer.from([11, 0, 4, 0]).copy(stream, at + 14);
        return stream;
      },
    );
    expect((await rowsOf(rich))[0]?.cells).toEqual(['[several fonts: 500000000001]', 'PINE']);
  });
});

describe('a formula in a workbook', () => {
  it.each([
    ['<c r="A1"><f>B1-C1</f><v>12.5</v></c>', '12.5'],
    ['<c r="A1" t="str"><f>B1&amp;C1</f><v>Oct-22</v></c>', 'Oct-22'],
    ['<c r="A1"><f>SUM(B1:B9)</f></c>', '=SUM(B1:B9)'],
    ['<c r="A1"><f>SUM(B1:B9)</f><v></v></c>', '=SUM(B1:B9)'],
    ['<c r="A1" t="str"><f>B1&amp;C1</f></c>', '=B1&C1'],
    ['<c r="A1"><f>SUM(B1:B9)</f><v>0</v></c>', '0'],
    // the formula that it shares is missing
    ['<c r="A1"><f t="shared" si="0"/></c>', '='],
  ])('shows its result, or itself: %s', async (cell, text) => {
    expect(await textOfXml(cell)).toBe(text);
  });

  it('shows itself for a zero that Excel is yet to calculate', async () => {
    const inWorkbook = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';
    const cells = '<c r="A1"><f>B1+C1</f><v>0</v></c><c r="B1"><f>C1</f><v>7.5</v></c><c r="C1"><v>0</v></c>';
    expect((await rowsOf(excelWorkbook(sheet(cells), { inWorkbook })))[0]?.cells).toEqual([
      '=B1+C1',
      '7.5',
      '0',
    ]);
  });

  it('shared by several cells shows the result of each', async () => {
    const rows = await rowsOf(
      excelWorkbook(
        sheet(
          '<c r="A1"><f t="shared" ref="A1:A1048576" si="0">B1*2</f><v>5</v></c>',
          '<c r="A2"><f t="shared" si="0"/><v>6.5</v></c>',
          '<c r="A3"><f t="shared" si="0"/></c>',
        ),
      ),
    );
    expect(rows.map(({ cells }) => cells[0])).toEqual(['5', '6.5', '=B3*2']);
  });
});

/** A workbook whose sheet has this cell in its third row, after two rows of figures. */
const withCell = (cell: string) =>
  excelWorkbook(sheet('<c r="A1"><v>1</v></c>', '<c r="A2"><v>2</v></c>', cell));

describe('an XLSX workbook is refused', () => {
  it.each([
    [
      'a number with a comma',
      '<c r="B3"><v>1,234.56</v></c>',
      'cell B3 holds "1,234.56", which is not a number',
    ],
    ['a number with letters', '<c r="B3" t="n"><v>12abc</v></c>', 'which is not a number'],
    ['a cell of an unknown type', '<c r="B3" t="zzz"><v>1</v></c>', 'has the unknown type "zzz"'],
    ['a number in a section', '<c r="B3"><v><![CDATA[5]]></v></c>', 'which is not a number'],
    ['a date as text', '<c r="B3" t="d"><v>2022-10-01</v></c>', 'has the unknown type "d"'],
  ])('for %s', async (_, cell, reason) => {
    await expectRefusal(withCell(cell), damaged(reason, { sheet: 'Sheet 1', row: 3, column: 'B' }));
  });

  it.each([
    [
      'a cell that is there twice',
      '<c r="B3"><v>1</v></c><c r="B3"><v>2</v></c>',
      'it has 4 cells, of which 3',
    ],
    ['a cell of another row', '<c r="B7"><v>1</v></c>', 'cell B7 stands in row 3'],
    ['a shared text that is missing', '<c r="B3" t="s"><v>7</v></c>', 'cannot be read'],
    ['a cell that does not end', '<c r="B3"><v>1</v>', 'it has'],
  ])('for %s', async (_, cell, reason) => {
    await expectRefusal(withCell(cell), damaged(reason));
  });

  it.each(['<row r="1">', '<row r="0">', '<row r="x">'])('for the row %s after another', async (row) => {
    const bytes = excelWorkbook(`<sheetData><row r="1"/>${row}<c r="A1"><v>1</v></c></row></sheetData>`);
    await expectRefusal(bytes, damaged('comes after row 1', { row: 1 }));
  });

  it('for rows whose end is missing', async () => {
    const rows = sheet('<c r="A1"><v>1</v></c>').replace('</sheetData>', '<heetData>');
    await expectRefusal(excelWorkbook(rows), damaged('it has 1 cells, of which 0 could be read'));
  });

  it('for a part that is missing, there twice, changed, or in an unknown encoding', async () => {
    const parts = unzipSync(withCell('<c r="A3"><v>3</v></c>'));
    const { 'xl/worksheets/sheet1.xml': xml = new Uint8Array(), ...others } = parts;
    const part = 'xl/worksheets/sheet1.xml';
    await expectRefusal(zipSync(others), damaged('its part worksheets/sheet1.xml is missing'));
    await expectRefusal(
      zipSync({ ...parts, 'xl\\worksheets\\sheet1.xml': xml }),
      damaged(`${part} is there twice`),
    );
    const western = Buffer.from(`${strFromU8(xml)}<!-- \u00e9 -->`, 'latin1');
    await expectRefusal(
      zipSync({ ...others, [part]: western }),
      damaged(`${part} is stored neither as UTF-8`),
    );
    const changed = Buffer.from(zipSync(parts, { level: 0 }));
    const at = changed.indexOf('<v>3</v>') + 3;
    changed[at] = 0x34;
    await expectRefusal(changed, damaged(`${part} does not match its checksum`));
  });

  it('for its size, before anything is unpacked', async () => {
    // read, the part would not be what it states
    const bomb = zipOf({ 'xl/workbook.xml': 'x' }, 2 * 1024 * 1024);
    expect(await readWorkbook(bomb, { unpacked: 1024 * 1024, rows: 9 })).toMatchObject({
      grids: [],
      findings: [
        { code: 'file-too-large', facts: { what: 'The size of the unpacked workbook', most: '1 MiB' } },
      ],
    });
    await expectRefusal(bomb, damaged('it is incomplete'));
    await expectRefusal(zipOf({ 'xl/workbook.xml': ' '.repeat(5000) }, 5), damaged('it is incomplete'));
  });

  it.each(['biff8', 'xlml', 'xlsb', 'ods', 'xlsx'] as const)(
    'for more rows than the limit, as %s',
    async (bookType) => {
      const sheets = ['A', 'B'].map((name) => ({ name, rows: [['x'], ['y'], ['z']] }));
      const bytes =
        bookType === 'xlsx'
          ? await writeSheets({ A: [['x'], ['y']], B: [['x'], ['y'], ['z'], ['z']] })
          : oldWorkbook(sheets, { bookType });
      const within = await readWorkbook(bytes, { unpacked: 1e6, rows: 6 });
      expect(within.grids).toHaveLength(2);
      expect(await readWorkbook(bytes, { unpacked: 1e6, rows: 5 })).toMatchObject({
        grids: [],
        findings: [
          { code: 'file-too-large', facts: { what: 'The number of rows in the file, 6,', most: 5 } },
        ],
      });
    },
  );

  it.each([
    ['a zip file without a workbook', { 'readme.txt': 'hello' }],
    ['a document', { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }],
  ])('as %s', async (_, files: Readonly<Record<string, string>>) => {
    await expectRefusal(zipOf(files), {
      code: 'unreadable-file',
      facts: { what: 'The file is a zip archive without a workbook in it.' },
    });
  });
});

describe('an XLSX workbook is read', () => {
  it.each([
    { first: 'worksheets/Sheet1.xml' },
    { first: 'worksheets/sheet2.xml', second: 'worksheets/sheet1.xml' },
    { first: '/xl/worksheets/sheet1.xml', second: 'worksheets/sheet2.xml' },
  ])('by the relations of its sheets: %o', async ({ first, second }) => {
    const text = (shown: string) => sheet(`<c r="A1" t="inlineStr"><is><t>${shown}</t></is></c>`);
    const around = second ? { second: { part: second, xml: text('second') } } : {};
    const grids = await gridsOf(excelWorkbook(text('first'), { part: first, ...around }));
    expect(grids.map(({ rows }) => rows[0]?.cells[0])).toEqual(second ? ['first', 'second'] : ['first']);
  });

  it('where its elements have a prefix, as some programs write them', async () => {
    const texts = { part: 'sharedStrings.xml', list: ['Doña Ana &lt;x:row&gt;'] };
    const prefixed = ['xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'];
    const cells = '<c r="A1" s="1"><v>0.0775</v></c><c r="B1" t="s"><v>0</v></c>';
    const bytes = excelWorkbook(sheet(cells), { numberFormats: ['0.00%'], texts, prefixed });
    expect((await rowsOf(bytes))[0]?.cells).toEqual(['7.75%', 'Doña Ana <x:row>']);
  });

  it.each([true, false])('with parts in UTF-16, little-endian: %s', async (isLittle) => {
    const parts = unzipSync(excelWorkbook(sheet('<c r="A1" t="inlineStr"><is><t>Doña Ana</t></is></c>')));
    const wide = Object.entries(parts).map(([name, part]) => {
      const text = Buffer.from(`\ufeff${strFromU8(part).replace('UTF-8', 'UTF-16')}`, 'utf16le');
      return [name, /xml|rels/.test(name) ? (isLittle ? text : text.swap16()) : part];
    });
    expect((await rowsOf(zipSync(Object.fromEntries(wide))))[0]?.cells).toEqual(['Doña Ana']);
  });

  it('without what its XML has in comments', async () => {
    const cells = '<c r="A1"><v>12<!-- x -->34.5</v></c><!-- <c r="B1"><v>6</v></c> -->';
    expect((await rowsOf(excelWorkbook(sheet(cells))))[0]?.cells).toEqual(['1234.5']);
  });

  it('with a chart, a table, a note and a filter beside its figures', async () => {
    const workbook = new ExcelJS.Workbook();
    const report = workbook.addWorksheet('Report');
    const columns = [{ name: 'Code', filterButton: true }, { name: 'Net' }];
    report.addTable({ name: 'Payments', ref: 'A1', headerRow: true, columns, rows: [['01998', 5.25]] });
    report.getCell('B2').note = 'restated';
    report.getCell('D9').note = 'beside the table';
    const parts = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
    const bytes = zipSync({ ...parts, 'xl/tables/table1.xml': strToU8('<table') });
    expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([
      ['Code', 'Net'],
      ['01998', '5.25'],
    ]);
  });

  it('with names and formulas over whole sheets, and with one cell in the last row', async () => {
    const inWorkbook = '<definedNames><definedName name="all">Report!$A:$XFD</definedName></definedNames>';
    const cells = [
      '<row r="1" spans="1:2000000000"><c r="A1"><f t="array" ref="A1:XFD1048576">B1</f><v>1</v></c></row>',
      '<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>',
    ];
    const rows = await rowsOf(excelWorkbook(`<sheetData>${cells.join('')}</sheetData>`, { inWorkbook }));
    expect(rows.map(({ number, cells: [first, ...rest] }) => [number, first, rest.at(-1)])).toEqual([
      [1, '1', undefined],
      [1_048_576, '', '7'],
    ]);
  });
});

/** A workbook of Excel 97 with other bytes in its stream of records. */
function changedStream(workbook: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const stream = Buffer.from(CFB.find(CFB.read(workbook, { type: 'buffer' }), '/Workbook').content);
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Workbook', change(stream));
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

/** Where the first record of a type begins. */
function placeOf(stream: Buffer, type: number): number {
  let at = 0;
  while (stream.readUInt16LE(at) !== type) at += 4 + stream.readUInt16LE(at + 2);
  return at;
}

describe('a workbook of Excel 97', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [`Place ${at}`, { value: at / 4, format: '0.00' }]);
  const whole = oldWorkbook([{ name: 'Report', rows }]);
  const [NUMBER, CODE_PAGE, PASSWORD] = [0x203, 0x42, 0x2f];

  it('is complete, or it is refused, wherever it is cut off', async () => {
    const expected = await rowsOf(whole);
    for (let length = 8; length < whole.length; length += 97) {
      const { grids, findings } = await readGrids(whole.subarray(0, length));
      if (findings.length === 0) expect(grids[0]?.rows).toEqual(expected);
      else expect(findings).toMatchObject([{ code: 'damaged-file' }]);
    }
  });

  it('is complete, or it is refused, wherever its records are cut off or of the type 0', async () => {
    let refused = 0;
    for (let at = 0; ; refused += 1) {
      const { grids, findings } = await readGrids(
        changedStream(whole, (stream) => {
          at += 4 + stream.readUInt16LE(at + 2);
          if (at + 4 >= stream.length) return stream;
          return refused % 2 === 0 ? stream.subarray(0, at) : stream.fill(0, at, at + 2);
        }),
      );
      if (grids.length > 0) break;
      expect(findings).toMatchObject([{ code: 'damaged-file' }]);
    }
    expect(refused).toBeGreaterThan(120);
  });

  it('is complete, or it is refused, whichever sector a disk has lost', async () => {
    const many = Array.from({ length: 250 }, (_, at) => [
      ...['05012', `Place ${at}`],
      ...[7, 11, 13, 17].map((factor) => ({ value: (at * factor) / 4, format: '0.00' })),
    ]);
    const long = oldWorkbook([{ name: 'Report', rows: many }]);
    let refused = 0;
    for (let sector = 512; sector < long.length; sector += 512) {
      const { grids, findings } = await readGrids(Buffer.from(long).fill(0, sector, sector + 512));
      if (findings.length > 0) refused += 1;
      else expect({ sector, rows: grids[0]?.rows.length }).toEqual({ sector, rows: 250 });
    }
    // 1,500 cells of at least 14 bytes: each of these sectors holds some
    expect(refused).toBeGreaterThanOrEqual(Math.floor((1500 * 14) / 512));
  });

  it.each([
    ['has a password', { code: 'unreadable-file' }],
    ['is of Excel 95', { facts: { what: expect.stringContaining('Excel 95') } }],
    ['has a cell twice', damaged('it has 120 cells, of which 119')],
  ])('is refused if it %s', async (what, expected) => {
    const changed = changedStream(whole, (stream) => {
      if (what === 'has a password') stream.writeUInt16LE(PASSWORD, placeOf(stream, CODE_PAGE));
      if (what === 'is of Excel 95') stream.writeUInt16LE(0x500, 4);
      const first = placeOf(stream, NUMBER);
      const second = stream.indexOf(stream.subarray(first, first + 4), first + 4);
      if (what === 'has a cell twice') stream.copy(stream, second + 4, first + 4, first + 8);
      return stream;
    });
    await expectRefusal(changed, expected);
  });

  it('is refused without its records', async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/WordDocument', Buffer.from('text'));
    await expectRefusal(Buffer.from(CFB.write(container, { type: 'buffer' })), {
      facts: { what: 'The file is an old Office file without a workbook in it.' },
    });
  });
});

const NAMESPACE = 'urn:schemas-microsoft-com:office:spreadsheet';

/** An XML spreadsheet as Excel writes it. */
function spreadsheet(rows: string, { styles = '', options = '' } = {}): string {
  return `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="${NAMESPACE}" xmlns:ss="${NAMESPACE}" xmlns:x="urn:schemas-microsoft-com:office:excel">
 <Styles><Style ss:ID="Default" ss:Name="Normal"><Font ss:Size="10"/></Style>${styles}</Styles>
 <Worksheet ss:Name="May &amp; June"><Table ss:ExpandedColumnCount="9"><Column ss:Width="50"/>${rows}</Table>
  <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel">${options}<Selected/></WorksheetOptions>
 </Worksheet>
</Workbook>`;
}

const value = (type: string, text: string, attributes = '') =>
  `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;

describe('an XML spreadsheet', () => {
  it('has rows and cells with numbers of their own, merged cells, and remarks', async () => {
    const remark = '<Comment ss:Author="A"><ss:Data>no</ss:Data></Comment>';
    const rows = await rowsOf(
      Buffer.from(
        spreadsheet(
          `<Row ss:Index="3">${value('String', 'a', 'ss:MergeAcross="2"')}<Cell><Data ss:Type="String">b</Data>${remark}</Cell></Row>
           <Row>${value('Number', '1')}<Cell/>${value('Number', '2')}${value('Number', '3', 'ss:Index="6"')}</Row>`,
        ),
      ),
    );
    expect(rows).toEqual([
      { number: 3, cells: ['a', '', '', 'b'] },
      { number: 4, cells: ['1', '', '2', '', '', '3'] },
    ]);
  });

  it('has values of all types, formulas, and raised text', async () => {
    const row = [
      value('Number', '1234.5600000000001'),
      value('DateTime', '2019-07-01T00:00:00.000'),
      value('Boolean', '1'),
      value('Error', '#N/A'),
      value('String', 'Ca\u00f1ada &amp; son'),
      value('Number', '25', 'ss:Formula="=RC[-1]*2"'),
      '<Cell ss:Formula="=RC[-1]*2"/>',
      '<Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">500<Sup>1</Sup></ss:Data></Cell>',
      value('Number', '0.0775', 'ss:StyleID="p"'),
    ];
    const styles = '<Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>';
    expect(
      (await rowsOf(Buffer.from(spreadsheet(`<Row>${row.join('')}</Row>`, { styles }))))[0]?.cells,
    ).toEqual([
      ...['1234.56', '2019-07-01', 'true', '#N/A', 'Cañada & son', '25', '=RC[-1]*2', '500[1]', '7.75%'],
    ]);
  });

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    [
      'prefixes',
      (text: string) => Buffer.from(text.replace(/<(\/?)(?=[A-Z])/g, '<$1ss:').replace('xmlns=', 'xmlns:y=')),
    ],
  ])('may be written with %s', async (_, dress) => {
    expect(await rowsOf(dress(spreadsheet(`<Row>${value('String', 'Añ – €')}</Row>`)))).toEqual([
      { number: 1, cells: ['Añ – €'] },
    ]);
  });

  it('tells its hidden sheets and rows', async () => {
    const options = '<Visible>SheetHidden</Visible>';
    const rows = `<Row>${value('String', 'a')}</Row><Row ss:Hidden="1">${value('String', 'b')}</Row>`;
    expect(await gridsOf(Buffer.from(spreadsheet(rows, { options })))).toMatchObject([
      { isHidden: true, hiddenRows: [2] },
    ]);
  });

  it('is refused with a number that is none, and wherever it is cut off', async () => {
    const bytes = Buffer.from(spreadsheet(`<Row>${value('Number', '1,234')}</Row>`));
    await expectRefusal(bytes, damaged('a cell holds "1,234", which is not a number'));
    const whole = spreadsheet(`<Row>${value('Number', '5')}</Row>`.repeat(20)).trimEnd();
    for (let length = 200; length < whole.length; length += 31)
      await expectRefusal(Buffer.from(whole.slice(0, length)), damaged('it is incomplete'));
  });
});

describe('an OpenDocument spreadsheet', () => {
  const changed = (from: string | RegExp, to: string) => {
    const parts = unzipSync(
      oldWorkbook([{ name: 'R', rows: [['Net', { value: 5, format: '0.00' }]] }], { bookType: 'ods' }),
    );
    const content = strFromU8(parts['content.xml'] ?? new Uint8Array());
    expect(content).toMatch(from);
    return zipSync({ ...parts, 'content.xml': strToU8(content.replace(from, to)) });
  };

  it.each([
    [
      'a number that is none',
      /office:value="5"/,
      'office:value="5,000"',
      'a cell holds "5,000", which is not a number',
    ],
    [
      'a value without its text',
      /office:value="5"[^>]*><text:p>.*?<\/text:p><\/table:table-cell>/,
      'office:value="5"/>',
      'no text',
    ],
    [
      'a figure that may have a raised mark',
      /<text:p>Net<\/text:p>/,
      '<text:p>500<text:span text:style-name="T1">1</text:span></text:p>',
      'a cell holds "5001" in several fonts',
    ],
  ])('is refused with %s', async (_, from, to, reason) => {
    await expectRefusal(changed(from, to), damaged(reason));
  });

  it('tells its hidden sheets and rows', async () => {
    const table = (style: string, rows: string) =>
      `<table:table table:name="${style}" table:style-name="${style}">${rows}</table:table>`;
    const line = (attributes: string) =>
      `<table:table-row ${attributes}><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>`;
    const rows = [
      ...['table:number-rows-repeated="2"', 'table:visibility="collapse"', '', 'table:visibility="filter"'],
      'table:number-rows-repeated="3" table:visibility="collapse"',
    ];
    const style = (name: string, isShown: boolean) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${isShown}"/></style:style>`;
    const bytes = changed(
      /<office:automatic-styles>.*<\/office:spreadsheet>/s,
      `<office:automatic-styles>${style('shown', true)}<style:style style:name="cell"/>${style('hidden', false)}</office:automatic-styles><office:body><office:spreadsheet>${table('shown', rows.map(line).join(''))}${table('hidden', line(''))}</office:spreadsheet>`,
    );
    expect(await gridsOf(bytes)).toMatchObject([
      { sheet: 'shown', isHidden: false, hiddenRows: [3, 5, 6, 7, 8] },
      { sheet: 'hidden', isHidden: true, hiddenRows: [] },
    ]);
  });

  it('shows a formula without a result as no figure', async () => {
    const bytes = changed(
      /office:value-type="float" office:value="5"[^>]*><text:p>.*?<\/text:p>/,
      'table:formula="of:=SUM([.A1])">',
    );
    expect((await rowsOf(bytes))[0]?.cells).toEqual(['Net', '=SUM(A1)']);
  });
});
