import { expect, test } from 'vitest';
import type { MonthPage } from '../../../src/client/generated/types.gen.ts';
import { choose, reached, settled } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful, MANY } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn } from '../rig/figures.ts';

const { visit, json } = explore(loadEventful);
const APRIL = '/rankings/ca/2024-04';

test('a ranking begins with the largest payment; a missing one comes last and is named', async () => {
  const { page } = await visit(APRIL);
  expect(await page.locator('h1').innerText()).toBe('California, April 2024');
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual([
    'Los Angeles County Unincorporated',
    'Los Alamos Transit',
    'Los Alamos',
    'Alder Creek',
    'New Los Alamos Library',
    'Saint Bartholomew Of The Upper Valley',
    'La Cañada Flats',
  ]);
  const payments = await page.locator('tbody [data-column="sum_value"]').allInnerTexts();
  expect(payments.slice(3)).toEqual(['$2,000.00', '$500.25', '−$120.25', 'missing']);
  // 6000 + 4000 + 3000 + 2000 + 500.25 − 120.25
  expect(await page.locator('.together [data-figure="sum_value"]').innerText()).toBe('$15,380.00');
  expect(await page.locator('.together').innerText()).toContain(
    '7 places of California in this dataset (1 without a payment) together',
  );
  expect(await page.locator('.together').innerText()).toContain('−14.0% (year before $21,024.00)');
  // 500.25 after 5,004
  expect(await page.locator('.together .why').allTextContents()).toEqual([
    '⚠ doubtfulThe checks doubt 1 payment of this figure, or of that of a year before. Doubted payments',
  ]);
});

test('a ranking draws the last 24 months of each place, from its lowest payment to its highest', async () => {
  const { page } = await visit(APRIL);
  const row = page.locator('tbody tr', { hasText: 'Los Alamos Transit' });
  const line = row.getByRole('img');
  await line.waitFor();
  const alder = page.locator('tbody tr', { hasText: 'Alder Creek' }).locator('title');
  expect(await alder.textContent()).toBe('Alder Creek, 24 months. Lowest $1,000, highest $2,000');
  const heights = await line.locator('path').evaluate((path) =>
    (path.getAttribute('d') ?? '')
      .split(/[ML]/)
      .filter(Boolean)
      .map((point) => Number(point.split(' ')[1])),
  );
  const id = await row.getAttribute('data-row');
  const { data } = await json<MonthPage>(`/api/ca/sales-tax/months?jurisdictions=${id}&limit=24`);
  const values = data.map(({ payment }) => payment.value ?? 0).reverse();
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // 20 pixels high, with three on each side
  expect(heights.map(Math.round)).toEqual(
    values.map((value) => Math.round(17 - ((value - least) / (most - least)) * 14)),
  );
});

test('a ranking leaves the places with a text in their name, without a step back for each letter', async () => {
  const { page } = await visit(APRIL);
  await page.getByRole('link', { name: 'Sort by Change', exact: true }).click();
  await page.getByLabel('Name has').pressSequentially('canada');
  await page.waitForURL('**?sort=-sum_change&name=canada');
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual(['La Cañada Flats']);
  await page.goBack();
  await expect.poll(() => page.locator('tbody th a').count()).toBe(7);
  expect(await page.getByLabel('Name has').inputValue()).toBe('');
});

test('a ranking is sorted by keyboard, once each way, and says so', async () => {
  const { page } = await visit(APRIL);
  const head = page.locator('thead th[data-column="sum_change"]');
  await head.locator('a').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rankings/ca/2024-04?sort=-sum_change');
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rankings/ca/2024-04?sort=sum_change');
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await page.goBack();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
});

test('a ranking numbers its places: by payment with their ranks, in another order by position', async () => {
  const { page } = await visit(`${APRIL}?name=los`);
  const numbers = () => page.locator('tbody .rank').allInnerTexts();
  // of seven, and "New Los Alamos Library" is fifth
  expect(await numbers()).toEqual(['1', '2', '3', '5']);
  await page.getByRole('link', { name: 'Place', exact: true }).click();
  await page.waitForURL('**sort=name');
  // after Alder Creek, La Cañada Flats; New Los Alamos Library is sixth
  expect(await numbers()).toEqual(['3', '4', '5', '6']);
  expect(await page.locator('.actions .hint').last().innerText()).toBe('4 places of 7.');
});

test('a ranking is filtered by type, county and size; the CSV has the rows that it says', async () => {
  const { page } = await visit(`${APRIL}?type=city&county=Los+Angeles`);
  expect(await page.locator('tbody th a').allInnerTexts()).toEqual([
    'Los Alamos',
    'Saint Bartholomew Of The Upper Valley',
    'La Cañada Flats',
  ]);
  await page.getByRole('combobox', { name: 'Type' }).selectOption('');
  await page.getByRole('combobox', { name: 'County', exact: true }).selectOption('');
  await page.getByLabel('Payment a year before at least').fill('3000');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rankings/ca/2024-04?least=3000');
  const { name, rows } = await saveTable(page, 'Save table as CSV (4 rows)');
  expect(name).toBe('ca-2024-04.csv');
  expect(rows.map(({ name, rank, sum_value }) => [name, rank, sum_value])).toEqual([
    ['Los Angeles County Unincorporated', '1', '6000'],
    ['Los Alamos Transit', '2', '4000'],
    // 4,004 and 5,004 a year before; Los Alamos had 2,004
    ['New Los Alamos Library', '5', '500.25'],
    ['La Cañada Flats', '', ''],
  ]);
});

test('a ranking keeps a payment that is being typed while it changes', async () => {
  const tab = await visit(`${APRIL}?type=city`);
  const { page } = tab;
  await page.getByRole('combobox', { name: 'Type' }).selectOption('');
  await page.getByLabel('Payment a year before at least').fill('3000');
  await settled(tab);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/rankings/ca/2024-04?least=3000');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Payment a year before at least').inputValue()).toBe('');
});

test('a ranking switches months and keeps the choices', async () => {
  const tab = await visit(`${APRIL}?type=city`);
  const { page } = tab;
  await page.getByRole('link', { name: 'Earlier: February 2024' }).click();
  await reached(tab, '**/rankings/ca/2024-02?type=city');
  // restated in April from 1,004
  expect((await readColumn(page, 'sum_value')).get('60001990')).toBe(1104.5);
  await choose(tab, 'Month', '2023-01-01', '**/rankings/ca/2023-01?type=city');
  expect(await page.locator('h1').innerText()).toBe('California, January 2023');
});

test.each([
  [
    '/rankings/ca/1999-01',
    'The dataset has no month 1999-01 of California. It has payments from December 2022 to April 2024.',
  ],
  ['/rankings/zz/newest', 'The dataset has no such state.'],
])('a ranking says what is not there at %s', async (path, message) => {
  const { page } = await visit(path);
  expect(await page.locator('.notice').innerText()).toBe(message);
  await page.getByRole('link', { name: 'California, newest month' }).click();
  await page.waitForURL('**/rankings/ca/newest');
});

test('a long ranking draws 100 rows until the reader asks for all; a sort draws the first 100 again', async () => {
  const { page } = await visit('/rankings/tx/newest', { width: 1440, height: 900 });
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(100);
  expect((await saveTable(page, `Save table as CSV (${MANY} rows)`)).rows).toHaveLength(MANY);
  await page.getByRole('button', { name: `Show all ${MANY} rows` }).click();
  expect(await rows.count()).toBe(MANY);
  await rows.last().scrollIntoViewIfNeeded();
  const head = await page.locator('thead').boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(0);
  expect(head?.y).toBeLessThan(900);
  const last = await rows.last().getAttribute('data-row');
  const payment = page.getByRole('columnheader', { name: /^Net payment/ });
  await payment.getByRole('link').click();
  await page.waitForURL('**?sort=sum_value');
  expect(await rows.count()).toBe(100);
  expect(await rows.first().getAttribute('data-row')).toBe(last);
  await page.getByRole('button', { name: `Show all ${MANY} rows` }).click();
  await page.getByRole('button', { name: 'Show the first 100 rows' }).click();
  expect(await rows.count()).toBe(100);
});
