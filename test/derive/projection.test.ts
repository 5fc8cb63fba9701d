import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparableByMethod,
  comparableByRates,
  comparableByTaxes,
  unknownTax,
} from '../../src/derive/comparable.ts';
import { bandsOf, percentile, shareHeld, usualBy } from '../../src/derive/error-bands.ts';
import {
  type Projection,
  projectPlace,
  projectYear,
  restByMonth,
  spread,
} from '../../src/derive/projection.ts';
import { ProjectionErrors } from '../../src/derive/projection-errors.ts';
import { SpanSums } from '../../src/derive/span.ts';
import { type Month, monthIndex } from '../../src/domain/month.ts';
import { slowProjection, slowRange } from '../rig/oracles/slow-projection.ts';

const JANUARY_2018 = monthIndex('2018-01' as Month);
const JANUARY_2020 = JANUARY_2018 + 24;
const months = (count: number, figure: number) => new Array<number>(count).fill(figure);
const BEFORE_LAST = [...months(6, 80), ...months(6, 120)];
const LAST = months(12, 100);
const NONE = new Array<null>(12).fill(null);

type Slot = number | null | undefined;

/** Figures from January 2018 on. */
function from2018(...slots: readonly Slot[]): SpanSums {
  return new SpanSums({ first: JANUARY_2018, slots });
}

/** Six years of payments from January 2018 on, some of them missing. */
const drawnSlots = fc.array(
  fc.oneof(
    { weight: 60, arbitrary: fc.integer({ min: 50_000, max: 150_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -150_000, max: 900_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, 0) },
  ),
  { minLength: 72, maxLength: 72 },
);

/** A place whose tax is not known. */
const unchanged = (payments: SpanSums) => ({ payments, comparable: unknownTax });

function project(payments: SpanSums, known: number, start = JANUARY_2020): Projection & { rest: number[] } {
  const year = { start, known };
  const projection = projectYear(payments, year);
  return { ...projection, rest: restByMonth(payments, year, projection) };
}

describe('a projected year', () => {
  it('is the known months and the mean of three estimates of the rest', () => {
    // last year's rest 600; growth 660 ÷ 600, half of it 630; usual share (40% + 50%) ÷ 2, 660 ÷ 45% − 660 = 806.67
    // the mean is 678.89
    expect(project(from2018(...BEFORE_LAST, ...LAST, ...months(6, 110)), 6)).toEqual({
      toDate: 660,
      lastYear: 1200,
      projected: 1339,
      method: 'two_years',
      reason: null,
      rest: [114, 113, 113, 113, 113, 113],
    });
  });

  it('follows the usual shares of the months in its rest', () => {
    // both years pay a tenth in each of the last months but December, which has four tenths
    const year = [...months(6, 50), ...months(5, 100), 200];
    // growth 0: every estimate is 700; 100 of 700 for five months
    expect(project(from2018(...year, ...year, ...months(6, 50)), 6)).toMatchObject({
      projected: 1000,
      rest: [100, 100, 100, 100, 100, 200],
    });
  });

  it('lacks the usual share with one whole year before it', () => {
    // (600 + 630) ÷ 2 = 615
    const short = from2018(...months(11, 80), undefined, ...LAST, ...months(6, 110));
    expect(project(short, 6)).toMatchObject({ projected: 1275, method: 'one_year' });
    expect(project(from2018(...months(12, 0), ...LAST, ...months(6, 110)), 6)).toMatchObject({
      projected: 1275,
      method: 'one_year',
    });
  });

  it('is what was paid once it is closed', () => {
    expect(project(from2018(...months(24, 1), ...months(12, 9)), 12)).toEqual({
      ...{ toDate: 108, lastYear: 12, projected: 108, method: 'actual', reason: null, rest: [] },
    });
    // without a year before, too
    expect(project(from2018(...LAST), 12, JANUARY_2018)).toMatchObject({ projected: 1200, lastYear: null });
  });

  it('names the months that it lacks', () => {
    const holes = from2018(...BEFORE_LAST, ...LAST, 100, undefined, 100, null, 100);
    expect(project(holes, 6)).toEqual({
      ...{ toDate: null, lastYear: 1200, projected: null, method: null, rest: [] },
      reason: { kind: 'missing', months: [1, 3, 5].map((at) => JANUARY_2020 + at) },
    });
    const before = from2018(...BEFORE_LAST, ...months(10, 100), null, 100, ...months(6, 110));
    expect(project(before, 6)).toMatchObject({
      ...{ toDate: 660, lastYear: null, projected: null },
      reason: { kind: 'missing-before', months: [JANUARY_2020 - 2] },
    });
    expect(project(holes, 0).reason).toEqual({ kind: 'no-known-month' });
  });

  it.each([
    ['nothing a year before', [...months(6, 0), ...months(6, 100)], months(6, 100), 'no-base'],
    ['less than nothing a year before', [...months(6, -5), ...months(6, 100)], months(6, 100), 'no-base'],
    ['a year before of nothing', [...months(6, 100), ...months(6, -100)], months(6, 100), 'no-base'],
    ['more than three times as much', LAST, [301, ...months(5, 300)], 'unlike'],
    ['less than a third', LAST, months(6, 33), 'unlike'],
    ['less than nothing', LAST, months(6, -1), 'unlike'],
    ['a rest below zero', [...months(6, 100), ...months(6, -99)], months(6, 50), 'below-zero'],
  ])('is not made up: %s', (_, last, soFar, kind) => {
    const reason = project(from2018(...NONE, ...last, ...soFar), 6).reason;
    expect(reason).toEqual({ kind });
  });

  it('still holds for three times as much, and for a third', () => {
    expect(project(from2018(...LAST, ...LAST, ...months(6, 300)), 6).projected).not.toBeNull();
    expect(
      project(from2018(...LAST, ...LAST, ...months(3, 33), ...months(3, 34)), 6).projected,
    ).not.toBeNull();
  });
});

describe('a projected year after a change of tax', () => {
  const seriesOf = (...slots: readonly Slot[]) => ({ first: JANUARY_2018, slots });
  const year = { start: JANUARY_2020, known: 6 };
  const since = (month: number, before: number, now: number) => (at: number) =>
    at < JANUARY_2018 + month ? before : now;

  it('counts earlier months at the rate of the last known one', () => {
    // the rate doubled in January 2020: at it, each of the months before has 200
    const series = seriesOf(...months(24, 100), ...months(6, 200));
    const payments = new SpanSums(series);
    const place = { payments, comparable: comparableByRates(series, since(24, 10_000, 20_000)) };
    const { counted, ...projection } = projectPlace(place, year);
    expect(projection).toEqual({
      ...{ toDate: 1200, lastYear: 1200, projected: 2400, method: 'two_years', reason: null },
      ...{ isReliable: true, taxChanges: [{ kind: 'rate', from: 10_000, to: 20_000, month: '2020-01' }] },
    });
    expect(restByMonth(counted, year, projection)).toEqual(months(6, 200));
    // growth of 100% would give half of it to the rest: 600, 900 and 1,200
    expect(projectYear(payments, year).projected).toBe(2100);
  });

  it('adds a tax that began to the months before it, in its relation to the others', () => {
    // 100 a month, and 50 from October 2019 on: the rest of last year has 3 × 100 and 3 × 150
    const shared = seriesOf(...months(30, 100));
    const tax = seriesOf(...months(21, 0), ...months(9, 50));
    const series = seriesOf(...months(21, 100), ...months(9, 150));
    const taxes = [
      { name: 'state_shared', series: shared },
      { name: 'home_rule', series: tax },
    ];
    const place = { payments: new SpanSums(series), comparable: comparableByTaxes(series, taxes) };
    expect(projectPlace(place, year)).toMatchObject({
      ...{ projected: 1800, isReliable: true },
      taxChanges: [{ kind: 'began', tax: 'home_rule', month: '2019-10' }],
    });
  });

  it('is an estimate without a range if the tax is not known for each month', () => {
    const series = seriesOf(...months(24, 100), ...months(6, 200));
    const place = {
      payments: new SpanSums(series),
      comparable: comparableByMethod(unknownTax, [
        { month: '2020-01' as Month, county: 'Hoke', before: 'per capita', now: 'ad valorem' },
      ]),
    };
    const projection = projectPlace(place, year);
    expect(projection).toMatchObject({
      projected: 2100,
      isReliable: false,
      taxChanges: [{ kind: 'method' }],
    });
    const errors = new ProjectionErrors([place], 6, JANUARY_2018);
    expect(errors.usualOf(JANUARY_2020, projection)).toBeNull();
    // what was paid needs no estimate
    expect(projectPlace(place, { start: JANUARY_2018, known: 12 })).toMatchObject({ taxChanges: [] });
  });

  it('takes a month without any payment for no change of tax', () => {
    const series = seriesOf(...months(24, 100), ...months(5, 100), 0);
    const comparable = comparableByTaxes(series, [{ name: 'state_shared', series }]);
    const { taxChanges, projected } = projectPlace({ payments: new SpanSums(series), comparable }, year);
    expect(taxChanges).toEqual([]);
    expect(projected).toBe(projectYear(new SpanSums(series), year).projected);
  });

  it('leaves a change of tax alone that moves the months so far by less than five points', () => {
    const place = (now: number) => {
      const series = seriesOf(...months(24, 10_000), ...months(6, now));
      const comparable = comparableByRates(series, since(24, 1_000_000, 100 * now));
      return projectPlace({ payments: new SpanSums(series), comparable }, year);
    };
    expect(place(10_499)).toMatchObject({ taxChanges: [], projected: 124_491 });
    expect(place(10_500)).toMatchObject({ taxChanges: [{ kind: 'rate' }], projected: 126_000 });
  });

  it('agrees with slow code that scales every month by its rate', () => {
    const rates = fc.array(fc.constantFrom(10_000, 10_500, 15_000), { minLength: 30, maxLength: 30 });
    let changed = 0;
    fc.assert(
      fc.property(drawnSlots, rates, fc.integer({ min: 1, max: 6 }), (drawn, rateOf, known) => {
        const slots = drawn
          .slice(0, 24 + known)
          .map((one) => (typeof one === 'number' ? Math.abs(one) + 1 : one));
        const series = seriesOf(...slots);
        const rateIn = (month: number) => rateOf[month - JANUARY_2018] ?? null;
        const place = { payments: new SpanSums(series), comparable: comparableByRates(series, rateIn) };
        const { toDate, projected } = projectPlace(place, { start: JANUARY_2020, known });
        const sumOf = (from: number, factor: (at: number) => number) =>
          slots
            .slice(from, from + known)
            .reduce<number>((sum, one, at) => sum + (one ?? 0) * factor(from + at), 0);
        const [now, before] = [sumOf(24, () => 1), sumOf(12, () => 1)];
        const atOldRates = sumOf(24, (at) => (rateOf[at - 12] ?? 0) / (rateOf[at] ?? 1));
        const isOther = Math.abs(now - atOldRates) >= 0.05 * before;
        const scale = (at: number) => (isOther ? (rateOf[23 + known] ?? 0) / (rateOf[at] ?? 1) : 1);
        const slow = slowProjection(
          slots.map((one, at) => (typeof one === 'number' ? one * scale(at) : one)),
          24,
          known,
        );
        expect(projected === null).toBe(slow === null);
        if (!slow || projected === null || toDate === null) return;
        changed += Number(isOther);
        expect(Math.abs(projected - toDate - (slow.projected - sumOf(24, scale)))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 400 },
    );
    expect(changed).toBeGreaterThan(50);
  });
});

describe('spreading', () => {
  it('gives the cents left to the largest fractions, the earlier first', () => {
    // 2.5, 5, 2.5
    expect(spread(10, [1, 2, 1])).toEqual([3, 5, 2]);
    expect(spread(-10, [1, 2, 1])).toEqual([-2, -5, -3]);
    expect(spread(7, [0, 0])).toEqual([4, 3]);
  });

  it('adds up to the cent', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), shares, (amount, drawn) => {
        const parts = spread(amount, drawn);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(parts.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('random series', () => {
  it('are projected as slow code does', () => {
    fc.assert(
      fc.property(
        drawnSlots,
        fc.integer({ min: 24, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (slots, at, known) => {
          const { projected, toDate, method, rest } = project(from2018(...slots), known, JANUARY_2018 + at);
          const slow = slowProjection(slots, at, known);
          expect(method).toBe(slow?.method ?? null);
          expect(projected === null).toBe(slow === null);
          if (!slow || projected === null || toDate === null) return;
          expect(Math.abs(projected - slow.projected)).toBeLessThanOrEqual(1);
          expect(rest).toHaveLength(12 - known);
          expect(toDate + rest.reduce((sum, one) => sum + one, 0)).toBe(projected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('do not look at later months', () => {
    fc.assert(
      fc.property(drawnSlots, drawnSlots, fc.integer({ min: 1, max: 12 }), (slots, others, known) => {
        const through = 48 + known;
        const changed = [...slots.slice(0, through), ...others.slice(through)];
        const start = JANUARY_2018 + 48;
        expect(project(from2018(...changed), known, start)).toEqual(
          project(from2018(...slots), known, start),
        );
        const errors = (all: readonly Slot[]) =>
          new ProjectionErrors([unchanged(from2018(...all))], 6, JANUARY_2018);
        expect(errors(changed).shareInside(start)).toBe(errors(slots).shareInside(start));
      }),
    );
  });
});

describe('the usual error', () => {
  /** Places that pay the same each month, and a year's rest that turns out as these factors say, by year from 2019 on. */
  function places(count: number, factorOf: (place: number, year: number) => number): SpanSums[] {
    return Array.from({ length: count }, (_, place) => {
      const slots = months(12, 1000 + place);
      for (let year = 0; year < 5; year += 1)
        slots.push(
          ...months(6, 1000 + place),
          ...months(6, Math.round((1000 + place) * factorOf(place, year))),
        );
      return from2018(...slots);
    });
  }

  it('is taken from the errors of like places in earlier years', () => {
    const drawn = fc.array(fc.double({ min: 0.6, max: 1.5, noNaN: true }), {
      minLength: 600,
      maxLength: 600,
    });
    fc.assert(
      fc.property(
        drawn,
        fc.constantFrom(4, 12, 60),
        fc.integer({ min: 2, max: 5 }),
        (factors, count, year) => {
          const all = places(count, (place, of) => factors[place * 5 + of] ?? 1);
          const start = JANUARY_2018 + 12 * year;
          const errors = new ProjectionErrors(all.map(unchanged), 6, JANUARY_2018);
          const slots = all.map((payments) =>
            Array.from({ length: 72 }, (_, at) => {
              const month = JANUARY_2018 + at;
              return payments.sum({ first: month, last: month });
            }),
          );
          for (const [place, payments] of all.entries()) {
            const projection = projectPlace(unchanged(payments), { start, known: 6 });
            const usual = errors.usualOf(start, projection);
            const slow = slowRange(slots, place, 12 * year, 6);
            expect(usual === null).toBe(slow === null);
            if (!usual || !slow) continue;
            expect(usual.median).toBeCloseTo(slow.median, 4);
            expect(usual.range === null).toBe(slow.low === null);
            if (!usual.range || slow.low === null) continue;
            expect(Math.abs(usual.range.low - slow.low)).toBeLessThanOrEqual(3);
            expect(Math.abs(usual.range.high - slow.high)).toBeLessThanOrEqual(3);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('has a range only after three earlier years, and counts how often such ranges held', () => {
    // every year of ten places is as the one before, but in 2023 four get a rest twice as large
    const all = places(10, (place, year) => (year === 4 && place < 4 ? 2 : 1));
    const errors = new ProjectionErrors(all.map(unchanged), 6, JANUARY_2018);
    const usualIn = (year: number) => {
      const start = monthIndex(`${year}-01` as Month);
      const [payments = from2018()] = all;
      return errors.usualOf(start, projectPlace(unchanged(payments), { start, known: 6 }));
    };
    // the method that uses two years has errors since 2020
    expect(usualIn(2020)).toBeNull();
    expect(usualIn(2021)?.range).toBeNull();
    expect(usualIn(2022)?.range).toBeNull();
    expect(usualIn(2023)?.range).not.toBeNull();
    expect(errors.shareInside(monthIndex('2023-01' as Month))).toBeNull();
    expect(errors.shareInside(monthIndex('2024-01' as Month))).toBe(0.6);
  });

  it('has a range only if three years have errors of like size', () => {
    const testsOf = (sizes: readonly number[]) =>
      sizes.map((lastYear) => ({ projected: 100, actual: 110, lastYear }));
    const small = Array.from({ length: 28 }, (_, at) => at + 1);
    // 84 small places in three years, and 21 large ones in one: a fifth of 105
    const bands = bandsOf([testsOf(small), testsOf(small), testsOf([...small, ...months(21, 900)])]);
    expect(usualBy(bands, 1000, 5, 400)?.range).toEqual({ low: 1000, high: 1100 });
    expect(usualBy(bands, 1000, 900, 400)).toEqual({ median: expect.closeTo(1 / 11, 9), range: null });
  });

  it('is not said to have held from fewer than ten ranges', () => {
    expect(shareHeld(months(9, 1).map(Boolean))).toBeNull();
    expect(shareHeld([false, ...months(9, 1).map(Boolean)])).toBe(0.9);
  });

  it('interpolates percentiles', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(percentile([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110], 0.1)).toBe(20);
    expect(percentile([7], 0.9)).toBe(7);
  });
});
