import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Finding } from '../../../src/domain/findings/finding.ts';
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
  title: 'Payments',
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

/** The number of rows, and code, row and column of each finding: `1; note-row 4`. */
function outcomeOf({ rows, findings }: { rows: readonly unknown[]; findings: readonly Finding[] }): string {
  const told = findings.map(({ code, row, column }) =>
    [code, row, column].filter((part) => part !== null).join(' '),
  );
  return [rows.length, ...told].join('; ');
}

const outcome = (...lines: string[]) => outcomeOf(extract(...lines));

function outcomeInWorkbook(...rows: (readonly string[])[]): string {
  const numbered = [HEADER.split(','), ...rows].map((cells, at) => ({ number: at + 1, cells }));
  return outcomeOf(extractGrid({ sheet: 'S', format: 'xlsx', rows: numbered }));
}

const messagesOf = (...lines: string[]) => extract(...lines).findings.map((item) => optionalMessage(item));

const [A, B] = ['001,A,Oct-22,City,,1,2,', '002,B,Oct-22,City,,1,2,'] as const;

describe('a row', () => {
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
  ])('names what is expected, row, column and the text found: %s, %s %s', (expects, column, text, line) => {
    expect(outcome(A, line)).toBe(`0; unreadable-cell 3 ${column}`);
    expect(messagesOf(A, line)[0]).toContain(`"${text}" cannot be read. The column needs ${expects}`);
  });

  it.each([
    ['Code', ',A,Oct-22,City,,1,2,'],
    ['Name', '001, ,Oct-22,City,,1,2,'],
    ['Month', '001,A,,City,,1,2,'],
  ])('is a missing value where %s is blank', (column, line) => {
    expect(outcome(line)).toBe(`0; missing-value 2 ${column}`);
  });

  it('has the sheet, and the header as it is printed', () => {
    const grid = { ...gridOf('CODE,NAME,MONTH, gross ,net_\n001,A,Oct-22,x,y\n'), sheet: 'October' };
    expect(extractGrid(grid).findings).toMatchObject([
      { sheet: 'October', column: 'gross' },
      { sheet: 'October', column: 'net_' },
    ]);
  });
});

describe('rows without a jurisdiction', () => {
  it.each([
    '"Note: figures are preliminary, and may change"',
    '* 2022 figures are preliminary',
    ',,,,,1/15/2024 8:00:00 AM,Page 1 of 3,',
    'Prepared by: J. Smith,,,,,Ext. 4411,Date: 01/15/2024,',
    '"Figures of city, county, transit, and district taxes, paid on 10/11/2022, of 12 places, in all"',
    'Totals may not add up due to rounding,,,,,,,',
  ])('are notes: %s', (line) => {
    expect(outcome(A, line)).toBe('1; note-row 3');
  });

  it.each([
    ',B,,,,1.00 CR,,',
    ',,Oct-22,,,,,',
    '"=IF(B4=,,B4)","=C4",,,,"=F4","=G4",',
    'Lorem ipsum dolor',
    'a,b,c,d,e,f,g,h',
  ])('are in doubt below the last row, and notes above it: %s', (line) => {
    expect(outcome(A, line)).toBe('1; unknown-note 3');
    expect(outcome(line, A)).toBe('1; note-row 2');
  });

  it.each(['(1),(2),(3),(4),(5),(6),(7),(8)', '1,2,3,4,5,6,7,8', '(1),(2),(3),(4),,,,'])(
    'are the numbers of the columns: %s',
    (line) => {
      expect(outcome(line, A)).toBe('1; note-row 2');
    },
  );

  it.each(['1,2,3,4,5,6,8,7', '1,2,3,,,,,', '(1),(2),(3),(4),(5),1000,(7),'])(
    'are not taken for such numbers: %s',
    (line) => {
      expect(outcome(line, A)).not.toContain('note-row');
    },
  );

  it.each<[string, string[], string]>([
    ['a header that continues', [A, HEADER.replace('Name', 'Name (cont.)'), B], '2; repeated-header 3'],
    ['figures and no code', [A, ',B,Oct-22,City,,1,2,'], '0; missing-value 3 Code'],
    ['figures alone', [A, ',,,,,1,2,'], '0; missing-value 3'],
    ['a note alone', ['No data for this month'], '0; note-row 2; empty-file'],
    ['a unit', [A, ',(in thousands of dollars),,,,,,'], '0; figures-in-thousands 3; note-row 3'],
    ['a whole line in one cell', [A, '"002,""B, Town of"",Oct-22,City,,1.00,2.00,"'], '0; unread-row 3'],
    ['a line with other separators', [A, '002;B;Oct-22;City;;1;2;'], '0; unread-row 3'],
    ['errors of a spreadsheet', [A, `${'#REF!,'.repeat(7)}`], '0; unread-row 3'],
    ['figures with letters', [A, ',B,,City,,1.00 CR,2.00 CR,'], '0; unread-row 3'],
    [
      'two rows in stray quotation marks',
      ['001,"A,Oct-22,City,,1,2,', '002,B",Oct-22,City,,1,2,'],
      '0; malformed-file 2',
    ],
  ])('may be %s', (_, lines, expected) => {
    expect(outcome(...lines)).toBe(expected);
  });

  it.each(['504 Gateway Time-out', '<html>', '{"status": 504}', 'OUTPUT TRUNCATED', '... 6 more rows'])(
    'refuse the report if they tell an error: %s',
    (line) => {
      expect(outcome(A, '', line)).toBe('0; partial-export 4');
      expect(messagesOf(A, line)[0]).toBe(
        `"${line}" is no row and no note. It says that something failed, or that rows are left out. Download the report again. If the file has all rows, remove this text.`,
      );
    },
  );

  it('are told with their first text, and what to do', () => {
    const said = (line: string) => messagesOf(A, line)[0];
    expect(said('Sorted by name,see below,,,,,,')).toMatch(/: "Sorted by name"$/);
    expect(said(',  ,  Sorted by name ,see below,,,,')).toMatch(/: "Sorted by name"$/);
    expect(said(`Source: ${'x'.repeat(300)},,,,,,,`)).toMatch(/: "Source: x{192}"$/);
    expect(said('002;B;Oct-22;City;;1;2;')).toContain('"002;B;Oct-22;City;;1;2;" is neither');
    expect(said(',(in thousands of dollars),,,,,,')).toContain('not in dollars: "(in thousands of dollars)"');
    expect(said(',,,,,1,2,')).toMatch(/write "Total" before the figures/);
  });

  it('do not end the reading, however many they are; ten thousand errors do', () => {
    const notes = Array.from({ length: 10_001 }, (_, at) => `note ${at},,,,,,,`);
    expect(extract(...notes, A)).toMatchObject({ rows: { length: 1 }, findings: { length: 10_001 } });
    const bad = Array.from({ length: 10_500 }, () => '001,A,Oct-22,City,,1,x,');
    const { rows, findings } = extract(B, ...bad, '003,C,Oct-22,City,,1,y,');
    expect(rows).toEqual([]);
    expect(findings).toHaveLength(101);
    expect(optionalMessage(findings[100])).toBe('9,900 more findings of this kind.');
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
    // with the month
    ',Total,Oct-22,,,10,7,',
    ',TOTAL,Oct-22,City,10/11/2022,10,7,',
  ])('that adds up is no jurisdiction and no finding: %s', (line) => {
    expect(outcome(...ROWS, line)).toBe('3');
  });

  const MORE = ['004,D,Oct-22,City,,1,1,', '005,E,Oct-22,City,,2,2,'];
  const POWERS = [1, 2, 4, 8].map((net) => `00${net},A,Oct-22,City,,0,${net},`);
  const SO_FAR = [
    ...[...POWERS.slice(0, 2), 'Total so far,,,,,0,3,'],
    ...[...POWERS.slice(2, 3), 'Total so far,,,,,0,7,', ...POWERS.slice(3)],
  ];
  const withSubtotals = (last: number) => [
    ...[...ROWS, 'Alameda total,,,,,10,7,', ...MORE],
    ...[`Alpine total,,,,,${last},3,`, 'Grand total,,,,,13,10,'],
  ];

  it.each<[string, string[], string]>([
    [
      'may stand above the rows, and twice',
      ['Total,,,,,10,7,', ...ROWS, 'Total,,,,,10,7,', 'Total,,,,,10,7,'],
      '3',
    ],
    ['may be the subtotal of the rows since the last one', withSubtotals(3), '5'],
    ['may be the sum of all rows above it', SO_FAR, '4'],
    ['may not be the sum of all except the first', [...POWERS, 'Total,,,,,0,14,'], '4; control-total 6 Net'],
    ['may not be read', [...ROWS, 'Total,,,,,abc,7,'], '0; unreadable-cell 5 Gross'],
  ])('%s', (_, lines, expected) => {
    expect(outcome(...lines)).toBe(expected);
  });

  it('is told with both figures', () => {
    expect(messagesOf(...POWERS, 'Total,,,,,0,14,')[0]).toContain('is 14.00, but the rows add up to 15.00');
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
          expect(outcome(...lines, `Total,,,,,0,${dollars(sum + off)},`)).toMatch(
            /^\d+; control-total \d+ Net$/,
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  const ROWS_TO_CARE = [A, '002,B,Oct-22,City,,3,4,'];
  const ZEROS = ['001,A,Oct-22,City,,0,2,', '002,B,Oct-22,City,,0,4,'];
  const FAULTS = 'control-total 4 Gross; control-total 4 Net';

  it.each<[string, string[], string]>([
    ['adds up', [...ROWS_TO_CARE, '999,TOTAL CARE,Oct-22,City,,4,6,'], '2'],
    ['adds up nowhere', [...ROWS_TO_CARE, '999,TOTAL CARE,Oct-22,City,,5,7,'], `0; unread-row 4; ${FAULTS}`],
    [
      'has a zero, which agrees with anything',
      [...ZEROS, '999,TOTAL CARE,Oct-22,City,,0,7,'],
      '0; unread-row 4; control-total 4 Net',
    ],
    ['has no code', [...ROWS_TO_CARE, ',TOTAL,,,,5,6,'], `2; ${FAULTS.replace('; control-total 4 Net', '')}`],
    ['pays nothing at all', ['001,A,Oct-22,City,,0,0,', '999,TOTAL CARE,Oct-22,City,,0,0,'], '1'],
  ])(
    'is a row that has code and month and is called a total only where it adds up: it %s',
    (_, lines, expected) => {
      expect(outcome(...lines)).toBe(expected);
    },
  );
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
    expect(outcomeOf(read(twelve, last))).not.toMatch(/cut-figure|unreadable-cell/);
  });

  it('is none where the line ends, another amount has no cents either, or there are few', () => {
    expect(read(twelve, '1234', '\n').findings).toEqual([]);
    expect(read(rowsOf([...nets, '7']), '1234').findings).toEqual([]);
    expect(read(six.slice(1), '1234').findings).toEqual([]);
    expect(outcomeOf(read(rowsOf([...nets, 'N/A']), '1234'))).toContain('cut-figure');
    // twelve amounts of two columns, and one of its own column beside thirteen of the other
    expect(outcomeOf(read(six, '1234'))).toContain('cut-figure');
    const blank = rowsOf(new Array<string>(12).fill(''), '3.10');
    expect(outcomeOf(read([...blank, ...rowsOf(['1.25'], '3.10')], '1234'))).toContain('cut-figure');
  });

  it('is cut off where fifty others of its column have cents, whatever those of other columns have', () => {
    expect(read(fifty, '1234').findings).toMatchObject([{ code: 'cut-figure', row: 52 }]);
    expect(read(fifty.slice(1), '1234').findings).toEqual([]);
    expect(outcomeOf(read([...fifty, ...rowsOf(['7'])], '1234'))).not.toContain('cut-figure');
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
    expect(outcomeOf(read(blank, '0'))).not.toContain('cut-figure');
  });
});

describe('a row of another width than the header', () => {
  it.each([
    ['cut off before its last column', '001,A,Oct-22,City,,1,2'],
    ['shifted by a comma in an unquoted amount', '001,A,Oct-22,City,,1,234.56,5,6'],
    ['shifted by a comma in an unquoted name', '001,OLD TOWN, NEW,Oct-22,City,,1,2,3'],
  ])('is an error in CSV if it is %s', (_, line) => {
    expect(outcome(line)).toMatch(/^0; row-width 2/);
  });

  it.each([
    ['between others', 'Code,Name,Month, ,Type,Paid On,Gross,Net,Share %', '001,A,Oct-22,,City,,1,2,', 4],
    ['before all others', `,${HEADER}`, ',001,A,Oct-22,City,,1,2,', 1],
  ])('is an error where a column %s has cells and no header', (_, header, line, column) => {
    const read = (row: string) => extractGrid(gridOf([header, row].join('\n')));
    expect(outcomeOf(read(line))).toBe('1');
    const faulty = read(
      line
        .split(',')
        .with(column - 1, ' x1 ')
        .join(','),
    );
    expect(outcomeOf(faulty)).toBe('0; row-width 2');
    expect(optionalMessage(faulty.findings[0])).toContain(`Cell ${column} ("x1") has no header above it.`);
  });

  it('is allowed in a workbook, which omits blank cells, unless a cell has no header', () => {
    const [short, shorter] = [
      ['001', 'A', 'Oct-22', '', '', '1', '2'],
      ['002', 'B', 'Oct-22', '', '', '1'],
    ];
    expect(outcomeInWorkbook(short ?? [], [], shorter ?? [])).toBe('2');
    expect(outcomeInWorkbook([...(short ?? []), '', 'stray'])).toBe('0; row-width 2');
  });
});

describe('a second table under the first', () => {
  it.each<[string, string[], string]>([
    [
      'the headers of code and month are in a row with others',
      [A, '', 'Code,Name,Month,Type,Since,FYTD Gross,FYTD Net,', '001,A,Nov-22,City,,100,9999,'],
      '0; several-tables 4',
    ],
    [
      'most columns have words, between rows of figures',
      [
        A,
        'No.,Place,Paid,Kind,On,Fee,Paid to date,',
        '001,A,Nov-22,City,,1,300,',
        '002,B,Nov-22,City,,1,300,',
      ],
      '0; note-row 3; several-tables 3',
    ],
  ])('is an error if %s', (_, lines, expected) => {
    expect(outcome(...lines)).toBe(expected);
  });

  it('is an error above a fuller one', () => {
    const above = ['Name,Code,Month,Net', 'OLD TOWN,001,Oct-22,110.25,10.00', '', HEADER];
    const read = extractGrid(gridOf([...above, '002,B,Nov-22,City,,1,2,'].join('\n')));
    expect(outcomeOf(read)).toBe('0; unread-row 2');
    expect(optionalMessage(read.findings[0])).toContain('is above the header');
  });
});

describe('a line above the header', () => {
  const above = (line: string) => outcomeOf(extractGrid(gridOf([line, HEADER, B].join('\n'))));

  it.each([
    '"(Dollar amounts in thousands)"',
    "Distributions ($000's)",
    'Amounts in US$ thousands',
    '($K)',
    '"Paid in $ 1,000"',
  ])('is an error if it tells a unit: %s', (line) => {
    expect(above(line)).toBe('0; figures-in-thousands 1');
  });

  it.each(['001,A,,,,,5.00,', '001,A,Oct-22,,,,,', '001,A,,,,1.00,5.00,'])(
    'is an error if it is a row: %s',
    (line) => {
      expect(above(line)).toBe('0; unread-row 1');
    },
  );

  it.each([
    'Payments since the 2000s',
    'Amounts are in dollars and cents - not in thousands',
    'Jurisdictions with sales in millions are marked',
    'City of Thousand Oaks - Sales Tax Distribution Amounts',
    '"Net payments under $1,000 are held until the next month."',
    'CDTFA distributed $312.4 million in January 2024',
    '2022,Statement of payments,,,,,,',
    '1,2,3,4,5,6,7,8',
    ',Statement,Oct-22,,,,,',
  ])('is a title: %s', (line) => {
    expect(above(line)).toBe('1');
  });
});

test('a row whose code and month are formulas without a result is not a note', () => {
  const formulas = '=R!A5,=R!B5,=R!C5,=R!D5,,=R!E5,=R!F5,'.split(',');
  expect(outcomeInWorkbook(A.split(','), formulas)).toMatch(/^0; /);
  // an own line of sums stays one that is not read
  const sums = ',Total,,,,=SUM(F2),=SUM(G2),'.split(',');
  expect(outcomeInWorkbook(A.split(','), sums)).toMatch(/^1; /);
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
