import { describe, expect, test } from 'vitest';
import type {
  AnalyzedMonthPage,
  ComparisonLinePage,
  OverviewItem,
} from '../../../../src/client/generated/types.gen.ts';
import { settled } from '../../rig/browser.ts';
import { saveTable } from '../../rig/downloads.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn, readPoints } from '../../rig/figures.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH } from '../../rig/views.ts';

const { visit, json, served } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

describe('the month of the sales', () => {
  test('is said beside the month of payment on cards, in the chart, in the table and in the panel', async () => {
    const { page } = await visit(`/jurisdictions/${CHICAGO}?figure=2020-01-01`);
    expect(await page.locator('.card h2').first().innerText()).toBe('June 2020, for sales of March');
    expect(await page.locator('.readout-slot').innerText()).toContain('June 2020, for sales of March');
    expect(await page.locator('tr[data-row="2020-06-01"] [data-column=sales_period]').innerText()).toBe(
      'Mar 2020',
    );
    // the year is said if it is another
    expect(await page.getByRole('dialog').innerText()).toContain('Net payment, for sales of October 2019');
  });

  test('is said on the start page, in rankings and in comparisons', async () => {
    const home = await visit('/');
    const texts = await home.page.locator('[data-state] .told').allInnerTexts();
    expect(texts.map((text) => / in (\w+ \d+), for sales of (\w+)/.exec(text)?.slice(1))).toEqual([
      ['October 2026', 'August'],
      ['October 2026', 'August'],
      ['June 2020', 'March'],
      ['August 2020', 'June'],
    ]);
    const ranking = await visit('/rankings/il/newest');
    expect(await ranking.page.locator('.together').innerText()).toContain(' for sales of March');
    const comparison = await visit(`/compare?ids=${CHICAGO},${RALEIGH}`);
    const newest = comparison.page.locator('section[aria-label="Newest month"]');
    expect(await newest.locator('[data-column=sales_period]').allInnerTexts()).toEqual([
      'Sales of',
      'Mar 2020',
      'Jun 2020',
    ]);
    // Illinois pays three months after the sales, North Carolina two
    expect(await comparison.page.locator('.readout-slot').innerText()).toBe(
      'June 2020, for sales of March (Illinois) and April (North Carolina)',
    );
    const june = comparison.page.locator('section[aria-label="All months"] tr[data-row="2020-06-01"]');
    expect((await june.innerText()).split(/\s*\t\s*/).slice(0, 3)).toEqual([
      'Jun 2020',
      'Mar 2020',
      'Apr 2020',
    ]);
  });
});

describe('by month of sale', () => {
  test('a place has the sums of the service, in its cards, table and file', async () => {
    const tab = await visit(PATH);
    const { page } = tab;
    await page.getByRole('combobox', { name: 'Counted' }).selectOption('sales');
    await page.waitForURL(`**${PATH}?basis=sales`);
    await settled(tab);
    const { data }: AnalyzedMonthPage = await json(`/api${PATH}/analysis?basis=sales`);
    const names = ['value', 'rolling_year', 'rolling_year_change'] as const;
    await page.getByRole('button', { name: 'Show all 101 rows' }).click();
    const table = page.getByRole('region', { name: 'All months', exact: true });
    for (const name of names)
      expect(await readColumn(table, name)).toEqual(
        new Map(data.map((record) => [record.allocation_period, record[name]])),
      );
    const { name, rows } = await saveTable(page, /^Save table as CSV/);
    expect(name).toBe('sample-alder-creek-net-payment-by-sales.csv');
    expect(rows.map((row) => Number(row.fiscal_year_to_date))).toEqual(
      data.map((record) => record.fiscal_year_to_date ?? 0),
    );
    // sales of July and August, paid in September and October: 1,426,584.41 + 1,587,368.27
    const card = page.locator('[data-comparison=fiscal-year]');
    expect(Number(await card.locator('.large a').getAttribute('data-value'))).toBe(3013952.68);
    expect(await card.locator('h2').innerText()).toContain('Fiscal year 2026-27 of sales to date');
    expect(await page.locator('.readout-slot').innerText()).toContain(
      'Sales of August 2026, paid in October',
    );
    await card.locator('.large a').click();
    const months = page.getByRole('dialog').locator('tbody tr');
    await months.nth(1).waitFor();
    expect(await months.allInnerTexts()).toEqual([
      expect.stringMatching(/Aug 2026\s+Oct 2026\s+\$1,587,368\.27/),
      expect.stringMatching(/Jul 2026\s+Sep 2026\s+\$1,426,584\.41/),
    ]);
  });

  test('a chart of fiscal years begins with the sales of its first month', async () => {
    const { page } = await visit(`${PATH}?basis=sales&chart=fiscal-year`);
    const points = await readPoints(page, 'thisYear');
    expect(points.map(({ slot, value }) => [slot, value])).toEqual([
      ['7', 1426584.41],
      ['8', 3013952.68],
    ]);
    expect(await page.locator('.readout-slot').innerText()).toContain('Sales of August');
  });

  test('places with other lags stand at the same month of sales', async () => {
    const { page } = await visit(`/compare?ids=${CHICAGO},${RALEIGH}&basis=sales&years=all`);
    for (const id of [CHICAGO, RALEIGH]) {
      const { data }: AnalyzedMonthPage = await json(`/api/jurisdictions/${id}/analysis?basis=sales`);
      const points = await readPoints(page, String(id));
      expect(points.map(({ slot, value }) => [slot, value])).toEqual(
        data.reverse().map(({ sales_period, value }) => [sales_period, value]),
      );
    }
    expect(await page.locator('.readout-slot').innerText()).toBe(
      'Sales of March 2020, paid in June (Illinois) and May (North Carolina)',
    );
    const row = page.locator('section[aria-label="All months"] tr[data-row="2020-03-01"]');
    // sales of March were paid in June in Illinois, and in May in North Carolina
    const links = await row.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([expect.stringContaining(`${CHICAGO}?`), expect.stringContaining(`${RALEIGH}?`)]);
    expect(links[0]).toContain('figure=2020-06-01');
    expect(links[1]).toContain('figure=2020-05-01');
  });

  test('links from rankings and comparisons keep it', async () => {
    const ranking = await visit('/rankings/nc/2020-08?basis=sales&type=city');
    const name = ranking.page.locator(`tr[data-row="${RALEIGH}"] th a`);
    expect(await name.getAttribute('href')).toBe(`jurisdictions/${RALEIGH}?basis=sales`);
    const comparison = await visit(`/compare?ids=${RALEIGH},nc:city&basis=sales&fiscal_year_start=10`);
    const newest = comparison.page.locator('section[aria-label="Newest month"] tbody th a');
    expect(await newest.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      `jurisdictions/${RALEIGH}?basis=sales&fiscal_year_start=10`,
      'rankings/nc/2020-08?type=city&basis=sales',
    ]);
  });

  test('is not offered where no source says how far the two are apart', async () => {
    const tab = await visit('/');
    const { page } = tab;
    await page.route('**/api/overview', async (route) => {
      const response = await route.fetch();
      const body: OverviewItem = await response.json();
      for (const { newest } of body.data.states)
        if (newest) Object.assign(newest.sum, { sales_period: null });
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${served().address}/rankings/nc/2020-08`);
    await settled(tab);
    expect(await page.locator('.choices').innerText()).not.toContain('Counted');
    expect(await page.locator('main').innerText()).not.toContain('sales of');
    // who comes with such an address can leave it
    await page.goto(`${served().address}/rankings/nc/2020-08?basis=sales`);
    await settled(tab);
    await page.getByRole('combobox', { name: 'Counted' }).selectOption('payment');
    await page.waitForURL('**/rankings/nc/2020-08');
  });

  test('a ranking and a group have the sums of the service', async () => {
    const { page } = await visit('/rankings/nc/2020-08?basis=sales');
    const { data }: ComparisonLinePage = await json(
      '/api/nc/sales-tax/comparison?allocation_period=2020-08-01&basis=sales',
    );
    const ofService = new Map(
      data.map(({ jurisdiction, fiscal_year_to_date: sum }) => [String(jurisdiction?.id), sum]),
    );
    const shown = await readColumn(page, 'fiscal_year_to_date');
    expect(shown).toEqual(ofService);
    const byPayment = await visit('/rankings/nc/2020-08');
    expect(await readColumn(byPayment.page, 'fiscal_year_to_date')).not.toEqual(shown);
  });
});
