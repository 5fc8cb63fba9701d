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

/** The colors that a system can ask for. */
const COLORS: Readonly<Record<string, Parameters<Page['emulateMedia']>[0]>> = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
};

/** What breaks the rules of WCAG 2.2 AA, or has the name of another landmark. Colors can only break the rule of contrast. */
async function violationsOf(page: Page, width: number, colors: string): Promise<string[]> {
  await page.emulateMedia(COLORS[colors]);
  await resize(page, { width, height: 900 });
  const runOnly = colors === 'light' ? WCAG : { type: 'rule', values: ['color-contrast'] };
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, rules: { 'landmark-unique': { enabled: true } }, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${width} px, ${colors}: ${id}: ${html} ${failureSummary}`),
  );
}

/** Leaves two rows of a table of those that differ in text and figures alone: each takes its time. */
function removeAlikeRows(): void {
  const seen = new Map<string, number>();
  for (const row of document.querySelectorAll('tbody tr')) {
    const shape = row.outerHTML
      .replaceAll(/>[^<]+</g, '><')
      .replaceAll(/ (?!class|style|role)[\w-]+="[^"]*"/g, '');
    const count = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, count);
    if (count > 2) row.remove();
  }
}

/** Gives the window a size, and lets charts and tables, which measure themselves between two frames, draw again. */
async function resize(page: Page, window: typeof USUAL): Promise<void> {
  await page.setViewportSize(window);
  await page.waitForFunction((width) => innerWidth === width, window.width);
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
}

const NARROW = { width: 320, height: 640 };
const USUAL = { width: 1200, height: 900 };

/** Whether the page, and not only a table or chart in it, has to be scrolled sideways in a window and with a text size. */
async function overflowIn(page: Page, window: typeof USUAL, percent: number): Promise<number> {
  await page.evaluate((size) => {
    document.documentElement.style.setProperty('font-size', `${size}%`);
  }, percent);
  await resize(page, window);
  return page.evaluate(() => {
    const root = document.documentElement;
    // room that is kept for a scroll bar makes the content narrower
    return Math.max(0, root.scrollWidth - root.clientWidth);
  });
}

/** The cells of tables whose text covers the next cell. */
function spilledCells(page: Page): Promise<string[]> {
  return page
    .locator('tbody :is(th, td)')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.outerHTML),
    );
}

const { visit } = explore();

describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('has no violation of WCAG 2.2 AA, and is the same after a reload', async () => {
    const tab = await visit(path);
    const { page } = tab;
    await page.waitForLoadState('networkidle');
    const before = await page.locator('main').innerText();
    await page.evaluate(removeAlikeRows);
    await page.evaluate(AXE);
    const violations: string[] = [];
    for (const width of [1440, 390])
      for (const colors of Object.keys(COLORS)) violations.push(...(await violationsOf(page, width, colors)));
    expect(violations).toEqual([]);
    await page.setViewportSize(USUAL);
    await page.reload();
    await settled(tab);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main').innerText()).toBe(before);
  });
});

// a tab is used again for the same size
describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('needs no scrolling sideways in narrow windows and with large text', async () => {
    const { page } = await visit(path, NARROW);
    expect([
      await overflowIn(page, NARROW, 100),
      await overflowIn(page, NARROW, 200),
      await overflowIn(page, USUAL, 200),
    ]).toEqual([0, 0, 0]);
    await overflowIn(page, { width: 390, height: 844 }, 100);
    expect(await spilledCells(page)).toEqual([]);
  });
});

test('a view says which states have invented figures', async () => {
  const { page } = await visit('/compare');
  expect(await page.getByRole('complementary', { name: 'Sample' }).innerText()).toBe(
    'Sample: California and Texas have invented places and figures. Illinois and North Carolina have figures that the state published.',
  );
});
