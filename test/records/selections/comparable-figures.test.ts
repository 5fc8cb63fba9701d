import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { citySummaryCsv, paymentsJson } from '../../rig/reports/comparison-sheets.ts';
import { disbursementCsv } from '../../rig/reports/illinois.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page } from '../../rig/service.ts';
import { exportedRows } from '../../rig/warehouse/exported-rows.ts';

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
// the sheet of January 2023 is missing
const RATES = MONTHS.filter((month) => month !== '2023-01').map((month) =>
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
const ask = async (address: string) => (await service.json<Page<Line>>(`/api/${address}`)).data;
const nameOf = ({ jurisdiction, group }: Line) => `${jurisdiction?.name ?? group}`;

/** Value, the one before, the change, the comparable change and the reasons of a figure, by place or group. */
const figures = (data: readonly Line[], name = 'sum') =>
  Object.fromEntries(
    data.map((line) => {
      const [value, ago, change, reasons] = figureIn(line, name);
      return [nameOf(line), [value, ago, change, Object(line[name]).comparable_change, reasons]];
    }),
  );

describe('two spans', () => {
  const ADDRESS = 'il/sales-tax/compare';

  test('have both sums, and a change that leaves out a tax that began', async () => {
    const data = await ask(`${ADDRESS}?months=2020-01..2020-03&sort=name`);
    expect(data[0]).toMatchObject({ months: '2020-01..2020-03', against: '2019-01..2019-03' });
    // 3 × 2,600 beside 3 × 2,000, and 3 × 2,100 of the tax that both have
    expect(figures(data)).toEqual({
      Begins: [7800, 6000, 0.3, 0.05, ['non home rule began in January 2020']],
      Steady: [2700, 3000, -0.1, -0.1, []],
    });
  });

  test('of a group change by the members that are comparable', async () => {
    // 10,500 beside 9,000; 6,300 + 2,700 beside 6,000 + 3,000
    expect(figures(await ask(`${ADDRESS}?months=2020-01..2020-03&by=all`))).toEqual({
      Illinois: [10_500, 9000, 0.166667, 0, ['Begins: non home rule began in January 2020']],
    });
  });

  test('name the months without a payment, and have no change then', async () => {
    const data = await ask(`${ADDRESS}?months=2019-05..2019-08&sort=name`);
    expect(data.map((line) => [nameOf(line), ...figureIn(line, 'sum').slice(0, 3), line.lacking])).toEqual([
      ['Begins', 8200, null, null, '2018-05 to 2018-06'],
      ['Steady', 3800, null, null, '2018-05 to 2018-06'],
    ]);
  });

  test('leave out what is below the minimum, and have as many months', async () => {
    const data = await ask(`${ADDRESS}?months=2020-01..2020-03&minimum=3001`);
    expect(data.map(nameOf)).toEqual(['Begins']);
    const { statusCode, body } = await service.get(
      `/api/${ADDRESS}?months=2020-01..2020-03&against=2019-01..2019-02`,
    );
    expect({ statusCode, errors: JSON.parse(body).errors }).toEqual({
      statusCode: 422,
      errors: { against: [expect.stringContaining('3 months')] },
    });
  });

  test('sort by the gain that no change of tax explains', async () => {
    // Steady has 900 after 1,000. Begins has 2,600 after 2,000, and without its new tax 2,100: a gain of 100
    const gains = await ask(`${ADDRESS}?months=2020-03&sort=-difference`);
    expect(gains.map((line) => [nameOf(line), Object(line.sum).difference])).toEqual([
      ['Begins', 600],
      ['Steady', -100],
    ]);
    const named = async (minimum: number) =>
      (await ask(`${ADDRESS}?months=2020-03&minimum=${minimum}`)).map(nameOf);
    expect(await named(1000)).toEqual(['Begins', 'Steady']);
    expect(await named(1001)).toEqual(['Begins']);
  });
});

describe('the rates of Texas by month', () => {
  const OF_DECEMBER = 'tx/sales-tax/compare?months=2024-12';

  test('take a raised rate out of every sum', async () => {
    const raised = ['the rate changed from 1.5% to 2% in July 2024'];
    expect(figures(await ask(`${OF_DECEMBER}&sort=name`))).toEqual({
      // 1,600 × 1.5 ÷ 2 = 1,200 beside 1,000
      Raised: [1600, 1000, 0.6, 0.2, raised],
      Unlisted: [500, 500, 0, null, ['the tax is not known']],
    });
    // four months as they are, and six of 1,200: 11,200 beside 10,000
    expect(figures(await ask('tx/sales-tax/compare?months=2024-03..2024-12'))).toMatchObject({
      Raised: [13_600, 10_000, 0.36, 0.12, raised],
    });
  });

  test('make the change of a state comparable without the places whose rate is not known', async () => {
    // 2,100 beside 1,500
    expect(figures(await ask(`${OF_DECEMBER}&by=all`))).toEqual({
      Texas: [
        ...[2100, 1500, 0.4, 0.2],
        [
          'Raised: the rate changed from 1.5% to 2% in July 2024',
          'the comparable change leaves out 1 place whose tax is not known',
        ],
      ],
    });
  });

  test('name the month whose comparison sheet is missing', async () => {
    const { Raised } = figures(await ask('tx/sales-tax/compare?months=2024-01'));
    expect(Raised).toEqual([
      ...[1000, 1000, 0, null],
      ['the tax of January 2023 is not known: load the comparison sheet of January 2023'],
    ]);
  });
});

test.each([
  // 900 + 2,100 + 500 after 1,000 + 2,000; without the tax that began, 3,000 after 3,000
  [
    'il',
    'up 16.7% from June 2019. Without changes of tax in Begins (non home rule began in January 2020), the payments are about the same.',
  ],
  [
    'tx',
    'in Raised (the rate changed from 1.5% to 2% in July 2024), the payments are 20.0% more. 1 place is left out: its tax is not known.',
  ],
])(
  'the sentence of a new month of %s says where the tax changed, and the change without that',
  async (state, said) => {
    const data = await ask(`changes?by=month&change=new_month&state=${state}&limit=1`);
    expect(data[0]?.text).toContain(said);
  },
);

test('a projection has the comparable change of the known months', async () => {
  const data = await ask('il/sales-tax/projections?through=2020-03-01');
  // 9 × 2,100 and 3 × 500, beside 9 × 2,000: without the tax that began, 9 × 2,100
  expect(figures(data, 'to_date')).toEqual({
    Begins: [20_400, 18_000, 0.133333, 0.05, ['non home rule began in January 2020']],
    Steady: [8100, 9000, -0.1, -0.1, []],
  });
});

test('files of datapoints have the comparable change beside the plain one', () => {
  const filter = { jurisdictionIds: [482001001, 482001002], from: NOVEMBER, to: NOVEMBER };
  const names = ['name', 'delta_net_payment', 'comparable_change', 'tax_changes'];
  expect(exportedRows(rig.database, 'tx', filter, names)).toEqual([
    ['Raised', 600_000, 200_000, 'the rate changed from 1.5% to 2% in July 2024'],
    ['Unlisted', 0, null, expect.stringContaining('is not known')],
  ]);
});

test('the register of dated rates takes a raised rate of a district out of its payments', async () => {
  const data = await ask('ca/sales-tax/compare?months=2024-12&sort=-value');
  // the rate of sales from May on is paid from July on: 1,600 × 0.5 ÷ 1 = 800 beside 1,000
  expect(Object.values(figures(data))).toEqual([
    [1600, 1000, 0.6, -0.2, ['the rate changed from 0.5% to 1% in July 2024']],
    [500, 500, 0, null, ['the tax is not known']],
  ]);
});

test('months by sale have the same payments in other years', async () => {
  const by = (basis: string) =>
    ask(`tx/sales-tax/months?jurisdictions=482001001&basis=${basis}&fiscal_year_start=10`);
  const [payment, sales] = [await by('payment'), await by('sales')];
  const valuesOf = (data: readonly Line[]) => data.map((one) => Object(one.payment).value);
  expect(valuesOf(sales)).toEqual(valuesOf(payment));
  // the payment of November 2024 is for sales of September, the last month of the fiscal year
  const november = (data: readonly Line[]) => data.find(({ sales_month: month }) => month === '2024-09-01');
  expect(november(payment)).toMatchObject({ month: '2024-11-01', fiscal_year: '2024-25' });
  expect(november(sales)).toMatchObject({
    ...{ month: '2024-11-01', fiscal_year: '2023-24' },
    // October 2023 to September 2024: paid in December 2023 to November 2024
    fiscal_year_to_date: { value: 7 * 1000 + 5 * 1600 },
  });
});
