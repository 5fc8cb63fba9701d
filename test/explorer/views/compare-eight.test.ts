import { expect, test } from 'vitest';
import type { ComparisonLinePage } from '../../../src/client/generated/types.gen.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore();

/** Four places of each state. */
async function eightIds(): Promise<string[]> {
  const pages = await Promise.all(
    ['ca', 'tx'].map((state) => json<ComparisonLinePage>(`/api/${state}/sales-tax/comparison?limit=4`)),
  );
  return pages.flatMap(({ data }) => data.map(({ jurisdiction }) => String(jurisdiction?.id)));
}

test('eight jurisdictions of two states have eight lines, colors and columns', async () => {
  const ids = await eightIds();
  expect(new Set(ids).size).toBe(8);
  const { page } = await visit(`/compare?ids=${ids.join(',')}&years=3`);
  const colors = await page
    .locator('.plot .series .line')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
  expect(new Set(colors).size).toBe(8);
  // no ninth can be added
  await page.getByText('These are 8 places, the most that a comparison has.').waitFor();
  const table = page.getByRole('region', { name: 'All months' }).locator('thead th');
  // and the month of payment and that of the sales
  expect(await table.count()).toBe(10);
});
