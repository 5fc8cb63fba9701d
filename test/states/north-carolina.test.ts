import { describe, expect, it } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
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
    ['', 'distribution.xlsx', 'unclear-fact'],
    ['March 2020', 'april-2020.xlsx', 'unclear-fact'],
  ])('of a sheet %j and a file %j is an error', (month, fileName, code) => {
    const { rows, codes } = read(LINES, month, fileName);
    expect([rows, codes.map(([found]) => found)]).toEqual([[], [code]]);
  });
});

describe('the lines', () => {
  it('are followed by totals, which are checked, and by lines that the layout knows', () => {
    const below = [
      'GRAND TOTAL||2|3|4|0|0|0|0|0|0|9|**',
      `SUMMARY OF AMOUNTS|${HEADER.slice(12)}`,
      'PER CAPITA DISTRIBUTABLE||9|9|9|0|0|0|0|0|0|27',
      'TOTAL DISTRIBUTABLE AMOUNT||2|3|4|0|0|0|0|0|0|8',
      '||||--- F O O T N O T E S ---',
      '*|Orange county got nothing.',
      '•  MULTIPLY THE AMOUNT IN ARTICLE 40 BY THE APPLICABLE PERCENT',
      'EACH TAXING COUNTY IN WHICH THE CITY OR TOWN IS LOCATED.',
    ];
    const { rows, codes } = read([...LINES, ...below]);
    expect(rows).toHaveLength(2);
    expect(codes).toEqual([
      ['skipped-line', 9],
      ['control-total', 7],
    ]);
    // an amount that it does not know is refused: it has no county
    const unknown = ['GRAND TOTAL||2|3|4|0|0|0|0|0|0|9', 'OTHER AMOUNT||1|0|0|0|0|0|0|0|0|1'];
    expect(read([...LINES, ...unknown]).codes).toEqual([['unreadable-cell', 5]]);
  });

  it('need a county above them, and a name', () => {
    expect(read(['|BURLINGTON|1|0|0|0|0|0|0|0|0|1']).codes).toEqual([['unreadable-cell', 2]]);
    expect(read([...LINES, '||1|0|0|0|0|0|0|0|0|1']).codes).toEqual([['unread-row', 4]]);
    // the total of a county ends its section
    const next = ['|TOTAL|2|3|4|0|0|0|0|0|0|9', 'GUILFORD||1|0|0|0|0|0|0|0|0|1'];
    expect(read([...LINES, ...next]).codes).toEqual([['unreadable-cell', 5]]);
  });
});

describe('the head of a section', () => {
  const linesOf = (...heads: readonly string[]) => {
    const { rows, findings } = read(heads.map((head) => `${head}|5|0|0|0|0|0|0|0|0|5`));
    return { sections: rows.map(({ lines }) => lines?.[0]?.labels.section), findings };
  };

  it('is read whatever case, punctuation and blanks its method has', () => {
    const methods = [
      '(Per-Capita)',
      '(PER_CAPITA)',
      '( PER  CAPITA )',
      'Per Capita',
      '(PERCAPITA)',
      '[Ad-Valorem]',
      '(AdValorem)',
    ];
    const places = ['ALAMANCE', 'ALLEGHANY', 'ANSON', 'ASHE', 'AVERY', 'BERTIE', 'BLADEN'];
    const { sections, findings } = linesOf(...places.map((place, at) => `${place}|${methods[at]}`));
    expect(findings).toEqual([]);
    expect(sections).toEqual(places.map((place, at) => `${place} (${at < 5 ? 'PER CAPITA' : 'AD VALOREM'})`));
    // one of the published workbooks has it
    expect(linesOf('CLAY|(Per Capital)').sections).toEqual(['CLAY (PER CAPITA)']);
  });

  it('is an error that names the cell and the known words if its method is another', () => {
    const { findings } = linesOf('ALAMANCE|(POPULATION)');
    expect(findings.map((item) => [item.row, findingMessage(item)])).toEqual([
      [
        2,
        '"ALAMANCE (POPULATION)" cannot be read. The column needs a county with (PER CAPITA) or (AD VALOREM). Fix the cell, then run ingest again.',
      ],
    ]);
  });
});

it('the header may be printed again, as at a page break', () => {
  const { rows, codes } = read([...LINES, HEADER, '|ELON|1|0|0|0|0|0|0|0|0|1']);
  expect(rows.map(({ code }) => code)).toEqual(['alamance-county', 'burlington', 'elon']);
  expect(codes).toEqual([['skipped-line', 4]]);
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
