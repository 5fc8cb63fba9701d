import { describe, expect, test } from 'vitest';
import type { ComparisonLine } from '../../../src/client/generated/types.gen.ts';
import { addMonths, type Month } from '../../../src/domain/month.ts';
import { loadRandomWorld, readWorld, type WorldPlace } from '../../rig/datasets/analysis-world.ts';
import { serveForAll, serveHere } from '../../rig/datasets/served.ts';
import { slowFigures } from '../../rig/oracles/slow-analysis.ts';
import { isSlowlyMissing, slowGroup, slowMembers, slowRank } from '../../rig/oracles/slow-comparison.ts';
import { type Page, refusalBy } from '../../rig/service.ts';
import {
  contextOf,
  figuresOf,
  findDoubts,
  STARTS,
  type StateCode,
  sumsOf,
  withoutTaxes,
} from './shown-figures.ts';

const NEWEST = '2024-06' as Month;

const { rig, service } = serveForAll((rig) => loadRandomWorld(rig, 27));

const addressOf = (state: StateCode, query = '') => `/api/${state}/sales-tax/comparison${query}`;
type Line = ComparisonLine & Record<string, unknown>;
const ask = (state: StateCode, query = '') => service.json<Page<Line>>(addressOf(state, query));

const GROUPS: readonly [string, (place: WorldPlace, state: string) => string | null][] = [
  ['county', ({ county }) => county],
  ['type', ({ type }) => type],
  ['state', (_, state) => state],
];

function slowDifference({ value, yearAgo }: { value: number | null; yearAgo: number | null }) {
  return value === null || yearAgo === null ? null : (value - yearAgo) / 100;
}

describe.each(['ca', 'tx'] as const)('%s', (state) => {
  const months = [NEWEST, ...[-1, -5, -6, -11, -24, -30].map((by) => addMonths(NEWEST, by))];

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

  test.each(months)('groups in %s, by definition', async (month) => {
    const places = readWorld(rig.database, state, 'net_payment');
    const context = contextOf(state, places);
    const members = slowMembers(places, month);
    for (const [group, nameOf] of GROUPS) {
      const { data } = await ask(state, `?allocation_period=${month}-01&group=${group}&sort=name`);
      expect(new Set(data.map((line) => line.group))).toEqual(
        new Set(members.map((place) => nameOf(place, state))),
      );
      for (const line of data) {
        const ofGroup = members.filter((place) => nameOf(place, state) === line.group);
        expect(line).toMatchObject(sumsOf(slowGroup(ofGroup, month, context)));
      }
      const values = data.map(({ value }) => value);
      expect(data.map(({ rank }) => rank)).toEqual(values.map((value) => slowRank(value, values)));
    }
  });

  test('totals of every month, by definition', async () => {
    const places = readWorld(rig.database, state, 'net_payment');
    const { data } = await service.json<{ data: { allocation_period: string }[] }>(
      `/api/${state}/sales-tax/totals`,
    );
    for (const total of data) {
      const month = total.allocation_period.slice(0, 7) as Month;
      const ofMonth = slowGroup(slowMembers(places, month), month, contextOf(state, places));
      expect(total).toMatchObject(sumsOf(ofMonth));
    }
  });
});

describe('the parameters', () => {
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
    for (const [sort, sign] of [
      ['-change', -1],
      ['rolling_year_ago', 1],
      ['fiscal_year_to_date_change', 1],
    ] as const) {
      const name = sort.replace('-', '');
      const isLate = (line: Line) =>
        Number(name.endsWith('change') && Number(line[name.replace(/change$/, 'doubtful')]) > 0);
      const lines = (await ask('ca', `?sort=${sort}`)).data.filter((line) => typeof line[name] === 'number');
      expect(lines.length).toBeGreaterThan(3);
      const ordered = lines.toSorted(
        (a, b) => isLate(a) - isLate(b) || sign * (Number(a[name]) - Number(b[name])),
      );
      expect(lines.map((line) => line[name])).toEqual(ordered.map((line) => line[name]));
    }
    const all = (await ask('ca', '?sort=name')).data;
    expect((await ask('ca', '?sort=name&limit=7&page=2')).data).toEqual(all.slice(7, 14));
  });

  test('another fiscal year', async () => {
    const { data, meta } = await ask('ca', '?fiscal_year_start=1');
    expect(meta).toMatchObject({ fiscal_year_start: 1 });
    for (const line of data) expect(line.fiscal_year_to_date).toBe(line.year_to_date);
  });
  test('a place of another state is refused', async () => {
    const refused = await refusalBy(service, addressOf('ca', '?jurisdictions=482999001'), 'jurisdictions');
    expect(refused).toContain('/api/tx/sales-tax/comparison');
  });

  test('an empty dataset has an empty answer', async () => {
    const { service: emptyService } = await serveHere({});
    const { data, meta } = await emptyService.json<Page<Line>>(addressOf('ca'));
    expect({ data, month: Object(meta).allocation_period }).toEqual({ data: [], month: null });
  });
});
