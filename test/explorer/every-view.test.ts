import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled } from './rig/browser.ts';
import { explore } from './rig/explore.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What breaks the rules of WCAG 2.2 AA. A color scheme can only break the one of contrast. */
async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: rules } : WCAG;
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const NARROW = { width: 320, height: 640 };
const USUAL = { width: 1200, height: 900 };

/** Whether the page, and not only a table or chart in it, has to be scrolled sideways in a window and with a text size. */
async function overflowIn(page: Page, window: typeof USUAL, percent: number): Promise<number> {
  await page.setViewportSize(window);
  return page.evaluate(async (size) => {
    const root = document.documentElement;
    root.style.setProperty('font-size', `${size}%`);
    // charts and tables measure themselves between two frames
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    // room that is kept for a scroll bar makes the content narrower
    return Math.max(0, root.scrollWidth - root.clientWidth);
  }, percent);
}

const { visit } = explore();

describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('has no violation of WCAG 2.2 AA, and is the same after a reload', async () => {
    const tab = await visit(path);
    const { page } = tab;
    await page.waitForLoadState('networkidle');
    const before = await page.locator('main').innerText();
    // all rows of a table are alike, and each takes its time
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('tbody tr:nth-child(n + 41)')) row.remove();
    });
    await page.evaluate(AXE);
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
    await page.reload();
    await settled(tab);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main').innerText()).toBe(before);
  });

  test('needs no scrolling sideways in narrow windows and with large text', async () => {
    const { page } = await visit(path, NARROW);
    expect([
      await overflowIn(page, NARROW, 100),
      await overflowIn(page, NARROW, 200),
      await overflowIn(page, USUAL, 200),
    ]).toEqual([0, 0, 0]);
  });
});

test('a view says which states have invented figures', async () => {
  const { page } = await visit('/compare');
  expect(await page.getByRole('complementary', { name: 'Sample' }).innerText()).toBe(
    'Sample: California and Texas have invented places and figures. Illinois and North Carolina have figures that the state published.',
  );
});
