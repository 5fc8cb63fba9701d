import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import type { Page } from '../../rig/service.ts';

/** The places nearest in size to one, over HTTP. Payments are the same in every month but the last. */

const MONTHS = monthsFrom('2022-01', 24);
const PAID: Readonly<Record<string, { monthly: number; last?: number; type?: string; months?: number }>> = {
  '01001': { monthly: 100 },
  '01002': { monthly: 50 },
  '01003': { monthly: 200 },
  '19001': { monthly: 90 },
  // 1,100 + 1,300 are twelve months of 200: as near as 01003, with a higher id
  '19002': { monthly: 100, last: 1300 },
  '19003': { monthly: 1000 },
  '19004': { monthly: 10 },
  '30001': { monthly: 101, type: 'County' },
  '30002': { monthly: 99, months: 6 },
};
const ID = 60_000_000;

const { service } = serveForAll(async (rig) => {
  const rows = Object.entries(PAID).flatMap(
    ([code, { monthly, last = monthly, type = 'City', months = 24 }]) =>
      MONTHS.slice(-months).map((month, at) => ({
        ...{ code, month, type, net: at === months - 1 ? last : monthly },
      })),
  );
  await rig.load({ 'statement.csv': statement(rows) });
});

type Near = Record<string, unknown> & { jurisdiction: { id: number } };
const ask = (code: string, query = '') =>
  service.json<Page<Near>>(`/api/ca/sales-tax/compare?near=${ID + Number(code)}${query}`);
const codesOf = ({ data }: Page<Near>) =>
  data.map(({ jurisdiction }) => String(jurisdiction.id - ID).padStart(5, '0'));

describe('the nearest places', () => {
  test('are five of the same type, by the ratio of their sums of twelve months', async () => {
    const found = await ask('01001');
    // 1,080 of 1,200 is nearest; 2,400 and 600 are equally near; 12,000 and 120 too
    expect(codesOf(found)).toEqual(['19001', '01003', '19002', '01002', '19003']);
    expect(found.data.map(({ size }) => size)).toEqual([0.9, 2, 2, 0.5, 10]);
  });

  test('have their payment and its change', async () => {
    const { data } = await ask('01001');
    expect(data[0]).toMatchObject({ sum: { value: 90, ago: 90, change: 0 }, doubt: null });
    expect(data[1]).toMatchObject({ sum: { value: 200 } });
  });

  test('mark a change that the checks doubt', async () => {
    const { data } = await ask('01001');
    const jumps = data.find(({ jurisdiction }) => jurisdiction.id === ID + 19002);
    expect(jumps).toMatchObject({ sum: { value: 1300, doubtful: 1 } });
    expect(jumps?.doubt).toMatchObject({ code: 'unusual-payment', month: '2023-12-01' });
  });

  test('of an earlier month know nothing of later ones', async () => {
    // without the payment of December, 19002 has 1,200 like 01001
    expect(codesOf(await ask('01001', '&months=2023-11'))).toEqual([
      ...['19002', '19001', '01003', '01002', '19003'],
    ]);
    expect(codesOf(await ask('01001', '&months=2023-09&basis=sales'))[0]).toBe('19002');
  });

  test('are none without a sum of twelve months, or without another of the type', async () => {
    expect(codesOf(await ask('30002'))).toEqual([]);
    expect(codesOf(await ask('30001'))).toEqual([]);
  });
});
