import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// Thirty months up to June 2024. Alder gets 101, 102, … dollars a month: 130 in June 2024. Birch and the county get
// the same each month; Birch is missing in June 2024.

const { allocations, folder, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  const months = monthsFrom('2022-01', 30);
  const rows = months.flatMap((month, at) => [
    { code: '01001', name: 'ALDER', month, net: 101 + at },
    ...(month === '2024-06' ? [] : [{ code: '19001', name: 'BIRCH', month, net: 400 }]),
    { code: '01998', name: 'ALAMEDA COUNTY', type: 'County', month, net: 1000.5 },
  ]);
  write('california.csv', statement(rows));
  allocations('ingest', 'california.csv');
});

const compared = (...args: string[]) => succeed('compare', ...args);

test('a table of the newest month, the largest payment first', () => {
  const lines = compared('ca')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
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
});

test('the heading says with which jurisdictions a rank compares', () => {
  const headingOf = (...args: string[]) => compared('ca', ...args).split('\n')[0];
  expect(headingOf('--jurisdiction', 'alder', '19001')).toContain(
    'Ranks are among the 2 jurisdictions selected, not the state.',
  );
  expect(headingOf('--county', 'Alameda', '--type', 'city')).toContain(
    'Ranks are among the 1 jurisdiction selected, not the state.',
  );
  expect(headingOf('--group', 'county')).toContain('Ranks are among 2 groups.');
});

test('a table of groups says what its sums lack', () => {
  const lines = compared('ca', '--group', 'state').trim().split('\n');
  const cells = lines[3]?.trim().split(/ {2,}/);
  // 130 + 1,000.50 after 118 + 1,000.50; without Birch, which had 400
  expect(cells?.slice(1, 8)).toEqual(['California', '3', '1', '1', '1,130.50', '1,518.50', '+1.07%']);
  expect(lines).toContain(
    'Payments that are missing in the sums: year to date 1, fiscal year to date 1, rolling year 1.',
  );
});

test('groups of two periods say what their sums and changes leave out', () => {
  const args = ['ca', '--period', '2024-06', '--group', 'state'];
  const text = compared(...args);
  expect(text).toContain('A change is like for like: it leaves out members that lack a payment');
  const [head = '', line = ''] = text.split('\n').slice(2);
  const cells = (text: string) => text.trim().split(/ {2,}/);
  const cellOf = (name: string) => cells(line)[cells(head).indexOf(name)];
  expect(['left out', 'missing', 'missing before'].map(cellOf)).toEqual(['1', '1', '0']);
  expect(new Set(cells(head)).size).toBe(cells(head).length);
  // 130 + 1,000.50 after 118 + 1,000.50; without Birch, which had 400
  const { period_comparison: lines } = JSON.parse(compared(...args, '--format', 'json'));
  expect(lines).toMatchObject([{ like_for_like: 1130.5, against_like_for_like: 1118.5, left_out: 1 }]);
});

test('sums by month of sale say so', () => {
  expect(compared('ca', '--basis', 'sales').split('\n')[0]).toContain(
    'net payment, counted by month of sale. ',
  );
  expect(allocations('totals', 'ca', '--basis', 'sales').stdout).toMatch(
    /^California, .*counted by month of sale\n/,
  );
  expect(allocations('show', '01001', '--view', 'year', '--basis', 'sales').stdout).toMatch(
    /^Alder .*, counted by month of sale\n/,
  );
  expect(refuse('show', '01001', '--basis', 'sales')).toContain(
    'add --view month, --view quarter or --view year',
  );
});

test('a workbook says which months it compares, and by what', async () => {
  const args = ['ca', '--period', '2024-02..2024-04', '--basis', 'sales', '--out', 'periods.xlsx'];
  expect(compared(...args)).toContain('Wrote');
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

test('chosen jurisdictions of a month', () => {
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
  const { total, comparison, ...meta } = JSON.parse(compared('ca', ...args, '--format', 'json'));
  expect(meta).toMatchObject({ allocation_period: '2024-05-01', group: 'jurisdiction', doubtful: 0 });
  expect(total).toBe(2);
  expect(comparison).toMatchObject([{ rank: 2, jurisdiction: { name: 'Alder' }, value: 129, year_ago: 117 }]);
});

test.each([
  [['ca', '--sort', 'payment'], 'Cannot sort by "payment"'],
  [['il-linois'], 'must be one of ca, tx'],
  [['Alder Creek'], 'For one place, write its state first, then --jurisdiction and the name.'],
  [['ca', '--month', '2024-5'], '"2024-5" is not a month. Write it as 2024-05.'],
  [['ca', '--period', '2024-1..2024-05'], 'Write it as 2024-05 or 2024-01..2024-05.'],
  [
    ['ca', '--period', '2024-05', '--against', '2023-05..2023-02'],
    'The first month, 2023-05, is later than the last, 2023-02. Exchange them.',
  ],
])('compare %j is refused', (args, message) => {
  expect(refuse('compare', ...args)).toContain(message);
});

test('the heading of two periods has the months of the payments and of the sales', () => {
  const headingOf = (...args: string[]) =>
    compared('ca', '--period', '2024-02..2024-04', ...args).split('\n')[0];
  expect(headingOf()).toBe(
    'California. Payments of February 2024 to April 2024 (sales of December 2023 to February 2024), against February 2023 to April 2023 (sales of December 2022 to February 2023).',
  );
  expect(headingOf('--basis', 'sales', '--against', '2024-01..2024-03')).toBe(
    'California. Payments for sales of February 2024 to April 2024, against January 2024 to March 2024.',
  );
});

test.each([
  [['ca', '--month', '2030-01'], 'None has a datapoint in 2030-01 or in the 24 months before it.'],
  [['tx'], 'The dataset has no datapoint of this state.'],
])('compare %j finds nothing', (args, message) => {
  expect(compared(...args)).toContain(message);
});
