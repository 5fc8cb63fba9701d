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

const PATHS = Object.entries(SHOWN_VIEWS).filter(
  ([name]) => !/^(jurisdiction|rankings-years|changes)/.test(name),
);

const { visit } = explore();

describe.each(PATHS)('%s', (_, path) => {
  test.each([DESK, PHONE])('moves nothing while it comes, in a window of $width pixels', async (window) => {
    const { page } = await visit(path, window);
    await page.waitForLoadState('networkidle');
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_SHIFT);
  });

  test('is as wide as the head', async () => {
    const { page } = await visit(path, { width: 1600, height: 900 });
    const [brand, title] = await Promise.all(
      ['.brand', 'main h1'].map((name) => page.locator(name).first().boundingBox()),
    );
    // 81.5 rem in the middle, beside the scroll bar
    expect([brand?.x, title?.x]).toEqual([140.5, 140.5]);
  });
});
