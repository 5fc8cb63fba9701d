import { expect, test } from 'vitest';
import { settled } from './rig/browser.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK, RALEIGH } from './rig/views.ts';

const { visit } = explore();

test('views that are opened later count as the reader chose; a shared address stays as it is', async () => {
  const tab = await visit('/rankings/ca/2026-10');
  const { page } = tab;
  await page.getByRole('combobox', { name: 'Counted' }).selectOption('sales');
  await page.waitForURL('**?basis=sales');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(/\/$/);
  await page.getByRole('combobox', { name: /^Find a city/ }).fill('Alder Creek');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jurisdictions/${ALDER_CREEK}?basis=sales`);
  await settled(tab);
  // an address that somebody sent says itself how it counts
  await page.goto(new URL(`/jurisdictions/${ALDER_CREEK}`, page.url()).href);
  await settled(tab);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Compare', exact: true }).first().click();
  await page.waitForURL('**/compare?*basis=sales*');
  await settled(tab);
});

test('the usual choice is remembered too', async () => {
  const tab = await visit('/rankings/ca/2026-10');
  const { page } = tab;
  const counted = page.getByRole('combobox', { name: 'Counted' });
  await counted.selectOption('sales');
  await page.waitForURL('**?basis=sales');
  await settled(tab);
  await counted.selectOption('payment');
  await page.waitForURL('**/rankings/ca/2026-10');
  await settled(tab);
  await page.locator('tbody th a').first().click();
  await page.waitForURL(/\/jurisdictions\/\d+$/);
});

test('the start of the fiscal year is remembered for each state', async () => {
  const tab = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const { page } = tab;
  await page.getByRole('combobox', { name: 'Fiscal year starts in' }).selectOption('10');
  await page.waitForURL('**?fiscal_year_start=10');
  await settled(tab);
  const open = async (name: string) => {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(/\/$/);
    await page.getByRole('combobox', { name: /^Find a city/ }).fill(name);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/jurisdictions/**');
    await settled(tab);
    return new URL(page.url()).search;
  };
  expect(await open('Raleigh')).toBe('');
  expect(await open('Port Linden')).toBe('?fiscal_year_start=10');
  await page.getByRole('link', { name: 'Rankings', exact: true }).click();
  await page.waitForURL('**/rankings');
  await settled(tab);
  await page.getByRole('link', { name: 'Texas', exact: true }).click();
  await page.waitForURL(/\/rankings\/tx\/2026-10$/);
});

test('the state of a place comes first on the start page', async () => {
  const tab = await visit(`/jurisdictions/${RALEIGH}`);
  const { page } = tab;
  await page.goto(new URL('/', page.url()).href);
  await settled(tab);
  expect(await page.locator('section.state > h2').first().innerText()).toBe('North Carolina');
});
