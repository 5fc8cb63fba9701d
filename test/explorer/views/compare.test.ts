import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type {
  AnalyzedMonth,
  AnalyzedMonthPage,
  ComparisonLinePage,
  MonthTotalPage,
} from '../../../src/client/generated/types.gen.ts';
import { settled } from '../rig/browser.ts';
import { saveTable } from '../rig/downloads.ts';
import { loadEventful } from '../rig/eventful.ts';
import { explore } from '../rig/explore.ts';
import { figureOf, readColumn, readPoints } from '../rig/figures.ts';
import { ALDER_CREEK } from '../rig/views.ts';

const { visit, json } = explore();
const JUNIPER_WELLS = 60036990;
/** Its first month is March 2021. */
const WILLOW_TERRACE = 60034990;
const LARKSPUR_BEND = 482999021;

/** A figure of a jurisdiction by month, oldest first, without missing ones. */
async function seriesOf(id: number, name: keyof AnalyzedMonth, query = '') {
  const { data } = await json<AnalyzedMonthPage>(`/api/jurisdictions/${id}/analysis${query}`);
  return data.reverse().flatMap((month): [string, number][] => {
    const value = month[name];
    return typeof value === 'number' ? [[month.allocation_period, value]] : [];
  });
}

async function pointsOf(page: Page, id: number): Promise<[string, number][]> {
  return (await readPoints(page, String(id))).map(({ slot, value }) => [slot, value]);
}

const GROUP_SECTION = 'section[aria-label="Against its group"]';

const chosen = (page: Page) => page.locator('.chosen li > a').allInnerTexts();

describe('a comparison', () => {
  test.each([
    ['', 'value', ''],
    ['&chart=change', 'change', ''],
    ['&chart=rolling-year', 'rolling_year', ''],
    ['&chart=year-to-date', 'year_to_date', ''],
    ['&chart=fiscal-year&fiscal_year_start=1', 'fiscal_year_to_date', '?fiscal_year_start=1'],
    ['&chart=quarters', 'quarter_total', ''],
  ] as const)('draws the figures of the service with %s', async (choice, name, query) => {
    const ids = [ALDER_CREEK, WILLOW_TERRACE, LARKSPUR_BEND];
    const { page } = await visit(`/compare?ids=${ids.join()}&years=all${choice}`);
    for (const id of ids) {
      const expected = await seriesOf(id, name, query);
      // Texas has no quarters
      const isDrawn = (await page.locator(`.plot [data-series="${id}"]`).count()) > 0;
      expect([id, isDrawn ? await pointsOf(page, id) : []]).toEqual([id, expected]);
    }
  });

  test('draws a field of quarter ends at quarter ends only', async () => {
    const { page } = await visit(
      `/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}&field=countywide_pool&years=all`,
    );
    const points = await pointsOf(page, ALDER_CREEK);
    expect(points.length).toBeGreaterThan(20);
    expect(new Set(points.map(([month]) => month.slice(5, 7)))).toEqual(new Set(['02', '05', '08', '11']));
  });

  test('has the figures in a table and its CSV, to the cent; before the first month there is none', async () => {
    const { page } = await visit(`/compare?ids=${ALDER_CREEK},${WILLOW_TERRACE}&years=all`);
    const column = `net_payment Willow Terrace ${WILLOW_TERRACE}`;
    const shown = await readColumn(page, column);
    const expected = await seriesOf(WILLOW_TERRACE, 'value');
    expect([...shown].filter(([, value]) => value !== null).reverse()).toEqual(expected);
    const cell = page.locator(`tr[data-row="2021-02-01"] [data-column="${column}"]`);
    expect(await cell.innerText()).toBe('–');
    const { rows } = await saveTable(
      page.locator('section[aria-label="All months"]'),
      /^Save table as CSV \(101 rows\)/,
    );
    expect(rows).toHaveLength(101);
    expect(
      rows.flatMap((row) => (row[column] ? [[row.allocation_period, Number(row[column])]] : [])).reverse(),
    ).toEqual(expected);
  });

  test('is indexed to 100 at a month', async () => {
    const { page } = await visit(
      `/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}&scale=index&base=2022-01-01&years=all`,
    );
    for (const id of [ALDER_CREEK, JUNIPER_WELLS]) {
      const figures = await seriesOf(id, 'value');
      const [, base = 0] = figures.find(([month]) => month === '2022-01-01') ?? [];
      const points = await pointsOf(page, id);
      expect(points.map(([month]) => month)).toEqual(figures.map(([month]) => month));
      for (const [at, [, index]] of points.entries())
        expect(index).toBeCloseTo((100 * (figures[at]?.[1] ?? 0)) / base, 8);
    }
    expect(await page.locator('main').innerText()).toContain(
      '100 is January 2022, for sales of November 2021.',
    );
  });

  test('takes the next month for a base that a place does not have, and says so', async () => {
    const { page } = await visit(
      `/compare?ids=${ALDER_CREEK},${WILLOW_TERRACE}&scale=index&base=2019-01-01&years=all`,
    );
    expect(await page.locator('main').innerText()).toContain(
      '100 is March 2021, for sales of January. In January 2019 there is no figure above zero of Willow Terrace.',
    );
    expect(new Map(await pointsOf(page, ALDER_CREEK)).get('2021-03-01')).toBe(100);
    expect(await page.getByLabel('100 is').inputValue()).toBe('2021-03-01');
  });

  test('begins with the first sum of twelve months, and heads the newest month once for all', async () => {
    const { page } = await visit(`/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}&chart=rolling-year&years=all`);
    // the figures begin in June 2018
    expect(await page.locator('.chart-title').first().innerText()).toBe(
      'Net payment: rolling year, May 2019 to October 2026',
    );
    const months = page.locator('section[aria-label="All months"]');
    expect(await months.getByRole('button', { name: /^Save table as CSV/ }).innerText()).toContain('90 rows');
    const newest = page.locator('section[aria-label="Newest month"]');
    expect(await newest.locator('h2').innerText()).toBe('Newest month: October 2026, for sales of August');
    expect(await newest.locator('thead [data-column=allocation_period]').count()).toBe(0);
  });

  test('gets and loses places by keyboard; the back button undoes it', async () => {
    const tab = await visit('/compare');
    const { page } = tab;
    const box = page.getByRole('combobox', { name: 'Find the first place to compare' });
    await box.focus();
    await page.keyboard.type('Alder');
    await page.getByRole('option', { name: 'Alder Creek' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/compare?ids=${ALDER_CREEK}`);
    await page.getByRole('combobox', { name: 'Add a place' }).focus();
    await page.keyboard.type('Dry Wells');
    await page.getByRole('option', { name: 'Juniper Wells' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/compare?ids=${ALDER_CREEK},${JUNIPER_WELLS}`);
    await settled(tab);
    expect(await chosen(page)).toEqual(['Alder Creek', 'Juniper Wells']);
    await page.getByRole('button', { name: 'Remove Alder Creek' }).press('Enter');
    await page.waitForURL(`**/compare?ids=${JUNIPER_WELLS}`);
    expect(await chosen(page)).toEqual(['Juniper Wells']);
    await page.goBack();
    await expect.poll(() => chosen(page)).toEqual(['Alder Creek', 'Juniper Wells']);
  });

  test('leaves out the ninth place and an unknown one, and says so', async () => {
    const { data } = await json<ComparisonLinePage>('/api/ca/sales-tax/comparison?limit=8');
    const ids = data.map(({ jurisdiction }) => jurisdiction?.id ?? 0);
    const { page } = await visit(`/compare?ids=${[60009999, ...ids].join()}`, { expected: /status of 404/ });
    expect(await page.locator('.chosen .notice').innerText()).toContain(`Left out: ${ids.at(-1)}.`);
    expect(await page.locator('.chosen li').first().innerText()).toContain('There is no place 60009999.');
    expect(await page.locator('.plot path.line').count()).toBe(7);
    expect(await page.getByRole('combobox', { name: 'Add a place' }).count()).toBe(0);
  });

  test('suggests the largest places of each state', async () => {
    const { page } = await visit('/compare');
    const { data } = await json<ComparisonLinePage>('/api/tx/sales-tax/comparison?type=city&limit=5');
    await page.getByRole('link', { name: 'Cities of Texas' }).click();
    await page.waitForURL(`**/compare?ids=${data.map(({ jurisdiction }) => jurisdiction?.id).join()}`);
  });
});

describe('a month without a figure', () => {
  const eventful = explore(loadEventful);
  const LA_CANADA = 60019051;

  test('is a gap in the line and missing in the table, also after the last record', async () => {
    const { page } = await eventful.visit(`/compare?ids=${ALDER_CREEK},${LA_CANADA}`);
    const points = await readPoints(page, String(ALDER_CREEK));
    expect(points.map(({ slot }) => slot).slice(-3)).toEqual(['2024-01-01', '2024-02-01', '2024-04-01']);
    // two parts, because March has no figure
    const path = await page.locator('.series.tone-1 path.line').getAttribute('d');
    expect(path?.match(/M/g)).toHaveLength(2);
    const texts = page.locator('tr[data-row="2024-03-01"] td.figure, tr[data-row="2024-04-01"] td.figure');
    expect(await texts.allInnerTexts()).toEqual(['$2,000.00', 'missing', 'missing', 'missing']);
  });
});

describe('one place', () => {
  const GROUPS = [
    ['', 'group=county&county=Alameda&type=city'],
    ['&with=type', 'group=type&type=city'],
    ['&with=state', 'group=state'],
  ] as const;
  test.each(GROUPS)('stands beside its group with %s', async (choice, query) => {
    const { page } = await visit(`/compare?ids=${ALDER_CREEK}&month=2025-08-01${choice}`);
    const comparison = '/api/ca/sales-tax/comparison?allocation_period=2025-08-01';
    const [own] = (await json<ComparisonLinePage>(`${comparison}&jurisdictions=${ALDER_CREEK}`)).data;
    const [whole] = (await json<ComparisonLinePage>(`${comparison}&${query}`)).data;
    const lines = page.locator(`${GROUP_SECTION} .dense tbody tr`);
    for (const name of ['value', 'year_ago', 'change', 'year_to_date', 'rolling_year'] as const) {
      const texts = await lines.locator(`[data-column="${name}"]`).allInnerTexts();
      const shown =
        name === 'change' ? texts.map((text) => (figureOf(text) ?? 0) / 100) : texts.map(figureOf);
      const [first = 0, second = 0] = shown.map(Number);
      // a change is shown to a tenth of a percent
      const digits = name === 'change' ? 3 : 2;
      expect(first).toBeCloseTo(own?.[name] ?? 0, digits);
      expect(second).toBeCloseTo(whole?.[name] ?? 0, digits);
    }
    expect(await page.locator(GROUP_SECTION).innerText()).toContain(
      whole?.members === 1
        ? 'Alder Creek is the only one in this dataset'
        : `the total of ${whole?.members} places in this dataset`,
    );
  });

  const LINES = [
    ['', 'value', '?county=Alameda&type=city', 'ca:city:Alameda', 'Cities of Alameda County'],
    ['&with=type&chart=rolling-year', 'rolling_year', '?type=city', 'ca:city', 'Cities of California'],
    [
      '&with=state&chart=fiscal-year&fiscal_year_start=1',
      'fiscal_year_to_date',
      '?fiscal_year_start=1',
      'ca:',
      'All of California',
    ],
  ] as const;
  test.each(LINES)(
    'is drawn beside the sum of its group with %s',
    async (choice, name, query, group, title) => {
      const { page } = await visit(`/compare?ids=${ALDER_CREEK}&years=all${choice}`);
      const own = await seriesOf(ALDER_CREEK, name, query.includes('fiscal_year_start') ? query : '');
      const { data } = await json<MonthTotalPage>(`/api/ca/sales-tax/totals${query}`);
      const sums = new Map(data.map((total) => [total.allocation_period, total[name]]));
      const [base] = own.filter(([month, value]) => value > 0 && (sums.get(month) ?? 0) > 0);
      if (!base) throw new Error('no month with both figures');
      const section = page.locator(GROUP_SECTION);
      const places = await readPoints(section, String(ALDER_CREEK));
      expect(places.map(({ slot }) => slot)).toEqual(own.map(([month]) => month));
      for (const [at, [, value]] of own.entries())
        expect(places[at]?.value).toBeCloseTo((value / base[1]) * 100, 6);
      const groups = await readPoints(section, group);
      expect(groups.length).toBeGreaterThan(50);
      for (const { slot, value } of groups)
        expect(value).toBeCloseTo(((sums.get(slot) ?? 0) / (sums.get(base[0]) ?? 0)) * 100, 6);
      await page.locator('summary', { hasText: 'Figures of this chart' }).click();
      const cells = await readColumn(section.locator('details'), `net_payment ${title} ${group}`);
      expect([...cells].filter(([, value]) => value !== null).length).toBe(groups.length);
      for (const { slot } of groups) expect(cells.get(slot)).toBe(sums.get(slot));
    },
  );

  test('is drawn with its changes beside those of the group', async () => {
    const { page } = await visit(`/compare?ids=${ALDER_CREEK}&with=type&chart=change&years=all`);
    const { data } = await json<MonthTotalPage>('/api/ca/sales-tax/totals?type=city');
    const changes = data.flatMap(({ allocation_period, change }) =>
      change === null ? [] : [[allocation_period, change]],
    );
    expect(
      (await readPoints(page.locator(GROUP_SECTION), 'ca:city')).map(({ slot, value }) => [slot, value]),
    ).toEqual(changes.reverse());
  });

  test('says that groups have no quarters and no percentages', async () => {
    for (const choice of ['&chart=quarters', '&field=countywide_pool_percentage']) {
      const { page } = await visit(`/compare?ids=${ALDER_CREEK}${choice}`);
      expect(await page.locator(GROUP_SECTION).innerText()).toContain(
        'Groups have months and years of amounts.',
      );
    }
  });

  test('has its share of the group, month by month', async () => {
    const { page } = await visit(`/compare?ids=${ALDER_CREEK}&with=type`);
    const points = (await readPoints(page, 'share_of_state')).map(({ slot, value }) => [slot, value]);
    // of the chosen five years
    expect(points).toEqual((await seriesOf(ALDER_CREEK, 'share_of_state')).slice(-60));
    expect(await page.locator('.chart-title').last().innerText()).toBe(
      'Alder Creek: net payment as a share of all cities of California, November 2021 to October 2026',
    );
  });
});
