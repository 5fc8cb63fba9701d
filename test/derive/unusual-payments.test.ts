import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnusualPayments } from '../../src/derive/unusual-payments.ts';
import { addMonths, type Month } from '../../src/domain/month.ts';

/** A series from January 2020; `null` is a missing figure, `undefined` a missing month. Amounts are dollars. */
function series(dollars: readonly (number | null | undefined)[]) {
  return dollars.flatMap((amount, at) =>
    amount === undefined
      ? []
      : [{ month: addMonths('2020-01' as Month, at), amount: amount === null ? null : amount * 100 }],
  );
}

/** The months found unusual, in a series of 10,000 dollars a month for `months`, some of them replaced. */
function found(months: number, replaced: Record<number, number | null | undefined>): string[] {
  const dollars = new Array<number | null | undefined>(months).fill(10_000);
  for (const [at, amount] of Object.entries(replaced)) dollars[Number(at)] = amount;
  return findUnusualPayments(series(dollars)).map(({ month }) => month);
}

describe('unusual payments', () => {
  it('finds a tenfold and a tenth part, in the newest month and in the middle', () => {
    expect(found(25, { 24: 100_000 })).toEqual(['2022-01']);
    expect(found(25, { 24: 1_000 })).toEqual(['2022-01']);
    expect(found(36, { 20: 100_000 })).toEqual(['2021-09']);
    expect(found(36, { 20: 1_000 })).toEqual(['2021-09']);
  });

  it('tells with what it compared', () => {
    const dollars = new Array<number>(24).fill(10_000);
    dollars[23] = 99_000;
    dollars[11] = 9_000;
    expect(findUnusualPayments(series(dollars))).toEqual([
      {
        month: '2021-12',
        amount: 9_900_000,
        compared: { month: '2020-12', amount: 900_000 },
        usual: 1_000_000,
      },
    ]);
  });

  it('needs more than three times the amount, with 100 dollars added to each', () => {
    // 3 x (10,000 + 100) - 100 = 30,200
    expect(found(24, { 23: 30_200 })).toEqual([]);
    expect(found(24, { 23: 30_200.01 })).toEqual(['2021-12']);
    // (10,000 + 100) / 3 - 100 = 3,266.67
    expect(found(24, { 23: 3_266.67 })).toEqual([]);
    expect(found(24, { 23: 3_266.66 })).toEqual(['2021-12']);
  });

  it('stays quiet about a month that is always far from the others', () => {
    const ski = [500, 500, 400, 20, 10, 10, 10, 10, 10, 15, 60, 450].map((thousands) => thousands * 1000);
    expect(findUnusualPayments(series([...ski, ...ski, ...ski]))).toEqual([]);
  });

  it('stays quiet where yearly changes are as large by nature', () => {
    // seven amounts in turn: a month and the same month of the year before differ by factors of 1.3 to 8
    const lumpy = [1_000, 4_000, 2_000, 8_000, 1_500, 6_000, 3_000];
    const dollars = Array.from({ length: 42 }, (_, at) => lumpy[at % 7] ?? 0);
    expect(findUnusualPayments(series(dollars))).toEqual([]);
    expect(findUnusualPayments(series(dollars.with(41, 20_000)))).toEqual([]);
    const steady = new Array<number>(42).fill(3_000);
    expect(findUnusualPayments(series(steady.with(41, 20_000)))).toHaveLength(1);
  });

  it('compares nothing with fewer than three months around', () => {
    const lonely = new Array<number | undefined>(25).fill(undefined);
    Object.assign(lonely, { 0: 10_000, 12: 100_000, 13: 10_000, 14: 10_000 });
    expect(findUnusualPayments(series(lonely))).toEqual([]);
    lonely[11] = 10_000;
    expect(findUnusualPayments(series(lonely)).map(({ month }) => month)).toEqual(['2021-01']);
  });

  it('finds nothing else than what a plain computation of the rule finds', () => {
    // few amounts are unusual, or none would be found
    const amount = fc.oneof(
      { weight: 15, arbitrary: fc.integer({ min: 9_000_00, max: 11_000_00 }) },
      { weight: 4, arbitrary: fc.integer({ min: -5_000_00, max: 200_000_00 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const months = fc.array(fc.option(amount, { nil: undefined, freq: 25 }), { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(months, (cents) => {
        const given = cents.flatMap((value, at) =>
          value === undefined ? [] : [{ month: addMonths('2019-05' as Month, at), amount: value }],
        );
        expect(findUnusualPayments(given).map(({ month }) => month)).toEqual(plainly(given));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The rule word by word, with factors in place of logarithms, and the spread from sorted factors. */
function plainly(given: readonly { month: Month; amount: number | null }[]): Month[] {
  const of = new Map(given.flatMap(({ month, amount }) => (amount === null ? [] : [[month, amount]])));
  const size = (cents: number) => Math.max(cents, 0) + 10_000;
  const middle = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const half = sorted.length / 2;
    return Number.isInteger(half)
      ? ((sorted[half - 1] as number) + (sorted[half] as number)) / 2
      : (sorted[Math.floor(half)] as number);
  };
  const at = (month: Month, months: number) => of.get(addMonths(month, months));
  const changes = [...of].flatMap(([month, amount]) => {
    const before = at(month, -12);
    return before === undefined ? [] : [Math.log(size(amount) / size(before))];
  });
  const center = changes.length > 0 ? middle(changes) : 0;
  const spread = changes.length > 0 ? 1.4826 * middle(changes.map((change) => Math.abs(change - center))) : 0;
  const least = Math.max(Math.log(3), 4 * spread);
  return [...of].flatMap(([month, amount]) => {
    const compared = at(month, -12) ?? at(month, 12);
    const around = [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6].flatMap((months) => at(month, months) ?? []);
    if (compared === undefined || around.length < 3) return [];
    const changed = [compared, Math.round(middle(around))].map((other) =>
      Math.log(size(amount) / size(other)),
    );
    const isHigher = changed.every((change) => change > least + 1e-12);
    const isLower = changed.every((change) => -change > least + 1e-12);
    return isHigher || isLower ? [month] : [];
  });
}
