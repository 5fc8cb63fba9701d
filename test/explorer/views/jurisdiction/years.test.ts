import { describe, expect, test } from 'vitest';
import type { TotalYearPage, YearPage } from '../../../../src/client/generated/types.gen.ts';
import { settled } from '../../rig/browser.ts';
import { saveTable } from '../../rig/downloads.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn, readPoints } from '../../rig/figures.ts';
import { ALDER_CREEK, CHICAGO, RALEIGH } from '../../rig/views.ts';

const { visit, json } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;
const NAMES = ['value', 'year_ago', 'difference', 'change', 'months'] as const;

describe('the years of a place', () => {
  test.each([
    ['', 'fiscal', ''],
    ['&kind=calendar', 'calendar', ''],
    ['&basis=sales&fiscal_year_start=10', 'fiscal', '?basis=sales&fiscal_year_start=10'],
  ])('are those of the service with %j, as bars and as a table', async (choice, kind, query) => {
    const { page } = await visit(`${PATH}?chart=years${choice}`);
    const years = (await json<YearPage>(`/api${PATH}/years${query}`)).data.filter(
      (year) => year.years === kind,
    );
    expect(years.length).toBeGreaterThan(8);
    const section = page.locator('section[aria-label=Chart]');
    for (const name of NAMES)
      expect([name, await readColumn(section, name)]).toEqual([
        name,
        new Map(years.map((year) => [year.year, year[name]])),
      ]);
    for (const series of ['value', 'year_ago'] as const)
      expect((await readPoints(section, series)).map(({ slot, value }) => [slot, value])).toEqual(
        years.flatMap((year) => (year[series] === null ? [] : [[year.year, year[series]]])).reverse(),
      );
  });

  test('say which is closed, and how many months the others have', async () => {
    const tab = await visit(PATH);
    const { page } = tab;
    await page.getByRole('link', { name: 'Years', exact: true }).click();
    await page.waitForURL('**?chart=years');
    await settled(tab);
    const row = (year: string) => page.locator(`tr[data-row="${year}"]`).innerText();
    expect(await row('2026-27')).toMatch(/\$6,544,262\.08.*\+\$257,801\.25.*4 of 12 months so far\s+no$/s);
    // 19,835,500.36 − 19,510,483.93
    expect(await row('2025-26')).toMatch(/\$19,835,500\.36.*\+\$325,016\.43\s+\+1\.7%\s+12 months\s+yes$/s);
    const { name, rows } = await saveTable(page.locator('section[aria-label=Chart]'), /^Save table as CSV/);
    expect(name).toBe('sample-alder-creek-net-payment-fiscal-years.csv');
    expect(rows[1]).toMatchObject({ year: '2025-26', value: '19835500.36', difference: '325016.43' });
    expect(rows[1]).toMatchObject({ last_month: '2026-06-01', sales_period: '2026-04-01' });
    await page.locator('tr[data-row="2025-26"]').getByRole('link', { name: '$19,835,500.36' }).click();
    await page.waitForURL('**figure=2026-06-01&sum=fiscal-year');
    await page.getByRole('dialog').getByRole('heading', { name: 'The sum of these months' }).waitFor();
  });

  test('say of one that is over, but not loaded whole, that it is not closed for this reason', async () => {
    const { page } = await visit(`/jurisdictions/${RALEIGH}?chart=years`);
    const row = (year: string) => page.locator(`tr[data-row="${year}"]`).innerText();
    expect(await row('2020-21')).toMatch(/2 of 12 months loaded\s+no: months not loaded$/);
  });

  test('the one that closed last stands on a card beside the one to date', async () => {
    const { page } = await visit(PATH);
    const closed = page.locator('[data-comparison=closed-fiscal-year]');
    expect(await closed.locator('h2').innerText()).toContain('Fiscal year 2025-26, closed');
    expect(Number(await closed.locator('.large a').getAttribute('data-value'))).toBe(19835500.36);
    // June is the last month of Illinois's year, so two years are closed
    const illinois = await visit(`/jurisdictions/${CHICAGO}`);
    expect(await illinois.page.locator('.card h2').allInnerTexts()).toEqual([
      'June 2020, for sales of March',
      'Fiscal year 2019-20, closed',
      'Fiscal year 2018-19, closed',
      'Twelve months to June 2020',
    ]);
    // in Texas, October is the first month of a fiscal year
    const { data } = await json<YearPage>('/api/jurisdictions/482999021/years');
    const texas = await visit('/jurisdictions/482999021');
    const last = data.find(({ years, closed: isClosed }) => years === 'fiscal' && isClosed === 'yes');
    expect(last?.year).toBe('2025-26');
    expect(
      Number(
        await texas.page.locator('[data-comparison=closed-fiscal-year] .large a').getAttribute('data-value'),
      ),
    ).toBe(last?.value);
  });
});

test('the places of a ranking have years together', async () => {
  const tab = await visit('/rankings/ca/newest?type=city&county=Alameda');
  const { page } = tab;
  await page.getByRole('link', { name: 'These places together, year by year' }).click();
  await page.waitForURL('**sums=years');
  await settled(tab);
  const { data } = await json<TotalYearPage>('/api/ca/sales-tax/years?type=city&county=Alameda');
  const years = data.filter(({ years: kind }) => kind === 'fiscal');
  const section = page.getByRole('region', { name: 'Years', exact: true });
  for (const name of NAMES)
    expect(await readColumn(section, name)).toEqual(new Map(years.map((year) => [year.year, year[name]])));
  expect(await section.locator('.chart-title').innerText()).toBe(
    'California, cities, Alameda County: payments by fiscal year',
  );
});
