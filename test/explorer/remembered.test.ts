import { expect, test } from 'vitest';
import { choose, reached, settled } from './rig/browser.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const { visit } = explore();

test('views that are opened later count as the reader chose; a shared address stays as it is', async () => {
  const tab = await visit('/rankings/ca/2026-10');
  const { page } = tab;
  await choose(tab, 'Counted', 'sales', '**?basis=sales');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(/\/$/);
  await page.getByRole('combobox', { name: /^Find a city/ }).fill('Alder Creek');
  await page.keyboard.press('Enter');
  await reached(tab, `**/jurisdictions/${ALDER_CREEK}?basis=sales`);
  // an address that somebody sent says itself how it counts
  await page.goto(new URL(`/jurisdictions/${ALDER_CREEK}`, page.url()).href);
  await settled(tab);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Compare', exact: true }).first().click();
  await reached(tab, '**/compare?*basis=sales*');
});

test('the usual choice is remembered too', async () => {
  const tab = await visit('/rankings/ca/2026-10');
  const { page } = tab;
  await choose(tab, 'Counted', 'sales', '**?basis=sales');
  await choose(tab, 'Counted', 'payment', '**/rankings/ca/2026-10');
  await page.locator('tbody th a').first().click();
  await page.waitForURL(/\/jurisdictions\/\d+$/);
});

test('the start of the fiscal year is remembered for each state', async () => {
  const tab = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const { page } = tab;
  await choose(tab, 'Fiscal year starts in', '10', '**?fiscal_year_start=10');
  const open = async (name: string) => {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(/\/$/);
    await page.getByRole('combobox', { name: /^Find a city/ }).fill(name);
    await page.keyboard.press('Enter');
    await reached(tab, '**/jurisdictions/**');
    return new URL(page.url()).search;
  };
  expect(await open('Raleigh')).toBe('');
  expect(await open('Port Linden')).toBe('?fiscal_year_start=10');
  await page.getByRole('link', { name: 'Rankings', exact: true }).click();
  await reached(tab, '**/rankings');
  await page.getByRole('link', { name: 'Texas', exact: true }).click();
  await page.waitForURL(/\/rankings\/tx\/2026-10$/);
});
