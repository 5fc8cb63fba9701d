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

test('a field of quarter ends has points at quarter ends only', async () => {
  const { page } = await visit(`${TWO}&field=countywide_pool&years=all`);
  const months = (await readSeries(page, String(ALDER_CREEK))).map(([month]) => month.slice(5, 7));
  expect(months.length).toBeGreaterThan(20);
  expect(new Set(months)).toEqual(new Set(['02', '05', '08', '11']));
});

test('the table and its CSV have every month, and a dash before the first one of a place', async () => {
  const { page } = await visit(`/compare?ids=${ALDER_CREEK},${WILLOW_TERRACE}&years=all&scale=figures`);
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

test.each([
  ['index&base=2022-01-01', 43, 1, '100 is January 2022, for sales of November 2021.'],
  ['index-12&base=2022-01-01', 43, 12, '100 is the mean of January to December 2022.'],
])('an index of %s has 100 there', async (scale, at, months, said) => {
  const { page } = await visit(`${TWO}&scale=${scale}&years=all`);
  expect(await baseOf(page)).toBe(said);
  for (const id of [ALDER_CREEK, JUNIPER_WELLS]) {
    const payments = await paymentsOf(id);
    const sum = payments.slice(at, at + months).reduce((all, [, value]) => all + value, 0);
    const points = await readSeries(page, String(id));
    expect(points.map(([month]) => month)).toEqual(payments.map(([month]) => month));
    for (const [row, [, index]] of points.entries())
      expect(index).toBeCloseTo((100 * (payments[row]?.[1] ?? 0) * months) / sum, 6);
  }
});

test('an index begins later if a place has no base yet, and says so', async () => {
  const ids = `${ALDER_CREEK},${WILLOW_TERRACE}`;
  const { page } = await visit(`/compare?ids=${ids}&scale=index&base=2019-01-01&years=all`);
  expect(await baseOf(page)).toBe(
    '100 is March 2021, for sales of January. In January 2019 there is no figure above zero of Willow Terrace.',
  );
  expect(new Map(await readSeries(page, String(ALDER_CREEK))).get('2021-03-01')).toBe(100);
  expect(await page.getByLabel('100 is').inputValue()).toBe('2021-03-01');
  const mean = await visit(`/compare?ids=${ids}&scale=index-12&base=2019-01-01&years=all`);
  expect(await baseOf(mean.page)).toBe(
    '100 is the mean of March 2021 to February 2022. Of the 12 months from January 2019 on, there are not all figures above zero of Willow Terrace.',
  );
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
  await page.getByRole('combobox', { name: 'Add a place' }).focus();
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

test('the largest places of a state are suggested', async () => {
  const { page } = await visit('/compare');
  const { data } = await json<LinePage>('/api/tx/sales-tax/compare?type=city&limit=5');
  await page.getByRole('link', { name: 'Cities of Texas' }).click();
  await page.waitForURL(`**/compare?ids=${data.map(({ jurisdiction }) => jurisdiction?.id).join()}`);
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
  expect(await more.page.locator('.chosen .notice').innerText()).toContain('Left out: 370001390.');
  // an unknown id takes neither a seat nor a color
  await more.page.getByText('There is no place with the id 60009999. Search for its name.').waitFor();
  expect(await more.page.locator('.chosen li').count()).toBe(8);
  expect(await more.page.locator('.plot path.line').count()).toBe(8);
  expect(await more.page.getByRole('combobox', { name: 'Add a place' }).count()).toBe(0);
});

test('years of two places are lines over the months of a year, in two colors and four strokes', async () => {
  const { page } = await visit(`${TWO}&scale=years&years=all`);
  const chart = page.locator('section[aria-label=Chart]');
  const payments = await paymentsOf(ALDER_CREEK);
  for (const year of ['2026', '2025', '2024'])
    expect(await readSeries(chart, `${ALDER_CREEK} ${year}`)).toEqual(
      payments
        .filter(([month]) => month.startsWith(year))
        .map(([month, value]) => [String(Number(month.slice(5, 7))), value]),
    );
  const styles = await chart.locator('.plot .line').evaluateAll((lines) =>
    lines.map((line) => {
      const { stroke, strokeDasharray } = getComputedStyle(line);
      return { stroke, strokeDasharray };
    }),
  );
  expect(new Set(styles.map(({ stroke }) => stroke)).size).toBe(2);
  expect(new Set(styles.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(4);
  expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(8);
});

test('all places of a group are added as lines of their own', async () => {
  const tab = await visit(`/compare?ids=${ALDER_CREEK}`);
  const { page } = tab;
  await page.getByRole('combobox', { name: 'A group' }).selectOption('ca:city');
  await page.getByRole('button', { name: 'Add all of its places' }).press('Enter');
  await reached(tab, /ids=\d+(,\d+){5}$/);
  const { data } = await json<LinePage>('/api/ca/sales-tax/compare?type=city');
  const shown = await page
    .locator('.chosen [data-place]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-place')));
  expect(new Set(shown)).toEqual(new Set(data.map(({ jurisdiction }) => String(jurisdiction?.id))));
});

test('a month without a figure is a gap in the line and missing in the table', async () => {
  const { page } = await eventful.visit(`/compare?ids=${ALDER_CREEK},60019051`);
  const points = await readPoints(page, String(ALDER_CREEK));
  expect(points.map(({ slot }) => slot).slice(-3)).toEqual(['2024-01-01', '2024-02-01', '2024-04-01']);
  // two parts, because March has no figure
  const path = await page.locator('.series.tone-1 path.line').getAttribute('d');
  expect(path?.match(/M/g)).toHaveLength(2);
  const texts = page.locator('tr[data-row="2024-03-01"] td.figure, tr[data-row="2024-04-01"] td.figure');
  expect(await texts.allInnerTexts()).toEqual(['$2,000', 'missing', 'missing', 'missing']);
});
