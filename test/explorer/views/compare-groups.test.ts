import { expect, test } from 'vitest';
import type { LinePage, MonthPage } from '../../../src/client/generated/types.gen.ts';
import { reached } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { figureOf, readColumn, readSeries } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const eventful = explore(loadEventful);
const ONE = `/compare?ids=${ALDER_CREEK}`;
const PLACES = `${ONE},60036990`;
const GROUP_SECTION = 'section[aria-label="Against its group"]';

test('groups are rows of the table of the newest month, and lead to their places', async () => {
  const { page } = await visit(`${PLACES},ca:city`);
  const newest = page.locator('section[aria-label="Newest month"]');
  const [total] = (await json<MonthPage>('/api/ca/sales-tax/months?type=city&limit=1')).data;
  for (const [name, expected] of [
    ['payment_value', total?.payment.value],
    ['payment_change', total?.payment.change],
    ['fiscal_year_to_date_change', total?.fiscal_year_to_date.change],
  ] as const)
    expect((await readColumn(newest, name)).get('ca:city')).toBe(expected);
  await newest.getByRole('link', { name: 'Cities of California' }).click();
  await page.waitForURL('**/rankings/ca/2026-10?type=city');
});

test('groups are offered for the places that are there, and say that they contain them', async () => {
  const tab = await visit(PLACES);
  const { page } = tab;
  const choice = page.getByLabel('A group');
  const names = () => choice.locator('option').allInnerTexts();
  expect(await names()).toEqual([
    'Cities of Alameda County',
    'Cities of California',
    'All of California',
    'Cities of San Bernardino County',
  ]);
  // a key alone adds nothing
  await choice.press('ArrowDown');
  await page.waitForURL(`**${PLACES}`);
  await page.getByRole('button', { name: 'Add the group' }).press('Enter');
  await reached(tab, `**${PLACES},ca:city`);
  expect(await page.locator('.chosen').innerText()).toContain('including those you compare');
  expect(await names()).not.toContain('Cities of California');
  await page.getByRole('button', { name: 'Remove Cities of California' }).click();
  await page.waitForURL(`**${PLACES}`);
});

test('groups have no percentages, and an unknown one is named', async () => {
  for (const ids of [`${PLACES},ca:city`, ONE]) {
    const { page } = await visit(`${ids}&field=countywide_pool_percentage`);
    expect(await page.locator('main').innerText()).toContain('Groups have months and years of amounts.');
  }
  const { page } = await visit(`${PLACES},ca:city:Nowhere`, { expected: /status of 422/ });
  await page.getByRole('alert').filter({ hasText: 'Nowhere' }).waitFor();
});

test('a place that is small beside a group leads to an index', async () => {
  const { data } = await json<LinePage>('/api/tx/sales-tax/compare?type=city&limit=1000');
  const smallest = `/compare?ids=${data.at(-1)?.jurisdiction?.id},tx:city`;
  const link = { name: 'Show all with a common start of 100' };
  const near = await visit('/compare?ids=482999021,tx:city');
  expect(await near.page.getByRole('link', link).count()).toBe(0);
  const { page } = await visit(smallest);
  await page.getByRole('link', link).click();
  await page.waitForURL(`**${smallest}&scale=index`);
  expect((await readSeries(page, 'tx:city'))[0]?.[1]).toBe(100);
});

test('a group that lacks a member says in which month its sum is too small', async () => {
  const { page } = await eventful.visit(`${ONE},ca:city`);
  expect(await page.locator('section[aria-label="Chart"]').innerText()).toContain(
    'Cities of California: in April 2024, a payment is missing, so the sum is too small.',
  );
});

test.each([
  ['', 'county=Alameda&type=city'],
  ['&with=type', 'type=city'],
  ['&with=state', ''],
] as const)('one place stands beside its group with %s', async (choice, query) => {
  const { page } = await visit(`${ONE}&month=2025-08-01${choice}`);
  const ofMonth = async (more: string) =>
    (await json<MonthPage>(`/api/ca/sales-tax/months?months=2025-08&${more}`)).data[0];
  const lines = [await ofMonth(`jurisdictions=${ALDER_CREEK}`), await ofMonth(query)];
  const rows = page.locator(`${GROUP_SECTION} .dense tbody tr`);
  for (const name of ['value', 'ago', 'change'] as const) {
    const shown = (await rows.locator(`[data-column="payment_${name}"]`).allInnerTexts()).map(figureOf);
    // a change is shown to a tenth of a percent
    const [unit, digits] = name === 'change' ? [100, 1] : [1, 2];
    for (const [at, line] of lines.entries())
      expect(shown[at]).toBeCloseTo((line?.payment[name] ?? 0) * unit, digits);
  }
  expect(await page.locator(GROUP_SECTION).innerText()).toContain(
    lines[1]?.members === 1
      ? 'Alder Creek is the only one in this dataset'
      : `the total of ${lines[1]?.members} places in this dataset`,
  );
});

test('one place stands beside its group in the newest month if the dataset does not have that of the address', async () => {
  const { page } = await visit(`${ONE}&month=1990-01-01`);
  const shown = await page.locator(`${GROUP_SECTION} .dense`).innerText();
  expect(await page.locator(`${GROUP_SECTION} .notice`).innerText()).toMatch(/ has no month "1990-01-01"\. /);
  const newest = await visit(ONE);
  expect(await newest.page.locator(`${GROUP_SECTION} .notice`).count()).toBe(0);
  expect(shown).toBe(await newest.page.locator(`${GROUP_SECTION} .dense`).innerText());
});

test('one place is drawn beside the sum of its group: both with 100 in the first month of both', async () => {
  const { page } = await visit(`${ONE}&with=type&chart=rolling-year&years=all`);
  const own = (await json<MonthPage>(`/api/ca/sales-tax/months?jurisdictions=${ALDER_CREEK}`)).data;
  const group = (await json<MonthPage>('/api/ca/sales-tax/months?type=city')).data;
  const section = page.locator(GROUP_SECTION);
  for (const [id, lines] of [
    [String(ALDER_CREEK), own],
    ['ca:city', group],
  ] as const) {
    const sums = lines.flatMap(({ twelve_months }) => twelve_months.value ?? []).reverse();
    const points = await readSeries(section, id);
    expect(points).toHaveLength(sums.length);
    for (const [at, [, value]] of points.entries())
      expect(value).toBeCloseTo((100 * (sums[at] ?? 0)) / (sums[0] ?? 0), 6);
  }
  await page.locator('summary', { hasText: 'Figures of this chart' }).click();
  const cells = await readColumn(section.locator('details'), 'net_payment Cities of California ca:city');
  for (const { month, twelve_months } of group)
    if (twelve_months.value !== null) expect(cells.get(month)).toBe(twelve_months.value);
});

test('one place has its share of the group, month by month', async () => {
  const { page } = await visit(`${ONE}&with=type`);
  const { data } = await json<MonthPage>(`/api/ca/sales-tax/months?jurisdictions=${ALDER_CREEK}&limit=60`);
  // of the chosen five years
  expect(await readSeries(page, 'share_of_state')).toEqual(
    data.reverse().map(({ month, share_of_state }) => [month, share_of_state]),
  );
  expect(await page.locator('.chart-title').last().innerText()).toBe(
    'Alder Creek: net payment as a share of all cities of California, November 2021 to October 2026',
  );
});
