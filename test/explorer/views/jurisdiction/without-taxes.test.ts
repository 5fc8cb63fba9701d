import { expect, test } from 'vitest';
import type { ChartSeries } from '../../../../src/explorer/chart/chart-data.ts';
import { inShares } from '../../../../src/explorer/chart/chart-data.ts';
import { PAYMENT } from '../../../../src/explorer/figures.ts';
import {
  haveTaxChange,
  withoutTaxChanges,
} from '../../../../src/explorer/views/jurisdiction/without-taxes.ts';
import { dateOfMonth } from '../../../../src/explorer/words/months.ts';
import { explore } from '../../rig/explore.ts';
import { readSeries } from '../../rig/figures.ts';
import { SANGAMON } from '../../rig/views.ts';

type Months = Parameters<typeof withoutTaxChanges>[0];

/** Months of sales times a rate, with the changes that the service gives: to millionths. */
function paidAt(sales: readonly number[], rates: readonly number[]): Months {
  const round = (share: number) => Math.round(share * 1e6) / 1e6;
  return sales.map((sold, at) => {
    const [value, before] = [sold * (rates[at] ?? 0), sales[at - 12]];
    const ago = before === undefined ? null : before * (rates[at - 12] ?? 0);
    const figure = {
      ...{ value, ago, difference: null, missing: 0, doubtful: 0, reasons: [] },
      change: ago === null ? null : round(value / ago - 1),
      comparable_change: before === undefined ? null : round(sold / before - 1),
    };
    const record = { payment: figure, twelve_months: figure, fiscal_year_to_date: figure, quarter: figure };
    return { month: dateOfMonth(24_000 + at), record };
  });
}

const SALES = Array.from({ length: 48 }, (_, at) => 1000 + ((at * 37) % 101) + at * 5);

test('figures without changes of tax are the sales at the first rate', () => {
  // a higher rate from month 18 on, and another from month 40 on
  const rates = SALES.map((_, at) => (at < 18 ? 1 : at < 40 ? 1.5 : 1.25));
  const drawn = withoutTaxChanges(paidAt(SALES, rates), PAYMENT);
  for (const [at, value] of drawn.entries())
    expect(Math.abs((value ?? 0) - (SALES[at] ?? 0))).toBeLessThan(0.01);
  expect(haveTaxChange(paidAt(SALES, rates), PAYMENT)).toBe(true);
});

test('figures of one tax stay as they are, to the cent', () => {
  const months = paidAt(SALES, Array(48).fill(1.1));
  expect(withoutTaxChanges(months, PAYMENT)).toEqual(months.map(({ record }) => record?.payment.value));
  expect(haveTaxChange(months, PAYMENT)).toBe(false);
});

test('a figure whose comparable change is not known has none, nor has the one a year later', () => {
  const months = paidAt(SALES, Array(48).fill(1));
  const unknown = months.map((one, at) =>
    at === 14 && one.record
      ? { ...one, record: { ...one.record, payment: { ...one.record.payment, comparable_change: null } } }
      : one,
  );
  const drawn = withoutTaxChanges(unknown, PAYMENT);
  expect(drawn.flatMap((value, at) => (value === null ? [at] : []))).toEqual([14, 26, 38]);
});

test('parts are shares of their sum, also below zero', () => {
  const of = (id: string, values: (number | null)[], from: number[]): ChartSeries => ({
    ...{ id, label: id, shape: 'bars', tone: '1', values, from },
  });
  const parts = [
    of('a', [75, 50, null], [0, 0, 0]),
    of('b', [50, -60, null], [75, 0, 0]),
    of('c', [-25, 5, 3], [0, 50, 0]),
  ];
  // 75 + 50 − 25 = 100; a sum of −5 has no shares
  expect(inShares(parts).map(({ values }) => values)).toEqual([
    [0.75, null, null],
    [0.5, null, null],
    [-0.25, null, 1],
  ]);
  expect(inShares(parts)[1]?.from).toEqual([0.75, 0, 0]);
});

const { visit } = explore();

test('a chart can leave out changes of tax, and says so', async () => {
  const { page } = await visit(`/jurisdictions/${SANGAMON}`);
  await page.getByLabel('Changes of tax').selectOption('without');
  await page.waitForURL('**?tax=without');
  await page.getByText('without changes of tax, June 2018').waitFor();
  const last = (await readSeries(page, 'twelve_months_value')).at(-1)?.[1] ?? 0;
  // $8.45 million in the year before, and 0.1% more without school facilities
  expect(last).toBeGreaterThan(8_445_000);
  expect(last).toBeLessThan(8_475_000);
});
