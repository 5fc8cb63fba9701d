import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { citySummaryCsv, paymentsJson } from '../rig/reports/comparison-sheets.ts';
import { disbursementCsv } from '../rig/reports/illinois.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';
import { exportedRows } from '../rig/warehouse/exported-rows.ts';

/** Comparisons that leave out a change of tax, count by sales, and set any two periods against each other. */

const same = (dollars: number) => new Array<number>(12).fill(dollars * 100);
const [STEADY, BEGINS] = [
  { name: 'STEADY', tax: 'MT', vendor: '390000010' },
  { name: 'BEGINS', tax: 'MT', vendor: '390000020' },
];
const HOME_RULE = { name: 'BEGINS', tax: 'NHMR', vendor: '390000020' };

const MONTHS = monthsFrom('2023-01', 24);
// 1,000 a month at 1.5%, and from July 2024 on 1,600 at 2%
const isRaised = (month: string) => month >= '2024-07';
const PAYMENTS = MONTHS.flatMap((month) => [
  ['2001001', 'RAISED', month, isRaised(month) ? '1600.00' : '1000.00'] as const,
  ['2001002', 'UNLISTED', month, '500.00'] as const,
]);
const RATES = MONTHS.map((month) =>
  citySummaryCsv([
    {
      type: 'TRAVIS',
      name: 'RAISED',
      month,
      rate: isRaised(month) ? '2' : '1.5',
      net: isRaised(month) ? '1600.00' : '1000.00',
    },
  ]),
);

const NOVEMBER = '2024-11' as Month;
const DATED_RATES =
  'state,sales_tax_id,from,sales_tax_rate,source\nca,023,2024-05,0.01,a test\nca,023,2022-01,0.005,a test\n';

const { rig, service } = serveForAll(
  {
    '2019.csv': disbursementCsv(
      [
        { ...STEADY, amounts: same(1000) },
        { ...BEGINS, amounts: same(2000) },
      ],
      { firstYear: 2018 },
    ),
    // the tax begins in January 2020: six months of zeros are printed before it
    '2020.csv': disbursementCsv([
      { ...STEADY, amounts: same(900) },
      { ...BEGINS, amounts: same(2100) },
      { ...HOME_RULE, amounts: [...same(0).slice(6), ...same(500).slice(6)] },
    ]),
    'payments.json': paymentsJson(PAYMENTS),
    'statement.csv': statement(
      MONTHS.flatMap((month) => [
        { code: '023', month, net: isRaised(month) ? 1600 : 1000 },
        { code: '024', type: 'Special District', month, net: 500 },
      ]),
    ),
    ...Object.fromEntries(RATES.map((text, at) => [`rates-${at}.csv`, text])),
  },
  {},
  { 'dated-rates.csv': DATED_RATES },
);

type Line = Record<string, unknown> & { jurisdiction: { id: number; name: string } | null };
const ask = (address: string) => service.json<Page<Line> & { meta: object }>(address);
const named = (data: readonly Line[], ...columns: readonly string[]) =>
  Object.fromEntries(
    data.map((line) => [line.jurisdiction?.name ?? line.group, columns.map((column) => line[column])]),
  );

describe('two periods', () => {
  const ADDRESS = '/api/il/sales-tax/period-comparison';

  test('have both sums, and a change that leaves out a tax that began', async () => {
    const { data, meta } = await ask(`${ADDRESS}?period=2020-01-01,2020-03-01&sort=name`);
    expect(meta).toMatchObject({
      ...{ total: 2, basis: 'payment', doubtful: 0 },
      ...{ period: '2020-01-01,2020-03-01', against: '2019-01-01,2019-03-01' },
      ...{ sales_period: '2019-10-01,2019-12-01', against_sales_period: '2018-10-01,2018-12-01' },
    });
    // 3 × 2,600 beside 3 × 2,000, and 3 × 2,100 of the tax that both have
    expect(named(data, 'sum', 'against', 'difference', 'change', 'comparable_change', 'tax_changes')).toEqual(
      {
        Begins: [7800, 6000, 1800, 0.3, 0.05, 'non home rule began in January 2020'],
        Steady: [2700, 3000, -300, -0.1, -0.1, null],
      },
    );
  });

  test('of a group change by the members that are comparable', async () => {
    const { data } = await ask(`${ADDRESS}?period=2020-01-01,2020-03-01&group=state`);
    // 10,500 beside 9,000; 6,300 + 2,700 beside 6,000 + 3,000
    expect(named(data, 'sum', 'against', 'change', 'comparable_change', 'left_out', 'tax_changes')).toEqual({
      il: [10_500, 9000, 0.166667, 0, 0, 'Begins: non home rule began in January 2020'],
    });
  });

  test('name the months without a payment, and have no change then', async () => {
    const { data } = await ask(`${ADDRESS}?period=2019-05-01,2019-08-01&sort=name`);
    expect(named(data, 'sum', 'against', 'difference', 'change', 'missing_months')).toEqual({
      Begins: [8200, null, null, null, '2018-05 to 2018-06'],
      Steady: [3800, null, null, null, '2018-05 to 2018-06'],
    });
  });

  test('leave out what is below the minimum, and have as many months', async () => {
    const { data } = await ask(`${ADDRESS}?period=2020-01-01,2020-03-01&minimum=3001`);
    expect(data.map(({ jurisdiction }) => jurisdiction?.name)).toEqual(['Begins']);
    const { statusCode, body } = await service.get(
      `${ADDRESS}?period=2020-01-01,2020-03-01&against=2019-01-01,2019-02-01`,
    );
    expect({ statusCode, errors: JSON.parse(body).errors }).toEqual({
      statusCode: 422,
      errors: { against: ['The period has 3 months, and the one to compare with has 2. Give as many.'] },
    });
  });
});

describe('a comparison of a month', () => {
  const OF_MONTH = '/api/il/sales-tax/comparison';

  test('is sorted by the difference, and leaves out what was below the minimum a year before', async () => {
    // 900 after 1,000, and 2,100 + 500 after 2,000
    const query = `allocation_period=2020-03-01&sort=difference`;
    const all = (await ask(`${OF_MONTH}?${query}`)).data;
    expect(all.map(({ jurisdiction, difference }) => [jurisdiction?.name, difference])).toEqual([
      ['Steady', -100],
      ['Begins', 600],
    ]);
    const named = async (minimum: number) =>
      (await ask(`${OF_MONTH}?${query}&minimum=${minimum}`)).data.map(
        ({ jurisdiction }) => jurisdiction?.name,
      );
    expect(await named(1000)).toEqual(['Steady', 'Begins']);
    expect(await named(1001)).toEqual(['Begins']);
    const [state] = (await ask(`${OF_MONTH}?${query}&group=state`)).data;
    expect(state).toMatchObject({ difference: 500 });
  });
});

describe('the rates of Texas by month', () => {
  test('take a raised rate out of every sum', async () => {
    const { data } = await ask('/api/tx/sales-tax/comparison?allocation_period=2024-12-01&sort=name');
    const columns = ['value', 'change', 'comparable_change', 'tax_changes'];
    expect(named(data, ...columns)).toEqual({
      // 1,600 × 1.5 ÷ 2 = 1,200 beside 1,000
      Raised: [1600, 0.6, 0.2, 'the rate changed from 1.5% to 2% in July 2024'],
      Unlisted: [500, 0, null, 'the tax is not known for every month'],
    });
    // six months as they are, and six of 1,200: 13,200 beside 12,000
    expect(
      named(data, 'rolling_year', 'rolling_year_change', 'rolling_year_comparable_change'),
    ).toMatchObject({
      Raised: [15_600, 0.3, 0.1],
    });
  });

  test('make the change of a state comparable without the places whose rate is not known', async () => {
    const { data } = await ask('/api/tx/sales-tax/comparison?allocation_period=2024-12-01&group=state');
    // 2,100 beside 1,500
    expect(named(data, 'change', 'comparable_change', 'tax_changes')).toEqual({
      tx: [
        ...[0.4, 0.2],
        'Raised: the rate changed from 1.5% to 2% in July 2024; without 1 place whose tax is not known',
      ],
    });
  });
});

test.each([
  // 900 + 2,100 + 500 after 1,000 + 2,000; without the tax that began, 3,000 after 3,000
  [
    'il',
    '16.7% more than in June 2019. Without changes of tax in Begins (non home rule began in January 2020), that is about as much.',
  ],
  [
    'tx',
    'in Raised (the rate changed from 1.5% to 2% in July 2024) and without 1 place whose tax is not known, that is 20.0% more.',
  ],
])(
  'the sentence of a new month of %s says where the tax changed, and the change without that',
  async (state, said) => {
    const { data } = await ask(`/api/updates?kind=month&state=${state}&limit=1`);
    expect(data[0]?.text).toContain(said);
  },
);

test('a projection has the comparable change of the known months', async () => {
  const { data, meta } = await ask('/api/il/sales-tax/projections?through=2020-03-01');
  expect(meta).toMatchObject({ through: '2020-03-01', sales_through: '2019-12-01' });
  const columns = ['to_date', 'to_date_ago', 'to_date_change', 'to_date_comparable_change'];
  // 9 × 2,100 and 3 × 500, beside 9 × 2,000: without the tax that began, 9 × 2,100
  expect(named(data, ...columns, 'to_date_tax_changes')).toEqual({
    Begins: [20_400, 18_000, 0.133333, 0.05, 'non home rule began in January 2020'],
    Steady: [8100, 9000, -0.1, -0.1, null],
  });
});

test('coming months have the month of their sales', async () => {
  const { data } = await ask('/api/il/sales-tax/months-ahead?through=2020-03-01');
  expect(data[0]).toMatchObject({ month: '2020-04-01', sales_period: '2020-01-01' });
});

test('files of datapoints have the comparable change beside the plain one', () => {
  const filter = { jurisdictionIds: [482001001, 482001002], from: NOVEMBER, to: NOVEMBER };
  const names = ['name', 'delta_net_payment', 'comparable_change', 'tax_changes'];
  expect(exportedRows(rig.database, 'tx', filter, names)).toEqual([
    ['Raised', 600_000, 200_000, 'the rate changed from 1.5% to 2% in July 2024'],
    ['Unlisted', 0, null, 'the tax is not known for every month'],
  ]);
});

test('the register of dated rates takes a raised rate of a district out of its payments', async () => {
  const { data } = await ask('/api/ca/sales-tax/comparison?allocation_period=2024-12-01&sort=-value');
  // the rate of sales from May on is paid from July on: 1,600 × 0.5 ÷ 1 = 800 beside 1,000
  expect(data.map((line) => [line.change, line.comparable_change, line.tax_changes])).toEqual([
    [0.6, -0.2, 'the rate changed from 0.5% to 1% in July 2024'],
    [0, null, 'the tax is not known for every month'],
  ]);
});

test('an analysis by sales has the same payments in other years', async () => {
  const id = 482001001;
  const by = async (basis: string) =>
    (await ask(`/api/jurisdictions/${id}/analysis?basis=${basis}&fiscal_year_start=10`)).data;
  const [payment, sales] = [await by('payment'), await by('sales')];
  expect(sales.map(({ value }) => value)).toEqual(payment.map(({ value }) => value));
  // the payment of November 2024 is for sales of September, the last month of the fiscal year
  const november = (data: readonly Line[]) =>
    data.find(({ allocation_period: period }) => period === '2024-11-01');
  expect(november(payment)).toMatchObject({ sales_period: '2024-09-01', fiscal_year: '2024-25' });
  expect(november(sales)).toMatchObject({
    ...{ sales_period: '2024-09-01', fiscal_year: '2023-24' },
    // October 2023 to September 2024: paid in December 2023 to November 2024
    fiscal_year_to_date: 7 * 1000 + 5 * 1600,
  });
});
