import { expect, test } from 'vitest';
import { moved } from '../../../../src/explorer/chart/brush.tsx';
import { settled } from '../../rig/browser.ts';
import { explore } from '../../rig/explore.ts';
import { readPoints } from '../../rig/figures.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test.each([
  ['the first month', [40, 100], [1, 0], -12, [28, 100]],
  ['the first month beyond the start', [40, 100], [1, 0], -50, [0, 100]],
  ['the first month, up to a year before the last', [40, 100], [1, 0], 90, [89, 100]],
  ['the last month', [40, 100], [0, 1], -10, [40, 90]],
  ['the last month, down to a year after the first', [40, 60], [0, 1], -30, [40, 51]],
  ['both, as far as there are months', [40, 60], [1, 1], 90, [80, 100]],
] as const)('a brush moves %s', (_, range, ends, by, expected) => {
  expect(moved(range, ends, by, 100)).toEqual(expected);
});

test('the months of a chart are chosen by keys and by mouse, kept in the address, and all are in small', async () => {
  const tab = await visit(PATH);
  const { page } = tab;
  const firstOf = async () => (await readPoints(page, 'twelve_months_value'))[0]?.slot;
  expect(await firstOf()).toBe('2021-11-01');
  const first = page.getByRole('slider', { name: 'First month shown' });
  await first.press('PageDown');
  // a tenth of all months
  await page.waitForURL(`**${PATH}?from=2021-01`);
  expect(await firstOf()).toBe('2021-01-01');
  expect(await first.getAttribute('aria-valuetext')).toBe('January 2021');
  expect(await first.evaluate((handle) => handle === document.activeElement)).toBe(true);
  // below the plot, from its left edge on
  const edges = await page.evaluate(() =>
    ['.brush', '.plot .grid'].map((part) => document.querySelector(part)?.getBoundingClientRect().left ?? 0),
  );
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 9))).toBeLessThan(1);
  // the window as a whole
  const shown = (await page.locator('.brush .window').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [shown.x + shown.width / 2, shown.y + shown.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 190, y, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/from=2019-\d\d&to=2025-\d\d$/);
  const points = await readPoints(page, 'twelve_months_value');
  expect(points).toHaveLength(70);
  await page.reload();
  await settled(tab);
  expect(await readPoints(page, 'twelve_months_value')).toEqual(points);
});

test('months that the mouse is dragged across are the period', async () => {
  const { page } = await visit(`${PATH}?chart=payments`);
  const box = async (month: string) => {
    const bar = page.locator(`[data-series="payment_value"][data-slot="${month}-01"]`);
    const { x = 0, y = 0, width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    return [x + width / 2, y + height / 2] as const;
  };
  const [from, to] = [await box('2026-03'), await box('2026-06')];
  await page.mouse.move(...to);
  await page.mouse.down();
  await page.mouse.move(...from, { steps: 4 });
  expect(await page.locator('.cursor rect').count()).toBe(1);
  await page.mouse.up();
  await page.waitForURL('**period=2026-03..2026-06');
  expect(await page.locator('.period h2').innerText()).toBe('Payments of March to June 2026');
  // the chart marks them with a band
  await page.locator('.plot rect[data-event="2026-03-01"]').waitFor({ state: 'attached' });
  // one month that is clicked is only read
  await page.mouse.click(...(await box('2026-01')));
  expect(page.url()).toMatch(/period=2026-03\.\.2026-06$/);
});
