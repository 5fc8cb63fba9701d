import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OwnEvent } from '../../src/domain/allocation.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';
import { saved } from './rig/downloads.ts';
import { explore } from './rig/explore.ts';
import { readColumn, readPoints } from './rig/figures.ts';

/** Months of the reports: March 2024 is missing, and May has a refund that is larger than the payment. */
const NET = {
  '2023-12': 90,
  '2024-01': 100,
  '2024-02': 200,
  '2024-04': 150,
  '2024-05': -40.5,
  '2024-06': 110,
};
const OWN = [
  { from: '2024-05', to: '2024-05', state: 'ca', code: '10001', text: 'A dealer moved away' } as OwnEvent,
];
const rows = Object.entries(NET).map(([month, net]) => ({ code: '10001', name: 'Gap Town', month, net }));
const PATH = '/jurisdictions/60010001';

const { visit } = explore(
  async (rig) => {
    await rig.load({
      'statements.csv': statement(rows),
      // settled in February
      'quarterly.csv': quarterly([{ code: '10001', quarter: '4Q-23', pool: 5 }]),
    });
    // a later report restates January
    await rig.load({
      'restated.csv': statement([
        { code: '10001', name: 'Gap Town', month: '2024-01', net: 120 },
        { code: '10001', name: 'Gap Town', month: '2024-06', net: 110 },
      ]),
    });
  },
  { events: () => OWN },
);

test('a missing month is missing in the table, and never zero', async () => {
  const { page } = await visit(`${PATH}?fiscal_year_start=1`);
  const values = await readColumn(
    page.getByRole('region', { name: 'All months', exact: true }),
    'payment_value',
  );
  expect([...values.values()]).toEqual([110, -40.5, 150, null, 200, 120, 90]);
  expect([...values.keys()][3]).toBe('2024-03-01');
  const cell = (month: string, column: string) =>
    page.locator(`tr[data-row="${month}"] [data-column="${column}"]`).innerText();
  expect(await cell('2024-03-01', 'payment_value')).toBe('missing');
  expect(await cell('2024-05-01', 'payment_value')).toBe('−$41');
  // a sum over a missing month is not known
  expect(await cell('2024-04-01', 'fiscal_year_to_date_value')).toBe('–');
  expect(await cell('2024-02-01', 'fiscal_year_to_date_value')).toBe('$320');
});

test.each([
  ['calendar', { '2024': '5 of 12 months', '2023': '1 of 12 months' }],
  ['fiscal', { '2023-24': '6 of 12 months' }],
])('a missing month is not counted in %s years that are over', async (kind, years) => {
  const { page } = await visit(`${PATH}?chart=years&kind=${kind}`);
  for (const [year, months] of Object.entries(years))
    expect(await page.locator(`tr[data-row="${year}"] [data-column=months]`).innerText()).toBe(months);
});

test('a missing month is a gap in the chart', async () => {
  const { page } = await visit(PATH);
  const points = await readPoints(page, 'payment_value');
  expect(points.map(({ value }) => value)).toEqual([90, 120, 200, 150, -40.5, 110]);
  const gaps = page.locator('.gaps [data-missing]');
  expect(await gaps.evaluateAll((all) => all.map((gap) => gap.getAttribute('data-missing')))).toEqual([
    '2024-03-01',
  ]);
  // higher figures stand higher: 200, 150, 120, 110, 90, -40.5
  const heights = points.toSorted((a, b) => b.value - a.value).map(({ y }) => y);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
});

test('events are rules of the chart, with a text above the plot and where a month is read, also if saved', async () => {
  const { page } = await visit(PATH);
  const rules = page.locator('.plot .events [data-event]');
  await expect.poll(() => rules.count()).toBe(2);
  const texts = /^(Restated on \w+ \d+, 20\d\d, by [+−]\$\S+|A dealer moved away)$/;
  expect(await rules.evaluateAll((all) => all.map((rule) => rule.getAttribute('data-event')))).toEqual([
    '2024-01-01',
    '2024-05-01',
  ]);
  const labels = page.locator('.plot .event-labels text');
  for (const text of await labels.allTextContents()) expect(text).toMatch(texts);
  const boxes = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().bottom));
  const plot = await page
    .locator('.plot .grid')
    .first()
    .evaluate((line) => line.getBoundingClientRect().top);
  expect(Math.max(...boxes) - plot).toBeLessThan(0);
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('.readout-event').innerText()).toBe('A dealer moved away');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/\. A dealer moved away$/);
  const picture = readFileSync(await (await saved(page, 'Save chart as SVG')).path(), 'utf8');
  expect(picture).toContain('>A dealer moved away</text>');
  expect(picture).toContain('1 month not loaded');
});

test('a restated figure is named in the notes', async () => {
  const { page } = await visit(PATH);
  const notes = page.locator('.notes');
  await notes.locator('summary').click();
  expect(await notes.locator('summary').innerText()).toBe('2 notes');
  await notes.locator('.restated').waitFor();
  expect(await notes.locator('.restated').innerText()).toMatch(
    /^Jan 2024 \(sales of Nov 2023\) Net payment: changed from \$100\.00 to \$120\.00 on \w+ \d+, 20\d\d by restated\.csv$/,
  );
});

test('a missing month is read by keyboard', async () => {
  const { page } = await visit(PATH);
  const plot = page.getByRole('slider');
  await plot.focus();
  expect(await plot.getAttribute('aria-valuetext')).toBe(
    'June 2024, for sales of April: Net payment $110.00, Year before missing',
  );
  for (let month = 6; month > 3; month--) await page.keyboard.press('ArrowLeft');
  expect(await plot.getAttribute('aria-valuetext')).toContain(
    'March 2024, for sales of January: Net payment missing',
  );
  await page.keyboard.press('Home');
  expect(await plot.getAttribute('aria-valuetext')).toContain(
    'December 2023, for sales of October: Net payment $90.00',
  );
  await page.keyboard.press('End');
  expect(await plot.getAttribute('aria-valuenow')).toBe('6');
});

test('a field of quarter ends has a figure at quarter ends only, and a dash in other months', async () => {
  const { page } = await visit(`${PATH}?field=countywide_pool`);
  expect(await page.locator('.few').innerText()).toMatch(
    /^February 2024, for sales of December 2023: [^.]* \$5\.00\. A/,
  );
  const texts = await page.locator('tbody [data-column="payment_value"]').allInnerTexts();
  // May is a quarter end whose report is not there yet
  expect(texts).toEqual(['–', 'missing', '–', '–', '$5', '–', '–']);
});
