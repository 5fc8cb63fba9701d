import { expect, test } from 'vitest';
import { toFiscalYear } from '../../src/derive/fiscal-year.ts';
import { dateOfMonth, monthNumber } from '../../src/explorer/words/months.ts';

function figureOf(value: number | null) {
  return {
    ...{ value, ago: null, difference: null, change: null, comparable_change: null },
    ...{ missing: 0, doubtful: 0, reasons: [] },
  };
}

/** Payments from a month on, and their sums since each July; a sum is null from a missing payment on. */
function paid(first: string, payments: readonly (number | null)[], doubted: readonly string[] = []) {
  let sum: number | null = 0;
  return payments.map((value, at) => {
    const counted = dateOfMonth(monthNumber(first) + at);
    sum = (counted.slice(5, 7) === '07' ? 0 : sum) as number | null;
    sum = sum === null || value === null ? null : sum + value;
    const isDoubted = doubted.includes(counted);
    return {
      counted,
      doubted: Number(isDoubted),
      record: { payment: figureOf(value), fiscal_year_to_date: figureOf(sum) },
    };
  });
}

const YEAR_OF = (payment: number): (number | null)[] => Array.from({ length: 12 }, () => payment);
// July 2021 on; the second year lacks its fourth month
const months = paid(
  '2021-07-01',
  [
    ...YEAR_OF(100),
    ...YEAR_OF(90).with(3, null),
    ...[...YEAR_OF(110), ...YEAR_OF(120), ...YEAR_OF(130)],
    ...[150, 140, 145],
  ],
  ['2023-01-01', '2025-08-01'],
);
const series = { months, fiscalYearStart: 7 };
const rest = Array.from({ length: 9 }, (_, at) => ({
  month: dateOfMonth(monthNumber('2026-10-01') + at),
  amount: 135.1,
}));
// a budget of 130 a month
const projection = { year: '2026-27', low: 1600, high: 1700, rest, budget: 1560 };

test('a fiscal year is set against its budget, spread over the months, and against the projection', () => {
  const year = toFiscalYear(series, '2026-09-01', projection);
  expect(year).toMatchObject({
    year: '2026-27',
    lastYear: '2025-26',
    known: 3,
    hasBudget: true,
  });
  expect(year.months.map(({ counted }) => counted).slice(0, 2)).toEqual(['2026-07-01', '2026-08-01']);
  // 150, + 140, + 145, of which the budget has 130 each
  expect(year.months.map(({ thisYear }) => thisYear).slice(0, 4)).toEqual([150, 290, 435, null]);
  expect(year.months.map(({ paidLess }) => paidLess).slice(0, 4)).toEqual([20, 10, 15, null]);
  // 435 − 390, and 45 ÷ 390
  expect(year.months[2]).toMatchObject({
    ...{ lastYear: 390, projected: null, budget: 390, difference: 45, differenceShare: 45 / 390 },
    ...{ low: null, high: null, expectedLess: null },
  });
  // 435 + 135.10, less four months of 130
  expect(year.months[3]).toMatchObject({
    thisYear: null,
    projected: 570.1,
    expectedLess: 5.1,
    difference: 50.1,
  });
  // 435 + 9 × 135.10, less 12 × 130
  expect(year.months[11]).toMatchObject({
    ...{ lastYear: 1560, projected: 1650.9, budget: 1560, difference: 90.9, low: 40, high: 140 },
  });
});

test('a fiscal year without a budget is set against the last year, month by month', () => {
  const year = toFiscalYear({ ...series, months: months.slice(-15) }, '2026-09-01', {
    ...projection,
    budget: null,
  });
  expect(year).toMatchObject({ hasBudget: false, lastYear: '2025-26' });
  // the year before has 130 each
  expect(year.months[2]).toMatchObject({ paidLess: 15, budget: null, difference: 45 });
  expect(year.months[3]).toMatchObject({ paidLess: null, expectedLess: 5.1, difference: 50.1 });
  // the payment of August 2022 has no year before
  const first = toFiscalYear({ ...series, months: months.slice(0, 2) }, '2021-08-01');
  expect(first.months[1]).toMatchObject({ paidLess: null, difference: null, thisYear: 200 });
});

test('a fiscal year is that of the newest payment, also if the state has newer ones', () => {
  const ended = { ...series, months: months.slice(0, -6) };
  const year = toFiscalYear(ended, '2026-09-01', projection);
  // the projection and the budget are of another year
  expect(year).toMatchObject({ year: '2025-26', known: 12 });
  expect(year.months[8]).toMatchObject({ thisYear: 1170, projected: null, budget: null, difference: 90 });
  expect(year.months[9]).toMatchObject({ thisYear: null, lastYear: 1200, projected: null });
});

test('a fiscal year can be a calendar year', () => {
  const year = toFiscalYear({ ...series, fiscalYearStart: 1 }, '2026-09-01');
  expect(year).toMatchObject({ year: '2026', lastYear: '2025', known: 9 });
});
