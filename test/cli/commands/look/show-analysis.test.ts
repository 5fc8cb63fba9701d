import { beforeAll, describe, expect, test } from 'vitest';
import { addMonths, type Month } from '../../../../src/domain/month.ts';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement, texasReport } from '../../../rig/reports/small-reports.ts';

// From January 2023 on, the city gets 101, 102, … dollars a month; August 2024 is 120.

const { allocations, succeed, write } = openProgramFolder();

beforeAll(() => {
  const months = Array.from({ length: 20 }, (_, at) => addMonths('2023-01' as Month, at));
  const rows = months.map((month, at) => ({ code: '01001', month, net: 101 + at }));
  const others = [
    { code: '01002', month: '2024-08', net: 360 },
    { code: '19001', month: '2024-08', net: 120 },
  ];
  write('california.csv', statement([...rows, ...others]));
  const texas = months.map((month) => ({ code: '2999001', name: 'EXAMPLE', month, current: 100 }));
  write('texas.csv', texasReport(texas));
  allocations('ingest', 'california.csv', 'texas.csv');
});

/** The cells of the lines that begin with this text. */
function cellsOf(start: string, ...args: string[]): string[][] {
  return succeed('show', '01001', ...args)
    .split('\n')
    .filter((line) => line.startsWith(start))
    .map((line) => line.trim().split(/ {2,}/));
}

describe('show --view', () => {
  test('month: each sum against the year before', () => {
    expect(cellsOf('2024-08', '--view', 'month')).toEqual([
      [
        ...['2024-08', '2024-06'],
        // 12 more than 108
        ...['120.00', '+11.11%'],
        // 109 + … + 120; a year before, there are only eight months
        ...['1,374.00', '-'],
        // 113 + … + 120 = 932; 101 + … + 108 = 836
        ...['932.00', '+11.48%'],
        // July and August: 239; 215
        ...['239.00', '+11.16%'],
        // 120 of 480 in the county and of 600 in the state; the largest is 360
        ...['25.0000%', '20.0000%', '2 of 3'],
      ],
    ]);
  });

  test('month: a line under the table says what shares and ranks compare', () => {
    const { stdout } = allocations('show', '01001', '--view', 'month', '--limit', '20');
    expect(stdout).toMatch(/share of county +share of state +rank\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'A share is the part of the total of all jurisdictions of the type city, in the county or in the state. The rank is among those of the state; 1 is the largest.',
    );
  });

  test('quarter: the three months that a quarter end settles', () => {
    // 118 + 119 + 120 = 357; 106 + 107 + 108 = 321
    expect(cellsOf('2024-08', '--view', 'quarter')).toEqual([
      ['2024-08', '2024-06', '357.00', '321.00', '+11.21%'],
    ]);
    expect(cellsOf('2023-02', '--view', 'quarter')).toEqual([['2023-02', '2022-12', '-', '-', '-']]);
    const texas = allocations('show', 'EXAMPLE', '--view', 'quarter');
    expect(texas.stdout).toContain('No month settles a quarter here. Use --view month or --view year.');
  });

  test('year: calendar and fiscal years, as far as they go', () => {
    expect(cellsOf('2024', '--view', 'year')).toEqual([
      ['2024', '2024-08', '2024-06', 'no', '8', '932.00', '836.00', '96.00', '+11.48%'],
      ['2024-25', '2024-08', '2024-06', 'no', '2', '239.00', '215.00', '24.00', '+11.16%'],
    ]);
    // from April 2024 on: 116 + … + 120 = 590; 104 + … + 108 = 530
    expect(cellsOf('2024-25', '--view', 'year', '--fiscal-year-start', '4')).toEqual([
      ['2024-25', '2024-08', '2024-06', 'no', '5', '590.00', '530.00', '60.00', '+11.32%'],
    ]);
  });
});
