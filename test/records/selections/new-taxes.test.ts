import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { allocations } from '../../rig/program.ts';
import { type DisbursementLine, disbursementCsv } from '../../rig/reports/illinois.ts';
import type { Page } from '../../rig/service.ts';

/** A new tax is no gain: orders count what the taxes of both years gave. */

const NAMES = ['GROWS', 'BEGINS', 'LOSES', 'SWAPS'];
const line = (name: string, tax: string, dollars: number): DisbursementLine => ({
  ...{ name, tax, vendor: `39000000${NAMES.indexOf(name)}` },
  amounts: new Array<number>(12).fill(dollars * 100),
});

const { rig, service } = serveForAll({
  '2019.csv': disbursementCsv(
    [
      line('GROWS', 'MT', 1000),
      line('BEGINS', 'MT', 2000),
      line('LOSES', 'MT', 1000),
      line('SWAPS', 'NHMR', 100),
    ],
    { firstYear: 2018 },
  ),
  '2020.csv': disbursementCsv([
    line('GROWS', 'MT', 1200),
    line('BEGINS', 'MT', 2100),
    line('BEGINS', 'NHMR', 700),
    line('LOSES', 'MT', 900),
    line('LOSES', 'NHMR', 400),
    line('SWAPS', 'MT', 5000),
  ]),
});

type Line = { jurisdiction: { name: string }; sum: Record<string, number | null> };

async function order(query: string): Promise<unknown[]> {
  const { data } = await service.json<Page<Line>>(`/api/il/sales-tax/compare?months=2020-03&${query}`);
  return data.map(({ jurisdiction: { name }, sum }) => [name, sum.change, sum.comparable_change]);
}

// Begins has 2,800 after 2,000, of which 2,100 from the tax of both years; Loses has 1,300 after 1,000, and 900 of them
const GROWS = ['Grows', 0.2, 0.2];
const BEGINS = ['Begins', 0.4, 0.05];
const LOSES = ['Loses', 0.3, -0.1];
// no tax has figures in both years
const SWAPS = ['Swaps', 49, null];

test.each(['change', 'difference', 'comparable_change'])(
  'places are sorted by %s without new taxes',
  async (column) => {
    expect(await order(`sort=-${column}`)).toEqual([GROWS, BEGINS, LOSES, SWAPS]);
    expect(await order(`sort=${column}`)).toEqual([LOSES, BEGINS, GROWS, SWAPS]);
  },
);

test('the command says how many places stand at the end of such a sort, and why', () => {
  const compared = (sort: string) =>
    allocations(rig.folder, 'compare', 'il', '--months', '2020-03', '--sort', sort, '--db', rig.database);
  expect(compared('change').stdout).toContain(
    '\n\nAt the end, whatever their change: 1 place whose tax changed.\n',
  );
  expect(compared('value').stdout).not.toContain('At the end');
});

test('sums are sorted with all taxes', async () => {
  expect(await order('sort=-value')).toEqual([SWAPS, BEGINS, LOSES, GROWS]);
});
