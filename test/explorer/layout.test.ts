import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { explore } from './rig/explore.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What browsers call good is below 0.1. */
const MOST_SHIFT = 0.05;

/** How much of what was there moved while the view came, as browsers measure it. */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shift), 200);
      }),
  );
}

const { visit } = explore();

describe.each(Object.entries(SHOWN_VIEWS))('%s', (_, path) => {
  test('moves nothing while it comes on a phone', async () => {
    const { page } = await visit(path, PHONE);
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
  });

  test('moves nothing while it comes in a wide window, and is as wide as the head', async () => {
    const { page } = await visit(path, DESK);
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
    await page.setViewportSize({ width: 1600, height: 900 });
    const [brand, title] = await Promise.all(
      ['.brand', 'main h1'].map((name) => page.locator(name).first().boundingBox()),
    );
    // 81.5 rem in the middle, beside the scroll bar
    expect([brand?.x, title?.x]).toEqual([140.5, 140.5]);
  });
});
