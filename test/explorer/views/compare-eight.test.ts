import { expect, test } from 'vitest';
import type { AnalyzedMonthPage, ComparisonLinePage } from '../../../src/client/generated/types.gen.ts';
import { explore } from '../rig/explore.ts';
import { readPoints } from '../rig/figures.ts';

const { visit, json } = explore();

/** Four places of each state. */
async function eightIds(): Promise<string[]> {
  const pages = await Promise.all(
    ['ca', 'tx'].map((state) => json<ComparisonLinePage>(`/api/${state}/sales-tax/comparison?limit=4`)),
  );
  return pages.flatMap(({ data }) => data.map(({ jurisdiction }) => String(jurisdiction?.id)));
}

test('eight jurisdictions of two states have eight lines, colors and columns, with the figures of the service', async () => {
  const ids = await eightIds();
  expect(new Set(ids).size).toBe(8);
  const { page } = await visit(`/compare?ids=${ids.join(',')}&years=3`);
  for (const id of ids) {
    const { data }: AnalyzedMonthPage = await json(`/api/jurisdictions/${id}/analysis?limit=36`);
    const points = await readPoints(page, id);
    expect([id, points.map(({ slot, value }) => [slot, value])]).toEqual([
      id,
      data.map(({ allocation_period, value }) => [allocation_period, value]).reverse(),
    ]);
  }
  const colors = await page
    .locator('.plot .series .line')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
  expect(new Set(colors).size).toBe(8);
  // no ninth can be added
  await page.getByText('These are 8 places, the most that a comparison has.').waitFor();
  const table = page.getByRole('region', { name: 'All months' }).locator('thead th');
  expect(await table.count()).toBe(9);
});

test('eight jurisdictions fit a phone, and a ninth in the address is named as left out', async () => {
  const ids = await eightIds();
  const { page } = await visit(`/compare?ids=${ids.join(',')},60001998`, { width: 320, height: 640 });
  expect(await page.locator('.chosen .notice').innerText()).toMatch(
    /^A comparison has at most 8 places\. Left out: 60001998/,
  );
  expect(await page.locator('.plot .series').count()).toBe(8);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
});
