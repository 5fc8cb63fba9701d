import { expect, test } from 'vitest';
import { serveForAll } from '../rig/datasets/served.ts';
import { allocations } from '../rig/program.ts';
import { disbursementCsv } from '../rig/reports/illinois.ts';
import type { Page } from '../rig/service.ts';

/** Projections of fiscal year 2019-20 after a tax began in January 2020, and after one took the place of another. */

const same = (dollars: number) => new Array<number>(12).fill(dollars * 100);
const fromJanuary = (before: number, after: number) => [...same(before).slice(6), ...same(after).slice(6)];
const place = (name: string, tax: string, amounts: readonly number[]) => {
  return { name, tax, vendor: `39000000${name.length}`, amounts };
};

const { rig, service } = serveForAll({
  '2018.csv': disbursementCsv([place('SAME', 'MT', same(1000))], { firstYear: 2017 }),
  '2019.csv': disbursementCsv(
    [place('SAME', 'MT', same(1000)), place('BEGINS', 'MT', same(2000)), place('SWITCHES', 'MT', same(1000))],
    { firstYear: 2018 },
  ),
  '2020.csv': disbursementCsv([
    place('SAME', 'MT', same(1000)),
    place('BEGINS', 'MT', same(2100)),
    place('BEGINS', 'NHMR', fromJanuary(0, 525)),
    place('SWITCHES', 'MT', fromJanuary(1000, 0)),
    place('SWITCHES', 'NHMR', fromJanuary(0, 1500)),
  ]),
});

type Line = Record<string, unknown> & { jurisdiction: { id: number; name: string } };
const ask = async (path: string) => (await service.json<Page<Line>>(path)).data;
const idOf = async (name: string) => (await ask(`/api/jurisdictions?q=${name}`))[0]?.id;
const BEGAN = 'The tax changed in January 2020: the estimate counts earlier months at the new tax';
const UNRELIABLE = 'The tax changed in January 2020: this estimate cannot be relied on';

test('count earlier months at the new tax, or have a caution and no range', async () => {
  const data = await ask('/api/il/sales-tax/projections?through=2020-03-01');
  const named = Object.fromEntries(
    data.map((one) => [
      one.jurisdiction.name,
      [one.projected, one.caution, one.low, one.high, one.usual_error, Object(one.to_date).comparable_change],
    ]),
  );
  const none = [null, null, null];
  expect(named).toEqual({
    Same: [12_000, null, ...none, 0],
    // at 2,625 ÷ 2,100, the months before have 2,625 each, and those of last year 2,500: (7,500 + 7,687.50) ÷ 2
    Begins: [20_475 + 7593.75, BEGAN, ...none, 0.05],
    // the taxes of both years have no month in common: (3,000 + 3,250) ÷ 2 after 10,500
    Switches: [13_625, UNRELIABLE, ...none, null],
  });
});

test('have a line of their own among the errors', async () => {
  const errors = await ask('/api/il/sales-tax/projections?check=true&known_months=9');
  const shown = errors.map((one) => [one.year, one.tax_changed, one.places, one.median_error]);
  expect(shown).toEqual([
    ['2019-20', 'no', 1, 0],
    // 28,068.75 for 28,350, and 13,625 for 15,000: 0.99% and 9.17%
    ['2019-20', 'yes', 2, 0.050794],
    ['2018-19', 'no', 1, 0],
  ]);
});

test('say so in sentences, notes, budgets and tables', async () => {
  const [begins, switches] = [await idOf('Begins'), await idOf('Switches')];
  const estimateOf = async (id: unknown) => {
    const found = await ask(`/api/il/sales-tax/sentences?jurisdictions=${id}&through=2020-03-01`);
    return found.flatMap(({ topic, text, caution }) =>
      topic === 'projection' || String(text).includes('The tax changed') ? [text, caution] : [],
    );
  };
  expect(await estimateOf(begins)).toEqual([
    ...['2019-20 may end near $28,069, up 17.0% (no range yet).', null],
    ...[`${BEGAN}.`, null],
  ]);
  expect(await estimateOf(switches)).toEqual([
    `2019-20 may end near $13,625, up 13.5%, but t${UNRELIABLE.slice(1)}.`,
    'tax_changed',
  ]);
  const { body } = await service.get(`/api/jurisdictions/${switches}/note?month=2020-03-01`);
  expect(body).toContain('Fiscal year 2019-20, estimate that cannot be relied on');
  expect(body).toContain(`, but t${UNRELIABLE.slice(1)}.`);
  const budget = `through=2020-03-01&amount=13000&jurisdictions=${switches}`;
  const [month] = await ask(`/api/il/sales-tax/projections?${budget}`);
  expect(month).toMatchObject({ projected: 13_625, projected_difference: 625, caution: UNRELIABLE });
  const { stdout } = allocations(
    rig.folder,
    ...['projections', 'il', '--through', '2020-03', '--db', rig.database],
  );
  // a wide table wraps the column beside the amount
  const column = stdout
    .split('\n')
    .map((line) =>
      line.slice(stdout.indexOf('caution') - stdout.lastIndexOf('\n', stdout.indexOf('caution')) - 1),
    );
  expect(column.map((line) => line.split(/ {2,}/)[0]).join(' ')).toContain(UNRELIABLE);
});
