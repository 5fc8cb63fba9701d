import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetMonths } from '../../src/derive/budget.ts';
import { SpanSums } from '../../src/derive/span.ts';
import { type Month, monthIndex } from '../../src/domain/month.ts';

const JANUARY_2018 = monthIndex('2018-01' as Month);
const JANUARY_2020 = JANUARY_2018 + 24;
const months = (count: number, figure: number) => new Array<number>(count).fill(figure);
const BEFORE = [...months(6, 80), ...months(6, 120), ...months(12, 100)];
const paid = (...slots: readonly (number | null)[]) => new SpanSums({ first: JANUARY_2018, slots });
const inYear = (payments: SpanSums, known: number, amount = 1200) =>
  budgetMonths(amount, payments, { start: JANUARY_2020, known });

test('a budget is spread by the usual shares of the months', () => {
  // 80 and 100 of 1,200 are 7.5%, 120 and 100 are 9.1667%
  const all = inYear(paid(...BEFORE, ...months(6, 110)), 6);
  expect(all.map(({ budget }) => budget)).toEqual([...months(6, 90), ...months(6, 110)]);
  // 660 beside 6 × 90 = 540
  expect(all[5]).toEqual({
    ...{ month: JANUARY_2020 + 5, budget: 90, budgetToDate: 540, actual: 110, actualToDate: 660 },
    ...{ difference: 120, differenceShare: 222_222 },
  });
  expect(all[6]).toEqual({
    ...{ month: JANUARY_2020 + 6, budget: 110, budgetToDate: 650, actual: null, actualToDate: null },
    ...{ difference: null, differenceShare: null },
  });
});

test('a month without a payment ends the comparison', () => {
  const all = inYear(paid(...BEFORE, 110, null, 110), 3);
  expect(all.slice(0, 3).map(({ actual, difference }) => [actual, difference])).toEqual([
    [110, 20],
    [null, null],
    [110, null],
  ]);
});

test.each([
  ['one whole year before', [...months(11, 80), null, ...months(11, 100), 1300], [...months(11, 50), 650]],
  ['none', months(12, 100), months(12, 100)],
  ['a year before of nothing', [...months(12, 100), ...months(12, 0)], months(12, 100)],
])('with %s', (_, before, budgets) => {
  const slots = [...before, ...new Array<null>(24 - before.length).fill(null)];
  expect(inYear(paid(...slots), 0).map(({ budget }) => budget)).toEqual(budgets);
});

test('the months of a budget add up to it, whatever was paid', () => {
  const slots = fc.array(fc.integer({ min: -1000, max: 100_000 }), { minLength: 36, maxLength: 36 });
  fc.assert(
    fc.property(
      slots,
      fc.integer({ min: 1, max: 1e12 }),
      fc.integer({ min: 0, max: 12 }),
      (drawn, amount, known) => {
        const all = inYear(paid(...drawn), known, amount);
        expect(all.at(-1)?.budgetToDate).toBe(amount);
        const soFar = drawn.slice(24, 24 + known).reduce((sum, one) => sum + one, 0);
        if (known > 0) expect(all[known - 1]?.actualToDate).toBe(soFar);
      },
    ),
  );
});
