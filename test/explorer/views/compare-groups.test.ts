import { describe, expect, test } from 'vitest';
import type {
  AnalyzedMonthPage,
  ComparisonLinePage,
  MonthTotalPage,
} from '../../../src/client/generated/types.gen.ts';
import { settled } from '../rig/browser.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { readColumn, readPoints } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const JUNIPER_WELLS = 60036990;
const LARKSPUR_BEND = 482999021;
const PLACES = `${ALDER_CREEK},${JUNIPER_WELLS}`;

const totalsOf = async (query: string) =>
  (await json<MonthTotalPage>(`/api/ca/sales-tax/totals?${query}`)).data.toReversed();

describe('groups beside several places', () => {
  test.each([
    ['ca:city:Alameda', 'type=city&county=Alameda', ''],
    ['ca:city', 'type=city', ''],
    ['ca:', '', '&chart=rolling-year'],
  ])('%s is a line with the sums of the service', async (id, query, choice) => {
    const { page } = await visit(`/compare?ids=${PLACES},${id}&years=all${choice}`);
    const name = choice === '' ? 'value' : 'rolling_year';
    const expected = (await totalsOf(query)).flatMap((total): [string, number][] => {
      const value = total[name];
      return value === null ? [] : [[total.allocation_period, value]];
    });
    expect((await readPoints(page, id)).map(({ slot, value }) => [slot, value])).toEqual(expected);
    expect((await readPoints(page, String(ALDER_CREEK))).length).toBeGreaterThan(80);
  });

  test('are rows of the table of the newest month, with all comparisons', async () => {
    const { page } = await visit(`/compare?ids=${PLACES},ca:city`);
    const newest = page.locator('section[aria-label="Newest month"]');
    expect(await newest.locator('tbody tr').count()).toBe(3);
    const total = (await totalsOf('type=city')).at(-1);
    const [own] = (await json<AnalyzedMonthPage>(`/api/jurisdictions/${ALDER_CREEK}/analysis`)).data;
    for (const name of [
      'value',
      'change',
      'year_to_date',
      'fiscal_year_to_date_change',
      'rolling_year',
    ] as const) {
      const shown = await readColumn(newest, name);
      expect(shown.get('ca:city')).toBe(total?.[name]);
      expect(shown.get(String(ALDER_CREEK))).toBe(own?.[name]);
    }
    // the payments of all six cities, added up here
    const { data } = await json<ComparisonLinePage>('/api/ca/sales-tax/comparison?type=city&limit=1000');
    const cents = data.map(({ value }) => Math.round(100 * (value ?? 0))).reduce((a, b) => a + b);
    expect(data).toHaveLength(6);
    expect((await readColumn(newest, 'value')).get('ca:city')).toBe(cents / 100);
    await newest.getByRole('link', { name: 'Cities of California' }).click();
    await page.waitForURL('**/rankings/ca/2026-10?type=city');
  });

  test('are offered for the places that are there, and say that they contain them', async () => {
    const tab = await visit(`/compare?ids=${PLACES}`);
    const { page } = tab;
    const choice = page.getByLabel('A group');
    expect(await choice.locator('option').allInnerTexts()).toEqual([
      'Cities of Alameda County',
      'Cities of California',
      'All of California',
      'Cities of San Bernardino County',
    ]);
    // a key alone adds nothing
    await choice.press('ArrowDown');
    await page.waitForURL(`**ids=${PLACES}`);
    await page.getByRole('button', { name: 'Add the group' }).press('Enter');
    await page.waitForURL(`**/compare?ids=${PLACES},ca:city`);
    await settled(tab);
    expect(await page.locator('.chosen').innerText()).toContain('including those you compare');
    expect(await choice.locator('option').allInnerTexts()).not.toContain('Cities of California');
    await page.getByRole('button', { name: 'Remove Cities of California' }).click();
    await page.waitForURL(`**/compare?ids=${PLACES}`);
  });

  test('have no percentages and no quarters, and an unknown one is named', async () => {
    for (const choice of ['&chart=quarters', '&field=countywide_pool_percentage']) {
      const { page } = await visit(`/compare?ids=${PLACES},ca:city${choice}`);
      expect(await page.locator('main').innerText()).toContain('Groups have months and years of amounts.');
      expect((await readPoints(page, String(ALDER_CREEK))).length).toBeGreaterThan(10);
    }
    const { page } = await visit(`/compare?ids=${PLACES},ca:city:Nowhere`, { expected: /status of 422/ });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('Nowhere');
  });

  test('lead to an index if a place is small beside them', async () => {
    const { data } = await json<ComparisonLinePage>('/api/tx/sales-tax/comparison?type=city&limit=1000');
    const payments = data.map(({ value }) => value ?? 0);
    expect(Math.max(...payments)).toBeGreaterThan(10 * Math.min(...payments));
    const smallest = data.at(-1)?.jurisdiction?.id;
    const near = await visit(`/compare?ids=${LARKSPUR_BEND},tx:city`);
    const link = { name: 'Show all with a common start of 100' };
    expect(await near.page.getByRole('link', link).count()).toBe(0);
    const far = await visit(`/compare?ids=${smallest},tx:city`);
    await far.page.getByRole('link', link).click();
    await far.page.waitForURL(`**/compare?ids=${smallest},tx:city&scale=index`);
    expect((await readPoints(far.page, 'tx:city'))[0]?.value).toBe(100);
  });
});

describe('a group that lacks a member', () => {
  const eventful = explore(loadEventful);

  test('says in which month its sum is too small', async () => {
    const { page } = await eventful.visit(`/compare?ids=${ALDER_CREEK},ca:city`);
    expect(await page.locator('section[aria-label="Chart"]').innerText()).toContain(
      'Cities of California: in April 2024, a payment is missing, so the sum is too small.',
    );
  });
});
