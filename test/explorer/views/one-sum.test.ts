import { globSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { LinePage, MonthPage, OverviewItem } from '../../../src/client/generated/types.gen.ts';
import { roundedDollars } from '../../../src/domain/text/rounded.ts';
import { allocations } from '../../rig/program.ts';
import { explore } from '../rig/explore.ts';
import { readColumn } from '../rig/figures.ts';

const { visit, json, served } = explore();

const STATES = ['ca', 'tx', 'il', 'nc'] as const;

test('a sum of twelve months has one name on the page', () => {
  for (const file of globSync('src/explorer/**/*.{ts,tsx}'))
    expect([file, readFileSync(file, 'utf8').match(/Rolling year|12-month|Sum of 12/)]).toEqual([file, null]);
});

/** The sum of the payments of a month in dollars, as the dataset stores them. */
function paid(state: string, month: string): number {
  const sqlite = new Database(served().rig.database, { readonly: true });
  const cents = sqlite
    .prepare(
      `SELECT sum(net_payment) FROM ${state}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
       WHERE substr(allocation_period, 1, 7) = ?`,
    )
    .pluck()
    .get(month);
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

/** A change as a sentence says it. */
const percentOf = (change: number) => `${change > 0 ? 'up' : 'down'} ${(Math.abs(change) * 100).toFixed(1)}%`;

describe.each(STATES)('the newest month of the sample’s %s', (state) => {
  test('has one sum and one change, wherever it is shown', async () => {
    const { data: overview }: OverviewItem = await json('/api/overview');
    const newest = overview.states.find((known) => known.state === state)?.newest;
    if (!newest) throw new Error(`no month of ${state}`);
    const { total, year_ago, change } = newest;
    const month = newest.allocation_period.slice(0, 7);
    expect(total).toBe(paid(state, month));
    const sum = { value: total, ago: year_ago, change };
    const months = await json<MonthPage>(`/api/${state}/sales-tax/months?limit=1`);
    expect(months.data).toEqual([newest.sum]);
    expect(months.data).toMatchObject([{ payment: sum }]);
    const groups = await json<LinePage>(`/api/${state}/sales-tax/compare?by=all`);
    expect(groups.data).toMatchObject([{ sum }]);
    expect(printed('months', state, '--limit', '1').data).toMatchObject([{ payment: sum }]);
    expect(printed('compare', state, '--by', 'all').data).toMatchObject([{ sum }]);

    const line = (await visit('/')).page.locator(`[data-state="${state}"]`);
    expect(await line.locator('[data-figure=sum_value]').innerText()).toBe(roundedDollars(total ?? 0));
    if (change !== null)
      expect(await line.locator('[data-figure=sum_change]').innerText()).toBe(shown(change));
    const group = (await visit(`/jurisdictions/${state}:`)).page;
    const card = group.locator('.cards [data-figure=payment_value]');
    expect(Number(await card.getAttribute('data-value'))).toBe(total);
    const lead = await group.locator('.place-top .words').first().innerText();
    const ranked = (await visit(`/rankings/${state}/${month}`)).page.locator('.lead');
    for (const told of [lead, await ranked.innerText()]) {
      expect(told).toContain(`${roundedDollars(total ?? 0)} in `);
      if (change !== null) expect(told).toContain(` ${percentOf(change)} from `);
    }
    const { page } = await visit(`/compare?ids=${state}:`);
    for (const [column, value] of Object.entries(sum))
      expect([column, (await readColumn(page, `payment_${column}`)).get(`${state}:`)]).toEqual([
        column,
        value,
      ]);
  });
});
