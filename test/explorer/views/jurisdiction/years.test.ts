import { expect, test } from 'vitest';
import type { YearPage } from '../../../../src/client/generated/types.gen.ts';
import { reached } from '../../rig/browser.ts';
import { saveTable } from '../../rig/downloads.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH, SANGAMON } from '../../rig/views.ts';

const { visit, json } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('the years of a place say which is closed, and how many months the others have', async () => {
  const tab = await visit(PATH);
  const { page } = tab;
  await page.getByRole('link', { name: 'Years', exact: true }).click();
  await reached(tab, '**?chart=years');
  const row = (year: string) => page.locator(`tr[data-row="${year}"]`).innerText();
  expect(await row('2026-27')).toMatch(/\$6,544,262\b.*\+\$257,801\b.*4 of 12 months$/s);
  // 19,835,500.36 − 19,510,483.93
  expect(await row('2025-26')).toMatch(/\$19,835,500\b.*\+\$325,016\s+\+1\.7%\s+12 months$/s);
  const { name, rows } = await saveTable(page, /^Save table as CSV/);
  expect(name).toBe('sample-alder-creek-net-payment-fiscal-years.csv');
  expect(rows[1]).toMatchObject({ year: '2025-26', sum_value: '19835500.36', sum_difference: '325016.43' });
  expect(rows[1]).toMatchObject({ last_month: '2026-06-01', last_sales_month: '2026-04-01' });
  await page.locator('tr[data-row="2025-26"]').getByRole('link', { name: '$19,835,500' }).click();
  await page.waitForURL('**figure=2026-06-01&sum=fiscal-year');
  await page.getByRole('dialog').getByRole('heading', { name: 'Its months' }).waitFor();
});

test('the years of a place say of one that is over, but not loaded whole, that it is not closed', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}?chart=years&columns=months,closed`);
  const row = (year: string) => page.locator(`tr[data-row="${year}"]`).innerText();
  expect(await row('2020-21')).toMatch(/2 of 12 months\s+no$/);
});

test('the chart of years has the events of each year, those of a fiscal year by its own months', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}?chart=years`);
  const rule = page.locator('.plot .events [data-event]');
  // the tax began in October 2019
  expect(await rule.getAttribute('data-event')).toBe('2019-20');
  expect(await page.locator('.readout-event').innerText()).toBe('School facilities began');
  await page.getByRole('combobox', { name: 'Years' }).selectOption('calendar');
  await page.waitForURL('**kind=calendar');
  await expect.poll(() => rule.getAttribute('data-event')).toBe('2019');
});

test('the year that closed last stands on a card beside the one to date', async () => {
  const { page } = await visit(PATH);
  const closed = page.locator('[data-comparison=closed-fiscal-year]');
  expect(await closed.locator('h2').innerText()).toBe('2025-26');
  expect(Number(await closed.locator('.large a').getAttribute('data-value'))).toBe(19835500.36);
  // June is the last month of Illinois's year, so three years are closed
  const illinois = await visit(`/jurisdictions/${CHICAGO}`);
  expect(await illinois.page.locator('.card h2').allInnerTexts()).toEqual([
    ...['June 2020', '2019-20', '2018-19', '2017-18'],
  ]);
  // in Texas, October is the first month of a fiscal year
  const { data } = await json<YearPage>('/api/tx/sales-tax/years?jurisdictions=482999021');
  const texas = await visit('/jurisdictions/482999021');
  const last = data.find(({ years, closed: isClosed }) => years === 'fiscal' && isClosed === 'yes');
  expect(last?.year).toBe('2025-26');
  expect(
    Number(
      await texas.page.locator('[data-comparison=closed-fiscal-year] .large a').getAttribute('data-value'),
    ),
  ).toBe(last?.sum.value);
});

test('the places of a group have years together', async () => {
  const { page } = await visit('/jurisdictions/ca:city:Alameda?chart=years');
  const { data } = await json<YearPage>('/api/ca/sales-tax/years?type=city&county=Alameda');
  const shown = await readColumn(page.locator('section[aria-label=Chart]'), 'sum_value');
  const fiscal = data.filter(({ years }) => years === 'fiscal');
  expect([...shown]).toEqual(fiscal.map(({ year, sum }) => [year, sum.value]));
});
