import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ComparisonLinePage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { dayOf } from '../../../src/domain/calendar-day.ts';
import { settled } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { figureOf } from '../rig/figures.ts';

const { visit, json } = explore(loadEventful, {
  schedule: () => ({
    today: dayOf(new Date('2024-06-20')),
    expectedBy: ({ published }, month) => published.dueBy(month),
  }),
});

const card = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

/** The places of a list of gains or losses, with their payments. */
async function moversOf(page: Page, state: string, list: string): Promise<[string, number | null][]> {
  const lines = card(page, state).getByRole('region', { name: list }).getByRole('listitem');
  const texts = await lines.evaluateAll((all) =>
    all.map((line) => [...line.querySelectorAll('a')].map((link) => link.textContent ?? '')),
  );
  return texts.map(([name = '', payment = '']) => [name, figureOf(payment)]);
}

describe('the start page', () => {
  test('has the total of the newest month, as the service gives it', async () => {
    const { page } = await visit('/');
    const { data }: OverviewItem = await json('/api/overview');
    for (const { state, newest } of data.states.filter((known) => known.newest)) {
      const figure = async (name: string) =>
        figureOf(await card(page, state).locator(`[data-figure=${name}]`).innerText());
      expect(await figure('total')).toBe(newest?.total);
      expect(await figure('year_ago')).toBe(newest?.year_ago);
    }
    // 2,000 + 3,000 + 4,000 + 500.25 + 6,000 - 120.25, and 1,004 + 2,004 + … + 6,004 in April 2023
    const california = card(page, 'ca');
    expect(await california.locator('[data-figure=total]').innerText()).toBe('$15,380.00');
    expect(await california.locator('[data-figure=year_ago]').innerText()).toBe('$21,024.00');
    expect(await california.locator('[data-figure=change]').innerText()).toBe('−14.0%');
    // 15,500.25 after 18,020: without the city that has no figure yet, and without the new one
    const said = await california.locator('.state-newest').innerText();
    expect(said).toContain('Paid in April 2024, for sales of February, all types together');
    expect(said).toContain('−14.0% of the 5 places with both figures; 2 without');
    expect(said).toContain('1 payment is missing. With all places, the total is $5,644.00 lower.');
    // 2,000 + 3,000 + 6,000 after 1,004 + 2,004 + 6,004: cities and counties, whose share is the same everywhere
    expect(said).toContain('Without changes of tax and without 2 places whose tax is not known: +22.1%');
  });

  test('says nothing of invented figures if all reports are published ones', async () => {
    const { page } = await visit('/');
    await card(page, 'ca').waitFor();
    expect(await page.getByRole('complementary', { name: 'Sample' }).count()).toBe(0);
  });

  test('names reports that are missing, expected or held', async () => {
    const { page } = await visit('/');
    const lines = await card(page, 'ca').locator('.expected li').allInnerTexts();
    expect(lines).toContain('Missing: ca/monthly-statement for Mar 2024 (sales of Jan)');
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^Expected, but not there yet: ca\/monthly-statement for May 2024 \(sales of Mar\)\. Due since 2024-0[56]-\d\d$/,
      ),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^Held for review: future\.csv\. .*2062/));
    await card(page, 'ca').getByRole('link', { name: 'Months, held reports and findings' }).click();
    await page.locator('h1', { hasText: 'Data' }).waitFor();
  });

  test('lists the largest gains and losses of the service', async () => {
    const tab = await visit('/');
    const { page } = tab;
    const asked = '/api/ca/sales-tax/comparison?limit=5';
    for (const type of ['city', 'county']) {
      if (type === 'county') {
        await card(page, 'ca').getByRole('link', { name: 'Counties' }).click();
        await page.waitForURL('**?ca-type=county');
        await settled(tab);
        await page.getByRole('link', { name: 'Los Angeles County Unincorporated' }).waitFor();
      }
      for (const [list, sort, sign] of [
        ['Largest gains', '-change', 1],
        ['Largest losses', 'change', -1],
      ] as const) {
        const { data }: ComparisonLinePage = await json(`${asked}&type=${type}&sort=${sort}`);
        const expected = data
          .filter(({ change, doubt }) => Math.sign(change ?? 0) === sign && !doubt)
          .map(({ jurisdiction, value }) => [jurisdiction?.name, value]);
        expect([type, list, await moversOf(page, 'ca', list)]).toEqual([type, list, expected]);
      }
    }
  });

  test('leads from a total to the payments of the month, and from a payment to its report', async () => {
    const tab = await visit('/');
    const { page } = tab;
    await card(page, 'ca').locator('[data-figure=year_ago] a').click();
    await page.waitForURL('**/rankings/ca/2023-04');
    await page.goBack();
    await card(page, 'ca').locator('a[data-figure=total]').click();
    await page.waitForURL('**/rankings/ca/2024-04');
    await settled(tab);
    const payments = await page.locator('tbody [data-column=value]').allInnerTexts();
    expect(payments.map((text) => Math.round(100 * (figureOf(text) ?? 0))).reduce((a, b) => a + b)).toBe(
      15_380_00,
    );
    await page.goBack();
    // doubled from 1,004
    await card(page, 'ca').getByRole('link', { name: '$2,000.00' }).click();
    await page.getByRole('dialog').locator('.origin').first().waitFor();
    expect(await page.getByRole('dialog').locator('.origin').first().innerText()).toContain('april.csv');
  });
});
