import { expect, test } from 'vitest';
import { offered, saveTable } from '../rig/downloads.ts';
import { explore } from '../rig/explore.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('a table shows six columns; the address has those that the reader chooses, and files have all', async () => {
  const { page } = await visit(PATH);
  const table = page.getByRole('region', { name: /all months/ });
  const heads = table.locator('thead tr').last().locator('th');
  const usual = await heads.evaluateAll((all) => all.map((head) => head.getAttribute('data-column')));
  expect(usual.length).toBe(6);
  const all = Object.keys((await saveTable(page, /^Save table as CSV/)).rows[0] ?? {});
  expect(all.length).toBeGreaterThan(40);
  await table.getByRole('button', { name: 'Columns' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Columns of the table' });
  await menu.getByLabel('Difference', { exact: true }).press('Space');
  await page.waitForURL(/columns=.*payment_difference/);
  await menu.getByLabel('Sales of', { exact: true }).press('Space');
  await page.waitForURL((url) => !url.search.includes('sales_month'));
  const chosen = [...usual.filter((id) => id !== 'sales_month'), 'payment_difference'];
  const shown = () => heads.evaluateAll((every) => every.map((head) => head.getAttribute('data-column')));
  expect((await shown()).sort()).toEqual([...chosen].sort());
  await page.reload();
  await heads.first().waitFor();
  expect((await shown()).sort()).toEqual([...chosen].sort());
  expect(Object.keys((await saveTable(page, /^Save table as CSV/)).rows[0] ?? {})).toEqual(all);
});

test('a cell has whole dollars, and its title the cents', async () => {
  const { page } = await visit(PATH);
  const cell = page.locator('tr[data-row="2026-10-01"] td[data-column=payment_value]');
  expect(await cell.innerText()).toBe('$1,587,368');
  expect(await cell.getAttribute('title')).toBe('$1,587,368.27');
  // a figure leads to its source, and shows that under the pointer only
  const link = cell.locator('a');
  const underline = () => link.evaluate((element) => getComputedStyle(element).textDecorationLine);
  expect(await underline()).toBe('none');
  await link.hover();
  await expect.poll(underline).toBe('underline');
});

test('the head of a table stays at the top of the window, which alone scrolls', async () => {
  const { page } = await visit('/rankings/nc/newest');
  const table = page.locator('.ranking .table');
  await table.locator('tbody tr').last().scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 200));
  const { y } = (await table.locator('thead').boundingBox()) ?? {};
  expect(Math.round(y ?? -1)).toBe(0);
  expect(await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});

test('one menu beside the title has all that a view can save, and Escape closes it', async () => {
  const { page } = await visit(PATH);
  const button = page.getByRole('button', { name: 'Share and save' });
  await button.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Share and save' });
  const names = await menu
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  for (const start of ['Save chart as PNG', 'Save chart as SVG', 'Save table as CSV', 'Save table as XLSX'])
    expect(names.filter((name) => name?.startsWith(start))).toHaveLength(1);
  expect(names).toEqual(expect.arrayContaining(['Save note as HTML', 'Copy link', 'Copy citation']));
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  // what the next view does not have is gone
  await page.getByRole('link', { name: 'Updates' }).click();
  await page.getByRole('heading', { name: 'Updates' }).waitFor();
  await offered(page, 'Copy link');
  expect(await page.getByRole('button', { name: /^Save note/ }).count()).toBe(0);
});
