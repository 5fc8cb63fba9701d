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
  notes: ['Printed on'],
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

/** The number of rows, and code, row and column of each finding: `1; skipped-line 4`. */
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
    expect(outcome(line)).toBe(`0; unreadable-cell 2 ${column}`);
  });

  it('has the sheet, and the header as it is printed', () => {
    const grid = { ...gridOf('CODE,NAME,MONTH, gross ,net_\n001,A,Oct-22,x,y\n'), sheet: 'October' };
    expect(extractGrid(grid).findings).toMatchObject([
      { sheet: 'October', column: 'gross' },
      { sheet: 'October', column: 'net_' },
    ]);
  });
});

describe('a line below the header', () => {
  it.each([
    '"Note: figures are preliminary, and may change"',
    'Sorted by name,,,,,,,',
    ',,,,,,Continued on the next page,',
    '"Source: state tax administration, January 2024"',
    'Figures of 2023; preliminary',
    'END,,,,,,,',
    'Printed on 10/11/2022 of 12 places',
    ',,,,,-,,',
  ])('is a note if it has one text without a figure: %s', (line) => {
    const { rows, findings } = extract(A, line, B);
    expect(rows).toHaveLength(2);
    // the layout knows what begins with "Printed on", and nothing is said of it
    expect(findings.map(({ code }) => code)).toEqual(line.startsWith('Printed') ? [] : ['skipped-line']);
  });

  it.each([
    // a text with a number, which may stand where rows are missing
    '... 6 more rows',
    '(6 rows)',
    '504 Gateway Time-out',
    'Page 2 of 3',
    '* 2022 figures are preliminary',
    // markup, and what programs print
    '<html><body>Bad Gateway</body></html>',
    '{"message":"Internal error"}',
    '  File "/srv/export.py"\\, line twelve',
    '-----+-----+-----|',
    // several texts
    'Sorted by name,see below,,,,,,',
    '  File "/srv/export.py", line twelve, in write',
    'Code,Place,Paid,Kind,On,Gross,Net,Share %',
    `${'#REF!,'.repeat(7)}`,
    ',B,,City,,,,',
    // a row in one cell
    '002;B;Oct-22;City;;1;2;',
    '"002,""B, Town of"",Oct-22,City,,1.00,2.00,"',
  ])('is an error that quotes it if it is nothing else: %s', (line) => {
    for (const lines of [
      [A, line],
      [A, line, B],
      [line, A],
      [A, '', line],
    ]) {
      const { rows, findings } = extract(...lines);
      expect(rows).toEqual([]);
      expect(findings.map(({ code }) => code)).toEqual(['unread-row']);
    }
  });

  it('may be a note with a number below a total, which proves that no row is missing', () => {
    const notes = ['', 'Page 2 of 3', '* 12 places'];
    expect(outcome(A, 'Total,,,,,1,2,', ...notes)).toBe('1; skipped-line 5; skipped-line 6');
    expect(outcome(A, 'Total,,,,,1,2,', ...notes, B)).toBe('2; skipped-line 5; skipped-line 6');
    expect(outcome(A, 'Total,,,,,1,2,', B, 'Page 2 of 3')).toBe('0; unread-row 5');
    expect(outcome(A, 'Total,,,,,1,2,', '<html>504</html>')).toBe('0; unread-row 4');
  });

  it.each<[string, string[], string]>([
    ['the header, printed again', [A, HEADER, B], '2; skipped-line 3'],
    ['a header that continues', [A, HEADER.replace('Name', 'Name (cont.)'), B], '2; skipped-line 3'],
    ['figures and no code', [A, ',B,Oct-22,City,,1,2,'], '0; unreadable-cell 3 Code'],
    ['figures alone', [A, ',,,,,5,7,'], '0; unread-row 3'],
    ['figures alone that add up, and so are a total', [A, B, ',,,,,2,4,'], '2'],
    ['such figures before other rows', [A, ',,,,,1,2,', B], '0; unread-row 3'],
    ['a note alone', ['No data for this month'], '0; skipped-line 2; empty-file'],
    ['a unit', [A, ',(in thousands of dollars),,,,,,'], '0; figures-in-thousands 3; skipped-line 3'],
    ['a figure with letters', [A, '002,B,Oct-22,City,,1.00 CR,2,'], '0; unreadable-cell 3 Gross'],
    [
      'two rows in stray quotation marks',
      ['001,"A,Oct-22,City,,1,2,', '002,B",Oct-22,City,,1,2,'],
      '0; unread-row 2',
    ],
  ])('may be %s', (_, lines, expected) => {
    expect(outcome(...lines)).toBe(expected);
  });

  it('may be a title of the page, printed again with the header', () => {
    const title = '"Payments of October, 2022 to June",,,,,,,';
    const pages = [
      title,
      HEADER,
      A,
      title,
      HEADER,
      B,
      '"Payments of October, 2022 to June (continued)",,',
      HEADER,
    ];
    const read = extractGrid(gridOf(pages.join('\n')));
    expect(outcomeOf(read)).toBe(['2', ...[4, 5, 7, 8].map((row) => `skipped-line ${row}`)].join('; '));
  });

  it('is quoted with all its texts, and the message says what to do', () => {
    const said = (line: string) => messagesOf(A, line)[0];
    expect(said(',  ,  Sorted by name ,,,,,')).toMatch(/: "Sorted by name"$/);
    expect(said(`Source: ${'x'.repeat(300)},,,,,,,`)).toMatch(/: "Source: x{192}"$/);
    expect(said('... 6 more rows')).toBe(
      '"... 6 more rows" is no row of figures, no total, no header and no note. Rows may be missing here. Download the report again, or remove the line.',
    );
    expect(said('Page, 2,,,,,,')).toBe(
      '"Page, 2" is no row of figures, no total, no header and no note. Rows may be missing here. Download the report again, or remove the line. If the report always has it, run: allocations layouts add --kind xx/payments --note "Page"',
    );
    expect(said(',(in thousands of dollars),,,,,,')).toContain('not in dollars: "(in thousands of dollars)"');
    expect(said(',,,,,5,7,')).toMatch(/write "Total" before the figures/);
  });

  it('do not end the reading, however many they are; ten thousand errors do', () => {
    const notes = Array.from({ length: 10_001 }, () => 'note,,,,,,,');
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

  it('is told with the rows that it should have: all, or those since the last total', () => {
    const wrong = [...ROWS, 'Alameda total,,,,,10,8,', ...MORE];
    expect(messagesOf(...wrong)[0]).toContain('is 8.00, but the rows add up to 7.00');
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

  it.each<[string, string[], string]>([
    ['adds up', [...ROWS_TO_CARE, '999,TOTAL CARE,Oct-22,City,,4,6,'], '2'],
    ['adds up nowhere', [...ROWS_TO_CARE, '999,TOTAL CARE,Oct-22,City,,5,7,'], '0; unread-row 4'],
    [
      'has a zero, which agrees with anything',
      [...ZEROS, '999,TOTAL CARE,Oct-22,City,,0,7,'],
      '0; unread-row 4',
    ],
    ['has no code', [...ROWS_TO_CARE, ',TOTAL,,,,5,6,'], '2; control-total 4 Gross'],
    ['pays nothing at all', ['001,A,Oct-22,City,,0,0,', '999,TOTAL CARE,Oct-22,City,,0,0,'], '1'],
  ])(
    'is a row that has code and month and is called a total only where it adds up: it %s',
    (_, lines, expected) => {
      expect(outcome(...lines)).toBe(expected);
    },
  );
});

describe('a row of another width than the header', () => {
  it.each([
    ['cut off before its last column', '001,A,Oct-22,City,,1,2'],
    ['shifted by a comma in an unquoted amount', '001,A,Oct-22,City,,1,234.56,5,6'],
    ['shifted by a comma in an unquoted name', '001,OLD TOWN, NEW,Oct-22,City,,1,2,3'],
  ])('is an error in CSV if it is %s', (_, line) => {
    expect(outcome(line)).toMatch(/^0; unread-row 2/);
  });

  it('is an error that names the comma if an amount was split and a blank cell stands at the end', () => {
    const { rows, findings } = extract('001,A,Oct-22,City,,1,234.56,2,');
    expect(rows).toEqual([]);
    expect(findings.map((item) => optionalMessage(item))).toEqual([
      'The row has 9 cells, but the header has 8. Commas inside amounts probably split them: 1,234.56 becomes two cells. Put such amounts in quotation marks ("1,234.56"), or remove the commas from them.',
    ]);
    // a blank cell alone does no harm
    expect(outcome('001,A,Oct-22,City,,1.00,234.56,2,')).toBe('1');
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
    expect(outcomeOf(faulty)).toBe('0; unread-row 2');
    expect(optionalMessage(faulty.findings[0])).toContain(`Cell ${column} ("x1") has no header above it.`);
  });

  it('is allowed in a workbook, which omits blank cells, unless a cell has no header', () => {
    const [short, shorter] = [
      ['001', 'A', 'Oct-22', '', '', '1', '2'],
      ['002', 'B', 'Oct-22', '', '', '1'],
    ];
    expect(outcomeInWorkbook(short ?? [], [], shorter ?? [])).toBe('2');
    expect(outcomeInWorkbook([...(short ?? []), '', 'stray'])).toBe('0; unread-row 2');
  });
});

describe('a second table', () => {
  it('under the first is an error', () => {
    const lines = [A, '', 'Code,Name,Month,Type,Since,FYTD Gross,FYTD Net,', '001,A,Nov-22,City,,100,9999,'];
    expect(outcome(...lines)).toBe('0; unread-row 4');
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

  it.each(['001,ALDER,Oct-22,,,,5.00,', 'ALDER,Oct-22,001,5.00'])(
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
  ])('is a title: %s', (line) => {
    expect(above(line)).toBe('1');
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
