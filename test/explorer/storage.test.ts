import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openTokens } from '../../src/store/tokens/tokens.ts';
import { filesUnder } from '../rig/folders.ts';
import { settled } from './rig/browser.ts';
import { beforeEachPage, explore } from './rig/explore.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const { visit } = explore();
const tokens = openTokens(':memory:');
const token = tokens.create('reader', null);
const guarded = explore(undefined, { verifyToken: (text) => tokens.verify(text) });

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
    expect(naming).toEqual(['src/explorer/service/session.ts']);
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

  test('a token holds until the page is closed', async () => {
    const { page, context } = await guarded.visit('/', { expected: /status of 401/ });
    await blockStorage(context);
    await page.reload();
    await page.getByLabel('Access token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Rankings', exact: true }).click();
    await page.locator('h1', { hasText: 'Illinois, June 2020' }).waitFor();
    await page.reload();
    await page.locator('h1', { hasText: 'Enter an access token' }).waitFor();
  });
});
