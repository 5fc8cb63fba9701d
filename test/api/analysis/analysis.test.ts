import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import type { Page } from '../../rig/service.ts';
import { withoutTaxes } from './shown-figures.ts';

type Analyzed = Record<string, number | string | null>;

const addressOf = (id: number, query = '') => `/api/jurisdictions/${id}/analysis${query}`;

describe('worked by hand', () => {
  const months = monthsFrom('2023-01', 20);

  const { service } = serveForAll({
    // from January 2023 on 101.50, 102.50, … dollars a month; August 2024 is 120.50
    'statement.csv': statement([
      ...months.map((month, at) => ({ code: '01001', month, net: 101.5 + at })),
      // the other city of Alameda gets three times 120.50 in August 2024; one elsewhere gets as much as the first
      ...months.map((month) => ({ code: '01002', month, net: 361.5 })),
      { code: '19001', month: '2024-08', net: 120.5 },
      // another type
      { code: '01998', type: 'County', month: '2024-08', net: 5000 },
    ]),
    'quarterly.csv': quarterly([{ code: '01001', quarter: '2Q-24', pool: 40 }]),
    'texas.csv': texasReport(months.map((month) => ({ code: '2999001', name: 'ONE', month, current: 100 }))),
  });

  test('the newest month first, with every figure in dollars', async () => {
    const { data, meta } = await service.json<Page<Analyzed>>(addressOf(60_001_001));
    expect(meta).toMatchObject({ total: 20, per_page: 1000, field: 'net_payment', fiscal_year_start: 7 });
    expect(withoutTaxes(Object(data[0]))).toEqual({
      allocation_period: '2024-08-01',
      // 12 more than 108.50
      ...{ value: 120.5, year_ago: 108.5, change: 0.110599 },
      // 109.50 + … + 120.50; a year before, there are only eight months
      ...{ rolling_year: 1380, rolling_year_ago: null, rolling_year_change: null },
      // 113.50 + … + 120.50; 101.50 + … + 108.50; 96 / 840
      ...{ year_to_date: 936, year_to_date_ago: 840, year_to_date_change: 0.114286 },
      fiscal_year: '2024-25',
      // July and August: 119.50 + 120.50; 107.50 + 108.50; 24 / 216
      ...{ fiscal_year_to_date: 240, fiscal_year_to_date_ago: 216, fiscal_year_to_date_change: 0.111111 },
      // 120.50 of 482 in Alameda; of 602.50 in the state
      ...{ share_of_county: 0.25, share_of_state: 0.2, rank: 2, ranked: 3 },
      // June to August: 118.50 + 119.50 + 120.50; 106.50 + 107.50 + 108.50; 36 / 322.50
      ...{ quarter_total: 358.5, quarter_total_ago: 322.5, quarter_total_change: 0.111628 },
      doubt: null,
    });
    expect(data[1]).toMatchObject({ allocation_period: '2024-07-01', quarter_total: null, ranked: 2 });
  });

  test('another fiscal year, and some months', async () => {
    const { data, meta } = await service.json<Page<Analyzed>>(
      addressOf(60_001_001, '?fiscal_year_start=1&from=2023-03-01&to=2023-04-01'),
    );
    expect(data.map(({ fiscal_year }) => fiscal_year)).toEqual(['2023', '2023']);
    expect(meta).toMatchObject({ total: 2, fiscal_year_start: 1 });
    // the first year begins with January, so it is complete
    expect(data[0]).toMatchObject({ fiscal_year_to_date: 101.5 + 102.5 + 103.5 + 104.5 });
  });

  test('another field, and a percentage', async () => {
    const newest = async (field: string) =>
      (await service.json<Page<Analyzed>>(addressOf(60_001_001, `?field=${field}&limit=1`))).data[0];
    // the quarter before has no report
    const pool = { value: 40, rolling_year: null, share_of_state: 1, ranked: 1 };
    expect(await newest('countywide_pool')).toMatchObject(pool);
    expect(await newest('countywide_pool_percentage')).toMatchObject({
      ...{ value: 12.5, quarter_total: 12.5, fiscal_year_to_date: 12.5 },
      ...{ share_of_county: null, share_of_state: null, rank: null, ranked: null },
    });
  });

  test('Texas: the fiscal year from October, and no quarters', async () => {
    const { data, meta } = await service.json<Page<Analyzed>>(addressOf(482_999_001, '?limit=1'));
    expect(meta).toMatchObject({ fiscal_year_start: 10 });
    // 100 less a fee of 2%; from October 2023 to August 2024 eleven months
    expect(data[0]).toMatchObject({
      ...{ value: 98, fiscal_year: '2023-24', fiscal_year_to_date: 1078, rolling_year: 1176, change: 0 },
      ...{ share_of_county: null, share_of_state: 1, quarter_total: null },
    });
  });
});
