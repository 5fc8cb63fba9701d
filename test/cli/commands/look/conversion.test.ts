import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, refuse, succeed, write } = openProgramFolder();

/** Two cities of Texas: the state keeps 2 % of what is collected. */
beforeAll(() => {
  const paid = (code: string, name: string, current: number) =>
    monthsFrom('2024-06', 24).map((month) => ({ code, name, month, current }));
  write(
    'inbox/detail.csv',
    texasReport([...paid('2001001', 'PALESTINE', 1000), ...paid('2101001', 'PASADENA', 3000)]),
  );
  succeed('ingest', 'inbox');
  write('own/prices.csv', 'month,index\n2024-06,100\n2025-06,125\n');
  write('own/population.csv', 'state,code,year,population\ntx,2001001,2024,49\n');
});

const OF_JUNE = ['--months', '2025-06'] as const;

test('a month in constant dollars, by the registers of the program', () => {
  const text = succeed('months', 'tx', '--jurisdiction', 'Palestine', ...OF_JUNE, '--prices', '2024-06');
  // 980 × 314.175 ÷ 322.561 beside 980
  expect(text).toContain('954.52  -2.60%');
  expect(text).toContain('Figures are in dollars of June 2024.');
  const october = succeed('months', 'tx', '--months', '2025-10', '--prices', '2020-06');
  expect(october).toContain('no price index for October 2025');
  expect(refuse('years', 'tx', '--prices', '2025-10')).toContain(
    'The register prices.csv has no index of October 2025. Name another month from January 2017 to ',
  );
  expect(refuse('years', 'tx', '--prices', '2025-10-01')).toContain('is not a month. Write it as 2024-05.');
});

test('per head and both, by registers of an operator', () => {
  const own = ['--reference', 'own', '--per', 'head'] as const;
  // 980 ÷ 49; 980 × 100 ÷ 125 ÷ 49
  const line = (...more: readonly string[]) =>
    JSON.parse(
      succeed(
        'compare',
        'tx',
        '--jurisdiction',
        'Palestine',
        ...OF_JUNE,
        ...own,
        ...more,
        '--format',
        'json',
      ),
    );
  expect(line()).toMatchObject({ meta: { figures: 'per head' }, data: [{ sum: { value: 20, change: 0 } }] });
  expect(line('--prices', '2024-06')).toMatchObject({
    meta: { figures: 'per head, in dollars of June 2024' },
    data: [{ sum: { value: 16, ago: 20, change: -0.2 } }],
  });
  const all = succeed('months', 'tx', ...OF_JUNE, ...own);
  expect(all).toContain('no population of Pasadena for 2024 and 2025');
});

test('a code of no place in the register of populations is told, with its line', () => {
  const lines = ['state,code,year,population', 'tx,2001001,2024,49', 'tx,2001010,2024,49'];
  // the dataset has no California, so its lines wait
  write('stray/population.csv', [...lines, 'ca,01990,2024,10', ''].join('\n'));
  const ask = ['months', 'tx', ...OF_JUNE, '--per', 'head', '--reference', 'stray'];
  const said = 'the dataset has no place with this code. Correct the code, or the line counts nowhere.\n';
  expect(allocations(...ask).stderr).toBe(`allocations: stray/population.csv, line 3: ${said}`);
  write('stray/population.csv', [...lines, 'tx,2001011,2024,49', ''].join('\n'));
  expect(allocations(...ask, '--json').stderr).toBe(
    `allocations: stray/population.csv, line 3 and 1 other line: ${said}`,
  );
  expect(allocations('months', 'tx', '--reference', 'stray').stderr).toBe('');
});

test('files say in which unit figures are', () => {
  const out = ['--prices', '2024-06', '--reference', 'own', '--out', 'june.csv', '--headings', 'people'];
  succeed('months', 'tx', '--jurisdiction', 'Palestine', ...OF_JUNE, ...out);
  const [head] = readFileSync(join(folder, 'june.csv'), 'utf8').split(/\r?\n/);
  expect(head).toContain('"Payment, in dollars of June 2024","Payment, before, in dollars of June 2024"');
  expect(head).toContain('"Payment, change, in dollars of June 2024"');
  expect(head).toContain(',"Payment, missing"');
});

test('only a question that needs a register reads it', () => {
  write('bad/prices.csv', 'month,index\n2024-06,100\n2024-07,1e3\n');
  const of = ['years', 'tx', '--reference', 'bad'] as const;
  expect(succeed(...of)).toContain('2025');
  expect(refuse(...of, '--prices', '2024-06')).toMatch(/prices\.csv, line 3: index: must be an index above/);
  expect(refuse('years', 'tx', '--per', 'head', '--reference', 'nowhere')).toContain(
    'nowhere does not exist',
  );
});

test('a site has the registers, and is published again when one changes', () => {
  const publish = () => succeed('publish', 'site', '--format', 'site', '--reference', 'own');
  expect(publish()).toContain('Published');
  expect(publish()).toContain('Nothing new.');
  const version = readFileSync(join(folder, 'site/current'), 'utf8').trim();
  const { own } = JSON.parse(readFileSync(join(folder, 'site', version, 'dataset.json'), 'utf8'));
  expect(own).toEqual({
    ...{ budgets: [], events: [], ids: {}, populated: ['tx'] },
    prices: [
      { month: '2024-06', index: 100 },
      { month: '2025-06', index: 125 },
    ],
  });
  write('own/prices.csv', 'month,index\n2024-06,100\n');
  expect(publish()).toContain('Published');
});
