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
    'No place matches “Atlantis”. The dataset has 12 invented places of California, 12 invented places of Texas, 59 places of Illinois and 60 places of North Carolina. For others, load their reports: docs/guides/getting-started.md has the steps.',
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

test('the search lists the largest first, and all of them if asked; the key / moves to it', async () => {
  const { page } = await visit('/data');
  await page.keyboard.press('/');
  await page.keyboard.type('county');
  const options = page.getByRole('listbox', { name: 'Places' }).getByRole('option');
  const last = options.last();
  await last.getByText(/^All \d+ places$/).waitFor();
  const first = await options.first().innerText();
  const all = Number(/\d+/.exec(await last.innerText())?.[0]);
  expect(all).toBeGreaterThan(20);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => options.count()).toBe(all);
  expect(await options.first().innerText()).toBe(first);
  // a slash in a field is a letter
  await page.keyboard.type('/');
  expect(await page.locator('.search input').inputValue()).toBe('county/');
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
