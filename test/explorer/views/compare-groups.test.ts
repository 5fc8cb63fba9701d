import { expect, test } from 'vitest';
import type { LinePage, MonthPage } from '../../../src/client/generated/types.gen.ts';
import { reached } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn, readSeries } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const eventful = explore(loadEventful);
const ONE = `/compare?ids=${ALDER_CREEK}`;
const PLACES = `${ONE},60036990`;

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
  await page.waitForURL('**/jurisdictions/ca:city');
});

test('the search adds a group', async () => {
  const tab = await visit(PLACES);
  const { page } = tab;
  await page.getByRole('combobox', { name: 'Add a place or a group' }).fill('cities of california');
  await page.getByRole('option', { name: 'Cities of California' }).click();
  await reached(tab, `**${PLACES},ca:city`);
  expect(await page.locator('.chosen').innerText()).toContain('Cities of California');
  await page.getByRole('button', { name: 'Remove Cities of California' }).click();
  await page.waitForURL(`**${PLACES}`);
});

test('groups have no percentages', async () => {
  const percent = await visit(`${PLACES},ca:city&field=countywide_pool_percentage`);
  expect(await percent.page.getByRole('alert').innerText()).toContain('percentages have no sum.');
  // the places have theirs
  expect(await percent.page.locator('.plot path.line').count()).toBe(2);
});

test('an unknown group has no seat', async () => {
  const { page } = await visit(`${PLACES},ca:city:Nowhere`);
  await page.getByText('There is no place with the id ca:city:Nowhere.').waitFor();
  expect(await page.locator('.chosen li').count()).toBe(2);
});

test('places that differ by five times in size are an index by default: the first sum is 100, of months the mean of twelve', async () => {
  const { data } = await json<LinePage>('/api/tx/sales-tax/compare?type=city&limit=1000');
  const near = await visit('/compare?ids=482999021,tx:city');
  expect(await near.page.getByLabel('Show').inputValue()).toBe('figures');
  const { page } = await visit(`/compare?ids=${data.at(-1)?.jurisdiction?.id},tx:city`);
  expect(await page.getByLabel('Show').inputValue()).toBe('index');
  expect((await readSeries(page, 'tx:city'))[0]?.[1]).toBeCloseTo(100, 6);
  const months = await visit(`/compare?ids=${data.at(-1)?.jurisdiction?.id},tx:city&chart=payments`);
  const first = (await readSeries(months.page, 'tx:city')).slice(0, 12);
  expect(first.reduce((sum, [, value]) => sum + value, 0) / 12).toBeCloseTo(100, 6);
  await page.getByLabel('Show').selectOption('figures');
  await page.waitForURL('**&scale=figures');
});

test('a group that lacks a member says in which month its sum is too small', async () => {
  const { page } = await eventful.visit(`${ONE},ca:city&chart=payments`);
  expect(await page.locator('section[aria-label="Chart"]').innerText()).toContain(
    'Cities of California: a payment is missing in Apr 2024',
  );
});
