import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { statement } from '../../rig/reports/small-reports.ts';
import { saved } from '../rig/downloads.ts';
import { explore } from '../rig/explore.ts';

/** Sixty letters. */
const LONG = 'Saint Bartholomew of the Upper Valley and the Lower Orchards';
const monthAt = (at: number) => `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
/** Stands for a payment that the report leaves blank. */
const BLANK = 7_777_777;
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
  'All Gaps': Array(36).fill(BLANK),
};
const idOf = (name: string) => 60010001 + Object.keys(PLACES).indexOf(name);
const place = (name: string, query: string) => `/jurisdictions/${idOf(name)}?years=all&${query}`;
const compare = (names: readonly string[], query: string) =>
  `/compare?ids=${names.map(idOf).join()}&years=all&chart=payments&${query}`;

const { visit } = explore(async (rig) => {
  const rows = Object.entries(PLACES).flatMap(([name, payments], at) =>
    payments.flatMap((net, month) =>
      net === null ? [] : [{ code: String(10_001 + at), name, month: monthAt(month), net }],
    ),
  );
  await rig.load({ 'statements.csv': statement(rows).replaceAll(String(BLANK), '') });
});

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
  ['Mostly Gap', 'chart=payments', /January 2021.* A chart needs 3 months/],
  ['All Gaps', 'chart=payments', /^There is no figure to draw\. A chart needs 3 months/],
  ['All Gaps', 'chart=quarters', /^There is no figure to draw\. A chart needs 3 /],
  ['All Gaps', 'chart=rolling-year', /^There is no figure to draw\. A chart needs 3 months/],
  ['All Gaps', 'chart=fiscal-year', /^There is no figure to draw\. A chart needs 3 months/],
  ['All Gaps', 'chart=years', /^There is no figure to draw\. A chart needs 3 years/],
])('%s with %s is a sentence, and no chart', async (name, query, said) => {
  const { page } = await visit(place(name, query));
  expect(await page.locator('.few').innerText()).toMatch(said);
  expect(await page.locator('.plot, .chart .actions, .by-mouse:visible').count()).toBe(0);
});

test('two points around a gap of 34 months are a sentence, also in a comparison', async () => {
  const { page } = await visit(compare(['Mostly Gap', 'One Month', 'All Gaps'], ''));
  expect(await page.locator('.few').innerText()).toContain('January 2021');
});

/** The texts of a picture that another one covers, or that its edges cut off. */
async function unreadable(context: BrowserContext, svg: string): Promise<string[]> {
  const picture = await context.newPage();
  await picture.setContent(`<body style="margin: 0">${svg}`);
  const found = await picture.locator('svg text').evaluateAll((texts) => {
    const all = texts.map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
    const edge = document.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
    // the boxes of lines have room above and below the letters
    const room = 5;
    return all
      .filter(
        ({ box }, at) =>
          box.left < 0 ||
          box.right > edge.right ||
          box.bottom > edge.bottom ||
          all.some(
            ({ box: other }, before) =>
              before < at &&
              box.left < other.right &&
              other.left < box.right &&
              box.top < other.bottom - room &&
              other.top < box.bottom - room,
          ),
      )
      .map(({ said }) => said);
  });
  await picture.close();
  return found;
}

// `vitest -u` draws the pictures anew; look at each that changes
test.each([
  ['one-month', compare(['One Month', 'Below Zero'], 'scale=figures')],
  ['twelve-months', place('Twelve Months', 'chart=payments')],
  ['flat', place('Flat Town', 'chart=rolling-year')],
  ['negative', place('Below Zero', 'chart=payments')],
  ['zero-budget', place('Eighth Town', 'chart=fiscal-year&budget=2023-24:0')],
  ['eight-labels', compare(Object.keys(PLACES).slice(0, 8), 'scale=figures')],
  ['long-name', place(LONG, 'chart=payments')],
  ['small-charts', compare(['One Month', 'Flat Town', LONG, 'Twelve Months'], 'scale=figures&lines=each')],
])('%s is drawn as in its picture', async (name, path) => {
  const { page, context } = await visit(path);
  const file = await saved(page, 'Save chart as SVG');
  const svg = readFileSync(await file.path(), 'utf8');
  // the same in each run, and with a line for each element
  const lines = svg
    .replace(/Version \w{8}\. http:\/\/[\d.]+:\d+/, 'Version 12345678. http://127.0.0.1:12345')
    .replaceAll('><', '>\n<');
  await expect(`${lines}\n`).toMatchFileSnapshot(`pictures/${name}.svg`);
  expect(await unreadable(context, svg)).toEqual([]);
});
