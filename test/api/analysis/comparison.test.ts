import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { addMonths, type Month } from '../../../src/domain/month.ts';
import { loadRandomWorld, readWorld } from '../../rig/datasets/analysis-world.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { slowFigures } from '../../rig/oracles/slow-analysis.ts';
import { isSlowlyMissing, slowMembers, slowRank } from '../../rig/oracles/slow-comparison.ts';
import { createDatasetRig, type Page, startService } from '../../rig/service.ts';
import { groupsBySql } from './groups-by-sql.ts';
import { contextOf, figuresOf, findDoubts, STARTS, type StateCode, withoutTaxes } from './shown-figures.ts';

interface Line {
  rank: number | null;
  jurisdiction: { id: number; name: string; type: string; county: string | null } | null;
  group: string | null;
  members: number;
  missing: number;
  value: number | null;
  [figure: string]: unknown;
}

const NEWEST = '2024-06' as Month;

const { rig, service } = serveForAll(async (rig) => {
  await loadRandomWorld(rig, 26);
});

const addressOf = (state: StateCode, query = '') => `/api/${state}/sales-tax/comparison${query}`;
const ask = (state: StateCode, query = '') => service.json<Page<Line>>(addressOf(state, query));

function slowDifference({ value, yearAgo }: { value: number | null; yearAgo: number | null }) {
  return value === null || yearAgo === null ? null : (value - yearAgo) / 100;
}

describe.each(['ca', 'tx'] as const)('%s', (state) => {
  const months = [
    NEWEST,
    addMonths(NEWEST, 1),
    ...[-1, -5, -6, -11, -13, -24, -30].map((by) => addMonths(NEWEST, by)),
  ];

  test.each(months)('each jurisdiction in %s, by definition', async (month) => {
    const places = readWorld(rig.database, state, 'net_payment');
    const doubtOf = await findDoubts(service, state);
    const members = slowMembers(places, month);
    const all = members.map((place) => ({
      place,
      figures: slowFigures(place.figures, month, contextOf(state, places)),
    }));
    const values = all.map(({ figures }) => figures.payment.value);
    const expected = all.map(({ place, figures }) => ({
      rank: slowRank(figures.payment.value, values),
      jurisdiction: { id: place.id, name: place.name, type: place.type, county: place.county },
      group: null,
      members: 1,
      missing: Number(isSlowlyMissing(place, month, contextOf(state, places))),
      difference: slowDifference(figures.payment),
      doubt: doubtOf(place.id, month),
      ...figuresOf(figures),
    }));
    const { data, meta } = await ask(state, `?allocation_period=${month}-01&sort=name`);
    const byId = (a: Line, b: Line) => Number(a.jurisdiction?.id) - Number(b.jurisdiction?.id);
    expect(data.sort(byId).map(withoutTaxes)).toEqual(expected);
    expect(meta).toMatchObject({
      allocation_period: `${month}-01`,
      fiscal_year_start: STARTS[state],
      group: 'jurisdiction',
      total: expected.length,
      per_page: 2000,
    });
  });

  test.each(months)('groups in %s, by plain SQL', async (month) => {
    const sqlite = new Database(rig.database, { readonly: true });
    for (const group of ['county', 'type', 'state'] as const) {
      const { data } = await ask(state, `?allocation_period=${month}-01&group=${group}&sort=name`);
      const bySql = groupsBySql(sqlite, { state, group, month, fiscalYearStart: STARTS[state] });
      expect(data).toMatchObject(bySql);
      const values = data.map(({ value }) => value);
      expect(data.map(({ rank }) => rank)).toEqual(values.map((value) => slowRank(value, values)));
    }
    sqlite.close();
  });
});

describe('the parameters', () => {
  test('the newest month and the largest payment first', async () => {
    const { data, meta } = await ask('ca');
    expect(meta).toMatchObject({ allocation_period: '2024-06-01', last_page: 1 });
    const values = data.map(({ value }) => value);
    const known = values.filter((value) => value !== null);
    expect(known).toEqual(known.toSorted((a, b) => b - a));
    expect(values.slice(known.length).every((value) => value === null)).toBe(true);
    expect(data.slice(0, known.length).map(({ rank }) => rank)).toEqual(known.map((_, at) => at + 1));
  });

  test('filters by type, county and ids, and ranks what remains', async () => {
    const cities = await ask('ca', '?type=city&county=alameda');
    expect(cities.data.length).toBeGreaterThan(1);
    for (const { jurisdiction } of cities.data)
      expect(jurisdiction).toMatchObject({ type: 'city', county: 'Alameda' });
    expect(cities.data[0]?.rank).toBe(1);
    const ids = cities.data.slice(0, 2).map(({ jurisdiction }) => jurisdiction?.id);
    const two = await ask('ca', `?jurisdictions=${ids.join()}&sort=-rank`);
    expect(two.data.map(({ jurisdiction, rank }) => [jurisdiction?.id, rank])).toEqual([
      [ids[1], 2],
      [ids[0], 1],
    ]);
    const state = await ask('ca', '?type=city&group=state');
    expect(state.data).toMatchObject([{ group: 'ca', jurisdiction: null, rank: 1 }]);
  });

  test('sorts by every figure, nulls last, and pages', async () => {
    for (const sort of ['change', '-change', 'rolling_year_ago', '-fiscal_year_to_date_change']) {
      const name = sort.replace('-', '');
      const isLate = (line: Line) =>
        name.endsWith('change') && Number(line[name.replace(/change$/, 'doubtful')]) > 0;
      const lines = (await ask('ca', `?sort=${sort}`)).data.filter((line) => typeof line[name] === 'number');
      expect(lines.length).toBeGreaterThan(3);
      const ordered = lines.toSorted((a, b) => {
        const difference = Number(a[name]) - Number(b[name]);
        return Number(isLate(a)) - Number(isLate(b)) || (sort.startsWith('-') ? -difference : difference);
      });
      expect(lines.map((line) => line[name])).toEqual(ordered.map((line) => line[name]));
    }
    const all = (await ask('ca', '?sort=name')).data;
    const pages = await Promise.all([1, 2].map((page) => ask('ca', `?sort=name&limit=7&page=${page}`)));
    expect(pages.flatMap(({ data }) => data)).toEqual(all.slice(0, 14));
  });

  test('another fiscal year', async () => {
    const { data, meta } = await ask('ca', '?fiscal_year_start=1');
    expect(meta).toMatchObject({ fiscal_year_start: 1 });
    expect(data.some(({ year_to_date }) => year_to_date !== null)).toBe(true);
    for (const line of data) expect(line.fiscal_year_to_date).toBe(line.year_to_date);
  });

  test('a month far after the data has no members', async () => {
    expect((await ask('tx', '?allocation_period=2030-01-01')).data).toEqual([]);
  });

  test.each([
    ['ca', 'jurisdictions=482999001', 'jurisdictions', '/api/tx/sales-tax/comparison'],
    ['ca', 'jurisdictions=1', 'jurisdictions', 'No jurisdiction has the id 1.'],
  ] as const)('%s?%s is refused', async (state, query, parameter, message) => {
    const { statusCode, body } = await service.get(addressOf(state, `?${query}`));
    expect(statusCode).toBe(422);
    expect(JSON.parse(body).errors[parameter]?.[0]).toContain(message);
  });

  test('an empty dataset has an empty answer', async () => {
    const empty = createDatasetRig();
    await empty.load({});
    const emptyService = await startService(empty.database);
    const { data, meta } = await emptyService.json<Page<Line>>(addressOf('ca'));
    expect({ data, month: Object(meta).allocation_period }).toEqual({ data: [], month: null });
    await emptyService.close();
    empty.remove();
  });
});
