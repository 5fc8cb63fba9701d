import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '../rig/browser.ts';
import { explore } from '../rig/explore.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { served } = explore();

/** So long after the last request, the page waits for answers. */
const QUIET_MS = 500;

/**
 * How many requests follow each other until a view has its first figure, the page itself being the first: all requests
 * wait until no other one comes.
 */
async function countRounds(path: string): Promise<{ rounds: number; asked: string[] }> {
  const context = await (await openBrowser()).newContext();
  try {
    const page = await context.newPage();
    const asked: string[] = [];
    let waiting: Route[] = [];
    await page.route('**/*', (route) => {
      waiting.push(route);
    });
    const opened = page.goto(`${served().address}${path}`, { waitUntil: 'commit' });
    const hasFigure = () =>
      page.locator('main').evaluateAll(([main]) => /\$\d/.test(main?.textContent ?? ''));
    for (let rounds = 0; ; rounds += 1) {
      const isDrawn = async () => rounds > 0 && (await hasFigure());
      await expect.poll(async () => waiting.length > 0 || (await isDrawn()), { timeout: 20_000 }).toBe(true);
      // those that are sent together
      for (let known = -1; known < waiting.length; await pause(QUIET_MS)) known = waiting.length;
      if (await isDrawn()) return { rounds, asked };
      const released = waiting;
      waiting = [];
      asked.push(...released.map((route) => new URL(route.request().url()).pathname));
      await Promise.all(released.map((route) => route.continue()));
      await opened;
    }
  } finally {
    await context.close();
  }
}

test.each([
  ['/'],
  [`/jurisdictions/${ALDER_CREEK}`],
  ['/jurisdictions/nc:city'],
  ['/jurisdictions/nc:city:Wake'],
  ['/rankings/nc'],
  [`/compare?ids=${ALDER_CREEK},ca:city`],
])('the first figure of %s comes after two requests in a row', async (path) => {
  const { rounds, asked } = await countRounds(path);
  expect(rounds, asked.join('\n')).toBe(2);
  // what draws charts is not among them
  expect(asked.filter((name) => name.includes('/draw-'))).toEqual([]);
});
