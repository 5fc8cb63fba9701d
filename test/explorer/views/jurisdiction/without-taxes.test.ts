import { expect, test } from 'vitest';
import type { ChartSeries } from '../../../../src/explorer/chart/chart-data.ts';
import { inShares } from '../../../../src/explorer/chart/chart-data.ts';
import { explore } from '../../rig/explore.ts';
import { readSeries } from '../../rig/figures.ts';
import { SANGAMON } from '../../rig/views.ts';

test('parts are shares of their sum, also below zero', () => {
  const of = (id: string, values: (number | null)[], from: number[]): ChartSeries => ({
    ...{ id, label: id, shape: 'bars', tone: '1', values, from },
  });
  const parts = [
    of('a', [75, 50, null], [0, 0, 0]),
    of('b', [50, -60, null], [75, 0, 0]),
    of('c', [-25, 5, 3], [0, 50, 0]),
  ];
  // 75 + 50 − 25 = 100; a sum of −5 has no shares
  expect(inShares(parts).map(({ values }) => values)).toEqual([
    [0.75, null, null],
    [0.5, null, null],
    [-0.25, null, 1],
  ]);
  expect(inShares(parts)[1]?.from).toEqual([0.75, 0, 0]);
});

const { visit } = explore();

test('a chart can leave out changes of tax, and says so', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}`);
  await page.getByLabel('Changes of tax').selectOption('without');
  await page.waitForURL('**?tax=without');
  await page.getByText('without changes of tax over twelve months').waitFor();
  const last = (await readSeries(page, 'twelve_months_value')).at(-1)?.[1] ?? 0;
  // $8.45 million in the year before, and 0.1% more without school facilities
  expect(last).toBeGreaterThan(8_445_000);
  expect(last).toBeLessThan(8_475_000);
});

test('whole years and the running one can leave out changes of tax', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}?chart=years&tax=without`);
  await page.getByText('by fiscal year without changes of tax').waitFor();
  const [, year, last] = await readSeries(page, 'sum_value');
  // $23.86 million with the tax for schools, and 0.1482% more than 2018-19 without it: changes have six decimals
  expect(year?.[1]).toBe(8_454_447.39);
  expect(last).toEqual(['2019-20', expect.closeTo(8_454_447.39 * 1.001482, -1)]);
  // the table has what was paid
  expect(await page.locator('#main table tbody').innerText()).toContain('$23,855,278');
  await page.goto(page.url().replace('chart=years', 'chart=fiscal-year'));
  await page.locator('figcaption', { hasText: 'without changes of tax, fiscal year 2019-20' }).waitFor();
  const [, end] = (await readSeries(page, 'difference')).at(-1) ?? [];
  expect(end).toBeCloseTo(8_454_447.39 * 0.001482, -1);
});
