import { describe, expect, test, vi } from 'vitest';
import { months as list } from '../../../src/records/queries/months.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { allocations } from '../../rig/program.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page, refusalBy } from '../../rig/service.ts';

type Line = Record<string, unknown> & { jurisdiction: { id: number } | null };

describe('a sum of places', () => {
  const { service } = serveForAll({
    // 26 months of 100, 101, … dollars; another city gets 50 each month but the last
    'statement.csv': statement([
      ...monthsFrom('2022-01', 26).map((month, at) => ({ code: '01001', month, net: 100 + at })),
      ...monthsFrom('2022-01', 25).map((month) => ({ code: '19002', month, net: 50 })),
      // a county, from January 2024 on
      ...monthsFrom('2024-01', 2).map((month) => ({ code: '01998', type: 'County', month, net: 7 })),
    ]),
  });
  const ask = async (query: string, of = 'months') =>
    (await service.json<Page<Line>>(`/api/ca/sales-tax/${of}${query}`)).data;

  test('has all payments, and compares the places that have every payment of both', async () => {
    const data = await ask('');
    expect(data).toHaveLength(26);
    // the city of Los Angeles has no figure yet; the county of Alameda is new
    expect(data[0]).toMatchObject({ month: '2024-02-01', fiscal_year: '2023-24', members: 3 });
    const leftOut = ['the change compares 1 place, without 2 that lack a payment'];
    // 125 + 7; 113 + 50; 125 beside 113 alone
    expect(figureIn(data[0], 'payment')).toEqual([132, 163, 0.106195, leftOut]);
    expect(data[0]?.payment).toMatchObject({ difference: -31, missing: 1 });
    // July to February, eight months: 118 … 125 = 972, 7 × 50 and 14; 106 … 113 = 876, and 400
    expect(figureIn(data[0], 'fiscal_year_to_date')).toEqual([1336, 1276, 0.109589, leftOut]);
    // 114 … 125 = 1434, 11 × 50 and 14, without 1 of 26 payments: more than one of a hundred
    expect(figureIn(data[0], 'twelve_months').slice(0, 3)).toEqual([null, 1890, 0.111628]);
    // the calendar year so far: 124 + 125 + 50 + 14; 112 + 113 + 100; 249 beside 225
    const [calendar] = await ask('?fiscal_year_start=1&months=2024-02');
    expect(figureIn(calendar, 'fiscal_year_to_date')).toEqual([313, 325, 0.106667, leftOut]);
    // January 2024: 124 + 50 + 7 beside 112 + 50; without the new county 174 beside 162
    expect(figureIn(data[1], 'payment').slice(0, 3)).toEqual([181, 162, 0.074074]);
  });

  test('has years: a closed one, and the one to date beside the same months before', async () => {
    const all = await ask('?fiscal_year_start=1', 'years');
    expect(all.map((one) => [one.years, one.year, one.closed, one.months])).toEqual(
      ['calendar', 'fiscal'].flatMap((kind) => [
        [kind, '2024', 'no', 2],
        [kind, '2023', 'yes', 12],
        [kind, '2022', 'yes', 12],
      ]),
    );
    // 112 … 123 = 1410 and 12 × 50; 100 … 111 = 1266 and 12 × 50
    expect(figureIn(all[1], 'sum').slice(0, 2)).toEqual([2010, 1866]);
    const own = await ask('?jurisdictions=60001001', 'years');
    expect(own.map((one) => [one.year, ...figureIn(one, 'sum').slice(0, 2)])).toEqual([
      ['2024', 249, 225],
      ['2023', 1410, 1266],
      ['2022', 1266, null],
      // July to February: 118 … 125; July to June: 106 … 117; January to June 2022 are not a whole year
      ['2023-24', 972, 876],
      ['2022-23', 1338, null],
      ['2021-22', null, null],
    ]);
  });

  test('is that of a type, a county, chosen places, and some months', async () => {
    const valuesOf = (data: readonly Line[]) => data.map((one) => figureIn(one, 'payment')[0]);
    expect(valuesOf(await ask('?type=city&months=2023-12..2024-01'))).toEqual([174, 173]);
    expect(valuesOf(await ask('?county=Alameda&limit=1'))).toEqual([132]);
    expect(valuesOf(await ask('?jurisdictions=60019002,60001998&limit=2'))).toEqual([7, 57]);
    // the county began in January 2024
    expect(await ask('?type=county')).toHaveLength(2);
    expect(await ask('?type=transit')).toEqual([]);
  });

  test('is of amounts alone', async () => {
    const url = '/api/ca/sales-tax/months?field=countywide_pool_percentage';
    expect(await refusalBy(service, url, 'field')).toContain(
      '"countywide_pool_percentage" is a percentage, and percentages have no sum.',
    );
  });
});

describe('one place', () => {
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
  const ask = async (query = '') =>
    (await service.json<Page<Line>>(`/api/ca/sales-tax/months?jurisdictions=60001001${query}`)).data;

  test('has its figures, rank and shares', async () => {
    const [newest, before] = await ask();
    // 12 more than 108.50
    expect(figureIn(newest, 'payment')).toEqual([120.5, 108.5, 0.110599, []]);
    // 109.50 + … + 120.50; a year before, there are only eight months
    expect(figureIn(newest, 'twelve_months').slice(0, 3)).toEqual([1380, null, null]);
    // July and August: 119.50 + 120.50; 107.50 + 108.50; 24 / 216
    expect(figureIn(newest, 'fiscal_year_to_date')).toEqual([240, 216, 0.111111, []]);
    // 120.50 of 482 in Alameda; of 602.50 in the state
    expect(newest).toMatchObject({ share_of_county: 0.25, share_of_state: 0.2, rank: 2, ranked: 3 });
    expect(before).toMatchObject({ month: '2024-07-01', ranked: 2 });
  });

  test('has the quarters that its state settles', async () => {
    const [quarter] = await ask('&by=quarter');
    // June to August: 118.50 + 119.50 + 120.50; 106.50 + 107.50 + 108.50; 36 / 322.50
    expect(figureIn(quarter, 'payment')).toEqual([358.5, 322.5, 0.111628, []]);
    const { data } = await service.json<Page>('/api/tx/sales-tax/months?jurisdictions=482999001&by=quarter');
    expect(data).toEqual([]);
  });

  test('has another fiscal year, and other fields', async () => {
    const [april] = await ask('&fiscal_year_start=1&months=2023-03..2023-04');
    expect(april?.fiscal_year).toBe('2023');
    expect(figureIn(april, 'fiscal_year_to_date')[0]).toBe(101.5 + 102.5 + 103.5 + 104.5);
    const [pool] = await ask('&field=countywide_pool&limit=1');
    expect([figureIn(pool, 'payment')[0], figureIn(pool, 'twelve_months')[0]]).toEqual([40, null]);
    const [percentage] = await ask('&field=countywide_pool_percentage&limit=1');
    expect(figureIn(percentage, 'payment')[0]).toBe(12.5);
    expect(percentage).toMatchObject({ share_of_county: null, rank: null });
  });
});

describe('doubts', () => {
  // Thirty months up to June 2024 of about 1,000 dollars, five more each month. City 1 lacks a digit in June 2023, city 2
  // has one too many in June 2024, city 3 is as usual, and city 4 has a third less.
  const [BASE, TENFOLD, USUAL, LESS] = [482000001, 482000002, 482000003, 482000004];
  const factorOf = (city: number, month: string) => {
    if (city === 1 && month === '2023-06') return 0.1;
    if (city === 2 && month === '2024-06') return 10;
    return city === 4 && month >= '2024-01' ? 0.6 : 1;
  };
  const { rig, service } = serveForAll({
    'texas.csv': texasReport(
      monthsFrom('2022-01', 30).flatMap((month, at) =>
        [1, 2, 3, 4].map((city) => ({
          ...{ code: String(2_000_000 + city), name: `CITY ${city}`, month },
          current: (1000 + 5 * at) * factorOf(city, month),
        })),
      ),
    ),
  });
  const ask = async (path: string) => (await service.json<Page<Line>>(`/api/tx/sales-tax/${path}`)).data;
  const idsOf = (data: readonly Line[]) => data.map(({ jurisdiction }) => jurisdiction?.id);

  test('put a change after the others both ways', async () => {
    const falling = await ask('compare?months=2024-06&sort=-change');
    expect(idsOf(falling)).toEqual([USUAL, LESS, BASE, TENFOLD]);
    expect(idsOf(await ask('compare?months=2024-06&sort=change')).slice(0, 2)).toEqual([LESS, USUAL]);
    // the payment itself is ranked as it is
    expect(idsOf(await ask('compare?months=2024-06'))[0]).toBe(TENFOLD);
    const doubts = new Map(falling.map(({ jurisdiction, doubt }) => [jurisdiction?.id, Object(doubt)]));
    expect(doubts.get(BASE)).toMatchObject({ month: '2023-06-01', code: 'unusual-payment' });
    expect(doubts.get(TENFOLD)?.text).toContain('11,221.00');
    const asked = ['compare', 'tx', '--months', '2024-06', '--sort', '-change', '--db', rig.database];
    expect(allocations(rig.folder, ...asked).stdout).toMatch(
      /\n\nAt the end, .*: (?:\d places? whose tax changed, and )?2 places with a payment that the checks doubt\.\n/,
    );
  });

  test('count in each sum that has them, now or a year before', async () => {
    const doubtfulIn = async (query: string, name: string) =>
      Object.fromEntries(
        (await ask(query)).map((one) => [one.month ?? one.year, Object(one[name]).doubtful]),
      );
    const ofBase = `months?jurisdictions=${BASE}&fiscal_year_start=10`;
    const at = (counts: Record<string, unknown>) =>
      ['2023-05', '2023-06', '2023-10', '2024-05', '2024-06'].map((month) => counts[`${month}-01`]);
    expect(at(await doubtfulIn(ofBase, 'payment'))).toEqual([0, 1, 0, 0, 1]);
    expect(at(await doubtfulIn(ofBase, 'fiscal_year_to_date'))).toEqual([0, 1, 0, 0, 1]);
    expect(at(await doubtfulIn(ofBase, 'twelve_months'))).toEqual([0, 1, 1, 1, 1]);
    const sums = await doubtfulIn('months', 'twelve_months');
    expect([sums['2023-05-01'], sums['2023-06-01'], sums['2024-06-01']]).toEqual([0, 1, 2]);
    // of 2024, June, and June of the year before
    expect(await doubtfulIn('years?fiscal_year_start=1', 'sum')).toEqual({ 2022: 0, 2023: 1, 2024: 2 });
  });
});

describe('the records', () => {
  const { rig, service } = serveForAll({
    'statement.csv': statement(
      monthsFrom('2022-01', 14).map((month) => ({ code: '01001', month, net: 100 })),
    ),
  });

  test('are found once for all pages; another question and another version anew', async () => {
    const find = vi.spyOn(list, 'find');
    // a list that takes long is found in several pieces
    const questions = () =>
      find.mock.calls
        .map(([, asked]) => JSON.stringify(asked))
        .filter((question, at, all) => question !== all[at - 1]);
    const ask = (query: string) => service.json<Page<Line>>(`/api/ca/sales-tax/months?${query}`);
    const months = ({ data }: Page<Line>) => data.map(({ month }) => String(month).slice(0, 7));
    const first = await ask('limit=10');
    const second = await ask('limit=10&page=2');
    expect([...months(first), ...months(second)]).toEqual(monthsFrom('2022-01', 14).toReversed());
    expect(questions()).toHaveLength(1);
    expect(months(await ask('limit=10&page=2&basis=sales'))).toEqual(monthsFrom('2022-01', 4).toReversed());
    expect(questions()).toHaveLength(2);
    await rig.load({ 'more.csv': statement([{ code: '01001', month: '2023-03', net: 250 }]) });
    expect((await ask('limit=1')).data).toMatchObject([{ month: '2023-03-01', payment: { value: 250 } }]);
    expect(questions()).toEqual(['{"state":"ca"}', '{"state":"ca","basis":"sales"}', '{"state":"ca"}']);
  });
});
