import { describe, expect, it } from 'vitest';
import type { Grid } from '../../src/extract/formats/grid.ts';
import { extractReport } from '../../src/extract/report.ts';
import { distribution } from '../../src/states/nc/distribution.ts';
import { northCarolina } from '../../src/states/nc/index.ts';

const HEADER =
  'MUNICIPALITY||ARTICLE  39|ARTICLE  40|ARTICLE  42|ARTICLE  43|ARTICLE  44|ART 44 *524|ARTICLE  45|ARTICLE  46|CITY HH|TOTAL';
const LINES = ['ALAMANCE|(PER CAPITA)|1|2|3|0|0|0|0|0|-4|2', '|BURLINGTON *|1|1|1|0|0|0|0|0|4|7'];

function sheetOf(sheet: string, ...lines: readonly string[]): Grid {
  const rows = lines.map((line, at) => ({ number: at + 1, cells: line.split('|') }));
  return { sheet, format: 'xlsx', rows };
}

function read(lines: readonly string[], month = 'March 2020', fileName = '') {
  const grids = [sheetOf('Collections-Refunds', '', `|${month}`), sheetOf('Summary', HEADER, ...lines)];
  const { rows, findings } = extractReport(grids, [distribution], distribution.layouts, fileName);
  return { rows, findings, codes: findings.map(({ code, row }) => [code, row]) };
}

describe('the month', () => {
  it.each([
    ['March 2020', '', '2020-05'],
    ['2021-12-01', '', '2022-02'],
    ['', 'NC_Distribution_Sept2016.xlsx', '2016-11'],
    ['March 2020', 'summary of 2020 - march 2020 (1).xlsx', '2020-05'],
  ])('of a sheet %j and a file %j is paid in %s', (month, fileName, paid) => {
    expect(read(LINES, month, fileName).rows.map((row) => row.month)).toEqual([paid, paid]);
  });

  it.each([
    ['', 'distribution.xlsx', 'missing-fact'],
    ['March 2020', 'april-2020.xlsx', 'facts-disagree'],
  ])('of a sheet %j and a file %j is an error', (month, fileName, code) => {
    const { rows, codes } = read(LINES, month, fileName);
    expect([rows, codes.map(([found]) => found)]).toEqual([[], [code]]);
  });
});

describe('the lines', () => {
  it('end with the grand total: what follows is read only if it is a total, or if a star refers to it', () => {
    const below = [
      'GRAND TOTAL||2|3|4|0|0|0|0|0|0|9',
      `SUMMARY OF AMOUNTS|${HEADER.slice(12)}`,
      'PER CAPITA DISTRIBUTABLE||9|9|9|0|0|0|0|0|0|27',
      'TOTAL DISTRIBUTABLE AMOUNT||2|3|4|0|0|0|0|0|0|8',
      '*|Orange county got nothing.',
      'EACH TAXING COUNTY',
    ];
    const { rows, codes } = read([...LINES, ...below]);
    expect(rows).toHaveLength(2);
    expect(codes).toEqual([
      ['split-total', 6],
      ['note-row', 8],
      ['control-total', 7],
    ]);
  });

  it('are checked against the split of the grand total, which says nothing if it adds up', () => {
    const guilford = ['GUILFORD|(Ad Valorem)|5|0|0|6|0|0|7|8|-1|25', '|BURLINGTON *|1|0|0|0|0|9|0|0|1|11'];
    const split = (transit: string) => [
      'GRAND TOTAL||8|3|4|6|0|9|7|8|0|45',
      'PER CAPITA DISTRIBUTABLE||2|3|4|0|0|0|0|0|0|9',
      'ADVALOREM DISTRIBUTABLE||6|0|0|0|0|9|0|0|0|15',
      `COUNTY/TRANSIT DISTRIBUTABLE||${transit}`,
    ];
    expect(read([...LINES, ...guilford, ...split('0|0|0|6|0|0|7|8|0|21')]).findings).toEqual([]);
    const { rows, findings } = read([...LINES, ...guilford, ...split('0|0|0|6|0|0|5|8|0|19')]);
    expect(rows).toHaveLength(3);
    expect(findings).toMatchObject([
      {
        ...{ code: 'split-total', severity: 'info', sheet: 'Summary', row: 9, column: 'TOTAL' },
        facts: { line: 'COUNTY/TRANSIT DISTRIBUTABLE', printed: 1900, sum: 2100, more: 1 },
      },
    ]);
  });

  it('need a county above them, and a name', () => {
    expect(read(['|BURLINGTON|1|0|0|0|0|0|0|0|0|1']).codes).toEqual([['missing-value', 2]]);
    expect(read([...LINES, '||1|0|0|0|0|0|0|0|0|1']).codes).toEqual([['missing-value', 4]]);
    // no total counts a county below the grand total
    const late = ['GRAND TOTAL||2|3|4|0|0|0|0|0|0|9', 'GUILFORD|(PER CAPITA)|5|0|0|0|0|0|0|0|0|5'];
    expect(read([...LINES, ...late]).codes).toEqual([['missing-value', 5]]);
    // the total of a county ends its section
    const next = ['|TOTAL|2|3|4|0|0|0|0|0|0|9', 'GUILFORD||1|0|0|0|0|0|0|0|0|1'];
    expect(read([...LINES, ...next]).codes).toEqual([['missing-value', 5]]);
  });
});

it('a place has the counties of its lines, the largest payment first, and equal ones by name', () => {
  const countiesOf = (...parts: readonly [string, number][]) => {
    const lines = parts.map(([section, net_payment]) => ({
      ...{ sheet: null, row: 1 },
      labels: { section },
      figures: { net_payment },
    }));
    const row = {
      ...{ code: 'a', name: 'A', month: '2020-05' as const, reportId: 1, jurisdictionId: 1 },
      sheet: null,
      row: 1,
    };
    return northCarolina.countiesOf('a', [{ ...row, labels: {}, figures: {}, lines } as never]);
  };
  expect(countiesOf(['ALAMANCE', 1], ['GUILFORD', 2])).toEqual(['Guilford', 'Alamance']);
  expect(countiesOf(['GUILFORD', 2], ['ALAMANCE', 2])).toEqual(['Alamance', 'Guilford']);
  expect(countiesOf(['MCDOWELL', -5])).toEqual(['McDowell']);
  expect(countiesOf(['ELSEWHERE', 1])).toEqual([]);
});

it('a row has the method of each county', () => {
  const { rows } = read([
    ...LINES,
    'GUILFORD|(Ad Valorem)|5|0|0|0|0|0|0|0|0|5',
    '|BURLINGTON**|1|0|0|0|0|0|0|0|0|1',
    'ELSEWHERE|(PER CAPITA)|1|0|0|0|0|0|0|0|0|1',
  ]);
  const methods = rows.map((row) => [
    row.code,
    Object.fromEntries(northCarolina.methodsOf({ ...row, reportId: 1, jurisdictionId: 1 })),
  ]);
  expect(methods).toEqual([
    ['alamance-county', { Alamance: 'per capita' }],
    ['burlington', { Alamance: 'per capita', Guilford: 'ad valorem' }],
    ['guilford-county', { Guilford: 'ad valorem' }],
    ['elsewhere-county', {}],
  ]);
});
