import { expect, test } from 'vitest';
import type { MonthPage, OverviewItem } from '../../../../src/client/generated/types.gen.ts';
import { choose, settled } from '../../rig/browser.ts';
import { saveTable } from '../../rig/downloads.ts';
import { explore } from '../../rig/explore.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH } from '../../rig/views.ts';

const { visit, json, served } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('the month of the sales is said beside the month of payment below the chart, in it, in the table and in the panel', async () => {
  const { page } = await visit(`/jurisdictions/${CHICAGO}?figure=2020-01-01`);
  await page.getByText('The payment of June 2020 is for sales of March.').waitFor({ state: 'attached' });
  expect(await page.locator('.readout-slot').innerText()).toContain('June 2020, for sales of March');
  expect(await page.locator('tr[data-row="2020-06-01"] [data-column=sales_month]').innerText()).toBe(
    'Mar 2020',
  );
  // the year is said if it is another
  expect(await page.getByRole('dialog').innerText()).toContain('Net payment, for sales of October 2019');
});

test('a closed year that lacks months of the one before is compared by month of sale', async () => {
  const { page } = await visit(`/jurisdictions/${RALEIGH}`);
  const card = page.locator('.card', { hasText: '2019-20' });
  expect(await card.innerText()).toContain('no comparison');
  await card.getByRole('link', { name: 'by month of sale' }).click();
  const bySales = page.locator('.card', { hasText: '2019-20, by sales' });
  expect(await bySales.locator('.change').innerText()).toMatch(/^[+−]\d+\.\d%$/);
});

test('the month of the sales is said of groups, in rankings and in comparisons', async () => {
  const group = await visit('/jurisdictions/il:');
  expect(await group.page.locator('.counted').textContent()).toContain(
    'The payment of June 2020 is for sales of March.',
  );
  const ranking = await visit('/rankings/il/newest');
  expect(await ranking.page.locator('.counted').textContent()).toContain(
    'These payments are for sales of March 2020.',
  );
  const comparison = await visit(`/compare?ids=${CHICAGO},${RALEIGH}`);
  const newest = comparison.page.locator('section[aria-label="Newest month"]');
  expect(await newest.locator('[data-column=sales_month]').allInnerTexts()).toEqual([
    'Sales of',
    'Mar 2020',
    'Jun 2020',
  ]);
  // Illinois pays three months after the sales, North Carolina two
  expect(await comparison.page.locator('.readout-slot').innerText()).toBe('June 2020');
});

test('by month of sale, a place has other sums in its cards and its file', async () => {
  const tab = await visit(PATH);
  const { page } = tab;
  await page.getByText('How this is counted').click();
  await choose(tab, 'Counted', 'sales', `**${PATH}?basis=sales`);
  const { data }: MonthPage = await json('/api/ca/sales-tax/months?jurisdictions=60001990&basis=sales');
  const { name, rows } = await saveTable(page, /^Save table as CSV/);
  expect(name).toBe('sample-alder-creek-net-payment-by-sales.csv');
  expect(rows.map((row) => Number(row.fiscal_year_to_date_value))).toEqual(
    data.map((record) => record.fiscal_year_to_date.value ?? 0),
  );
  // sales of July and August, paid in September and October: 1,426,584.41 + 1,587,368.27
  const card = page.locator('[data-comparison=fiscal-year]');
  expect(Number(await card.locator('.large a').getAttribute('data-value'))).toBe(3013952.68);
  expect(await card.locator('h2').innerText()).toContain('2026-27 so far, by sales');
  expect(await page.locator('.readout-slot').innerText()).toContain('Sales of August 2026, paid in October');
  await card.locator('.large a').click();
  const months = page.getByRole('dialog').locator('tbody tr');
  await months.nth(1).waitFor();
  expect(await months.allInnerTexts()).toEqual(['Aug 2026\t$1,587,368\t▾', 'Jul 2026\t$1,426,584\t▾']);
  await months.first().getByRole('button').click();
  await page.getByRole('dialog').getByText('Oct 2026').waitFor();
});

test('by month of sale, places with other lags stand at the same month of sales', async () => {
  const { page } = await visit(`/compare?ids=${CHICAGO},${RALEIGH}&basis=sales&years=all`);
  expect(await page.locator('.readout-slot').innerText()).toBe('Sales of March 2020');
  const row = page.locator('section[aria-label="All months"] tr[data-row="2020-03-01"]');
  // sales of March were paid in June in Illinois, and in May in North Carolina
  const links = await row.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([expect.stringContaining(`${CHICAGO}?`), expect.stringContaining(`${RALEIGH}?`)]);
  expect(links[0]).toContain('figure=2020-06-01');
  expect(links[1]).toContain('figure=2020-05-01');
});

test('links from rankings and comparisons keep the month of sale', async () => {
  const ranking = await visit('/rankings/nc/2020-06?basis=sales&type=city');
  const name = ranking.page.locator(`tr[data-row="${RALEIGH}"] th a`);
  expect(await name.getAttribute('href')).toBe(`jurisdictions/${RALEIGH}?basis=sales`);
  const comparison = await visit(`/compare?ids=${RALEIGH},nc:city&basis=sales&fiscal_year_start=10`);
  const newest = comparison.page.locator('section[aria-label="Newest month"] tbody th a');
  expect(await newest.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    `jurisdictions/${RALEIGH}?basis=sales&fiscal_year_start=10`,
    'jurisdictions/nc:city?basis=sales&fiscal_year_start=10',
  ]);
});

test('the month of sale is not offered where no source says how far the two are apart', async () => {
  // the service refuses months of sales that it does not have
  const tab = await visit('/', { expected: /status of 422/ });
  const { page } = tab;
  await page.route('**/api/overview', async (route) => {
    const response = await route.fetch();
    const body: OverviewItem = await response.json();
    for (const { newest } of body.data.states) if (newest) Object.assign(newest.sum, { sales_month: null });
    await route.fulfill({ response, json: body });
  });
  await page.goto(`${served().address}/rankings/nc/2020-08`);
  await settled(tab);
  expect(await page.locator('.more-choices').textContent()).not.toContain('Counted');
  expect(await page.locator('main').innerText()).not.toContain('sales of');
  // who comes with such an address can leave it
  await page.goto(`${served().address}/rankings/nc/2020-08?basis=sales`);
  await settled(tab);
  await page.getByText('More choices').click();
  await page.getByRole('combobox', { name: 'Counted' }).selectOption('payment');
  await page.waitForURL('**/rankings/nc/2020-08');
});
