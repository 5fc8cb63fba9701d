import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { statement, texasReport } from '../../../rig/reports/small-reports.ts';

// Thirty months up to June 2024. Alder gets 101, 102, … dollars a month: 130 in June 2024. Birch and the county get
// the same each month; Birch is missing in June 2024.

const { allocations, folder, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  const rows = monthsFrom('2022-01', 30).flatMap((month, at) => [
    { code: '01001', name: 'ALDER', month, net: 101 + at },
    ...(month === '2024-06' ? [] : [{ code: '19001', name: 'BIRCH', month, net: 400 }]),
    { code: '01998', name: 'ALAMEDA COUNTY', type: 'County', month, net: 1000.5 },
  ]);
  write('california.csv', statement(rows));
  write('texas.csv', texasReport([{ code: '2999001', name: 'EXAMPLE', month: '2024-06', current: 1 }]));
  allocations('ingest', 'california.csv', 'texas.csv', '--on-doubt', 'load');
});

const PAYMENTS = 'The dataset has payments of California from January 2022 to June 2024.';
const headingOf = (...args: string[]) => succeed(...args).split('\n')[0];
const cellsOf = (text: string) => text.split('\n').map((line) => line.trim().split(/ {2,}/));

test('compare prints the newest month, the largest payment first', () => {
  const lines = cellsOf(succeed('compare', 'ca').trim());
  expect(lines[0]).toEqual([
    'California, June 2024, for sales of April 2024, net payment. Fiscal years begin in July. Ranks are among all 3 jurisdictions.',
  ]);
  expect(lines.slice(3)).toEqual([
    [
      ...['1', '60001998', 'Alameda County', '1,000.50', '1,000.50', '0.00%', '6,003.00', '0.00%'],
      ...['12,006.00', '0.00%', '12,006.00', '0.00%'],
    ],
    [
      // 130 after 118; 125 + … + 130 = 765 after 113 + … + 118 = 693
      ...['2', '60001001', 'Alder', '130.00', '118.00', '+10.17%', '765.00', '+10.39%'],
      // 119 + … + 130 = 1,494 after 107 + … + 118 = 1,350
      ...['1,494.00', '+10.67%', '1,494.00', '+10.67%'],
    ],
    ['-', '60019001', 'Birch', '-', '400.00', '-', '-', '-', '-', '-', '-', '-'],
    [''],
    ['1 jurisdiction has no payment in this month.'],
  ]);
  const args = [
    '--jurisdiction',
    'alder',
    '19001',
    '--month',
    '2024-05',
    '--sort',
    '-change',
    '--limit',
    '1',
  ];
  const { total, comparison } = JSON.parse(succeed('compare', 'ca', ...args, '--format', 'json'));
  expect(total).toBe(2);
  expect(comparison).toMatchObject([{ rank: 2, jurisdiction: { name: 'Alder' }, value: 129, year_ago: 117 }]);
});

test.each([
  [['--jurisdiction', 'alder', '19001'], 'Ranks are among the 2 jurisdictions selected, not the state.'],
  [['--county', 'Alameda', '--type', 'city'], 'Ranks are among the 1 jurisdiction selected, not the state.'],
  [['--group', 'county'], 'Ranks are among 2 groups.'],
  [['--basis', 'sales'], 'net payment, counted by month of sale. '],
])('the heading of compare %j says what it compares', (args, said) => {
  expect(headingOf('compare', 'ca', ...args)).toContain(said);
});

test('compare says what the sums of groups lack', () => {
  const lines = succeed('compare', 'ca', '--group', 'state').trim().split('\n');
  // 130 + 1,000.50 after 118 + 1,000.50; without Birch, which had 400
  expect(cellsOf(lines[3] ?? '')[0]?.slice(1, 8)).toEqual([
    ...['California', '3', '1', '1', '1,130.50', '1,518.50', '+1.07%'],
  ]);
  expect(lines).toContain(
    'Payments that are missing in the sums: year to date 1, fiscal year to date 1, rolling year 1.',
  );
  const args = ['ca', '--period', '2024-06', '--group', 'state'];
  const text = succeed('compare', ...args);
  expect(text).toContain('A change is like for like: it leaves out members that lack a payment');
  const [head = [], line = []] = cellsOf(text).slice(2);
  const cellOf = (name: string) => line[head.indexOf(name)];
  expect(['left out', 'missing'].map(cellOf)).toEqual(['1', '1']);
  // a count of which all are 0
  expect(head).not.toContain('missing before');
  expect(new Set(head).size).toBe(head.length);
});

test('compare says of two periods which months of payments and of sales they have, also in a workbook', async () => {
  const args = ['compare', 'ca', '--period', '2024-02..2024-04'];
  expect(headingOf(...args)).toBe(
    'California. Payments of February 2024 to April 2024 (sales of December 2023 to February 2024), against February 2023 to April 2023 (sales of December 2022 to February 2023).',
  );
  expect(headingOf(...args, '--basis', 'sales', '--against', '2024-01..2024-03')).toBe(
    'California. Payments for sales of February 2024 to April 2024, against January 2024 to March 2024.',
  );
  succeed(...args, '--basis', 'sales', '--out', 'periods.xlsx');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(join(folder, 'periods.xlsx'));
  const facts = workbook.getWorksheet('About')?.getSheetValues().slice(2, 6);
  expect(facts?.map((row) => (Array.isArray(row) ? row.slice(1, 3) : row))).toEqual([
    ['Period', '2024-02,2024-04'],
    ['Against', '2023-02,2023-04'],
    ['Sales period', '2024-02,2024-04'],
    ['Against sales period', '2023-02,2023-04'],
  ]);
});

test('totals prints a line for each month, and a note about a missing member', () => {
  const lines = cellsOf(succeed('totals', 'ca', '--type', 'city', '--from', '2024-05'));
  expect(lines.slice(3)).toEqual([
    [
      // 129 + 400 after 117 + 400; the twelve months 118 … 129 = 1,482 and 4,800 after 106 … 117 = 1,338 and 4,800
      ...['2024-05', '2024-03', '529.00', '+2.32%', '6,282.00', '+2.35%'],
      // 125 … 129 = 635 and 2,000 after 113 … 117 = 575 and 2,000; July to May 119 … 129 = 1,364 and 4,400 after 1,232
      ...['2,635.00', '+2.33%', '5,764.00', '+2.34%', '2', '0', '0'],
    ],
    [
      // 130 after 118; 1,494 after 1,350, with eleven payments of Birch; 765 after 693, with five
      ...['2024-06', '2024-04', '130.00', '+10.17%', '5,894.00', '+10.67%'],
      ...['2,765.00', '+10.39%', '5,894.00', '+10.67%', '2', '1', '1'],
    ],
    [''],
    [expect.stringContaining('A change is like for like')],
    [''],
  ]);
  expect(headingOf('totals', 'ca', '--basis', 'sales')).toMatch(/^California, .*counted by month of sale$/);
  const years = succeed('totals', 'ca', '--view', 'year', '--county', 'Alameda', '--type', 'city');
  // 113 … 124 = 1,422 after 101 … 112 = 1,278
  expect(cellsOf(years)).toContainEqual([
    ...['2023', '2023-12', '2023-10', 'yes', '12', '1,422.00', '1,278.00', '+11.27%', '144.00'],
  ]);
});

// the guide for analysts shows all three views, exactly as they are printed
test('show --view takes another fiscal year, and says what it has not', () => {
  const years = ['show', '01001', '--view', 'year'];
  // April to June 2024: 128 + 129 + 130 = 387 after 116 + 117 + 118 = 351
  expect(cellsOf(succeed(...years, '--fiscal-year-start', '4'))).toContainEqual([
    ...['2024-25', '2024-06', '2024-04', 'no', '3', '387.00', '351.00', '+10.26%', '36.00'],
  ]);
  expect(headingOf(...years, '--basis', 'sales')).toMatch(/^Alder .*, counted by month of sale$/);
  expect(succeed('show', 'EXAMPLE', '--view', 'quarter')).toContain(
    'No month settles a quarter here. Use --view month or --view year.',
  );
});

test.each([
  [['compare', 'ca', '--sort', 'payment'], 'Cannot sort by "payment"'],
  [['compare', 'Alder Creek'], 'For one place, write its state first, then --jurisdiction and the name.'],
  [['compare', 'ca', '--month', '2024-5'], '"2024-5" is not a month. Write it as 2024-05.'],
  [['compare', 'ca', '--period', '2024-1..2024-05'], 'Write it as 2024-05 or 2024-01..2024-05.'],
  [
    ['compare', 'ca', '--period', '2024-05', '--against', '2023-05..2023-02'],
    'The first month, 2023-05, is later than the last, 2023-02. Exchange them.',
  ],
  [['totals', 'ca', '--field', 'countywide_pool_percentage'], 'percentages have no sum.'],
  [['show', '01001', '--basis', 'sales'], 'add --view month, --view quarter or --view year'],
  [['compare', 'ca', '--month', '2030-01'], `${PAYMENTS} Give one of these months.`],
  [['compare', 'ca', '--period', '0001-01..9999-12'], `${PAYMENTS} Give a span of these months.`],
  [['compare', 'ca', '--period', '2022-12', '--against', '2021-12'], PAYMENTS],
  [['compare', 'ca', '--period', '2024-06', '--basis', 'sales'], 'sales of California from November 2021'],
  [['totals', 'ca', '--from', '2030-01'], PAYMENTS],
  [['show', '01001', '--to', '1990-01'], PAYMENTS],
  [['parts', '01001', '--from', '2030-01'], PAYMENTS],
  [['projections', 'ca', '--through', '1990-01'], PAYMENTS],
  [['months-ahead', 'ca', '--through', '2024-07'], PAYMENTS],
  [['nearest', '01001', '--month', '1990-01'], PAYMENTS],
  [['note', '01001', '--month', '1990-01', '--out', 'note.html'], PAYMENTS],
])('%j is refused', (args, message) => {
  expect(refuse(...args)).toContain(message);
});

test.each([
  [
    ['compare', 'ca', '--type', 'transit', '--month', '2024-05'],
    'None has a datapoint in 2024-05 or in the 24 months before it.',
  ],
  [['compare', 'il'], 'The dataset has no datapoint of this state.'],
  [['totals', 'ca', '--type', 'transit'], 'No jurisdiction matches in these months.'],
])('%j finds nothing', (args, message) => {
  expect(succeed(...args)).toContain(message);
});
