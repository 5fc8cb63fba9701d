import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withMessage } from '../../../../src/domain/findings/finding.ts';
import { parseMoney, parsePercent } from '../../../../src/domain/money.ts';
import type { GridRow } from '../../../../src/extract/formats/grid.ts';
import { listSheet } from '../../../../src/extract/formats/workbook/sheet-reader.ts';
import { readWorkbook } from '../../../../src/extract/formats/workbook/workbook.ts';
import { unpackWorkbook } from '../../../../src/extract/formats/workbook/workbook-archive.ts';
import { optionalMessage } from '../../../rig/finding-message.ts';
import { processorMs } from '../../../rig/processor-time.ts';
import { excelWorkbook, MAIN, zipOf } from '../../../rig/reports/excel-workbook.ts';

type Fill = (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void;

async function workbookOf(fill: Fill): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  fill(workbook.addWorksheet('Report'), workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

async function rowsOf(bytes: Uint8Array): Promise<readonly GridRow[]> {
  const { grids, findings } = await readWorkbook(bytes);
  expect(findings).toEqual([]);
  expect(grids).toHaveLength(1);
  return grids[0]?.rows ?? [];
}

/** The text of one cell with a value and, where given, a number format. */
async function textOf(value: ExcelJS.CellValue, numberFormat?: string): Promise<string | undefined> {
  const bytes = await workbookOf((sheet) => {
    const cell = sheet.getCell('A1');
    cell.value = value;
    if (numberFormat !== undefined) cell.numFmt = numberFormat;
  });
  return (await rowsOf(bytes))[0]?.cells[0];
}

async function refusalOf(bytes: Uint8Array) {
  const { grids, findings } = await readWorkbook(bytes);
  expect(grids).toEqual([]);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.severity).toBe('error');
  return findings.map(withMessage)[0];
}

/** One cell as Excel writes it, in a sheet of its own. */
async function textOfXml(cell: string, numberFormats: readonly string[] = []): Promise<string | undefined> {
  const sheet = `<sheetData><row r="1">${cell}</row></sheetData>`;
  return (await rowsOf(excelWorkbook(sheet, { numberFormats })))[0]?.cells[0];
}

/** A workbook one part of which has its attributes in other quotation marks, or with blanks before them. */
function requoted(workbook: Uint8Array, part: string, quote: string): Uint8Array {
  const parts = unzipSync(workbook);
  const mark = quote.at(-1) ?? '';
  const [before] = quote.includes('=') ? [quote] : [`=${quote}`];
  const xml = strFromU8(parts[part] ?? new Uint8Array()).replace(/(<(?!\?)[^<]*)/g, (tag) =>
    tag.replace(/="([^"]*)"/g, (_, value) => `${before}${value}${mark}`),
  );
  return zipSync({ ...parts, [part]: strToU8(xml) });
}

describe('numbers', () => {
  it.each([
    [1234.56, '1234.56'],
    [0.1 + 0.2, '0.3'],
    // less than any figure is; formulas leave such things behind
    [0.0000001, '0'],
    [12.4999999, '12.5'],
  ])('%f shows as %s', async (value, text) => {
    expect(await textOf(value)).toBe(text);
  });

  it('keep every amount to the cent, by whatever sum they came', async () => {
    const amounts = fc.sample(
      fc.tuple(
        fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }),
        fc.integer({ min: -100_000, max: 100_000 }),
      ),
      { numRuns: 250, seed: 7 },
    );
    const bytes = await workbookOf((sheet) => {
      for (const [large, small] of amounts) {
        sheet.addRow([large / 100, small / 100, (small - 1) / 100 + 0.01, (large - small) / 100]);
      }
    });
    const rows = await rowsOf(bytes);
    rows.forEach(({ cells }, at) => {
      const [large = 0, small = 0] = amounts[at] ?? [];
      expect(parseMoney(cells[0] ?? '')).toBe(large);
      expect(parseMoney(cells[1] ?? '')).toBe(small);
      expect(parseMoney(cells[3] ?? '')).toBe(Math.abs(large - small) > 9e12 ? undefined : large - small);
      // a difference of nearly equal sums may be off by more than Excel keeps; it is refused, never wrong
      expect([small, undefined]).toContain(parseMoney(cells[2] ?? ''));
    });
    expect(rows).toHaveLength(amounts.length);
  });

  it.each(['#,##0.00', '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)'])(
    'show their value, not the dress of the format %s',
    async (format) => {
      expect(await textOf(-1234.56, format)).toBe('-1234.56');
      expect(await textOfXml('<c r="A1" s="1"><v>-1234.56</v></c>', [format])).toBe('-1234.56');
    },
  );
});

describe('percentages', () => {
  it.each([
    [7.7499999999999999e-2, '0.00%', '7.75%'],
    [-0.005, '0.0%;[Red]-0.0%', '-0.5%'],
    [0.000000001, '0.0%', '0.0000001%'],
  ])('%f in the format %s shows as %s', async (value, format, text) => {
    expect(await textOf(value, format)).toBe(text);
    expect(await textOfXml(`<c r="A1" s="1"><v>${value}</v></c>`, [format])).toBe(text);
  });

  // the sign is printed behind the value as it is, or is only as wide as one: Excel shows 7.00, not 700.00
  it.each(['0.00"%"', '0.00_%', '#,##0.00_%;(#,##0.00)'])(
    'are not multiplied by the format %s, which has the sign as mere text or space',
    async (format) => {
      const text = await textOfXml('<c r="A1" s="1"><v>7</v></c>', [format]);
      expect(text?.replace('%', '')).toBe('7');
    },
  );

  it.each(['0.00\\%', '0.00\\ \\%'])(
    'are no figures in the format %s: it may mean 7 or 7%%',
    async (format) => {
      const sheet =
        '<sheetData><row r="1"><c r="A1" s="1"><v>7</v></c><c r="B1"><v>7</v></c></row></sheetData>';
      const workbook = excelWorkbook(sheet, { numberFormats: [format] });
      const styles = strFromU8(unzipSync(workbook)['xl/styles.xml'] ?? new Uint8Array());
      const written = [
        workbook,
        requoted(workbook, 'xl/styles.xml', "'"),
        requoted(workbook, 'xl/styles.xml', ' = "'),
        zipSync({ ...unzipSync(workbook), 'xl/styles.xml': strToU8(styles.replaceAll('\\%', '\\&#37;')) }),
      ];
      for (const bytes of written) {
        const [text = '', plain] = (await rowsOf(bytes))[0]?.cells ?? [];
        expect([parsePercent(text), parseMoney(text), plain]).toEqual([undefined, undefined, '7']);
      }
    },
  );

  it('are read where the part of the styles has another name', async () => {
    const sheet = '<sheetData><row r="1"><c r="A1" s="1"><v>0.0775</v></c></row></sheetData>';
    const bytes = excelWorkbook(sheet, { numberFormats: ['0.00%'], stylesPart: 'Styles.xml' });
    expect((await rowsOf(bytes))[0]?.cells).toEqual(['7.75%']);
  });
});

describe('cell styles', () => {
  const withStyle = (style: number, around: Parameters<typeof excelWorkbook>[1]) =>
    excelWorkbook(
      `<sheetData><row r="3"><c r="B3" s="${style}"><v>0.082382</v></c></row></sheetData>`,
      around,
    );

  it.each([
    [{ styles: ['<xf numFmtId="10"/>'] }, '8.2382%'],
    [{ styles: ['<xf numFmtId="58"/>'] }, '0.082382'],
  ])('with a format that needs no definition are read: %o', async (around, text) => {
    expect((await rowsOf(withStyle(1, around)))[0]?.cells[1]).toBe(text);
  });

  it.each([
    [2, {}, 'has the style 2; the workbook has 1, counted from 0'],
    [
      1,
      { styles: ['<xf numFmtId="170"/>'] },
      'has the number format "170", which the workbook does not define',
    ],
    // Thailand's percentages
    [
      1,
      { styles: ['<xf numFmtId="68"/>'] },
      'has the number format "68", which the workbook does not define',
    ],
  ])('that the workbook does not define are an error: %i of %o', async (style, around, reason) => {
    expect(await refusalOf(withStyle(style, around))).toMatchObject({
      code: 'damaged-workbook',
      row: 3,
      column: 'B',
      message: expect.stringContaining(`cell B3 of xl/worksheets/sheet1.xml ${reason}`),
    });
  });

  it('do not matter in cells of text', async () => {
    const sheet =
      '<sheetData><row r="1"><c r="A1" s="9" t="inlineStr"><is><t>a</t></is></c></row></sheetData>';
    expect((await rowsOf(excelWorkbook(sheet)))[0]?.cells).toEqual(['a']);
  });

  it.each(['<strike val="0"/>', "<strike val = 'false'></strike>"])(
    'that are not struck out (%s) do not hide those that are',
    async (strike) => {
      const around = {
        fonts: [`<font>${strike}</font>`, '<font><strike/></font>'],
        styles: ['<xf numFmtId="0" fontId="1"/>', '<xf numFmtId="0" fontId="2"/>'],
        texts: { part: 'sharedStrings.xml', list: ['unused'] },
      };
      const run = (mark: string) => `<c t="inlineStr" r="C1"><is><r><rPr>${mark}</rPr><t>5</t></r></is></c>`;
      const cells = `<c r="A1" s="1"><v>5</v></c><c r="B1" s="2"><v>5</v></c>${run(strike)}`;
      const bytes = excelWorkbook(`<sheetData><row r="1">${cells}</row></sheetData>`, around);
      expect((await rowsOf(bytes))[0]?.cells).toEqual(['5', '[struck out: 5]', '5']);
    },
  );
});

describe('texts', () => {
  it('are kept as typed, numbers stored as text among them', async () => {
    expect(await textOf('01998')).toBe('01998');
    expect(await textOf('1,234.56-')).toBe('1,234.56-');
    expect(await textOf(' (1,234.56) ')).toBe(' (1,234.56) ');
    expect(await textOf("O'Brien & Söhne <x>")).toBe("O'Brien & Söhne <x>");
  });

  it('with a raised mark or a struck-out part are not figures', async () => {
    const inline = (font: string) =>
      `<c r="A1" t="inlineStr"><is><r><t>950</t></r><r><rPr>${font}</rPr><t>1</t></r></is></c>`;
    expect(await textOfXml(inline('<vertAlign val="superscript"/>'))).toBe('950[1]');
    expect(await textOfXml(inline('<vertAlign val="subscript"/>'))).toBe('950[1]');
    expect(await textOfXml(inline('<strike/>'))).toBe('950[struck out: 1]');
    expect(await textOfXml(inline('<vertAlign val="baseline"/>'))).toBe('9501');
    expect(await textOfXml(inline('<strike val="0"/>'))).toBe('9501');
    expect(await textOfXml(inline('<strike val="false"/>'))).toBe('9501');
    const richText = [{ font: { strike: true }, text: '100' }, { text: '200' }];
    expect(await textOf({ richText })).toBe('[struck out: 100]200');
    const bytes = await workbookOf((sheet) => {
      sheet.getRow(1).values = [100, 200];
      sheet.getCell('A1').font = { strike: true };
    });
    expect((await rowsOf(bytes))[0]?.cells).toEqual(['[struck out: 100]', '200']);
  });

  it('of a boolean and an error cell are no figures', async () => {
    expect(await textOf(true)).toBe('true');
    expect(await textOf({ error: '#DIV/0!' })).toBe('#DIV/0!');
    expect(await textOfXml('<c r="A1" t="e"><v>#N/A</v></c>')).toBe('#N/A');
  });
});

describe('formulas', () => {
  it.each([
    // 1000000.1-998765.54, 0.3-0.1-0.2 and 90000000.07-89998765.51, as binary fractions compute them
    [`<c r="A1"><f>B1-C1</f><v>${1_000_000.1 - 998_765.54}</v></c>`, '1234.56'],
    [`<c r="A1"><f>B1-C1-D1</f><v>${0.3 - 0.1 - 0.2}</v></c>`, '0'],
    [`<c r="A1"><f>C1-B1</f><v>${89_998_765.51 - 90_000_000.07}</v></c>`, '-1234.56'],
    ['<c r="A1" t="str"><f>B1&amp;C1</f><v>Oct-22</v></c>', 'Oct-22'],
    ['<c r="A1" t="b"><f>TRUE()</f><v>1</v></c>', 'true'],
  ])('show their cached result: %s', async (cell, text) => {
    expect(await textOfXml(cell)).toBe(text);
  });

  it('without a cached result show as no figure, date or code', async () => {
    const text = await textOfXml('<c r="A1"><f>SUM(B1:B9)</f></c>');
    expect(text).toBe('=SUM(B1:B9)');
  });

  it('show no zero where the workbook leaves calculating to Excel', async () => {
    const cells = '<c r="A1"><f>B1+C1</f><v>0</v></c><c r="B1"><f>C1</f><v>7.5</v></c><c r="C1"><v>0</v></c>';
    const textsOf = async (inWorkbook: string) =>
      (await rowsOf(excelWorkbook(`<sheetData><row r="1">${cells}</row></sheetData>`, { inWorkbook })))[0]
        ?.cells;
    expect(await textsOf('<calcPr calcId="124519" fullCalcOnLoad="1"/>')).toEqual(['=B1+C1', '7.5', '0']);
    for (const value of ['true', ' 1 '])
      expect(await textsOf(`<calcPr fullCalcOnLoad="${value}"/>`)).toEqual(['=B1+C1', '7.5', '0']);
    for (const calculated of ['', '<calcPr calcId="191029"/>', '<calcPr fullCalcOnLoad="0"/>'])
      expect(await textsOf(calculated)).toEqual(['0', '7.5', '0']);
  });

  const sheetOf = (rows: readonly string[]) =>
    `<sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')}</sheetData>`;

  it('are named by their rows where the workbook says that their results are old', async () => {
    const sheet = sheetOf([
      '<c r="A1"><v>5</v></c>',
      '<c r="A2"><f>A1</f><v>5</v></c><c r="B2"><f>A1</f><v>5</v></c>',
      '<c r="A3"><f>A1</f></c>',
      '<c r="A4"><f>A1</f><v>0</v></c>',
    ]);
    const oldOf = async (inWorkbook: string) =>
      (await readWorkbook(excelWorkbook(sheet, { inWorkbook }))).grids[0]?.oldFormulas;
    expect(await oldOf('<calcPr fullCalcOnLoad="1"/>')).toEqual([2, 4]);
    expect(await oldOf('<calcPr calcId="191029"/>')).toEqual([]);
  });

  it.each([
    ['SUM(A{row}:B{row})', [['=SUM(A1:B1)'], ['=SUM(A2:B2)']]],
    ['A{row}+$B{row}', [['=A1+$B1'], ['=A2+$B2']]],
    // nothing shows that these are wrong
    ['Other!A{row}', [['0'], ['0']]],
  ])(
    'that are zero in a whole column are no figures if their parts are not zero: %s',
    async (formula, shown) => {
      const row = (number: number, result: number) =>
        `<c r="A${number}"><v>5</v></c><c r="B${number}"><v>7</v></c>` +
        `<c r="C${number}"><f>${formula.replaceAll('{row}', `${number}`)}</f><v>${result}</v></c>`;
      const thirdOf = async (...rows: string[]) =>
        (await rowsOf(excelWorkbook(sheetOf(rows)))).map(({ cells }) => [cells[2]]);
      expect(await thirdOf(row(1, 0), row(2, 0))).toEqual(shown);
      // one result shows that the workbook was calculated
      expect(await thirdOf(row(1, 0), row(2, 12))).toEqual([['0'], ['12']]);
    },
  );

  it('shared by several cells show each cell its own result', async () => {
    const sheet =
      '<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A1048576" si="0">B1*2</f><v>5</v></c></row>' +
      '<row r="2"><c r="A2"><f t="shared" si="0"/><v>6.5</v></c></row>' +
      '<row r="3"><c r="A3"><f t="shared" si="0"/></c></row></sheetData>';
    const cells = (await rowsOf(excelWorkbook(sheet))).map((row) => row.cells[0]);
    expect(cells.slice(0, 2)).toEqual(['5', '6.5']);
    expect(cells[2]).toMatch(/^=/);
  });
});

describe('dates', () => {
  it('show as year, month and day', async () => {
    expect(await textOf(new Date(Date.UTC(2022, 9, 1)), 'mmm-yy')).toBe('2022-10-01');
    expect(await textOfXml('<c r="A1" s="1"><v>44835</v></c>', ['mmm-yy'])).toBe('2022-10-01');
  });

  it('count from 1904 where the workbook says so', async () => {
    // the first of October 2022 is day 44835 from 1900 and day 43373 from 1904
    const sheet = (day: number) =>
      `<sheetData><row r="1"><c r="A1" s="1"><v>${day}</v></c></row></sheetData>`;
    const numberFormats = ['mm/dd/yyyy'];
    const from1900 = excelWorkbook(sheet(44835), { numberFormats });
    const from = (day: number, date1904: string) =>
      excelWorkbook(sheet(day), { numberFormats, inWorkbook: `<workbookPr date1904="${date1904}"/>` });
    const from1904 = ['1', 'true', ' 1 ', '\ttrue', '&#49;'].map((value) => from(43373, value));
    for (const bytes of [from1900, ...from1904, from(44835, '0'), from(44835, 'false')]) {
      expect((await rowsOf(bytes))[0]?.cells[0]).toBe('2022-10-01');
    }
  });

  it('are refused where the workbook does not say from when they count', async () => {
    const bytes = excelWorkbook('<sheetData/>', { inWorkbook: '<workbookPr date1904="yes"/>' });
    expect(await refusalOf(bytes)).toMatchObject({
      code: 'damaged-workbook',
      message: expect.stringContaining('xl/workbook.xml has date1904="yes", which is neither 0 nor 1'),
    });
  });

  it('with a time of day keep it, so that they are not dates', async () => {
    expect(await textOfXml('<c r="A1" s="1"><v>44835.5</v></c>', ['mm/dd/yyyy'])).toContain('12:00');
  });

  it('are the same in every time zone', async () => {
    const zone = process.env.TZ;
    try {
      for (const name of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
        process.env.TZ = name;
        expect(await textOfXml('<c r="A1" s="1"><v>44835</v></c>', ['mm/dd/yyyy'])).toBe('2022-10-01');
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('rows and sheets', () => {
  it.each([
    { first: 'worksheets/Sheet1.xml' },
    { first: 'worksheets/sheet2.xml', second: 'worksheets/sheet1.xml' },
    { first: '/xl/worksheets/sheet1.xml', second: './worksheets/sheet2.xml' },
    { first: 'tables/../sheets/a%20b.xml' },
  ])('are found by the relations of the workbook: %o', async ({ first, second }) => {
    const cell = (text: string) =>
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`;
    const around = second ? { second: { part: second, xml: cell('second') } } : {};
    const { grids, findings } = await readWorkbook(excelWorkbook(cell('first'), { part: first, ...around }));
    expect(findings).toEqual([]);
    expect(grids.map(({ rows }) => rows[0]?.cells[0])).toEqual(second ? ['first', 'second'] : ['first']);
  });

  it('are found whatever the case of their names', async () => {
    const sheet = '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>';
    const parts = unzipSync(excelWorkbook(sheet, { texts: { part: 'SharedStrings.xml', list: ['found'] } }));
    expect((await rowsOf(zipSync(parts)))[0]?.cells).toEqual(['found']);
    const { 'xl/SharedStrings.xml': texts = new Uint8Array(), ...others } = parts;
    const lower = zipSync({ ...others, 'xl/sharedstrings.xml': texts });
    expect((await rowsOf(lower))[0]?.cells).toEqual(['found']);
    // a part that no relation names does not count
    const other = strToU8(`<sst xmlns="${MAIN}"><si><t>other</t></si></sst>`);
    expect((await rowsOf(zipSync({ ...parts, 'xl/sharedStrings.xml': other })))[0]?.cells).toEqual(['found']);
  });

  const PARTS = [
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/sharedStrings.xml',
    'xl/worksheets/sheet1.xml',
  ];

  it.each([...PARTS.map((part) => [part]), PARTS])(
    'are the same where the elements of %s have a prefix, as some programs write them',
    async (...prefixed) => {
      const sheet =
        '<sheetData><row r="1"><c r="A1" s="1"><v>0.0775</v></c><c r="B1" t="s"><v>0</v></c></row></sheetData>';
      const list = ['Doña Ana &lt;x:row&gt;'];
      const around = { numberFormats: ['0.00%'], texts: { part: 'sharedStrings.xml', list }, prefixed };
      expect((await rowsOf(excelWorkbook(sheet, around)))[0]?.cells).toEqual(['7.75%', 'Doña Ana <x:row>']);
    },
  );

  it('are refused where a name has several prefixes', async () => {
    const parts = unzipSync(excelWorkbook('<sheetData/>'));
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8('<x:y:worksheet/>') });
    expect(await refusalOf(bytes)).toMatchObject({
      code: 'damaged-workbook',
      message: expect.stringContaining('names of its XML have several prefixes'),
    });
  });

  it('are the same where the zip file names its parts with backslashes', async () => {
    const parts = unzipSync(excelWorkbook('<sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData>'));
    const renamed = Object.entries(parts).map(([name, xml]) => [name.replaceAll('/', '\\'), xml] as const);
    expect((await rowsOf(zipSync(Object.fromEntries(renamed))))[0]?.cells).toEqual(['7']);
  });
});

describe('workbooks made to hang', () => {
  const one = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
  const all = 'A1:XFD1048576';

  it.each([
    [
      'names over whole sheets',
      excelWorkbook(one, {
        inWorkbook: `<definedNames>${[
          '<definedName name="everything">Report!$A:$XFD</definedName>',
          '<definedName name="_xlnm.Print_Area" localSheetId="0">Report!$A$1:$XFD$1048576</definedName>',
          '<definedName name="_xlnm.Print_Titles" localSheetId="0">Report!$1:$3</definedName>',
          '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Report!$A$1:$XFD$1048576</definedName>',
        ].join('')}</definedNames>`,
      }),
    ],
    [
      'an array formula over all',
      excelWorkbook(
        `<sheetData><row r="1"><c r="A1"><f t="array" ref="${all}">B1</f><v>1</v></c></row></sheetData>`,
      ),
    ],
    [
      'a row that claims endless cells',
      excelWorkbook('<sheetData><row r="1" spans="1:2000000000"><c r="A1"><v>1</v></c></row></sheetData>'),
    ],
  ])('with %s are read at once', async (_, bytes) => {
    const work = async () => expect(await rowsOf(bytes)).toEqual([{ number: 1, cells: ['1'] }]);
    expect(await processorMs(work)).toBeLessThan(10_000);
  });

  it('with one cell in the last row and column are read at once', async () => {
    const sheet = '<sheetData><row r="1048576"><c r="XFD1048576"><v>7</v></c></row></sheetData>';
    const rows = await rowsOf(excelWorkbook(sheet));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.number).toBe(1_048_576);
    expect(rows[0]?.cells.at(-1)).toBe('7');
  });
});

describe('bytes that are not a workbook', () => {
  it('are refused where a zip file has no sheets', async () => {
    expect((await refusalOf(zipOf({ 'readme.txt': 'hello' })))?.code).toBe('unsupported-format');
    expect((await refusalOf(zipOf({ 'word/document.xml': '<w/>' })))?.code).toBe('unsupported-format');
  });

  it('are refused where only the first letters are those of a zip file', async () => {
    expect((await refusalOf(Buffer.from('PK')))?.code).toBe('damaged-workbook');
    expect((await refusalOf(Buffer.from('PK\u0003\u0004'.padEnd(400, 'x'))))?.code).toBe('damaged-workbook');
  });
});

describe('unpackWorkbook', () => {
  const KILOBYTE = 1000;

  async function unpackedOf(bytes: Uint8Array, limit?: number): Promise<number> {
    return (await unpackWorkbook(bytes, limit)).unpacked;
  }

  it('goes no further than the limit into a bomb', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`${at}.xml`, Buffer.alloc(KILOBYTE * KILOBYTE)]),
    );
    const bomb = zipOf(entries);
    expect(bomb.length).toBeLessThan(50 * KILOBYTE);
    const unpacked = await unpackedOf(bomb, 2 * KILOBYTE * KILOBYTE);
    expect(unpacked).toBeGreaterThan(2 * KILOBYTE * KILOBYTE);
    expect(unpacked).toBeLessThan(4 * KILOBYTE * KILOBYTE);
  });

  it('throws where a part unpacks to more than it states', async () => {
    await expect(unpackWorkbook(zipOf({ 'a.txt': 'x'.repeat(5000) }, 5))).rejects.toThrow();
    const found = await refusalOf(zipOf({ 'xl/workbook.xml': ' '.repeat(5000) }, 5));
    expect(found?.code).toBe('damaged-workbook');
  });

  it('throws where a part is not what its checksum says', async () => {
    const bytes = zipOf({ 'a.txt': 'hello' });
    const checksumAt = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 16;
    bytes[checksumAt] = (bytes[checksumAt] ?? 0) ^ 1;
    await expect(unpackWorkbook(bytes)).rejects.toThrow('a.txt');
  });

  it('throws where a part is there twice', async () => {
    const twice = zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl\\workbook.xml': '<workbook/>' });
    await expect(unpackWorkbook(twice)).rejects.toThrow('xl/workbook.xml is there twice');
  });

  it('unpacks no part that by its stated size goes above the limit', async () => {
    // read, it would throw: it is not what it states
    const stated = zipOf({ 'xl/worksheets/sheet1.xml': 'x' }, 2 * KILOBYTE);
    expect(await unpackedOf(stated, KILOBYTE)).toBe(2 * KILOBYTE);
    await expect(unpackWorkbook(stated)).rejects.toThrow();
  });
});

describe('cells that do not hold what their type says', () => {
  const rows = (xml: string) => excelWorkbook(`<sheetData>${xml}</sheetData>`);
  const cell = (xml: string) => rows(`<row r="1">${xml}</row>`);

  it.each([
    ['a number with a comma', cell('<c r="A1"><f>B1</f><v>1,234.56</v></c>'), 'A1'],
    ['no digits at all', cell('<c r="A1"><v></v></c>'), 'A1'],
    ['two values', cell('<c r="A1"><v>55</v><v>55</v></c>'), 'A1'],
    ['a formula of a shared text', cell('<c r="A1" t="s"><f>B1</f><v>45231</v></c>'), 'A1'],
    ['a shared text that is no number of one', cell("<c r='A1' t='s'><v>x</v></c>"), 'A1'],
    [
      'a text thirty times as long as Excel allows',
      cell(`<c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_001)}</t></is></c>`),
      'too long for a cell',
    ],
    ['a cell that does not end', cell('<c r="A1"><v>1</v>'), ''],
  ])('refuse the workbook: %s', async (_, bytes, place) => {
    const { grids, findings } = await readWorkbook(bytes);
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([{ code: 'damaged-workbook' }]);
    expect(optionalMessage(findings[0])).toContain(place);
    expect(optionalMessage(findings[0])).toContain('sheet1.xml');
  });

  it.each([
    ['cells that never end', '<c r="A1"><v>1'],
    ['values that never end', '<v>', '<c r="A1">', '</c>'],
    ['a long number that is none', '1', '<c r="A1"><v>', 'x</v></c>'],
  ])(
    'are looked through in a moment, whatever fills the sheet: %s',
    async (_, filler, before = '', after = '') => {
      const xml = before + filler.repeat(Math.ceil(13_000_000 / filler.length)) + after;
      const work = () => {
        try {
          listSheet('xl/worksheets/sheet1.xml', xml);
        } catch (error) {
          expect(String(error)).toContain('sheet1.xml');
        }
      };
      expect(await processorMs(work)).toBeLessThan(10_000);
    },
  );
});
