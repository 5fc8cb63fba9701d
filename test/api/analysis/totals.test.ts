import { describe, expect, test, vi } from 'vitest';
import { totals } from '../../../src/records/queries/totals.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { type Page, refusalBy } from '../../rig/service.ts';
import { type StateCode, withoutTaxes } from './shown-figures.ts';

interface Total {
  allocation_period: string;
  members: number;
  missing: number;
  value: number | null;
  [figure: string]: unknown;
}

const addressOf = (state: StateCode, query = '') => `/api/${state}/sales-tax/totals${query}`;

describe('worked by hand', () => {
  const ask = (query = '') => service.json<Page<Total>>(addressOf('ca', query));

  const { service } = serveForAll({
    // 26 months of 100, 101, … dollars; another city gets 50 each month but the last
    'statement.csv': statement([
      ...monthsFrom('2022-01', 26).map((month, at) => ({ code: '01001', month, net: 100 + at })),
      ...monthsFrom('2022-01', 25).map((month) => ({ code: '19002', month, net: 50 })),
      // a county, from January 2024 on
      ...monthsFrom('2024-01', 2).map((month) => ({ code: '01998', type: 'County', month, net: 7 })),
    ]),
  });

  test('the newest month first; a late member counts as missing and is left out of changes', async () => {
    const { data, meta } = await ask();
    expect(meta).toMatchObject({ total: 26, field: 'net_payment', fiscal_year_start: 7 });
    expect(withoutTaxes(Object(data[0]))).toEqual({
      allocation_period: '2024-02-01',
      fiscal_year: '2023-24',
      // the city of Los Angeles has no figure yet; the county of Alameda is new
      ...{ members: 3, missing: 1, missing_ago: 0, left_out: 2, compared: 1 },
      // 125 + 7; 113 + 50; 125 beside 113 alone
      ...{ value: 132, year_ago: 163, difference: -31 },
      ...{ like_for_like: 125, like_for_like_ago: 113, change: 0.106195 },
      // 124 + 125 + 50 + 14; 112 + 113 + 100; 249 beside 225 alone
      ...{ year_to_date: 313, year_to_date_ago: 325, year_to_date_difference: -12 },
      ...{ year_to_date_missing: 1, year_to_date_missing_ago: 0, year_to_date_left_out: 2 },
      ...{ year_to_date_compared: 1, fiscal_year_to_date_compared: 1, rolling_year_compared: 1 },
      ...{ year_to_date_like_for_like: 249, year_to_date_like_for_like_ago: 225 },
      year_to_date_change: 0.106667,
      // July to February, eight months: 118 … 125 = 972, 7 × 50 and 14; 106 … 113 = 876, and 400
      ...{ fiscal_year_to_date: 1336, fiscal_year_to_date_ago: 1276, fiscal_year_to_date_difference: 60 },
      ...{ fiscal_year_to_date_missing: 1, fiscal_year_to_date_missing_ago: 0 },
      ...{ fiscal_year_to_date_like_for_like: 972, fiscal_year_to_date_like_for_like_ago: 876 },
      ...{ fiscal_year_to_date_left_out: 2, fiscal_year_to_date_change: 0.109589 },
      // 114 … 125 = 1434, 11 × 50 and 14; a year before 102 … 113 = 1290, and 600
      ...{ rolling_year: 1998, rolling_year_ago: 1890, rolling_year_difference: 108 },
      ...{ rolling_year_missing: 1, rolling_year_missing_ago: 0, rolling_year_left_out: 2 },
      ...{ rolling_year_like_for_like: 1434, rolling_year_like_for_like_ago: 1290 },
      rolling_year_change: 0.111628,
    });
    // January 2024: 124 + 50 + 7 beside 112 + 50; without the new county 174 beside 162
    expect(data[1]).toMatchObject({ value: 181, year_ago: 162, missing: 0, change: 0.074074, left_out: 1 });
  });

  test('years as rows: a closed one, and the one to date beside the same months before', async () => {
    const { data, meta } = await service.json<Page<Total>>('/api/ca/sales-tax/years?fiscal_year_start=1');
    expect(meta).toMatchObject({ fiscal_year_start: 1, basis: 'payment' });
    expect(data.map(({ years, year, closed, months }) => [years, year, closed, months])).toEqual([
      ['calendar', '2024', 'no', 2],
      ['calendar', '2023', 'yes', 12],
      ['calendar', '2022', 'yes', 12],
      ['fiscal', '2024', 'no', 2],
      ['fiscal', '2023', 'yes', 12],
      ['fiscal', '2022', 'yes', 12],
    ]);
    // 112 … 123 = 1410 and 12 × 50; 100 … 111 = 1266 and 12 × 50
    expect(data[1]).toMatchObject({ value: 2010, year_ago: 1866, difference: 144, compared: 2 });
    expect(data[0]).toMatchObject({ value: 313, year_ago: 325, difference: -12, compared: 1, left_out: 2 });
    const { data: own } = await service.json<Page<Total>>('/api/jurisdictions/60001001/years');
    expect(own.map(({ year, value, year_ago, difference }) => [year, value, year_ago, difference])).toEqual([
      ['2024', 249, 225, 24],
      ['2023', 1410, 1266, 144],
      ['2022', 1266, null, null],
      // July to February: 118 … 125; July to June: 106 … 117; January to June 2022 are not a whole year
      ['2023-24', 972, 876, 96],
      ['2022-23', 1338, null, null],
      ['2021-22', null, null, null],
    ]);
  });

  test('a type, a county, chosen places, and some months', async () => {
    const cities = await ask('?type=city&from=2023-12-01&to=2024-01-01');
    expect(cities.data.map(({ allocation_period, value }) => [allocation_period, value])).toEqual([
      ['2024-01-01', 174],
      ['2023-12-01', 173],
    ]);
    const county = await ask('?county=Alameda&limit=1');
    expect(county.data).toMatchObject([{ members: 2, missing: 0, value: 132, year_ago: 113 }]);
    const chosen = await ask('?jurisdictions=60019002,60001998&limit=2');
    expect(chosen.data.map(({ value }) => value)).toEqual([7, 57]);
    const late = await ask('?jurisdictions=60019002&limit=1');
    expect(late.data).toMatchObject([{ allocation_period: '2024-02-01', missing: 1, value: null }]);
    // the county began in January 2024
    expect((await ask('?type=county')).data).toHaveLength(2);
    expect((await ask('?type=transit')).data).toEqual([]);
  });

  test('another field, and another fiscal year', async () => {
    const advance = await ask('?field=current_advance&limit=1');
    expect(advance.meta).toMatchObject({ field: 'current_advance' });
    const calendar = await ask('?fiscal_year_start=1&limit=1');
    expect(calendar.data[0]).toMatchObject({ fiscal_year: '2024', fiscal_year_to_date: 313 });
  });

  test('a percentage has no sum', async () => {
    const refused = await refusalBy(service, addressOf('ca', '?field=countywide_pool_percentage'), 'field');
    expect(refused).toBe(
      '"countywide_pool_percentage" is a percentage, and percentages have no sum. Choose an amount.',
    );
  });
});

describe('the rows of an analysis', () => {
  const { rig, service } = serveForAll({
    'statement.csv': statement(
      monthsFrom('2022-01', 14).map((month) => ({ code: '01001', month, net: 100 })),
    ),
  });

  test('are found once for all pages; another question and another version anew', async () => {
    const find = vi.spyOn(totals, 'find');
    const ask = (query: string) => service.json<Page<Total>>(`/api/ca/sales-tax/totals?${query}`);
    const months = ({ data }: Page<Total>) => data.map(({ allocation_period: month }) => month.slice(0, 7));
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
});
