import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { statement } from '../../rig/reports/small-reports.ts';
import { explore } from '../rig/explore.ts';
import { readPoints } from '../rig/figures.ts';

/** Sixty letters. */
const LONG = 'Saint Bartholomew of the Upper Valley and the Lower Orchards';
const monthAt = (at: number) => `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
/** Payments from January 2021 on; `null` is no row. */
const PLACES: Readonly<Record<string, readonly (number | null)[]>> = {
  'One Month': [...Array(35).fill(null), 500],
  'Two Months': [...Array(34).fill(null), 500, 600],
  'Twelve Months': [...Array(24).fill(null), ...Array(12).fill(2_431_936)],
  'Mostly Gap': [100, ...Array(34).fill(null), 100],
  'Below Zero': Array.from({ length: 36 }, (_, at) => -100 - at),
  'Flat Town': Array(36).fill(2_431_936),
  [LONG]: Array.from({ length: 36 }, (_, at) => 1_000_000 + at * 10_000),
  'Eighth Town': Array.from({ length: 36 }, (_, at) => 1_020_000 + at * 10_000),
};
const idOf = (name: string) => 60010001 + Object.keys(PLACES).indexOf(name);

const { visit } = explore(async (rig) => {
  const rows = Object.entries(PLACES).flatMap(([name, payments], place) =>
    payments.flatMap((net, at) =>
      net === null ? [] : [{ code: String(10_001 + place), name, month: monthAt(at), net }],
    ),
  );
  await rig.load({ 'statements.csv': statement(rows) });
});

const open = async (name: string, query: string) => {
  const { page } = await visit(`/jurisdictions/${idOf(name)}?years=all&${query}`);
  return page;
};
const ticks = (page: Page) => page.locator('.plot .axes:not(.slots) text').allTextContents();

test.each([
  ['One Month', 'chart=payments', /^December 2023, for sales of October: Net payment \$500\.00\. A chart/],
  [
    'Two Months',
    'chart=payments',
    /November 2023.* \$500\.00\. December 2023.* \$600\.00\. A chart needs 3 months/,
  ],
  ['Twelve Months', 'chart=rolling-year', /Twelve months \$29,183,232\. A chart needs 3 months/],
  ['One Month', 'chart=fiscal-year', /^There is no figure to draw\./],
  ['Two Months', 'chart=years', /2023-24, 2 of 12 months.*A chart needs 3 years/],
  ['Mostly Gap', 'chart=payments&from=2021-06&to=2022-12', /^There is no figure to draw\./],
])('%s with %s is a sentence, and no chart', async (name, query, said) => {
  const page = await open(name, query);
  expect(await page.locator('.few').innerText()).toMatch(said);
  expect(await page.locator('.plot, .chart .actions').count()).toBe(0);
});

test('two points around a gap of 34 months are a sentence, also in a comparison', async () => {
  const page = await open('Mostly Gap', 'chart=payments&from=2021-01&to=2023-12');
  expect(await page.locator('.few').innerText()).toContain('A chart needs 3 months');
  const compared = await visit(`/compare?ids=${idOf('Mostly Gap')},${idOf('One Month')}&years=all`);
  expect(await compared.page.locator('.few').innerText()).toContain('January 2021');
});

test('payments below zero hang from the axis, in a color of their own', async () => {
  const page = await open('Below Zero', 'chart=payments');
  expect((await ticks(page)).at(-1)).toBe('$0');
  expect(await page.locator('.plot .bar.below').count()).toBe(36);
  const [zero, bar] = await Promise.all([
    page.locator('.plot .zero').boundingBox(),
    page.locator('.plot .bar').first().boundingBox(),
  ]);
  expect(Math.abs((bar?.y ?? 0) - (zero?.y ?? 9))).toBeLessThan(2);
});

test('a flat line has an axis of at least a hundredth of its value, with four digits at most', async () => {
  const page = await open('Flat Town', 'chart=rolling-year');
  const shown = (await ticks(page)).filter((text) => text.includes('M'));
  expect(shown.length).toBeGreaterThan(2);
  for (const text of shown) expect(text.replace(/\D/g, '').length).toBeLessThanOrEqual(4);
  const dollars = shown.map((text) => Number(text.replace(/[$M]/g, '')));
  expect(Math.max(...dollars) - Math.min(...dollars)).toBeGreaterThanOrEqual(29.18 * 0.01);
});

test('a budget of zero is none', async () => {
  const page = await open('Flat Town', 'chart=fiscal-year&budget=2023-24:0');
  expect(await page.locator('.chart-title').innerText()).toContain('compared with 2022-23');
});

test('eight names, one of sixty letters, stand beside each other, and not on an axis', async () => {
  const ids = Object.keys(PLACES).map(idOf);
  const { page } = await visit(`/compare?ids=${ids.join()}&scale=figures&years=all`);
  const names = page.locator('.plot .ends text');
  expect(await names.allTextContents()).toContain('Saint Bartholomew of …');
  const boxes = await names.evaluateAll((all) =>
    all.map((name) => {
      const { top, bottom, left, right } = name.getBoundingClientRect();
      return { top, bottom, left, right };
    }),
  );
  expect(boxes).toHaveLength(8);
  boxes.sort((one, other) => one.top - other.top);
  for (const [at, { bottom }] of boxes.entries())
    expect(bottom).toBeLessThanOrEqual((boxes[at + 1]?.top ?? Number.POSITIVE_INFINITY) + 3);
  const axis = await page.locator('.plot .slots text').first().boundingBox();
  const chart = await page.locator('.plot').boundingBox();
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(axis?.y ?? 0);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(
    (chart?.x ?? 0) + (chart?.width ?? 0),
  );
});

test('places of a comparison can have a small chart each, with their names above', async () => {
  const ids = [idOf('Below Zero'), idOf(LONG)].join();
  const small = await visit(`/compare?ids=${ids}&lines=each`);
  expect(await small.page.locator('.plot .split text').allTextContents()).toEqual(['Below Zero', LONG]);
  const [first, second] = [
    await readPoints(small.page, String(idOf('Below Zero'))),
    await readPoints(small.page, String(idOf(LONG))),
  ];
  expect(Math.max(...first.map(({ x }) => x))).toBeLessThan(Math.min(...second.map(({ x }) => x)));
});
