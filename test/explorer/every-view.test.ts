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

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(WCAG)}, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Whether the page, and not only a table or chart in it, has to be scrolled sideways. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const { visit } = explore();

describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test.each(['light', 'dark'] as const)('has no violation of WCAG 2.2 AA in %s colors', async (scheme) => {
    const { page } = await visit(path, { scheme });
    expect(await violationsOf(page)).toEqual([]);
  });

  test.each([
    ['320 pixels wide', { width: 320, height: 640 }],
    ['with text of 200 %', { text: 200 }],
    ['320 pixels wide with text of 200 %', { width: 320, height: 640, text: 200 }],
  ])('needs no scrolling sideways %s', async (_name, sight) => {
    const { page } = await visit(path, sight);
    expect(await overflowOf(page)).toBe(0);
  });

  test('is the same after a reload', async () => {
    const tab = await visit(path);
    const before = await tab.page.locator('main').innerText();
    await tab.page.reload();
    await settled(tab);
    expect(await tab.page.locator('main').innerText()).toBe(before);
  });
});

test('a view says which states have invented figures', async () => {
  const { page } = await visit('/compare');
  expect(await page.getByRole('complementary', { name: 'Sample' }).innerText()).toBe(
    'Sample: California and Texas have invented places and figures. Illinois and North Carolina have figures that the state published.',
  );
});
