import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/extract/formats/csv.ts';

function cellsOf(text: string): (readonly string[])[] {
  const { grids, findings } = readCsv(text);
  expect(findings).toEqual([]);
  expect(grids).toHaveLength(1);
  return (grids[0]?.rows ?? []).map(({ cells }) => cells);
}

describe('readCsv', () => {
  it('reads rows as text, numbered as a spreadsheet numbers them', () => {
    const { grids, findings } = readCsv('Code,Name\n01998,"Alameda, unincorporated"\n\n2,B\n');
    expect(findings).toEqual([]);
    expect(grids[0]).toMatchObject({ sheet: null, format: 'csv' });
    const rows = grids[0]?.rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
    expect(rows).toEqual([
      { number: 1, cells: ['Code', 'Name'] },
      { number: 2, cells: ['01998', 'Alameda, unincorporated'] },
      { number: 4, cells: ['2', 'B'] },
    ]);
  });

  it.each([
    ['="2001018"', '2001018'],
    ['"=""2001018"""', '2001018'],
    ['="2001018" ', '2001018'],
    ['=SUM(A1:A9)', '=SUM(A1:A9)'],
    ['632609.1200000001', '632609.12'],
    ['6.326091200000001E5', '632609.12'],
    ['$632609.1200000001', '$632609.12'],
    ['"632,609.1200000001"', '632609.12'],
    ['(1727.4900000000002)', '(1727.49)'],
    ['-5.820766091346741e-11', '0'],
    ['-385.1200000001', '-385.12'],
    ['0.333333333', '0.333333333'],
    ['1.250001', '1.250001'],
    ['-970.3999999999999', '-970.4'],
    ['0.30000000000000004', '0.3'],
    // people printed these
    ['1234567890123456789.01', '1234567890123456789.01'],
    ['12345.678', '12345.678'],
    ['0.123456789012345678', '0.123456789012346'],
  ])('reads %s as a workbook would: %s', (printed, text) => {
    expect(cellsOf(`${printed},x`)).toEqual([[text, 'x']]);
  });

  it("keeps a zero of Excel's comma format with the blanks around its dash, quoted or not", () => {
    expect(cellsOf('a, - , -  ," -   ",-')).toEqual([['a', ' - ', ' -  ', ' -   ', '-']]);
  });

  it.each([
    ['comma', ','],
    ['tab', '\t'],
    ['semicolon', ';'],
    ['bar', '|'],
  ])('recognizes the %s as separator, with amounts that have commas of their own', (_, separator) => {
    const quote = (text: string) => (text.includes(separator) ? `"${text}"` : text);
    const rows = [
      ['Code', 'Name', 'Month', 'Gross', 'Net'],
      ['19050', 'Los Angeles', 'Oct-22', '1,234,567.89', '(1,234.56)'],
      ['19998', 'Los Angeles County', 'Oct-22', '12,345,678.90', '9,876,543.21'],
    ];
    const text = rows.map((cells) => cells.map(quote).join(separator)).join('\n');
    expect(cellsOf(text)).toEqual(rows);
    const allQuoted = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\n');
    expect(cellsOf(allQuoted)).toEqual(rows);
  });

  it('recognizes the separator where the header is as late as row 25', () => {
    const title = Array.from({ length: 24 }, (_, at) => `Note ${at + 1}\n`).join('');
    expect(cellsOf(`${title}Code\tName\tMonth\tNet\n1\tA\tOct-22\t5`).at(-1)).toEqual([
      ...['1', 'A', 'Oct-22', '5'],
    ]);
  });

  it.each([
    [',', '; '],
    [',', ' | '],
    ['\t', ', '],
    [';', ', '],
  ])('recognizes %j under a line of prose with many of %j', (separator, inProse) => {
    const words = 'This file was made by the department and holds what it paid out in the month named below';
    const header = ['Code', 'Name', 'Month', 'Type', 'Gross', 'Fee', 'Net'];
    const row = ['1', 'A', 'Oct-22', 'City', '5', '1', '4'];
    const lines = [words.split(' ').join(inProse), header.join(separator), row.join(separator)];
    expect(cellsOf(lines.join('\n')).at(-1)).toEqual(row);
  });

  it('refuses text behind a closing quotation mark', () => {
    const { grids, findings } = readCsv('a,b\n1,"2"x\n');
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([
      { code: 'damaged-file', row: 2, facts: { what: expect.stringContaining('A quotation mark') } },
    ]);
  });

  it('reads back any table written by the rules', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '.', ',', '"', '\n', ' ', 'ñ', '-'),
      maxLength: 8,
    });
    const row = fc.array(cell, { minLength: 3, maxLength: 3 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.map((cells) => cells.map(quoted).join(',')).join('\n');
        expect(cellsOf(text)).toEqual(rows);
      }),
    );
  });
});

describe('a text longer than papaparse is given at a time', () => {
  const LINES = 150_000;
  const line = (at: number) => `${at},"Doña Ana, ""NM""\n${'x'.repeat(at % 97)}",1234.56\n`;
  const text = Array.from({ length: LINES }, (_, at) => line(at)).join('');

  it('keeps every cell', () => {
    expect(text.length).toBeGreaterThan(10 * 1024 * 1024);
    const cells = cellsOf(text.slice(0, -1));
    expect(cells).toHaveLength(LINES);
    const wrong = cells.findIndex(
      ([number, name, amount], at) =>
        number !== String(at) || name !== `Doña Ana, "NM"\n${'x'.repeat(at % 97)}` || amount !== '1234.56',
    );
    expect(wrong).toBe(-1);
  });

  it('names the line of a quotation mark that is one too many', () => {
    const { findings } = readCsv(`${text}1,"a"b,2\n${line(1)}`);
    expect(findings).toMatchObject([{ code: 'damaged-file', row: LINES + 1 }]);
  });

  it('finds a quotation mark that is not closed', () => {
    expect(readCsv(`${text}1,"a,2\n`).findings).toMatchObject([{ code: 'damaged-file' }]);
  });
});
