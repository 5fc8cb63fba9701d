import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyzeSeries, type MonthAnalysis } from '../../src/derive/analysis.ts';
import { fiscalYearToDateStart } from '../../src/domain/allocation.ts';
import { type Month, monthIndex, monthsBetween } from '../../src/domain/month.ts';
import { stateOf } from '../../src/states/index.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

type Row = Record<string, string | number | null>;

/** Reads as a person with a client of SQLite does. */
function query({ database }: PipelineRig, sql: string): Row[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    return sqlite.prepare<[], Row>(sql).all();
  } finally {
    sqlite.close();
  }
}

test('allocation has both states in dollars, with names, counties and leading zeros', async () => {
  const rig = createPipelineRig();
  rig.write('may.csv', statement([{ code: '01001', name: 'ALDER CREEK', month: '2024-05', net: 1234.5 }]));
  rig.write('quarter.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 7.25 }]));
  rig.write('tx.csv', texasReport([{ code: '2999001', name: 'ELM', month: '2024-05', current: 50 }]));
  await rig.run();
  const [ca, tx, ...more] = query(rig, 'SELECT * FROM allocation ORDER BY state');
  expect(more).toEqual([]);
  expect(ca).toMatchObject({
    ...{ state: 'ca', jurisdiction_id: 60_001_001, sales_tax_id: '01001', name: 'Alder Creek', type: 'city' },
    ...{ county: 'Alameda', allocation_period: '2024-05-01', sales_period: '2024-03-01', quarter: 3 },
    ...{ payment: 1234.5, net_payment: 1234.5, countywide_pool: 7.25, countywide_pool_percentage: 12.5 },
    ...{ service_fee: null },
  });
  // two percent of 50 dollars is kept
  expect(tx).toMatchObject({
    ...{ state: 'tx', sales_tax_id: '2999001', county: null, payment: 49, service_fee: 1 },
    ...{ countywide_pool: null },
  });
});

test('comparison_latest compares the newest month with the year before', async () => {
  const rig = createPipelineRig();
  // 100 dollars a month in 2023, 110 in 2024 until August; California's fiscal year begins in July
  const months = monthsBetween('2023-01' as Month, '2024-08' as Month);
  const net = (month: string) => (month < '2024' ? 100 : 110);
  await rig.load({ 'a.csv': statement(months.map((month) => ({ code: '01001', month, net: net(month) }))) });
  // 880 dollars until August for 800; 2023 has no year before it
  const years = query(
    rig,
    'SELECT year, months, payment, closed, year_ago, difference, change, doubtful FROM payment_by_year',
  );
  expect(years).toEqual([
    {
      ...{ year: 2023, months: 12, payment: 1200, closed: 'yes' },
      ...{ year_ago: null, difference: null, change: null, doubtful: 0 },
    },
    {
      ...{ year: 2024, months: 8, payment: 880, closed: 'no' },
      ...{ year_ago: 800, difference: 80, change: 0.1, doubtful: 0 },
    },
  ]);
  const fiscal = query(
    rig,
    `SELECT fiscal_year, last_month, last_sales_month, months, payment, closed, year_ago, difference, change, doubtful
     FROM payment_by_fiscal_year ORDER BY fiscal_year`,
  );
  expect(fiscal.map((row) => Object.values(row))).toEqual([
    // its first six months are not known
    ['2022-23', '2023-06-01', '2023-04-01', 6, 600, 'yes', null, null, null, 0],
    ['2023-24', '2024-06-01', '2024-04-01', 12, 1260, 'yes', null, null, null, 0],
    ['2024-25', '2024-08-01', '2024-06-01', 2, 220, 'no', 200, 20, 0.1, 0],
  ]);
  expect(query(rig, 'SELECT * FROM comparison_latest')).toEqual([
    {
      ...{
        state: 'ca',
        jurisdiction_id: 60_001_001,
        sales_tax_id: '01001',
        name: 'Place 01001',
        type: 'city',
      },
      ...{ county: 'Alameda', allocation_period: '2024-08-01', sales_period: '2024-06-01' },
      ...{ doubtful: 0, year_to_date_doubtful: 0, fiscal_year_to_date_doubtful: 0, rolling_year_doubtful: 0 },
      ...{ payment: 110, year_ago: 100, change: 0.1 },
      ...{ year_to_date: 880, year_to_date_ago: 800, year_to_date_change: 0.1 },
      ...{ fiscal_year_to_date: 220, fiscal_year_to_date_ago: 200, fiscal_year_to_date_change: 0.1 },
      // September to December 2023 and eight months of 2024; no twelve months before August 2023
      ...{ rolling_year: 1280, rolling_year_ago: null, rolling_year_change: null },
    },
  ]);
});

test('a doubted payment counts in each sum that has it, now or a year before', async () => {
  const rig = createPipelineRig();
  // 1,000 dollars a month and five more each month; Texas's sums begin in October. June 2023 lacks a digit
  const months = monthsBetween('2022-01' as Month, '2024-11' as Month);
  const current = (month: string, at: number) => (1000 + 5 * at) * (month === '2023-06' ? 0.1 : 1);
  await rig.load({
    'a.csv': texasReport(
      months.map((month, at) => ({ code: '2999001', name: 'ELM', month, current: current(month, at) })),
    ),
  });
  expect(query(rig, 'SELECT state, jurisdiction_id, allocation_period, code FROM doubted_payment')).toEqual([
    {
      ...{ state: 'tx', jurisdiction_id: 482_999_001 },
      ...{ allocation_period: '2023-06-01', code: 'unusual-payment' },
    },
  ]);
  // November: not in the month or the fiscal year, but in January to November and December to November
  expect(query(rig, 'SELECT * FROM comparison_latest')).toEqual([
    expect.objectContaining({
      ...{ doubtful: 0, year_to_date_doubtful: 1, fiscal_year_to_date_doubtful: 0, rolling_year_doubtful: 1 },
    }),
  ]);
  const years = query(rig, 'SELECT year, doubtful FROM payment_by_year ORDER BY year');
  expect(years.map(({ doubtful }) => doubtful)).toEqual([0, 1, 1]);
});

const MONTHS = monthsBetween('2022-03' as Month, '2024-09' as Month);
/** The months of each place: where it begins, and which later months are missing. */
const place = fc.record({
  from: fc.integer({ min: 0, max: 29 }),
  gaps: fc.array(fc.nat(30), { maxLength: 3 }),
});

test('comparison_latest has the figures of the analysis, whatever months are missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('ca', 'tx'),
      fc.array(place, { minLength: 1, maxLength: 5 }),
      fc.nat(97),
      async (code, places, seed) => {
        const rig = createPipelineRig();
        const rows = places.flatMap(({ from, gaps }, at) =>
          MONTHS.flatMap((month, index) =>
            index < from || gaps.includes(index)
              ? []
              : // some payments are zero, some negative
                [{ at, month, net: (((at + 3) * (index + 7) * (seed + 1)) % 17) - 3 + at / 4 }],
          ),
        );
        if (rows.length === 0) return;
        const report =
          code === 'ca'
            ? statement(rows.map(({ at, ...row }) => ({ ...row, code: `0100${at}` })))
            : texasReport(
                rows.map(({ at, month, net }) => ({ code: `299900${at}`, name: 'ELM', month, current: net })),
              );
        await rig.load({ 'a.csv': report });
        const newest = query(rig, `SELECT max(allocation_period) AS month FROM allocation`)[0]?.month;
        const expected = expectedOf(rig, code).filter((row) => row.allocation_period === newest);
        expect(query(rig, 'SELECT * FROM comparison_latest ORDER BY jurisdiction_id')).toEqual(
          expected.map((row) => expect.objectContaining(row)),
        );
        // every year ends with the sum to date of its last month
        const all = new Map(
          expectedOf(rig, code).map((row) => [`${row.jurisdiction_id} ${row.allocation_period}`, row]),
        );
        for (const [view, sum] of [
          ['payment_by_year', 'year_to_date'],
          ['payment_by_fiscal_year', 'fiscal_year_to_date'],
        ] as const)
          for (const year of query(rig, `SELECT * FROM ${view}`)) {
            const last = all.get(`${year.jurisdiction_id} ${year.last_month}`);
            expect([view, year.year_ago, year.change]).toEqual([
              ...[view, last?.[`${sum}_ago`], last?.[`${sum}_change`]],
            ]);
          }
      },
    ),
    { numRuns: 25 },
  );
});

/** The analysis of every series, in the names of the view. */
function expectedOf(rig: PipelineRig, code: string): Row[] {
  const state = stateOf(code);
  const stored = query(
    rig,
    `SELECT jurisdiction_id AS id, allocation_period AS period, ${state.headline} AS figure FROM ${code}_allocation ORDER BY 1, 2`,
  );
  const indexOf = (period: Row[string] | undefined) => monthIndex(String(period).slice(0, 7) as Month);
  const months = new Set(stored.map(({ period }) => indexOf(period)));
  const dollars = (cents: number | null) => (cents === null ? null : cents / 100);
  const compared = (
    name: string,
    ago: string,
    { value, yearAgo, change }: MonthAnalysis['payment'],
  ): Row => ({
    [name]: dollars(value),
    [ago]: dollars(yearAgo),
    [name === 'payment' ? 'change' : `${name}_change`]: change === null ? null : change / 1e6,
  });
  return [...new Set(stored.map(({ id }) => id))].flatMap((id) => {
    const own = stored.filter((row) => row.id === id);
    const first = indexOf(own[0]?.period);
    const slots: (number | null | undefined)[] = [];
    for (const { period, figure } of own) slots[indexOf(period) - first] = Number(figure);
    const series = { first, slots: Array.from(slots) };
    const context = { unit: 'amount' as const, calendar: state.calendar, stateMonths: months };
    const fiscalYearStart = fiscalYearToDateStart(state.calendar);
    return analyzeSeries(series, { ...context, fiscalYearStart }).map((one) => ({
      jurisdiction_id: Number(id),
      allocation_period: `${one.month}-01`,
      ...compared('payment', 'year_ago', one.payment),
      ...compared('year_to_date', 'year_to_date_ago', one.yearToDate),
      ...compared('fiscal_year_to_date', 'fiscal_year_to_date_ago', one.fiscalYearToDate),
      ...compared('rolling_year', 'rolling_year_ago', one.rollingYear),
    }));
  });
}
