import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { firstDay, parsePrintedMonth } from '../../../src/domain/month.ts';
import { monthly } from '../../../src/domain/publication.ts';
import { readCsv } from '../../../src/extract/formats/csv.ts';
import type { Grid } from '../../../src/extract/formats/grid.ts';
import {
  amount,
  codeColumn,
  dateColumn,
  type Layout,
  nameColumn,
  percent,
  periodColumn,
  type ReportKind,
  wordColumn,
} from '../../../src/extract/layouts/report-kind.ts';
import { extractReport } from '../../../src/extract/report.ts';
import { optionalMessage } from '../../rig/finding-message.ts';
import { processorMs } from '../../rig/processor-time.ts';

const LAYOUT: Layout = {
  kind: 'xx/payments',
  name: 'invented',
  since: null,
  until: null,
  headers: {
    code: ['Code'],
    name: ['Name'],
    period: ['Month'],
    type: ['Type'],
    paid_on: ['Paid On'],
    gross: ['Gross'],
    net: ['Net'],
    share: ['Share %'],
  },
  ignored: [],
};

/** An invented kind of report with a column of each sort. */
const KIND: ReportKind = {
  name: 'xx/payments',
  published: monthly(firstDay),
  code: codeColumn('a code of three digits', (digits) => (/^\d{3}$/.test(digits) ? digits : undefined)),
  printedName: nameColumn(),
  period: periodColumn('a month like Oct-22', (text) => parsePrintedMonth(text)),
  labels: {
    type: wordColumn('optional', { city: 'city', county: 'county' }),
    paid_on: dateColumn('optional'),
  },
  figures: { gross: amount(), net: amount('always'), share: percent('optional') },
  layouts: [LAYOUT],
  checkRow: () => [],
  usualSums: [],
};

const HEADER = 'Code,Name,Month,Type,Paid On,Gross,Net,Share %';

function extractGrid(grid: Grid) {
  return extractReport([grid], [KIND], [LAYOUT]);
}

function gridOf(text: string): Grid {
  const [grid] = readCsv(text).grids;
  if (!grid) throw new Error('the test has no table');
  return grid;
}

function extract(...lines: string[]) {
  return extractGrid(gridOf([HEADER, ...lines].join('\n')));
}

function codesOf({ findings }: { findings: readonly { code: string }[] }): string[] {
  return findings.map(({ code }) => code);
}

describe('a row', () => {
  it('becomes typed values with its place', () => {
    const { kind, rows, findings } = extract('001,OLD TOWN,Oct-22,City,10/11/2022,"1,234.56",(5.00),12.5%');
    expect(findings).toEqual([]);
    expect(kind).toBe(KIND);
    expect(rows).toEqual([
      {
        sheet: null,
        row: 2,
        code: '001',
        name: 'OLD TOWN',
        month: '2022-10',
        labels: { type: 'city', paid_on: '2022-10-11' },
        figures: { gross: 123456, net: -500, share: 12_500_000 },
      },
    ]);
  });

  it('has a null for each column the report does not have', () => {
    const [grid] = readCsv('Code,Name,Month,Gross,Net\n001,A,Oct-22,1,2\n').grids;
    if (!grid) throw new Error('the test has no table');
    const { rows } = extractGrid(grid);
    expect(rows[0]?.labels).toEqual({ type: null, paid_on: null });
    expect(rows[0]?.figures).toEqual({ gross: 100, net: 200, share: null });
  });

  it('keeps its number among blank rows, and its name free of doubled blanks', () => {
    const { rows } = extract('', '001,"  OLD \n  TOWN ",Oct-22,,,1,2,', ',,,,,,,', '', '002,B,Oct-22,,,1,2,');
    expect(rows.map(({ row, name }) => [row, name])).toEqual([
      [3, 'OLD TOWN'],
      [6, 'B'],
    ]);
  });
});

describe('a cell that cannot be read', () => {
  it.each([
    ['a code of three digits', 'Code', '12', '12,A,Oct-22,City,,1,2,'],
    ['a month like', 'Month', 'Smarch-22', '001,A,Smarch-22,City,,1,2,'],
    ['one of', 'Type', 'Village', '001,A,Oct-22,Village,,1,2,'],
    ['a date like', 'Paid On', '2/30/2022', '001,A,Oct-22,City,2/30/2022,1,2,'],
    ['an amount like', 'Gross', '1.234', '001,A,Oct-22,City,,1.234,2,'],
    ['a percentage like', 'Share %', '$5', '001,A,Oct-22,City,,1,2,$5'],
  ])(
    'is an error that names what is expected, row, column and the text found: %s, %s %s',
    (expects, column, text, line) => {
      const { rows, findings } = extract('009,Z,Oct-22,,,1,2,', line);
      expect(rows).toEqual([]);
      expect(findings).toHaveLength(1);
      const place = { column, row: 3, sheet: null };
      expect(findings[0]).toMatchObject({ severity: 'error', code: 'unreadable-cell', ...place });
      expect(optionalMessage(findings[0])).toContain(`"${text}" cannot be read. The column needs ${expects}`);
    },
  );

  it.each([
    ['Code', ',A,Oct-22,City,,1,2,'],
    ['Name', '001, ,Oct-22,City,,1,2,'],
    ['Month', '001,A,,City,,1,2,'],
  ])('is a missing value where %s is blank', (column, line) => {
    const { rows, findings } = extract(line);
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'missing-value', column, row: 2 }]);
  });

  it('does not hide the others of the report', () => {
    const { findings } = extract('001,A,Oct-22,City,,x,y,z', '002,B,someday,City,,1,2,');
    const cells = findings.map(({ code, row, column }) => [code, row, column]);
    expect(cells).toEqual([
      ['unreadable-cell', 2, 'Gross'],
      ['unreadable-cell', 2, 'Net'],
      ['unreadable-cell', 2, 'Share %'],
      ['unreadable-cell', 3, 'Month'],
    ]);
  });

  it('has the header named as it is printed', () => {
    const [grid] = readCsv('CODE,NAME,MONTH, gross ,net_\n001,A,Oct-22,x,y\n').grids;
    if (!grid) throw new Error('the test has no table');
    expect(extractGrid(grid).findings.map(({ column }) => column)).toEqual(['gross', 'net_']);
  });
});

describe('rows without a jurisdiction', () => {
  const GOOD = '001,A,Oct-22,City,,1,2,';

  it.each([
    'Source: Department of Revenue',
    '"Note: figures are preliminary, and may change"',
    ',,,,see the notes,,,',
    ',* restated,,,,,,',
    '(1) after audit',
    '* 2022 figures are preliminary',
  ])('are notes, with an info: %s', (line) => {
    const { rows, findings } = extract(GOOD, '', line);
    expect(rows).toHaveLength(1);
    expect(findings).toMatchObject([{ severity: 'info', code: 'note-row', row: 4 }]);
  });

  it.each(['1. Figures are preliminary', '2022 figures are preliminary,,,,,,,', '1/ after audit,,,,,,,'])(
    'are notes also where they begin with a number: %s',
    (line) => {
      const { rows, findings } = extract(GOOD, line);
      expect(rows).toHaveLength(1);
      expect(findings).toMatchObject([{ severity: 'info', code: 'note-row', row: 3 }]);
    },
  );

  it.each(['(1),(2),(3),(4),(5),(6),(7),(8)', '1,2,3,4,5,6,7,8', '-1,-2,,-3,,-4,-5,', '(1),(2),(3),(4),,,,'])(
    'are the numbers of the columns, with an info: %s',
    (line) => {
      const { rows, findings } = extract(line, GOOD);
      expect(rows).toHaveLength(1);
      expect(findings).toMatchObject([{ severity: 'info', code: 'note-row', row: 2 }]);
    },
  );

  it.each(['1,2,3,4,5,6,8,7', '2,3,4,5,6,7,8,9', '1,2,3,,,,,', '(1),(2),(3),(4),(5),1000,(7),'])(
    'are not taken for such numbers: %s',
    (line) => {
      expect(codesOf(extract(line, GOOD))).not.toContain('note-row');
    },
  );

  it('are the header printed again, with an info', () => {
    const { rows, findings } = extract(GOOD, HEADER.toUpperCase(), '002,B,Oct-22,City,,1,2,');
    expect(rows.map(({ code }) => code)).toEqual(['001', '002']);
    expect(findings).toMatchObject([{ severity: 'info', code: 'repeated-header', row: 3 }]);
  });

  it('are an error where they have figures and no code', () => {
    const { rows, findings } = extract(GOOD, ',B,Oct-22,City,,1,2,');
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'missing-value', column: 'Code', row: 3 }]);
  });

  it('are an error if there is no other row under the header', () => {
    expect(extract().findings).toMatchObject([{ code: 'empty-file', facts: { holds: 'a header' } }]);
    expect(codesOf(extract('', ''))).toEqual(['empty-file']);
    expect(codesOf(extract('No data for this month'))).toEqual(['note-row', 'empty-file']);
    expect(extract('Total,,,,,0,0,').rows).toEqual([]);
    expect(codesOf(extract('Total,,,,,0,0,'))).toContain('empty-file');
  });
});

describe('a totals row', () => {
  const ROWS = ['001,A,Oct-22,City,,10.50,1,', '002,B,Oct-22,City,,-0.50,2,', '003,C,Oct-22,City,,,4,'];

  it.each([
    'Total,,,,,10.00,7.00,',
    'Grand Total,,,,,"$10.00",7,',
    ',Total,,,,10,7,',
    ',,,Total,,10,7,',
    'Total,,,,,10,-,',
    'Total,,,,,10,7,100%',
  ])('that adds up is no jurisdiction and no finding: %s', (line) => {
    const { rows, findings } = extract(...ROWS, line);
    expect(rows).toHaveLength(3);
    expect(findings).toEqual([]);
  });

  it('that carries the month is a totals row all the same', () => {
    for (const line of [',Total,Oct-22,,,10,7,', ',TOTAL,Oct-22,City,10/11/2022,10,7,']) {
      expect(extract(...ROWS, line)).toMatchObject({ findings: [], rows: [{}, {}, {}] });
    }
    const layout = { ...LAYOUT };
    const [grid] = readCsv('Month,Code,Name,Gross,Net\nOct-22,001,A,5,2\nOct-22,,TOTAL,5,3\n').grids;
    const { rows, findings } = extractReport(grid ? [grid] : [], [KIND], [layout]);
    expect(codesOf({ findings })).toEqual(['control-total']);
    expect(rows).toHaveLength(1);
  });

  it('that does not add up is a warning with both figures, and the rows count', () => {
    const { rows, findings } = extract(...ROWS, 'Total,,,,,10.01,7.00,');
    expect(rows).toHaveLength(3);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'control-total', row: 5, column: 'Gross' }]);
    expect(optionalMessage(findings[0])).toContain('10.01');
    expect(optionalMessage(findings[0])).toContain('10.00');
  });

  it('may stand above the rows, and twice', () => {
    expect(extract('Total,,,,,10,7,', ...ROWS, 'Total,,,,,10,7,', 'Total,,,,,10,7,').findings).toEqual([]);
  });

  it('may be the subtotal of the rows since the last one', () => {
    const more = ['004,D,Oct-22,City,,1,1,', '005,E,Oct-22,City,,2,2,'];
    const { rows, findings } = extract(
      ...ROWS,
      'Alameda total,,,,,10,7,',
      ...more,
      'Alpine total,,,,,3,3,',
      'Grand total,,,,,13,10,',
    );
    expect(rows).toHaveLength(5);
    expect(findings).toEqual([]);
    const wrong = extract(
      ...ROWS,
      'Alameda total,,,,,10,7,',
      ...more,
      'Alpine total,,,,,4,3,',
      'Total,,,,,13,10,',
    );
    expect(wrong.findings).toMatchObject([{ code: 'control-total', row: 8, column: 'Gross' }]);
  });

  it('may be the sum of all rows above it, but not of all except the first', () => {
    const rows = [1, 2, 4, 8].map((net) => `00${net},A,Oct-22,City,,0,${net},`);
    const [one = '', two = '', four = '', eight = ''] = rows;
    const running = extract(one, two, 'Total so far,,,,,0,3,', four, 'Total so far,,,,,0,7,', eight);
    expect(running.findings).toEqual([]);
    const short = extract(...rows, 'Total,,,,,0,14,');
    expect(short.findings).toMatchObject([{ code: 'control-total', row: 6, column: 'Net' }]);
    expect(optionalMessage(short.findings[0])).toContain('is 14.00, but the rows add up to 15.00');
  });

  it('may be larger than any single amount', () => {
    const billions = Array.from({ length: 3 }, (_, at) => `00${at},A,Oct-22,City,,"40,000,000,000.00",0,`);
    const { rows, findings } = extract(...billions, 'Total,,,,,"120,000,000,000.00",0,');
    expect(findings).toEqual([]);
    expect(rows).toHaveLength(3);
  });

  it('with a figure that cannot be read is an error', () => {
    expect(codesOf(extract(...ROWS, 'Total,,,,,abc,7,'))).toEqual(['unreadable-cell']);
  });

  it('is one with a code too, where its name begins or ends with the word', () => {
    const { rows, findings } = extract(
      '001,MOUNT TOTAL CITY,Oct-22,City,,1,2,',
      '002,TOTALLY,Oct-22,City,,1,2,',
      '900,JUNIPER COUNTY TOTAL,Oct-22,City,,2,4,',
      '003,B,Oct-22,City,,1,2,',
      '901,Subtotal Cedar County,Oct-22,City,,1,2,',
      '999,Total Both Counties,Oct-22,City,,3,7,',
    );
    expect(rows.map(({ name }) => name)).toEqual(['MOUNT TOTAL CITY', 'TOTALLY', 'B']);
    expect(findings).toMatchObject([{ code: 'control-total', row: 7, column: 'Net' }]);
  });

  it('is not a line that only mentions totals', () => {
    const { rows, findings } = extract(...ROWS, 'Totals may not add up due to rounding,,,,,,,');
    expect(rows).toHaveLength(3);
    expect(findings).toMatchObject([{ severity: 'info', code: 'note-row', row: 5 }]);
  });

  it('agrees with the sum of any rows, and with no other figure', () => {
    const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const dollars = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        (net, off) => {
          const lines = net.map(
            (value, at) => `${String(at).padStart(3, '0')},A,Oct-22,City,,0,${dollars(value)},`,
          );
          const sum = net.reduce((total, value) => total + value, 0);
          expect(extract(...lines, `Total,,,,,0,${dollars(sum)},`).findings).toEqual([]);
          expect(codesOf(extract(...lines, `Total,,,,,0,${dollars(sum + off)},`))).toEqual(['control-total']);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('a row with code and month that is called a total is one only where it adds up', () => {
  const rows = ['001,A,Oct-22,City,,1,2,', '002,B,Oct-22,City,,3,4,'];
  expect(extract(...rows, '999,TOTAL CARE,Oct-22,City,,4,6,').findings).toEqual([]);
  const noSum = extract(...rows, '999,TOTAL CARE,Oct-22,City,,5,7,');
  expect(noSum.rows).toEqual([]);
  expect(codesOf(noSum)).toEqual(['unread-row', 'control-total', 'control-total']);
  expect(noSum.findings[0]).toMatchObject({ severity: 'error', row: 4 });
  // zeros agree with anything
  const withZeros = ['001,A,Oct-22,City,,0,2,', '002,B,Oct-22,City,,0,4,'];
  expect(codesOf(extract(...withZeros, '999,TOTAL CARE,Oct-22,City,,0,7,'))).toContain('unread-row');
  expect(codesOf(extract('999,TOTAL CARE,Oct-22,City,,0,7,', ...withZeros))).toContain('unread-row');
  expect(codesOf(extract(...rows, ',TOTAL,,,,5,6,'))).toEqual(['control-total']);
  // nothing was paid at all
  expect(extract('001,A,Oct-22,City,,0,0,', '999,TOTAL CARE,Oct-22,City,,0,0,').findings).toEqual([]);
});

test('a sheet is read on whatever number of notes it has', () => {
  const notes = Array.from({ length: 10_001 }, (_, at) => `note ${at},,,,,,,`);
  const { rows, findings } = extract(...notes, '001,A,Oct-22,City,,1,2,');
  expect(rows).toHaveLength(1);
  expect(findings).toHaveLength(10_001);
});

test('a note is reported with its first text', () => {
  const said = (line: string) => optionalMessage(extract('001,A,Oct-22,City,,1,2,', line).findings[0]);
  expect(said('Sorted by name,see below,,,,,,')).toMatch(/: "Sorted by name"$/);
  expect(said(',  ,  Sorted by name ,see below,,,,')).toMatch(/: "Sorted by name"$/);
  expect(said(`Source: ${'x'.repeat(300)},,,,,,,`)).toMatch(/: "Source: x{192}"$/);
  expect(said('002;B;Oct-22;City;;1;2;')).toContain('"002;B;Oct-22;City;;1;2;" is neither');
});

test('figures in thousands are an error where a note under the rows says so', () => {
  const { rows, findings } = extract('001,A,Oct-22,City,,1,2,', ',(in thousands of dollars),,,,,,');
  expect(rows).toEqual([]);
  expect(findings[0]).toMatchObject({ severity: 'error', code: 'figures-in-thousands', row: 3 });
  expect(optionalMessage(findings[0])).toContain('not in dollars: "(in thousands of dollars)"');
});

test.each(['504 Gateway Time-out', '<html>', '{"status": 504}', 'OUTPUT TRUNCATED', '... 6 more rows'])(
  'an error message below the rows refuses the report: %s',
  (line) => {
    const { rows, findings } = extract('001,A,Oct-22,City,,1,2,', '', line);
    expect(rows).toEqual([]);
    expect(findings[0]).toMatchObject({ severity: 'error', code: 'partial-export', row: 4 });
    expect(optionalMessage(findings[0])).toBe(
      `"${line}" is no row and no note. It says that something failed, or that rows are left out. Download the report again. If the file has all rows, remove this text.`,
    );
  },
);

test('stops reading a sheet after ten thousand errors, and takes none of its rows', () => {
  const bad = Array.from({ length: 10_500 }, () => '001,A,Oct-22,City,,1,x,');
  const { rows, findings } = extract('002,B,Oct-22,City,,1,2,', ...bad, '003,C,Oct-22,City,,1,y,');
  expect(rows).toEqual([]);
  expect(findings).toHaveLength(101);
  expect(optionalMessage(findings[100])).toBe('9,900 more findings of this kind.');
});

describe('a last line without an end', () => {
  const header = 'Code,Name,Month,Type,Paid On,Gross,Net';
  const rowsOf = (nets: readonly string[], gross = '0.00') =>
    nets.map((net, at) => `${String(at).padStart(3, '0')},A,Oct-22,City,,${gross},${net}`);
  const nets = Array.from({ length: 12 }, (_, at) => `${at}.${String(99 - at)}`);
  const six = rowsOf(nets.slice(0, 6));
  const twelve = rowsOf(nets);
  const fifty = rowsOf(
    Array.from({ length: 50 }, (_, at) => `1.${String(99 - at)}`),
    '0',
  );
  const read = (rows: readonly string[], last: string, end = '') =>
    extractGrid(gridOf(`${[header, ...rows, `900,B,Oct-22,City,,0,${last}`].join('\n')}${end}`));

  it.each(['1', '12', '1234', '1234.5', '-1', '-1234.5'])(
    'is cut off where its amount %s alone has no cents',
    (last) => {
      const { findings } = read(twelve, last);
      expect(findings).toMatchObject([{ severity: 'error', code: 'cut-figure', row: 14, column: 'Net' }]);
    },
  );

  it.each(['1234.56', '-1234.56', '0.00', '', '-', 'N/A'])('is none where its amount is %j', (last) => {
    const codes = codesOf(read(twelve, last));
    expect(codes.filter((code) => code === 'cut-figure' || code === 'unreadable-cell')).toEqual([]);
  });

  it('is none where the line ends, another amount has no cents either, or there are few', () => {
    expect(read(twelve, '1234', '\n').findings).toEqual([]);
    expect(read(rowsOf([...nets, '7']), '1234').findings).toEqual([]);
    expect(read(six.slice(1), '1234').findings).toEqual([]);
    expect(codesOf(read(rowsOf([...nets, 'N/A']), '1234'))).toContain('cut-figure');
    // twelve amounts of two columns, and one of its own column beside thirteen of the other
    expect(codesOf(read(six, '1234'))).toContain('cut-figure');
    const blank = rowsOf(new Array<string>(12).fill(''), '3.10');
    expect(codesOf(read([...blank, ...rowsOf(['1.25'], '3.10')], '1234'))).toContain('cut-figure');
  });

  it('is cut off where fifty others of its column have cents, whatever those of other columns have', () => {
    expect(read(fifty, '1234').findings).toMatchObject([{ code: 'cut-figure', row: 52 }]);
    expect(read(fifty.slice(1), '1234').findings).toEqual([]);
    expect(codesOf(read([...fifty, ...rowsOf(['7'])], '1234'))).not.toContain('cut-figure');
  });

  it('is none in a column of percentages', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${String(at).padStart(3, '0')},A,Oct-22,City,,1.25,2.25,12.25`,
    );
    expect(extract(...lines, '900,B,Oct-22,City,,1.25,2.25,12').findings).toEqual([]);
  });

  it('is none where whole amounts are printed without cents elsewhere', () => {
    expect(read(rowsOf(nets, '0'), '1234').findings).toEqual([]);
    expect(read(rowsOf(nets, '3.1'), '1234').findings).toEqual([]);
    expect(read(fifty, '0').findings).toEqual([]);
    // nothing else in its column
    const blank = rowsOf(
      Array.from({ length: 20 }, () => ''),
      '3.10',
    );
    expect(codesOf(read(blank, '0'))).not.toContain('cut-figure');
  });
});

test('a row whose code and month are formulas without a result is not a note', () => {
  const grid = gridOf(
    [HEADER, '001,A,Oct-22,City,,1,2,', '=R!A5,=R!B5,=R!C5,=R!D5,,=R!E5,=R!F5,'].join('\n'),
  );
  const inWorkbook = extractGrid({ ...grid, sheet: 'Report', format: 'xlsx' });
  expect(inWorkbook.rows).toEqual([]);
  expect(inWorkbook.findings).toMatchObject([{ severity: 'error', row: 3 }]);
  // an own line of sums stays one that is not read
  const sums = gridOf([HEADER, '001,A,Oct-22,City,,1,2,', ',Total,,,,=SUM(F2),=SUM(G2),'].join('\n'));
  const { rows } = extractGrid({ ...sums, sheet: 'Report', format: 'xlsx' });
  expect(rows).toHaveLength(1);
});

test('figures without code, name and month are one error, and as a total none', () => {
  const { findings } = extract('001,A,Oct-22,City,,1,2,', ',,,,,1,2,');
  expect(findings).toMatchObject([{ code: 'missing-value', row: 3, column: null }]);
  expect(optionalMessage(findings[0])).toMatch(/write "Total" before the figures/);
  expect(extract('001,A,Oct-22,City,,1,2,', ',Total,,,,1,2,').findings).toEqual([]);
});

describe('a row of another width than the header', () => {
  it('is an error in CSV if it is cut off before its last column', () => {
    const { rows, findings } = extract('001,A,Oct-22,City,,1,2');
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'row-width', row: 2 }]);
  });

  it.each([
    ['a comma in an unquoted amount', '001,A,Oct-22,City,,1,234.56,5,6'],
    ['a comma in an unquoted name', '001,OLD TOWN, NEW,Oct-22,City,,1,2,3'],
  ])('is an error if the row is shifted: %s', (_, line) => {
    const { rows, findings } = extract(line);
    expect(rows).toEqual([]);
    expect(findings[0]).toMatchObject({ severity: 'error', code: 'row-width', row: 2 });
  });

  it.each([
    ['between others', 'Code,Name,Month, ,Type,Paid On,Gross,Net,Share %', '001,A,Oct-22,,City,,1,2,', 4],
    ['before all others', `,${HEADER}`, ',001,A,Oct-22,City,,1,2,', 1],
  ])('is an error where a column %s has cells and no header', (_, header, line, column) => {
    const read = (row: string) => extractGrid(gridOf([header, row].join('\n')));
    expect(read(line)).toMatchObject({ rows: [{ code: '001' }], findings: [] });
    const cells = line.split(',');
    cells[column - 1] = ' x1 ';
    const { rows, findings } = read(cells.join(','));
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ code: 'row-width', row: 2 }]);
    expect(optionalMessage(findings[0])).toContain(`Cell ${column} ("x1") has no header above it.`);
  });

  it('is allowed in a workbook, which omits blank cells', () => {
    const grid: Grid = {
      sheet: 'S',
      format: 'xlsx',
      rows: [
        { number: 1, cells: HEADER.split(',') },
        { number: 2, cells: ['001', 'A', 'Oct-22', '', '', '1', '2'] },
        { number: 4, cells: ['002', 'B', 'Oct-22', '', '', '1'] },
      ],
    };
    const { rows, findings } = extractGrid(grid);
    expect(findings).toEqual([]);
    expect(rows.map(({ figures }) => figures)).toEqual([
      { gross: 100, net: 200, share: null },
      { gross: 100, net: null, share: null },
    ]);
  });

  it('is an error in a workbook if a cell has no header', () => {
    const grid: Grid = {
      sheet: 'S',
      format: 'xlsx',
      rows: [
        { number: 1, cells: HEADER.split(',') },
        { number: 2, cells: ['001', 'A', 'Oct-22', '', '', '1', '2', '', 'stray'] },
      ],
    };
    expect(extractGrid(grid).findings).toMatchObject([{ code: 'row-width', sheet: 'S', row: 2 }]);
  });
});

describe('a second table under the first', () => {
  it('is an error if the headers of code and month are in a row with others', () => {
    const { rows, findings } = extract(
      '001,A,Oct-22,City,,1,2,',
      '',
      'Code,Name,Month,Type,Since,FYTD Gross,FYTD Net,',
      '001,A,Nov-22,City,,100,9999,',
    );
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([
      { severity: 'error', code: 'several-tables', row: 4, facts: { tables: 'headers' } },
    ]);
  });

  it('is an error if most columns have words, between rows of figures', () => {
    const { rows, findings } = extract(
      '001,A,Oct-22,City,,1,2,',
      'No.,Place,Paid,Kind,On,Fee,Paid to date,',
      '001,A,Nov-22,City,,1,300,',
      '002,B,Nov-22,City,,1,300,',
    );
    expect(rows).toEqual([]);
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'several-tables', row: 3, facts: { tables: 'words' } },
    ]);
    // letters of columns under the header, and words under the last row, begin none
    expect(codesOf(extract('a,b,c,d,e,f,g,h', '001,A,Oct-22,City,,1,2,'))).toEqual(['note-row']);
    expect(codesOf(extract('001,A,Oct-22,City,,1,2,', 'a,b,c,d,e,f,g,h'))).toEqual(['unknown-note']);
  });

  it('is an error above a fuller one', () => {
    const above = ['Name,Code,Month,Net', 'OLD TOWN,001,Oct-22,110.25,10.00', '', HEADER];
    const { rows, findings } = extractGrid(gridOf([...above, '002,B,Nov-22,City,,1,2,'].join('\n')));
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ code: 'unread-row', row: 2 }]);
    expect(optionalMessage(findings[0])).toContain('is above the header');
  });

  it('is no error if the header continues', () => {
    const again = HEADER.replace('Name', 'Name (cont.)');
    expect(codesOf(extract('001,A,Oct-22,City,,1,2,', again, '002,B,Oct-22,City,,1,2,'))).toEqual([
      'repeated-header',
    ]);
  });

  it('is not begun by a line that speaks of a month', () => {
    expect(codesOf(extract('001,A,Oct-22,City,,1,2,', 'Month,of payment,,,,,,'))).toEqual(['unknown-note']);
  });
});

describe('a text above the header', () => {
  const under = (line: string) =>
    codesOf(extractGrid(gridOf([line, HEADER, '001,A,Oct-22,City,,1,2,'].join('\n'))));

  it.each([
    '"(Dollar amounts in thousands)"',
    'Figures in Millions of dollars',
    "Distributions ($000's)",
    '000 omitted',
    'Amounts in US$ thousands',
    '(x 1000)',
    '($K)',
    'Amount in thousand dollars',
    '"Paid in $ 1,000"',
    'in $M',
  ])('%s is an error', (line) => {
    expect(under(line)).toEqual(['figures-in-thousands']);
  });

  it.each([
    'Payments since the 2000s',
    'Amounts are in dollars and cents - not in thousands',
    'Jurisdictions with sales in millions are marked',
    'less than $ 000.01',
    'City of Thousand Oaks - Sales Tax Distribution Amounts',
    '"Net payments under $1,000 are held until the next month."',
    'CDTFA distributed $312.4 million in January 2024',
    'Amounts above one million dollars are shown in bold',
  ])('%s is none', (line) => {
    expect(under(line)).toEqual([]);
  });
});

describe('a row above the header', () => {
  const above = (line: string) =>
    extractGrid(gridOf([line, HEADER, '002,B,Oct-22,City,,1,2,'].join('\n'))).findings;

  it.each(['001,A,,,,,5.00,', '001,A,Oct-22,,,,,', '001,A,,,,1.00,5.00,'])('is an error as %s', (line) => {
    expect(above(line)).toMatchObject([
      { severity: 'error', code: 'unread-row', row: 1, facts: { sign: 'above the header' } },
    ]);
  });

  it.each([
    '2022,Statement of payments,,,,,,',
    '1,2,3,4,5,6,7,8',
    ',Statement,Oct-22,,,,,',
    'Statement,Paid in all,,,,1.00,5.00,',
  ])('is a title as %s', (line) => {
    expect(above(line)).toEqual([]);
  });
});

describe('a row that is not a note', () => {
  it.each([
    ['a whole line in one cell', '"002,""B, Town of"",Oct-22,City,,1.00,2.00,"'],
    ['a line with other separators', '002;B;Oct-22;City;;1;2;'],
    ['errors of a spreadsheet', '#REF!,#REF!,#REF!,#REF!,#REF!,#REF!,#REF!,'],
    ['what is struck out', '[struck out: 002],[struck out: B],,,,[struck out: 1],,'],
    ['figures with letters', ',B,,City,,1.00 CR,2.00 CR,'],
  ])('is an error: %s', (_, line) => {
    const { rows, findings } = extract('001,A,Oct-22,City,,1,2,', line);
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'unread-row', row: 3 }]);
  });

  it.each([
    'Source: CDTFA; as of 11/3/2022; see notes',
    ',,,,,1/15/2024 8:00:00 AM,Page 1 of 3,',
    'Prepared by: J. Smith,,,,,Ext. 4411,Date: 01/15/2024,',
    'BWEBDSB_ANN_0420_200603081858',
    '"Figures of city, county, transit, and district taxes, paid on 10/11/2022, of 12 places, in all"',
  ])('%s is one', (line) => {
    expect(codesOf(extract('001,A,Oct-22,City,,1,2,', line))).toEqual(['note-row']);
  });

  it.each([
    ',B,,,,1.00 CR,,',
    ',,Oct-22,,,,,',
    '"=IF(B4=,,B4)","=C4",,,,"=F4","=G4",',
    'Col. 1,Col. 2,Col. 3,Col. 4,Col. 5,Col. 6,Col. 7,Col. 8',
    'Lorem ipsum dolor',
  ])('%s is in doubt below the last row, and a note above it', (line) => {
    const row = '001,A,Oct-22,City,,1,2,';
    expect(codesOf(extract(row, line))).toEqual(['unknown-note']);
    expect(codesOf(extract(line, row))).toEqual(['note-row']);
  });
});

describe('stray quotation marks', () => {
  it('do not join two rows', () => {
    const { rows, findings } = extract('001,"A,Oct-22,City,,1,2,', '002,B",Oct-22,City,,1,2,');
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'malformed-file', row: 2 }]);
  });
});

test('a dash between blanks is a zero, unless every cell has blanks around it', () => {
  const figuresOf = (...lines: string[]) => {
    const { rows } = extractGrid(gridOf(lines.join('\n')));
    return rows.map(({ figures }) => [figures.gross, figures.net]);
  };
  expect(figuresOf(HEADER, '001,A,Oct-22,City,, - ,5.00,', '002,B,Oct-22,City,,-,5.00,')).toEqual([
    [0, 500],
    [null, 500],
  ]);
  const partly = HEADER.replace('Name', ' Name ');
  expect(figuresOf(partly, '001,A,Oct-22,City,, - ,5.00,')).toEqual([[0, 500]]);
  const padded = [HEADER, '001,A,Oct-22,City,,-,5.00,', '002,B,Oct-22,City,,1.00,5.00,'];
  expect(figuresOf(...padded.map((line) => line.replaceAll(',', ' , ')))).toEqual([
    [null, 500],
    [100, 500],
  ]);
  // of the accounting format there are more blanks behind it
  const accounting = ['001,A,Oct-22,City,,-  ,5.00,', '002,B,Oct-22,City,,- ,5.00,'];
  expect(figuresOf(...[HEADER, ...accounting].map((line) => line.replaceAll(',', ' , ')))).toEqual([
    [0, 500],
    [0, 500],
  ]);
});

test('words that head every page, and headings that fill their row, begin no table', () => {
  const letters = '(AA),(BB),(CC),(DD),(EE),(FF),(GG),(HH)';
  const heading = (county: string) => new Array(8).fill(county).join(',');
  const pages = [letters, '001,A,Oct-22,City,,1,2,', HEADER, letters, '002,B,Oct-22,City,,1,2,'];
  expect(extract(...pages).rows).toHaveLength(2);
  const headed = ['001,A,Oct-22,City,,1,2,', 'Payment,Place,When,Kind,On,Gross,Net,Share', HEADER];
  expect(extract(...headed, '002,B,Oct-22,City,,1,2,').rows).toHaveLength(2);
  const counties = [heading('Alameda County'), '001,A,Oct-22,City,,1,2,', heading('Contra Costa County')];
  expect(extract(...counties, '002,B,Oct-22,City,,1,2,').rows).toHaveLength(2);
});

test('long cells and many totals take no long time', async () => {
  const long = `${'5'.repeat(30_000)} x`;
  const notes = Array.from({ length: 20 }, () => `,,,,,${long},,`);
  const block = `"${Array.from({ length: 5000 }, () => '001,A,Oct-22,City,,1,2,').join('\n')}"`;
  const lines = Array.from({ length: 500 }, (_, at) => [
    ...Array.from(
      { length: 10 },
      (_, of) => `001,A,${2000 + ((at * 10 + of) % 90)}-0${1 + (at % 9)},City,,1,2,`,
    ),
    'Total,,,,,10,20,',
  ]);
  const work = () => [extract('001,A,Oct-22,City,,1,2,', ...notes, block), extract(...lines.flat())];
  expect(await processorMs(work)).toBeLessThan(10_000);
});
