import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { explore } from '../rig/explore.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit } = explore();

/** The places that a text finds, as the list shows them. */
async function find(page: Page, text: string): Promise<string[]> {
  await page.getByRole('combobox').fill(text);
  await page.waitForFunction(() =>
    /place/i.test(document.querySelector('.search [role=status]')?.textContent ?? ''),
  );
  return page.getByRole('option').allInnerTexts();
}

test.each([
  ['a name', 'alder', /^Alder Creek\n/],
  ['a former name', 'dry wells', /^Juniper Wells\nformerly Dry Wells/],
  ['a code with its zero', '01990', /^Alder Creek\n/],
  ['a code without its zero', '1990', /^Alder Creek\n/],
  ['a county', 'alameda county', /^Alameda County Unincorporated/],
  ['a city before the group of its county', 'durham', /^Durham\n/],
  ['a state', 'texas', /^Texas\nall together/],
  ['the cities of a county', 'cities of wake', /^Cities of Wake County\nall together/],
  ['the places of a county', 'places of wake', /^Places of Wake County\nall together/],
])('the search finds %s', async (_, text, found) => {
  const { page } = await visit('/');
  const options = await find(page, text);
  expect(options[0]).toMatch(found);
});

test('the search says that nothing matches', async () => {
  const { page } = await visit('/');
  expect(await find(page, 'Atlantis')).toEqual([]);
  expect(await page.locator('.search-none').innerText()).toBe(
    'No place of California, Texas, Illinois and North Carolina matches “Atlantis”.',
  );
});

test('the search is used by keyboard alone, and the back button leads back', async () => {
  const { page } = await visit('/');
  await page.keyboard.press('Tab');
  for (let tries = 0; tries < 10; tries++) {
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'combobox')) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('creek');
  await page.getByRole('option').first().waitFor();
  await expect.poll(() => page.getByRole('combobox').getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  const active = page.locator('[role=option][aria-selected=true]');
  await active.waitFor();
  expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
    await active.getAttribute('id'),
  );
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jurisdictions/${ALDER_CREEK}`);
  // the reader continues at the new view
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.goBack();
  await page.locator('h1', { hasText: 'Local sales tax' }).waitFor();
});

test('the key / moves to the search, where the arrow up goes to the last of the places', async () => {
  const { page } = await visit('/data');
  await page.keyboard.press('/');
  await page.keyboard.type('county');
  const options = page.getByRole('listbox', { name: 'Places' }).getByRole('option');
  await options.last().waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await options.last().getAttribute('aria-selected')).toBe('true');
  // a slash in a field is a letter
  await page.keyboard.type('/');
  expect(await page.locator('.search input').inputValue()).toBe('county/');
});

test('a place that is found counts as the view does, and shows its newest month', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?basis=sales&period=2026-03..2026-06`);
  await page.locator('.search input').fill('juniper');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/jurisdictions\/\d+\?basis=sales$/);
});

test('the search takes the first place if Enter comes before the answer', async () => {
  const { page } = await visit('/');
  await page.getByRole('combobox').pressSequentially('alder');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jurisdictions/${ALDER_CREEK}`);
});

test('the search stands in the head of every other view', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  await page.locator('.search input').fill('juniper');
  await page.locator('.search [role=option]').first().click();
  await page.locator('h1', { hasText: 'Juniper Wells' }).waitFor();
});
