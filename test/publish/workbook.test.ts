import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../src/extract/formats/workbook.ts';
import { writeWorkbook } from '../../src/publish/workbook.ts';
import type { FileColumn, Headings, ShownTable, ShownValue } from '../../src/records/files/file-table.ts';

const ABOUT = { title: 'Offices', facts: [['Dataset', 'version 1']] } as const;

function tableOf(columns: readonly FileColumn[], rows: readonly (readonly ShownValue[])[]): ShownTable {
  return { columns, rows: () => rows };
}

async function bytesOf(table: ShownTable, headings?: Headings): Promise<Buffer> {
  const into = new PassThrough();
  const [bytes] = await Promise.all([buffer(into), writeWorkbook(table, ABOUT, into, headings)]);
  return bytes;
}

async function sheetsOf(table: ShownTable, headings?: Headings) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(await bytesOf(table, headings)).buffer);
  const [sheet, about] = workbook.worksheets;
  if (!sheet || !about) throw new Error('no two sheets');
  const rowsOf = (one: ExcelJS.Worksheet) =>
    Array.from(one.getSheetValues().slice(1), (row) => (Array.isArray(row) ? row.slice(1) : []));
  return { sheet, about, rows: rowsOf(sheet), told: rowsOf(about) };
}

const COLUMNS = [
  { name: 'code', content: 'text', heading: 'Code', meaning: 'The code of the state' },
  { name: 'paid_in', content: 'month', heading: 'Month', meaning: 'When it was paid' },
  { name: 'seen', content: 'time' },
  { name: 'day', content: 'date' },
  { name: 'payment', content: 'amount', heading: 'Payment' },
  { name: 'change', content: 'ratio' },
  { name: 'share', content: 'percent' },
  { name: 'rank', content: 'number' },
  { name: 'sheet', content: 'text' },
] as const;
const FIRST = [
  ...(['01010', '2024-05-01', '2026-11-13T08:30:00Z', '2026-11-13'] as const),
  ...([-1234.56, 0.0525, 12.5, 60_001_010, null] as const),
];

describe('a workbook', () => {
  test('has codes as text, dates as dates and figures as numbers, without empty columns', async () => {
    const { sheet, rows } = await sheetsOf(tableOf(COLUMNS, [FIRST, ['02', ...Array(8).fill(null)]]));
    expect(rows).toEqual([
      ['Code', 'Month', 'Seen', 'Day', 'Payment', 'Change', 'Share', 'Rank'],
      [
        '01010',
        new Date('2024-05-01T00:00:00Z'),
        new Date('2026-11-13T08:30:00Z'),
        new Date('2026-11-13T00:00:00Z'),
        ...[-1234.56, 0.0525, 12.5, 60_001_010],
      ],
      ['02'],
    ]);
    const formats = rows[0]?.map((_, at) => sheet.getCell(2, at + 1).numFmt ?? 'General');
    expect(formats).toEqual([
      ...['General', 'yyyy-mm', 'yyyy-mm-dd hh:mm', 'yyyy-mm-dd'],
      ...['#,##0.00', '0.000%', '#,##0.00####', 'General'],
    ]);
  });

  test('has a frozen bold head with a filter, and columns as wide as their texts', async () => {
    const { sheet } = await sheetsOf(tableOf(COLUMNS, [FIRST]));
    expect(sheet.getCell('A1').font.bold).toBe(true);
    expect(sheet.getCell('A2').font?.bold ?? false).toBe(false);
    expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
    expect(sheet.autoFilter).toBe('A1:H2');
    expect(sheet.getColumn('C').width).toBeGreaterThanOrEqual('2026-11-13 08:30'.length);
    expect(sheet.getColumn('E').width).toBeGreaterThanOrEqual('-1,234.56'.length);
  });

  test('says on a second sheet where its figures come from, and what its columns mean', async () => {
    const { told } = await sheetsOf(tableOf(COLUMNS.slice(0, 5), [FIRST.slice(0, 5)]));
    expect(told).toEqual([
      ['Offices'],
      ['Dataset', 'version 1'],
      [],
      ['Column', 'Meaning', 'Unit', 'Name for programs'],
      ['Code', 'The code of the state.', undefined, 'code'],
      ['Month', 'When it was paid.', 'first day of the month', 'paid_in'],
      ['Seen', undefined, 'UTC', 'seen'],
      ['Day', undefined, 'day', 'day'],
      ['Payment', undefined, 'US dollars', 'payment'],
    ]);
  });

  test('for programs has names at its head, and all columns', async () => {
    const { rows, told } = await sheetsOf(tableOf(COLUMNS, [FIRST]), 'names');
    expect(rows[0]).toEqual(COLUMNS.map(({ name }) => name));
    expect(told[4]?.[3]).toBe('Code');
  });

  test('has texts as texts, whatever they hold, also beyond column Z', async () => {
    const texts = ['=1+1', '<b>&"amp;', "it's\u0001\ufffe", ' two\nlines ', '2024-13-01x'];
    const columns = Array.from({ length: 30 }, (_, at) => ({ name: `c${at}`, content: 'text' as const }));
    const table = tableOf(
      columns,
      texts.map((text) => columns.map(({ name }) => (name === 'c28' ? text : name))),
    );
    const { grids } = await readWorkbook(await bytesOf(table));
    const cells = grids[0]?.rows.slice(1).map((row) => [row.cells[28], row.cells[29]]);
    const shown = ['=1+1', '<b>&"amp;', "it's\\u0001\\ufffe", ' two\\nlines ', '2024-13-01x'];
    expect(cells).toEqual(shown.map((text) => [text, 'c29']));
  });

  test('of no rows has its head', async () => {
    const { rows } = await sheetsOf(tableOf(COLUMNS.slice(0, 2), []));
    expect(rows).toEqual([['Code', 'Month']]);
  });

  test('has the same cells for a library that does not write it', async () => {
    const { grids, findings } = await readWorkbook(await bytesOf(tableOf(COLUMNS, [FIRST])));
    expect(findings).toEqual([]);
    expect(grids.map(({ sheet }) => sheet)).toEqual(['Table', 'About']);
    expect(grids[0]?.rows[1]?.cells).toEqual([
      ...['01010', '2024-05-01', '2026-11-13T08:30:00.000Z', '2026-11-13'],
      ...['-1234.56', '5.25%', '12.5', '60001010'],
    ]);
  });

  test('has no more rows than a sheet can hold', async () => {
    const table: ShownTable = {
      columns: COLUMNS.slice(0, 1),
      *rows() {
        for (let row = 0; row < 1_048_576; row += 1) yield [null];
      },
    };
    await expect(bytesOf(table)).rejects.toThrow('A sheet holds 1,048,576 rows. The table has more.');
  });

  test('fails if its file cannot be written', async () => {
    const into = new PassThrough();
    const written = writeWorkbook(tableOf(COLUMNS, Array(2000).fill(FIRST)), ABOUT, into);
    into.destroy(new Error('the disk is full'));
    await expect(written).rejects.toThrow('the disk is full');
  });
});
