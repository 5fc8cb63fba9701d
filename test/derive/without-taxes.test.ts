import { expect, test } from 'vitest';
import { type ChangedFigure, haveTaxChange, withoutTaxChanges } from '../../src/derive/without-taxes.ts';

/** Months of sales times a rate, with the changes that the service gives: to millionths. */
function paidAt(sales: readonly number[], rates: readonly number[]): ChangedFigure[] {
  const round = (share: number) => Math.round(share * 1e6) / 1e6;
  return sales.map((sold, at) => {
    const [value, before] = [sold * (rates[at] ?? 0), sales[at - 12]];
    const ago = before === undefined ? null : before * (rates[at - 12] ?? 0);
    return {
      ...{ value, ago },
      change: ago === null ? null : round(value / ago - 1),
      comparable_change: before === undefined ? null : round(sold / before - 1),
    };
  });
}

const MONTHS = Array.from({ length: 48 }, (_, at) => 24_000 + at);
const SALES = Array.from({ length: 48 }, (_, at) => 1000 + ((at * 37) % 101) + at * 5);

test('figures without changes of tax are the sales at the first rate', () => {
  // a higher rate from month 18 on, and another from month 40 on
  const rates = SALES.map((_, at) => (at < 18 ? 1 : at < 40 ? 1.5 : 1.25));
  const drawn = withoutTaxChanges(paidAt(SALES, rates), MONTHS);
  for (const [at, figure] of drawn.entries()) {
    expect(figure?.value).toBeCloseTo(SALES[at] ?? 0, 2);
    if (at >= 12) expect(figure?.ago).toBeCloseTo(SALES[at - 12] ?? 0, 2);
    expect(figure?.change).toBe(figure?.comparable_change);
  }
  expect(haveTaxChange(paidAt(SALES, rates))).toBe(true);
});

test('figures of one tax stay as they are, to the cent', () => {
  const months = paidAt(SALES, Array(48).fill(1.1));
  expect(withoutTaxChanges(months, MONTHS)).toEqual(months);
  expect(haveTaxChange(months)).toBe(false);
});

test('a figure whose comparable change is not known has none, nor has the one a year later', () => {
  const months = paidAt(SALES, Array(48).fill(1));
  const unknown = months.map((one, at) => (at === 14 ? { ...one, comparable_change: null } : one));
  const drawn = withoutTaxChanges(unknown, MONTHS);
  expect(drawn.flatMap((one, at) => (one?.value === null ? [at] : []))).toEqual([14, 26, 38]);
});
