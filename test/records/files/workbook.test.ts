import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../../src/extract/formats/workbook.ts';
import type { FileColumn, Headings, ShownTable, ShownValue } from '../../../src/records/files/file-table.ts';
import { workbookPieces } from '../../../src/records/files/workbook.ts';

const ABOUT = { title: 'Offices', facts: [['Dataset', 'version 1']] } as const;

function tableOf(columns: readonly FileColumn[], rows: readonly (readonly ShownValue[])[]): ShownTable {
  return { columns, rows: () => rows };
}

function bytesOf(table: ShownTable, headings?: Headings): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat([...workbookPieces(table, ABOUT, headings)]));
}

/** Reads a workbook with a library that does not write it. */
async function sheetsOf(table: ShownTable, headings?: Headings) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytesOf(table, headings).buffer);
  const [sheet, about] = workbook.worksheets;
  if (!sheet || !about) throw new Error('no two sheets');
  const rowsOf = (one: ExcelJS.Worksheet) =>
    one
      .getSheetValues()
      .slice(1)
      .map((row) => (Array.isArray(row) ? row.slice(1) : []));
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
    const { grids } = await readWorkbook(bytesOf(table));
    const cells = grids[0]?.rows.slice(1).map((row) => [row.cells[28], row.cells[29]]);
    const shown = ['=1+1', '<b>&"amp;', "it's\\u0001\\ufffe", ' two\\nlines ', '2024-13-01x'];
    expect(cells).toEqual(shown.map((text) => [text, 'c29']));
  });

  test('of no rows has its head', async () => {
    const { rows } = await sheetsOf(tableOf(COLUMNS.slice(0, 2), []));
    expect(rows).toEqual([['Code', 'Month']]);
  });

  test('of the same table is the same, byte for byte', () => {
    const table = tableOf(COLUMNS, [FIRST]);
    expect(bytesOf(table)).toEqual(bytesOf(table));
  });
});
