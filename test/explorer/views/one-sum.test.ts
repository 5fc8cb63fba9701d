import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type {
  ComparisonLinePage,
  MonthTotalPage,
  OverviewItem,
} from '../../../src/client/generated/types.gen.ts';
import { allocations } from '../../rig/program.ts';
import { explore } from '../rig/explore.ts';
import { figureOf, readColumn } from '../rig/figures.ts';

const { visit, json, served } = explore();

const STATES = ['ca', 'tx', 'il', 'nc'] as const;

/** The sum of the payments of some months in dollars, as the dataset stores them. */
function paid(state: string, from: string, to: string, where = '1'): number {
  const sqlite = new Database(served().rig.database, { readonly: true });
  const cents = sqlite
    .prepare(
      `SELECT sum(net_payment) FROM ${state}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
       WHERE substr(allocation_period, 1, 7) BETWEEN ? AND ? AND ${where}`,
    )
    .pluck()
    .get(from, to);
  sqlite.close();
  return Number(cents) / 100;
}

function printed(...args: string[]) {
  const { folder, database } = served().rig;
  const { stdout } = allocations(folder, ...args, '--db', database, '--format', 'json');
  return JSON.parse(stdout);
}

/** A change as the page shows it. */
const shown = (change: number | null) => {
  const tenths = ((change ?? 0) * 100).toFixed(1);
  return `${Number(tenths) > 0 ? '+' : ''}${tenths}%`.replace('-', '−');
};

describe('the cities of the sample’s California in December 2022', () => {
  // one of the six began in March 2021
  const sums = {
    members: 6,
    year_to_date: 72_743_332.21,
    year_to_date_ago: 66_202_285.3,
    year_to_date_difference: 6_541_046.91,
    year_to_date_missing: 0,
    // five cities: 70,377,298.12 after 64,442,647.80
    year_to_date_left_out: 1,
    year_to_date_like_for_like: 70_377_298.12,
    year_to_date_like_for_like_ago: 64_442_647.8,
    year_to_date_change: 0.092092,
    rolling_year: 72_743_332.21,
    rolling_year_ago: 66_202_285.3,
    rolling_year_left_out: 1,
    rolling_year_change: 0.092092,
  };

  test('have one sum of the year, whether it is called rolling or to date', async () => {
    const totals = await json<MonthTotalPage>(
      '/api/ca/sales-tax/totals?type=city&from=2022-12-01&to=2022-12-01',
    );
    const groups = await json<ComparisonLinePage>(
      '/api/ca/sales-tax/comparison?allocation_period=2022-12-01&type=city&group=state',
    );
    expect(totals.data).toMatchObject([sums]);
    expect(groups.data).toMatchObject([sums]);
    expect(paid('ca', '2022-01', '2022-12', "type = 'city'")).toBe(sums.year_to_date);
    expect(paid('ca', '2021-01', '2021-12', "type = 'city'")).toBe(sums.rolling_year_ago);
  });

  test('have it in the commands too', () => {
    const { totals } = printed('totals', 'ca', '--type', 'city', '--from', '2022-12', '--to', '2022-12');
    const month = ['--allocation-period', '2022-12'];
    const { comparison } = printed('compare', 'ca', '--type', 'city', '--group', 'type', ...month);
    expect(totals).toMatchObject([sums]);
    expect(comparison).toMatchObject([sums]);
  });
});

describe.each(STATES)('the newest month of the sample’s %s', (state) => {
  test('has one sum and one change, wherever it is shown', async () => {
    const { data: overview }: OverviewItem = await json('/api/overview');
    const newest = overview.states.find((known) => known.state === state)?.newest;
    if (!newest) throw new Error(`no month of ${state}`);
    const { total, year_ago, change } = newest;
    const month = newest.allocation_period.slice(0, 7);
    expect(total).toBe(paid(state, month, month));
    const sum = { value: total, year_ago, change };
    const totals = await json<MonthTotalPage>(`/api/${state}/sales-tax/totals?limit=1`);
    expect(totals.data).toEqual([newest.sum]);
    expect(totals.data).toMatchObject([sum]);
    const groups = await json<ComparisonLinePage>(`/api/${state}/sales-tax/comparison?group=state`);
    expect(groups.data).toMatchObject([sum]);
    expect(printed('totals', state, '--limit', '1').totals).toMatchObject([sum]);
    expect(printed('compare', state, '--group', 'state').comparison).toMatchObject([sum]);

    const card = (await visit('/')).page.locator(`[data-state="${state}"]`);
    expect(figureOf(await card.locator('[data-figure=total]').innerText())).toBe(total);
    const ranking = (await visit(`/rankings/${state}/${month}`)).page.locator('.together');
    expect(figureOf(await ranking.locator('[data-figure=value]').innerText())).toBe(total);
    if (change !== null)
      for (const place of [card, ranking])
        expect(await place.locator('[data-figure=change]').innerText()).toBe(shown(change));
    const { page } = await visit(`/compare?ids=${state}:`);
    for (const [column, value] of Object.entries(sum))
      expect([column, (await readColumn(page, column)).get(`${state}:`)]).toEqual([column, value]);
  });

  test('has types whose sums are those of their totals', async () => {
    const { data } = await json<ComparisonLinePage>(`/api/${state}/sales-tax/comparison?group=type`);
    for (const { group, value, change, rolling_year, left_out } of data) {
      const totals = await json<MonthTotalPage>(`/api/${state}/sales-tax/totals?type=${group}&limit=1`);
      expect(totals.data).toMatchObject([{ value, change, rolling_year, left_out }]);
    }
  });
});
