import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LinePage, MonthPage, SentencePage } from '../../../src/client/generated/types.gen.ts';
import { dayOf } from '../../../src/domain/calendar-day.ts';
import { floorOf } from '../../../src/explorer/views/home/floor.ts';
import { reached, settled } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';

const { visit, json } = explore(loadEventful, {
  schedule: () => ({
    today: dayOf(new Date('2024-06-20')),
    expectedBy: ({ published }, month) => published.dueBy(month),
  }),
});

const card = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

/** The places of a list of gains or losses. */
function moversOf(page: Page, state: string, list: string): Promise<string[]> {
  const lines = card(page, state).getByRole('region', { name: list }).getByRole('listitem');
  return lines.locator('> a').allInnerTexts();
}

test('the start page tells what came in the newest month, in the words of the service', async () => {
  const { page } = await visit('/');
  for (const state of ['ca', 'tx']) {
    const { data } = await json<SentencePage>(`/api/${state}/sales-tax/sentences`);
    expect(await card(page, state).locator('.told').innerText()).toBe(data.map(({ text }) => text).join(' '));
  }
  // 2,000 + 3,000 + 4,000 + 500.25 + 6,000 - 120.25
  const california = await card(page, 'ca').locator('.state-newest').innerText();
  expect(california).toContain(
    '6 places of California in this dataset got $15,400 in April 2024, for sales of February 2024',
  );
  expect(california).toContain('Without 2 places whose tax is not known, that is 22.1% more.');
});

test('the start page draws the sums of twelve months', async () => {
  const { page } = await visit('/');
  const { data } = await json<MonthPage>('/api/ca/sales-tax/months');
  const sums = data.filter(({ twelve_months }) => twelve_months.value !== null);
  const figure = card(page, 'ca').locator('.twelve-months');
  expect(await figure.locator('figcaption').innerText()).toContain('Twelve months to');
  const values = sums
    .map(({ twelve_months }) => Number(twelve_months.value))
    .sort((one, other) => one - other);
  const rounded = (dollars: number | undefined) =>
    `$${Number(Number(dollars).toPrecision(3)).toLocaleString('en-US')}`;
  const [lowest, highest] = [rounded(values[0]), rounded(values.at(-1))];
  expect(await figure.innerText()).toContain(`Lowest ${lowest}, highest ${highest}`);
  await figure.getByRole('img', { name: `Lowest ${lowest}, highest ${highest}` }).waitFor();
  const path = (await figure.locator('path').getAttribute('d')) ?? '';
  expect(path.split(/[ML]/).filter(Boolean)).toHaveLength(sums.length);
});

test('the start page begins with the state whose places the reader saw last', async () => {
  const tab = await visit('/');
  const { page } = tab;
  const states = page.locator('section.state > h2');
  expect(await states.allInnerTexts()).toEqual(['California', 'Texas']);
  await page.goto(`${new URL(page.url()).origin}/rankings/tx/newest`);
  await settled(tab);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(/\/$/);
  await expect.poll(() => states.allInnerTexts()).toEqual(['Texas', 'California']);
  await page.getByRole('link', { name: 'Rankings' }).click();
  await page.locator('h1', { hasText: 'Texas, March 2024' }).waitFor();
});

test('the start page names reports that are missing or expected', async () => {
  const { page } = await visit('/');
  const lines = await card(page, 'ca').locator('.expected li').allInnerTexts();
  expect(lines).toContain('Missing (monthly statement): Mar 2024 (sales of Jan)');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^Expected, but not there yet \(monthly statement\): May 2024 \(sales of Mar\)\. Due since (May|June) \d+, 2024$/,
    ),
  );
  await card(page, 'ca').getByRole('link', { name: 'Which months are there' }).click();
  await page.locator('h1', { hasText: 'Completeness' }).waitFor();
});

test('the start page lists the largest gains and losses of the service, in dollars or in percent', async () => {
  const tab = await visit('/');
  const { page } = tab;
  // a ten-thousandth of 21,024, rounded down
  const asked = '/api/ca/sales-tax/compare?limit=5&minimum=1';
  for (const [type, column] of [
    ['city', 'difference'],
    ['county', 'difference'],
    ['county', 'change'],
  ] as const) {
    if (type === 'county') {
      await card(page, 'ca').getByRole('link', { name: 'Counties' }).click();
      await reached(tab, '**?*ca-type=county*');
    }
    if (column === 'change') {
      await card(page, 'ca').getByRole('link', { name: 'In percent' }).click();
      await reached(tab, '**by=percent*');
    }
    for (const [list, sort, sign] of [
      ['Largest gains', `-${column}`, 1],
      ['Largest losses', column, -1],
    ] as const) {
      const { data } = await json<LinePage>(`${asked}&type=${type}&sort=${sort}`);
      const expected = data
        .filter(({ sum, doubt }) => Math.sign(sum.difference ?? 0) === sign && !doubt)
        .map(({ jurisdiction }) => jurisdiction?.name);
      expect([type, list, await moversOf(page, 'ca', list)]).toEqual([type, list, expected]);
    }
  }
});

test('the start page leads to all places of the month, and from a change to its report', async () => {
  const tab = await visit('/');
  const { page } = tab;
  await card(page, 'ca').getByRole('link', { name: 'All places in April 2024' }).click();
  await page.waitForURL('**/rankings/ca/2024-04');
  await page.goBack();
  // 2,000 after 1,004
  await card(page, 'ca').getByRole('link', { name: '+$996' }).first().click();
  await page.getByRole('dialog').locator('.origin').first().waitFor();
  expect(await page.getByRole('dialog').locator('.origin').first().innerText()).toContain('april.csv');
});

test.each([
  [null, 0],
  [21_024, 1],
  [9_999, 0],
  [586_000_000, 10_000],
  [1_870_000_000, 100_000],
])('of a state with %s dollars lists places from %s dollars on', (total, floor) => {
  expect(floorOf(total)).toBe(floor);
});
