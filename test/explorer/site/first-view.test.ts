import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openBrowser, settled } from '../rig/browser.ts';
import { ALDER_CREEK } from '../rig/views.ts';
import { siteOfSample } from './sample-site.ts';

/** Of the page, of what computes its figures, and of the documents: before the first figure is there, and in all. */
const MOST_BYTES = { first: 120_000, all: 250_000 };

const site = siteOfSample('/');

/** Remembers when the first figure is there. */
function watchFigures(): void {
  new MutationObserver((_, self) => {
    if (document.querySelector('.cards [data-value]') === null) return;
    self.disconnect();
    performance.mark('first-figure');
  }).observe(document, { childList: true, subtree: true });
}

test('the first view of a place loads little, and what draws charts after the first figure', async () => {
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  await page.addInitScript(watchFigures);
  await page.goto(`${site().server.address}#/jurisdictions/${ALDER_CREEK}`);
  await settled({ page });
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-figure');
    return performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      path: new URL(name).pathname.slice(1),
      isFirst: startTime + duration < (mark?.startTime ?? 0),
    }));
  });
  const bytesOf = (files: typeof loaded) =>
    [...new Set(['index.html', ...files.map(({ path }) => path)])].reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(site().folder, name))).length,
      0,
    );
  const first = bytesOf(loaded.filter(({ isFirst }) => isFirst));
  expect(first).toBeGreaterThan(10_000);
  expect(first).toBeLessThanOrEqual(MOST_BYTES.first);
  expect(bytesOf(loaded)).toBeLessThanOrEqual(MOST_BYTES.all);
  await context.close();
});
