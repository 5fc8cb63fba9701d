import { expect, test } from 'vitest';
import { settled } from '../../rig/browser.ts';
import { explore } from '../../rig/explore.ts';
import { readPoints } from '../../rig/figures.ts';
import { ALDER_CREEK } from '../../rig/views.ts';

const { visit } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

test('the months of a chart are chosen by keys, kept in the address, and all are in small', async () => {
  const tab = await visit(PATH);
  const { page } = tab;
  const firstOf = async () => (await readPoints(page, 'twelve_months_value'))[0]?.slot;
  expect(await firstOf()).toBe('2021-11-01');
  const first = page.getByRole('slider', { name: 'First month shown' });
  await first.press('PageDown');
  // a tenth of all months
  await page.waitForURL(`**${PATH}?from=2021-02`);
  expect(await firstOf()).toBe('2021-02-01');
  expect(await first.getAttribute('aria-valuetext')).toBe('February 2021');
  expect(await first.evaluate((handle) => handle === document.activeElement)).toBe(true);
  // below the plot, from its left edge on
  const edges = await page.evaluate(() =>
    ['.brush', '.plot .grid'].map((part) => document.querySelector(part)?.getBoundingClientRect().left ?? 0),
  );
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 9))).toBeLessThan(1);
  // at least a year stays
  const last = page.getByRole('slider', { name: 'Last month shown' });
  await last.press('Home');
  await page.waitForURL(`**${PATH}?from=2021-02&to=2022-01`);
  const points = await readPoints(page, 'twelve_months_value');
  expect(points).toHaveLength(12);
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
