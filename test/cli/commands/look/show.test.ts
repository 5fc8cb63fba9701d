import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

const { allocations, read, succeed, write } = openProgramFolder();

beforeAll(() => {
  const rows = [
    { code: '01001', month: '2023-05', net: 10_000_000 },
    { code: '01001', month: '2024-05', net: 10_123_496 },
    { code: '01001', month: '2025-05', net: -10_123_496 },
  ];
  // 1,000 dollars and five more each month; June 2023 lacks a digit
  const doubted = monthsFrom('2022-01', 31).map((month, at) => ({
    ...{ code: '01002', month, net: (1000 + 5 * at) * (month === '2023-06' ? 0.1 : 1) },
  }));
  write('california.csv', statement([...rows, ...doubted]));
  allocations('ingest', 'california.csv', '--on-doubt', 'load');
});

test('show rounds a change once, from the payments and not from the stored delta', () => {
  const changeIn = (month: string, ...args: string[]) => {
    const line = succeed('show', '01001', ...args)
      .split('\n')
      .find((text) => text.startsWith(month));
    return line?.trim().split(/ {2,}/)[2];
  };
  // 123,496 of 10,000,000 is 1.23496%; the stored delta is 0.01235, which alone would give 1.24%
  expect(changeIn('2024-05')).toBe('+1.23%');
  // the year before counts, also if it is not shown
  expect(changeIn('2024-05', '--from', '2024-05')).toBe('+1.23%');
  expect(changeIn('2025-05')).toBe('-200.00%');
  expect(changeIn('2023-05')).toBe('-');
});

test('show prints the newest thirteen months, and all of them if asked; files have all', () => {
  const shown = (...args: string[]) => succeed('show', '01002', ...args);
  const monthsIn = (text: string) => [...text.matchAll(/^202\d-\d\d/gm)].map(([month]) => month);
  const newest = shown();
  expect(monthsIn(newest)).toEqual(monthsFrom('2023-07', 13));
  expect(newest).toContain('These are the newest 13 of 31. To see all, add --limit 31.');
  for (const args of [
    ['--limit', '31'],
    ['--from', '2022-01'],
  ]) {
    expect(monthsIn(shown(...args))).toEqual(monthsFrom('2022-01', 31));
    expect(shown(...args)).not.toContain('newest 13');
  }
  expect(JSON.parse(shown('--json')).series).toHaveLength(31);
});

test('show writes the series with its sources', () => {
  expect(succeed('show', '01001', '--from', '2024-05', '--out', 'alder.csv')).toBe(
    'Wrote 2 months of California to alder.csv.\n',
  );
  const [, newest, older] = read('alder.csv').split('\r\n');
  expect(newest).toMatch(
    /,2025-05-01,2025-03-01,net_payment,-10123496,10123496,-2,-2,,,,,,,0,0,california\.csv row 4,,payment$/,
  );
  expect(older).toMatch(
    /,2024-05-01,2024-03-01,net_payment,10123496,10000000,0\.01235,0\.01235,,,,,,,0,0,california\.csv row 3,,payment$/,
  );
});

test('show marks each figure that a doubted payment is in', () => {
  const text = succeed('show', '01002', '--from', '2024-05', '--to', '2024-07');
  const lines = text.split('\n').filter((line) => line.startsWith('2024-'));
  const marks = lines.map((line) => line.split(/ {2,}/).map((cell) => cell.startsWith('?')));
  // month, payment, change, mean, year to date, source: the mean up to May 2024 has June 2023, as the change of June 2024
  expect(marks).toEqual([
    [false, false, false, true, false, false],
    [false, false, true, false, false, false],
    [false, false, false, false, false, false],
  ]);
  expect(text).toContain('? The checks doubt a payment of this figure, or of the year before.');
});
