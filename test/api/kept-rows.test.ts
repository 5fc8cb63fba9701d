import { expect, test, vi } from 'vitest';
import { totals } from '../../src/records/queries/totals.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

type Totals = Page<{ allocation_period: string; value: number }>;

const { rig, service } = serveForAll({
  'statement.csv': statement(monthsFrom('2022-01', 14).map((month) => ({ code: '01001', month, net: 100 }))),
});

test('the pages of an analysis are found once; another question and another version anew', async () => {
  const find = vi.spyOn(totals, 'find');
  const ask = (query: string) => service.json<Totals>(`/api/ca/sales-tax/totals?${query}`);
  const months = ({ data }: Totals) => data.map(({ allocation_period: month }) => month.slice(0, 7));
  const first = await ask('limit=10');
  const second = await ask('limit=10&page=2');
  expect([...months(first), ...months(second)]).toEqual(monthsFrom('2022-01', 14).toReversed());
  expect(second.meta.total).toBe(14);
  expect(months(await ask('limit=10&page=3'))).toEqual([]);
  expect(find).toHaveBeenCalledTimes(1);
  expect(months(await ask('limit=10&page=2&basis=sales'))).toEqual(monthsFrom('2022-01', 4).toReversed());
  expect(find).toHaveBeenCalledTimes(2);
  await rig.load({ 'more.csv': statement([{ code: '01001', month: '2023-03', net: 250 }]) });
  expect((await ask('limit=1')).data).toMatchObject([{ allocation_period: '2023-03-01', value: 250 }]);
  expect((await ask('limit=1')).meta.total).toBe(15);
  expect(find).toHaveBeenCalledTimes(3);
});
