import { expect, test } from 'vitest';
import type { AnalyzedMonthPage, ComparisonLinePage } from '../../../src/client/generated/types.gen.ts';
import { settled } from '../rig/browser.ts';
import { explore } from '../rig/explore.ts';
import { readPoints } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const JUNIPER_WELLS = 60036990;

const monthsOf = async (id: number) =>
  (await json<AnalyzedMonthPage>(`/api/jurisdictions/${id}/analysis`)).data.toReversed();

test('an index can begin at the mean of twelve months', async () => {
  const { page } = await visit(`/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}&scale=index-12&years=5`);
  expect(await page.locator('section[aria-label=Chart] .chart > .hint').first().innerText()).toBe(
    '100 is the mean of November 2021 to October 2022.',
  );
  for (const id of [ALDER_CREEK, JUNIPER_WELLS]) {
    const values = (await monthsOf(id)).slice(-60).map(({ value }) => value ?? 0);
    const mean = values.slice(0, 12).reduce((sum, value) => sum + value, 0) / 12;
    const shown = (await readPoints(page, String(id))).map(({ value }) => value);
    expect(shown).toHaveLength(60);
    for (const [at, value] of shown.entries()) expect(value).toBeCloseTo(((values[at] ?? 0) / mean) * 100, 6);
  }
});

test('the mean says if twelve months from the wanted one are not there', async () => {
  const { page } = await visit(
    `/compare?ids=${ALDER_CREEK},60034990&scale=index-12&years=all&base=2019-01-01`,
  );
  expect(await page.locator('section[aria-label=Chart] .chart > .hint').first().innerText()).toBe(
    '100 is the mean of March 2021 to February 2022. Of the 12 months from January 2019 on, there are not all figures above zero of Willow Terrace.',
  );
});

test('the years of a place are lines over the months of a year', async () => {
  const { page } = await visit(`/compare?ids=${ALDER_CREEK}&scale=years&years=3`);
  const months = await monthsOf(ALDER_CREEK);
  for (const year of ['2026', '2025', '2024']) {
    const expected = months
      .filter(({ allocation_period }) => allocation_period.startsWith(year))
      .map(({ allocation_period, value }) => [String(Number(allocation_period.slice(5, 7))), value]);
    const chart = page.locator('section[aria-label=Chart]');
    expect(
      (await readPoints(chart, `${ALDER_CREEK} ${year}`)).map(({ slot, value }) => [slot, value]),
    ).toEqual(expected);
  }
});

test('the years of a place have its color, and strokes that differ', async () => {
  const { page } = await visit(`/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}&scale=years&years=all`);
  const styles = await page.locator('section[aria-label=Chart] .plot .line').evaluateAll((lines) =>
    lines.map((line) => {
      const { stroke, strokeDasharray } = getComputedStyle(line);
      return { stroke, strokeDasharray };
    }),
  );
  // four years of two places
  expect(styles.length).toBe(8);
  expect(new Set(styles.map(({ stroke }) => stroke)).size).toBe(2);
  expect(new Set(styles.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(4);
  expect(new Set(styles.map((style) => JSON.stringify(style))).size).toBe(8);
});

test('all places of a group are added as lines of their own', async () => {
  const tab = await visit(`/compare?ids=${ALDER_CREEK}`);
  const { page } = tab;
  await page.getByRole('combobox', { name: 'A group' }).selectOption('ca:city');
  const add = page.getByRole('button', { name: 'Add all of its places' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/ids=\d+(,\d+){5}$/);
  await settled(tab);
  const { data } = await json<ComparisonLinePage>('/api/ca/sales-tax/comparison?type=city');
  const shown = await page
    .locator('.chosen [data-place]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-place')));
  expect(new Set(shown)).toEqual(new Set(data.map(({ jurisdiction }) => String(jurisdiction?.id))));
});
