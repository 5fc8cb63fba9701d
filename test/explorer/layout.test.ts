import { describe, expect, test } from 'vitest';
import { layoutShiftOf } from './rig/browser.ts';
import { beforeEachPage, explore } from './rig/explore.ts';
import { ALDER_CREEK, SHOWN_VIEWS } from './rig/views.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What browsers call good is below 0.1. */
const MOST_SHIFT = 0.05;

const { visit } = explore();

// all of one size first: a tab is used again for the same size
describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('moves nothing while it comes on a phone', async () => {
    const { page } = await visit(path, PHONE);
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
  });
});

describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('moves nothing while it comes in a wide window, and is as wide as the head', async () => {
    const { page } = await visit(path, DESK);
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.waitForFunction(() => innerWidth === 1600);
    const [brand, title] = await Promise.all(
      ['.brand', 'main h1'].map((name) => page.locator(name).first().boundingBox()),
    );
    // 81.5 rem in the middle, beside the scroll bar
    expect([brand?.x, title?.x]).toEqual([140.5, 140.5]);
  });
});

test('before it is drawn, a panel is open', async () => {
  const { page } = await visit(`/jurisdictions/${ALDER_CREEK}`);
  const link = page.locator('tr[data-row="2026-02-01"] [data-column=payment_value] a');
  const isOpen = await link.evaluate(
    (element) =>
      new Promise((resolve) => {
        new MutationObserver(() => {
          const panel = document.querySelector('dialog');
          if (panel) resolve(panel.open);
        }).observe(document.body, { childList: true, subtree: true });
        if (element instanceof HTMLElement) element.click();
      }),
  );
  expect(isOpen).toBe(true);
});

test('before it is drawn, a view that the reader moves to has the focus and its title', async () => {
  const { page } = await visit('/');
  const link = page.getByRole('link', { name: 'Data', exact: true });
  await link.click();
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
  const home = page.getByRole('link', { name: 'Sales tax allocations', exact: true });
  const [focused, title] = await home.evaluate(async (element) => {
    if (element instanceof HTMLElement) element.click();
    await null;
    return [document.activeElement?.id, document.title];
  });
  expect([focused, title]).toEqual(['main', 'Sales tax allocations']);
});

test('before it is drawn, a chart has its size, and a field its value', async () => {
  const { page } = await visit('/', PHONE);
  await beforeEachPage(page, () => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.plot svg')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const [plot, drawn] = ['.plot', '.plot svg'].map((name) => document.querySelector(name)?.clientWidth);
        const field = document.querySelector<HTMLInputElement>('input.amount');
        Object.assign(globalThis, { first: [plot, drawn, field?.value] });
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(new URL(SHOWN_VIEWS['jurisdiction-fiscal-year'] ?? '', page.url()).href);
  const first = await page.waitForFunction(() => Reflect.get(globalThis, 'first'));
  const [plot, drawn, value] = await first.jsonValue();
  expect([drawn, value]).toEqual([plot, '20,100,000']);
});

test('before a view is drawn, the head of the page leads to its views', async () => {
  const { page } = await visit('/');
  await beforeEachPage(page, () => {
    const observer = new MutationObserver(() => {
      const link = document.querySelector<HTMLElement>('.page-head a[href=data]');
      if (!link) return;
      observer.disconnect();
      link.click();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
});
