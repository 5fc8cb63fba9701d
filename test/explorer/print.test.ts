import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { loadEventful, MANY } from './rig/eventful.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK, SHOWN_VIEWS } from './rig/views.ts';

/** The width of letter paper without its margins, in CSS pixels, upright and across. */
const [UPRIGHT, ACROSS] = [702, 942];

const { visit } = explore();
const eventful = explore(loadEventful);

/** What is on the paper and should not be, and what should be whole and is not. */
function faultsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = [...document.body.querySelectorAll('*')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    });
    const told = (element: Element) => `${element.outerHTML.slice(0, 120)}`;
    const controls = seen.filter((element) =>
      // a word of a table looks like the others
      element.matches('button:not(.word), input, select, nav[aria-label=Views]'),
    );
    const outside = seen.filter(
      (element) => element.childElementCount === 0 && element.getBoundingClientRect().right > innerWidth + 1,
    );
    const cut = seen.filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = (overflow: string, content: number, room: number) =>
        overflow !== 'visible' && content > room + 1;
      return (
        isCut(overflowX, element.scrollWidth, element.clientWidth) ||
        isCut(overflowY, element.scrollHeight, element.clientHeight)
      );
    });
    return [
      ...controls.map((element) => `control: ${told(element)}`),
      ...outside.map((element) => `beyond the paper: ${told(element)}`),
      ...cut.map((element) => `cut: ${told(element)}`),
    ];
  });
}

describe.each(Object.entries(SHOWN_VIEWS))('%s on paper', (_, path) => {
  test('has no controls, and nothing is cut', async () => {
    const { page } = await visit(path, { width: UPRIGHT, scheme: 'dark' });
    await page.waitForLoadState('networkidle');
    // a row without figures says nothing on paper
    const rows = await page.locator('tbody tr:not(.empty)').count();
    await page.emulateMedia({ media: 'print' });
    const paper = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('page'));
    if (paper === 'wide') await page.setViewportSize({ width: ACROSS, height: UPRIGHT });
    await page.waitForFunction((width) => innerWidth === width, paper === 'wide' ? ACROSS : UPRIGHT);
    expect(await faultsOnPaper(page)).toEqual([]);
    if (!path.includes('figure=')) {
      // what the window did not reach may come to the paper
      expect(await page.locator('tbody tr:visible').count()).toBeGreaterThanOrEqual(rows);
      expect(await page.locator('tbody tr:not(.empty)').filter({ visible: false }).count()).toBe(0);
      expect(await page.locator('tbody tr.empty').filter({ visible: true }).count()).toBe(0);
    }
    // light paper, also for a reader of dark pages
    const ink = await page
      .locator('h1, h2')
      .last()
      .evaluate((head) => getComputedStyle(head).color);
    expect(ink).toBe('rgb(27, 39, 51)');
  });
});

test('a printed view is of several pages if its table is long', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // 101 months do not fit on two
  expect(pages).toBeGreaterThan(2);
  expect(pages).toBeLessThan(6);
});

test('a printed view has its address and its day, and no heading without content', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const [foot, peers] = [page.locator('.on-paper'), page.locator('.peers')];
  expect(await foot.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await foot.innerText()).toMatch(/\/jurisdictions\/60001990, seen on \w+ \d+, 20\d\d\.$/);
  // its table was not in sight, so the rank stands alone
  expect(await peers.innerText()).toMatch(/^It is number/);
  expect(await peers.locator('table').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await peers.scrollIntoViewIfNeeded();
  await peers.locator('table').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await peers.innerText()).toMatch(/^Places like this one/);
});

test('a printed view is the open panel alone, if one is open', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}?figure=2026-02-01`);
  await page.locator('.origin').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.cards').isVisible()).toBe(false);
  expect(await page.locator('.origin').first().isVisible()).toBe(true);
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a long ranking on paper has every row', async () => {
  const { page } = await eventful.visit('/rankings/tx/2024-03', { width: ACROSS });
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  expect(await page.locator('tbody tr:visible').count()).toBe(MANY);
  // 150 rows do not fit on two
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(2);
});
