import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openTokens } from '../../src/store/tokens/tokens.ts';
import { filesUnder } from '../rig/folders.ts';
import { choose, reached, settled } from './rig/browser.ts';
import { beforeEachPage, explore } from './rig/explore.ts';
import { ALDER_CREEK, SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();
const tokens = openTokens(':memory:');
const token = tokens.create('reader', null);
const guarded = explore(undefined, { verifyToken: (text) => tokens.verify(text) });

test('views that are opened later count as the reader chose; a shared address stays as it is', async () => {
  const tab = await visit('/rankings/ca/2026-10');
  const { page } = tab;
  await page.getByText('More choices').click();
  await choose(tab, 'Counted', 'sales', '**?basis=sales');
  await page.getByRole('link', { name: 'Sales tax allocations' }).click();
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
  await page.getByText('More choices').click();
  await choose(tab, 'Counted', 'sales', '**?basis=sales');
  await choose(tab, 'Counted', 'payment', '**/rankings/ca/2026-10');
  await page.locator('tbody th a').first().click();
  await page.waitForURL(/\/jurisdictions\/\d+$/);
});

test('the start of the fiscal year is remembered for each state', async () => {
  const tab = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const { page } = tab;
  await page.getByText('How this is counted').click();
  await choose(tab, 'Fiscal year starts in', '10', '**?fiscal_year_start=10');
  const open = async (name: string) => {
    await page.getByRole('link', { name: 'Sales tax allocations' }).click();
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
  await choose(tab, 'State', 'tx', /\/rankings\/tx\/2026-10$/);
});

/** Views that read each of the things that are stored. */
const READING = ['home', 'jurisdiction-fiscal-year', 'group', 'rankings', 'compare', 'updates', 'data'];

/** From the next page on, as if the reader had forbidden all sites to store anything. */
async function blockStorage(context: BrowserContext): Promise<void> {
  await beforeEachPage(context, () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
}

describe('in a browser that stores nothing', () => {
  test('no file but one names its storage, so that every view does without', () => {
    const naming = filesUnder('src/explorer').filter((path) =>
      /(?<!')\b(?:local|session)Storage\b(?!')/.test(readFileSync(path, 'utf8')),
    );
    expect(naming).toEqual(['src/explorer/address/browser-storage.ts']);
  });

  test.each(READING)('%s is shown', async (view) => {
    const tab = await visit(SHOWN_VIEWS[view] ?? '');
    const heading = await tab.page.locator('#main h1').first().innerText();
    await blockStorage(tab.context);
    await tab.page.reload();
    await settled(tab);
    expect(await tab.page.locator('#main h1').first().innerText()).toBe(heading);
    expect(await tab.page.locator('.fault').count()).toBe(0);
  });

  test('a choice holds for views that are opened later', async () => {
    const tab = await visit('/rankings/ca/2026-10');
    await blockStorage(tab.context);
    await tab.page.reload();
    await settled(tab);
    await tab.page.getByText('More choices').click();
    await choose(tab, 'Counted', 'sales', '**?basis=sales');
    await tab.page.getByRole('link', { name: 'Alder Creek', exact: true }).click();
    await reached(tab, `**/jurisdictions/${ALDER_CREEK}?basis=sales`);
  });

  test('a token holds until the page is closed', async () => {
    const { page, context } = await guarded.visit('/', { expected: /status of 401/ });
    await blockStorage(context);
    await page.reload();
    await page.getByLabel('Access token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Rankings', exact: true }).click();
    await page.locator('h1', { hasText: 'California, October 2026' }).waitFor();
    await page.reload();
    await page.locator('h1', { hasText: 'Enter an access token' }).waitFor();
  });
});
