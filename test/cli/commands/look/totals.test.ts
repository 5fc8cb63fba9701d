import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// Thirty months up to June 2024. Alder gets 101, 102, … dollars a month: 130 in June 2024. Birch gets 400 each month,
// and is missing in June 2024.

const { allocations, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  const rows = monthsFrom('2022-01', 30).flatMap((month, at) => [
    { code: '01001', name: 'ALDER', month, net: 101 + at },
    ...(month === '2024-06' ? [] : [{ code: '19001', name: 'BIRCH', month, net: 400 }]),
  ]);
  write('california.csv', statement(rows));
  allocations('ingest', 'california.csv');
});

const added = (...args: string[]) => succeed('totals', ...args);

const cellsOf = (text: string) => text.split('\n').map((line) => line.trim().split(/ {2,}/));

test('a line for each month, and a note about a missing member', () => {
  const lines = cellsOf(added('ca', '--from', '2024-05'));
  expect(lines[0]).toEqual(['California, net payment of 2 jurisdictions in 2024-06']);
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
});

test('years, of one county', () => {
  const lines = cellsOf(added('ca', '--view', 'year', '--county', 'Alameda', '--from', '2023-06'));
  // 113 … 124 = 1,422 after 101 … 112 = 1,278
  expect(lines[4]).toEqual([
    '2023',
    '2023-12',
    '2023-10',
    'yes',
    '12',
    '1,422.00',
    '1,278.00',
    '144.00',
    '+11.27%',
  ]);
  expect(lines[5]).toEqual(['2024', '2024-06', '2024-04', 'no', '6', '765.00', '693.00', '72.00', '+10.39%']);
});

test.each([
  [['ca', '--field', 'countywide_pool_percentage'], 'is a percentage, and percentages have no sum.'],
  [['ca', '--from', '2024-02', '--to', '2024-01'], '--from'],
])('totals %j is refused', (args, message) => {
  expect(refuse('totals', ...args)).toContain(message);
});

test.each([[['ca', '--from', '2030-01']], [['tx']]])('totals %j finds nothing', (args) => {
  expect(added(...args)).toContain('No jurisdiction matches in these months.');
});
