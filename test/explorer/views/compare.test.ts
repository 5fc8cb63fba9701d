import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LinePage, MonthPage } from '../../../src/client/generated/types.gen.ts';
import { reached } from '../rig/browser.ts';
import { offered, saveTable } from '../rig/downloads.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn, readPoints, readSeries } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const eventful = explore(loadEventful);
const JUNIPER_WELLS = 60036990;
/** Its first month is March 2021. */
const WILLOW_TERRACE = 60034990;
const TWO = `/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}`;

/** The payments of a place by month, oldest first. */
async function paymentsOf(id: number): Promise<[string, number][]> {
  const state = Number(id) > 400_000_000 ? 'tx' : 'ca';
  const { data } = await json<MonthPage>(`/api/${state}/sales-tax/months?jurisdictions=${id}`);
  return data.reverse().map(({ month, payment }) => [month, payment.value ?? 0]);
}

const chosen = (page: Page) => page.locator('.chosen li > a').allInnerTexts();
const baseOf = (page: Page) => page.locator('section[aria-label=Chart] .chart > .hint').first().innerText();

test('the chosen months stay, as a band of the chart and in the links to places', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?period=2026-03..2026-06&basis=sales`);
  await page.getByRole('link', { name: 'Compare', exact: true }).last().click();
  await page.waitForURL(`**/compare?ids=${ALDER_CREEK}&basis=sales&period=2026-03..2026-06`);
  const band = page.locator('.plot [data-event="2026-03-01"]');
  await band.waitFor();
  expect(await band.locator('title').innerHTML()).toContain('The chosen months');
  expect(await page.locator('.chosen li > a').getAttribute('href')).toContain('period=2026-03..2026-06');
});

test('the chosen months have a table, with the sum of each place and group', async () => {
  const months = 'period=2026-03..2026-06&basis=sales';
  const { page } = await visit(`/compare?ids=${ALDER_CREEK},ca:city&${months}`);
  const table = page.getByRole('region', { name: 'Chosen months' });
  expect(await table.getByRole('heading').innerText()).toBe('The chosen months: sales of March to June 2026');
  await table.locator('tbody tr').nth(1).waitFor();
  const asked = 'months=2026-03..2026-06&basis=sales';
  const expected = await Promise.all(
    [`jurisdictions=${ALDER_CREEK}`, 'type=city&by=all'].map((of) =>
      json<LinePage>(`/api/ca/sales-tax/compare?${asked}&${of}`),
    ),
  );
  for (const column of ['value', 'ago', 'change'] as const)
    expect([...(await readColumn(table, `sum_${column}`)).values()]).toEqual(
      expected.map(({ data }) => data[0]?.sum[column]),
    );
});

test('the chosen months can be changed in a comparison, and left', async () => {
  const tab = await visit(`/compare?ids=${ALDER_CREEK},ca:city&period=2026-03..2026-06`);
  const months = tab.page.getByRole('region', { name: 'Chosen months' });
  await months.getByLabel('From').selectOption('2026-05-01');
  await reached(tab, '**period=2026-05..2026-06');
  await months.getByRole('heading', { name: 'The chosen months: May to June 2026' }).waitFor();
  await months.getByRole('link', { name: 'Back to the newest month' }).click();
  await months.waitFor({ state: 'detached' });
});

test('months are chosen in a comparison, across its chart or from lists', async () => {
  const tab = await visit(`/compare?ids=${ALDER_CREEK},ca:city&chart=payments`);
  const { page } = tab;
  const months = page.getByRole('region', { name: 'Chosen months' });
  await page.getByRole('link', { name: 'choose months' }).click();
  await reached(tab, '**period=2026-10..2026-10');
  await months.getByRole('link', { name: 'Back to the newest month' }).click();
  await months.waitFor({ state: 'detached' });
  const pointOf = async (month: string) => {
    const point = page.locator(`[data-series="${ALDER_CREEK}"][data-slot="${month}-01"]`);
    const { x, y } = (await point.boundingBox()) ?? expect.fail();
    return [x + 1, y + 1] as const;
  };
  const [from, to] = [await pointOf('2026-03'), await pointOf('2026-06')];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  await reached(tab, '**period=2026-03..2026-06');
  await months.getByRole('heading', { name: 'The chosen months: March to June 2026' }).waitFor();
});

test('a field of quarter ends has points at quarter ends only', async () => {
  const { page } = await visit(`${TWO}&field=countywide_pool&years=all&chart=payments`);
  const months = (await readSeries(page, String(ALDER_CREEK))).map(([month]) => month.slice(5, 7));
  expect(months.length).toBeGreaterThan(20);
  expect(new Set(months)).toEqual(new Set(['02', '05', '08', '11']));
});

test('the table and its CSV have every month, and a dash before the first one of a place', async () => {
  const { page } = await visit(
    `/compare?ids=${ALDER_CREEK},${WILLOW_TERRACE}&years=all&scale=figures&chart=payments`,
  );
  const column = `net_payment Willow Terrace ${WILLOW_TERRACE}`;
  const expected = await paymentsOf(WILLOW_TERRACE);
  await page
    .getByRole('button', { name: /^Show all \d+ rows$/ })
    .last()
    .click();
  const shown = await readColumn(page, column);
  expect([...shown].filter(([, value]) => value !== null).reverse()).toEqual(expected);
  expect(await page.locator(`tr[data-row="2021-02-01"] [data-column="${column}"]`).innerText()).toBe('–');
  const { rows } = await saveTable(page, /CSV \(101 rows\)/);
  expect(rows.flatMap((row) => (row[column] ? [[row.month, Number(row[column])]] : [])).reverse()).toEqual(
    expected,
  );
});

test('an index is relative to the mean of the first twelve months', async () => {
  const { page } = await visit(`${TWO}&scale=index&years=all&chart=payments`);
  expect(await baseOf(page)).toBe('100 is the mean of June 2018 to May 2019.');
  for (const id of [ALDER_CREEK, JUNIPER_WELLS]) {
    const payments = await paymentsOf(id);
    const sum = payments.slice(0, 12).reduce((all, [, value]) => all + value, 0);
    const points = await readSeries(page, String(id));
    expect(points.map(([month]) => month)).toEqual(payments.map(([month]) => month));
    for (const [row, [, index]] of points.entries())
      expect(index).toBeCloseTo((1200 * (payments[row]?.[1] ?? 0)) / sum, 6);
  }
});

test('an index begins later if a place has no figures yet; addresses of 0.2.0 lead to it', async () => {
  const { page } = await visit(
    `/compare?ids=${ALDER_CREEK},${WILLOW_TERRACE}&scale=index-12&base=2019-01-01&years=all&chart=payments`,
  );
  expect(await baseOf(page)).toBe('100 is the mean of March 2021 to February 2022.');
  expect(await page.getByLabel('Show').inputValue()).toBe('index');
  const older = await visit(`${TWO}&scale=years`);
  expect(await older.page.locator('.chart-title').innerText()).toMatch(/^Net payment: twelve months, /);
});

test('sums of twelve months begin with the first one, and the newest month is named once for all', async () => {
  const { page } = await visit(`${TWO}&chart=rolling-year&years=all&scale=figures`);
  // the figures begin in June 2018
  expect(await page.locator('.chart-title').first().innerText()).toBe(
    'Net payment: twelve months, May 2019 to October 2026',
  );
  await offered(page, /^Save table as CSV \(90 rows\)/);
  const newest = page.locator('section[aria-label="Newest month"]');
  expect(await newest.locator('h2').innerText()).toBe('Newest month: October 2026, for sales of August');
  expect(await newest.locator('thead [data-column=month]').count()).toBe(0);
});

test('places are added by keyboard and removed; the back button undoes it', async () => {
  const tab = await visit('/compare');
  const { page } = tab;
  await page.getByRole('combobox', { name: 'Find the first place to compare' }).focus();
  await page.keyboard.type('Alder');
  await page.getByRole('option', { name: 'Alder Creek' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/compare?ids=${ALDER_CREEK}`);
  await page.getByRole('combobox', { name: 'Add a place or a group' }).focus();
  await page.keyboard.type('Dry Wells');
  await page.getByRole('option', { name: 'Juniper Wells' }).waitFor();
  await page.keyboard.press('Enter');
  await reached(tab, `**${TWO}`);
  await page.getByRole('button', { name: 'Remove Alder Creek' }).press('Enter');
  await page.waitForURL(`**/compare?ids=${JUNIPER_WELLS}`);
  expect(await chosen(page)).toEqual(['Juniper Wells']);
  await page.goBack();
  await expect.poll(() => chosen(page)).toEqual(['Alder Creek', 'Juniper Wells']);
});

test('an empty comparison leads to the totals of the states', async () => {
  const { page } = await visit('/compare');
  await page.getByRole('link', { name: 'Compare the totals of the states' }).click();
  await page.waitForURL('**/compare?ids=ca:,tx:,il:,nc:');
  await expect.poll(() => chosen(page)).toEqual(['California', 'Texas', 'Illinois', 'North Carolina']);
});

test('eight places have eight colors; a ninth and an unknown one are left out, which is said', async () => {
  const lists = await Promise.all(
    ['ca', 'tx'].map((state) => json<LinePage>(`/api/${state}/sales-tax/compare?limit=4`)),
  );
  const ids = lists.flatMap(({ data }) => data.map(({ jurisdiction }) => jurisdiction?.id));
  const { page } = await visit(`/compare?ids=${ids.join()}&years=3`);
  const colors = await page
    .locator('.plot .series .line')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke));
  expect(new Set(colors).size).toBe(8);
  await page.getByText('These are 8 places, the most that a comparison has.').waitFor();
  const more = await visit(`/compare?ids=${[60009999, ...ids, 370001390].join()}`);
  expect(await more.page.locator('.chosen').innerText()).toContain('Left out: 370001390.');
  // an unknown id takes neither a seat nor a color
  await more.page.getByText('There is no place with the id 60009999. Search for its name.').waitFor();
  expect(await more.page.locator('.chosen li').count()).toBe(8);
  expect(await more.page.locator('.plot path.line').count()).toBe(8);
  expect(await more.page.getByRole('combobox', { name: 'Add a place or a group' }).count()).toBe(0);
});

test('a month without a figure is a gap in the line and missing in the table', async () => {
  const { page } = await eventful.visit(`/compare?ids=${ALDER_CREEK},60019051&chart=payments`);
  const points = await readPoints(page, String(ALDER_CREEK));
  expect(points.map(({ slot }) => slot).slice(-3)).toEqual(['2024-01-01', '2024-02-01', '2024-04-01']);
  // two parts, because March has no figure
  const path = await page.locator('.series.tone-1 path.line').getAttribute('d');
  expect(path?.match(/M/g)).toHaveLength(2);
  const texts = page.locator('tr[data-row="2024-03-01"] td.figure, tr[data-row="2024-04-01"] td.figure');
  expect(await texts.allInnerTexts()).toEqual(['$2,000', 'missing', 'missing', 'missing']);
});
