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

test('the state of a place comes first on the start page', async () => {
  const tab = await visit(`/jurisdictions/${RALEIGH}`);
  const { page } = tab;
  await page.goto(new URL('/', page.url()).href);
  await settled(tab);
  expect(await page.locator('section.state > h2').first().innerText()).toBe('North Carolina');
});
