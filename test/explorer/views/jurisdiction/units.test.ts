import { expect, test } from 'vitest';
import { readPopulation, readPrices } from '../../../../src/registers/conversion.ts';
import { settled } from '../../rig/browser.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

const people = [{ id: ALDER_CREEK, year: 2023, people: 40_000 }];
const { visit, json } = explore(undefined, {
  prices: () => readPrices('data/reference'),
  population: () => people,
});

interface Month {
  month: string;
  payment: { value: number | null; change: number | null; reasons: { text: string }[] };
}
const monthsBy = (query: string) =>
  json<{ data: Month[] }>(`/api/ca/sales-tax/months?jurisdictions=${ALDER_CREEK}&limit=1000${query}`);

test('a place in dollars of one month, and per head', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?chart=payments`);
  const unit = page.getByRole('combobox', { name: 'Unit' });
  expect(await unit.locator('option').allInnerTexts()).toEqual([
    ...['Dollars', 'In dollars of May 2026', 'Per head', 'Per head, in dollars of May 2026'],
  ]);
  await unit.selectOption({ label: 'In dollars of May 2026' });
  await page.waitForURL(/prices=2026-05/);
  // an address can name any month
  await page.goto(page.url().replace('2026-05', '2020-06'));
  await settled({ page });
  // October 2025 alone has no index between months that have one
  const gap = page.locator('.plot .gaps [data-missing="2025-10-01"] title');
  expect(await gap.textContent()).toBe('1 month without a price index');
  const priced = await monthsBy('&prices=2020-06');
  const shown = await readColumn(page, 'payment_value');
  expect(shown.size).toBeGreaterThan(10);
  for (const { month, payment } of priced.data)
    if (shown.has(month)) expect([month, shown.get(month)]).toEqual([month, payment.value]);
  // October 2025 has no index, and its neighbors have one
  expect(priced.data.find(({ month }) => month === '2025-10-01')?.payment).toMatchObject({
    value: null,
    reasons: [{ text: 'no price index for October 2025' }],
  });
  expect(await page.locator('.chart, figure').first().innerText()).toContain('in dollars of June 2020');
  // what is expected of a year is in dollars as paid
  const charts = page.getByRole('navigation', { name: 'Charts' });
  expect(await charts.getByRole('link').allInnerTexts()).toEqual(['Twelve months', 'Monthly', 'Years']);
  await unit.selectOption({ label: 'Per head, in dollars of June 2020' });
  await page.waitForURL(/per=head/);
  await settled({ page });
  const perHead = await monthsBy('&prices=2020-06&per=head');
  const newest = perHead.data.find(({ payment }) => payment.value !== null);
  expect((await readColumn(page, 'payment_value')).get(newest?.month ?? '')).toBe(newest?.payment.value);
  // no index is known of October 2026 yet, so the cards have the newest month that has one
  const card = page.locator('[data-comparison="payments"]');
  expect(await card.locator('h2').innerText()).toBe('May 2026');
  expect(Number(await card.locator('.large a').getAttribute('data-value'))).toBe(newest?.payment.value);
});

test('a comparison and a ranking in dollars of one month', async () => {
  const { page } = await visit('/rankings/ca/2026-05?type=city&prices=2020-06');
  expect(await page.locator('h1').innerText()).toContain('in dollars of June 2020');
  const { data } = await json<{ data: { jurisdiction: { id: number }; sum: { value: number } }[] }>(
    '/api/ca/sales-tax/compare?months=2026-05&type=city&prices=2020-06',
  );
  const sums = await readColumn(page, 'sum_value');
  for (const { jurisdiction, sum } of data.slice(0, 5))
    expect(sums.get(`${jurisdiction.id}`)).toBe(sum.value);
  const compared = await visit(`/compare?ids=${ALDER_CREEK},60036990&prices=2020-06`);
  expect(await compared.page.locator('figure, .chart').first().innerText()).toContain(
    'in dollars of June 2020',
  );
});

test('the committed register has no populations, so nothing is offered per head without one', async () => {
  expect(readPopulation('data/reference')).toEqual([]);
  const { page } = await visit('/jurisdictions/482999021');
  const texts = await page.getByRole('combobox', { name: 'Unit' }).locator('option').allInnerTexts();
  expect(texts).toEqual(['Dollars', 'In dollars of May 2026']);
});

test('a period is told of the payment in dollars as paid, and the page says so where another figure is shown', async () => {
  const NOTICE = 'The sum of the chosen months is told of the payment in dollars as paid only.';
  const path = `/jurisdictions/${ALDER_CREEK}?period=2026-03..2026-06`;
  for (const other of ['&field=countywide_pool', '&prices=2020-06']) {
    const { page } = await visit(`${path}${other}`);
    expect(await page.locator('.place-top .notice').innerText()).toBe(NOTICE);
    expect(await page.locator('.period').count()).toBe(0);
  }
  const { page } = await visit(path);
  expect(await page.locator('.place-top .notice').count()).toBe(0);
  const wrong = await visit(`/jurisdictions/${ALDER_CREEK}?period=2026-06..2026-03`);
  expect(await wrong.page.locator('.place-top .notice').innerText()).toBe(
    '“2026-06..2026-03” is no period. Write its first and last month: 2020-03..2020-06.',
  );
});
