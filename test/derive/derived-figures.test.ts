import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveSeries, type SeriesContext } from '../../src/derive/derived-figures.ts';
import type { FieldDefinition, Figures, Unit } from '../../src/domain/allocation.ts';
import type { Figure } from '../../src/domain/money.ts';
import { addMonths, type Month, monthsBetween } from '../../src/domain/month.ts';

/** A calendar with quarter ends in February, May, August and November. */
const CALENDAR: SeriesContext['calendar'] = { isQuarterEnd: (month) => isQuarterEnd(month) };

function isQuarterEnd(month: Month): boolean {
  return ['02', '05', '08', '11'].includes(month.slice(5));
}

function field(name: string, unit: Unit): FieldDefinition {
  return { name, unit, quarterEndOnly: unit === 'percent', meaning: '', readFrom: '' };
}

const AMOUNT = field('paid', 'amount');
const PERCENT = field('pool_percentage', 'percent');

type Printed = number | null | undefined;

/**
 * Derives one field of a series: `printed` are its figures from `first` on, `undefined` where there is no
 * datapoint. Gives each month's derived figures by month.
 */
function derive(
  first: string,
  printed: readonly Printed[],
  of = AMOUNT,
  stateMonths = monthsFrom('2010-01'),
) {
  const datapoints = printed.flatMap((figure, at) =>
    figure === undefined
      ? []
      : [{ month: addMonths(first as Month, at), figures: { [of.name]: figure as Figure | null } }],
  );
  const derived = deriveSeries(datapoints, [of], {
    calendar: CALENDAR,
    stateMonths,
  });
  expect(derived).toHaveLength(datapoints.length);
  return new Map(
    datapoints.map(({ month }, at) => [
      month as string,
      { delta: derived[at]?.deltas[0], trend: derived[at]?.trends[0], ytd: derived[at]?.ytd[0] },
    ]),
  );
}

/** The months of a state that has been there since one. */
function monthsFrom(first: string): ReadonlySet<Month> {
  return new Set(monthsBetween(first as Month, '2040-12' as Month));
}

function deltasOf(then: Printed, now: Printed): number | null | undefined {
  const between = new Array<Printed>(11).fill(1);
  return derive('2020-03', [then, ...between, now]).get('2021-03')?.delta;
}

function times(count: number, figure: Printed): Printed[] {
  return new Array<Printed>(count).fill(figure);
}

describe('deltas', () => {
  it.each([
    ['doubled', 10_000, 20_000, 1_000_000],
    // (300 − (−100)) ÷ |−100| = 4
    ['up from a negative figure', -100, 300, 4_000_000],
    // 2 ÷ 3 = 0.666666…
    ['two thirds up', 300, 500, 666_667],
    // 1 ÷ 2,000,000 = 0.0000005, half away from zero
    ['half a millionth down', 2_000_000, 1_999_999, -1],
    // 1 ÷ 2,000,001 is below half a millionth
    ['less than half a millionth up', 2_000_001, 2_000_002, 0],
    // Palestine, 620,106.07 after an invented 600,000.00: 20,106.07 ÷ 600,000 = 0.033510116…
    ['up a little', 60_000_000, 62_010_607, 33_510],
    ['both at zero', 0, 0, 0],
  ])('%s: from %i to %i is %i millionths', (_, then, now, delta) => {
    expect(Object.is(deltasOf(then, now), delta)).toBe(true);
  });

  it('are null where the year before was 0 and this one is not', () => {
    expect(deltasOf(0, 1)).toBeNull();
    expect(deltasOf(0, -1)).toBeNull();
  });

  it('of percentages are fractions of the percentage, not differences', () => {
    // from 2 % to 2.5 %
    const series = derive('2020-02', [2_000_000, ...times(11, 0), 2_500_000], PERCENT);
    expect(series.get('2021-02')?.delta).toBe(250_000);
    expect(derive('2020-03', times(13, 0), PERCENT).get('2021-03')?.delta).toBe(0);
  });

  it('hold at the largest percentage a report may print', () => {
    // from 999,999.999999 % to 0.000001 %: −0.999999999999, rounded to six decimals −1
    const series = derive('2020-02', [999_999_999_999, ...times(11, 0), 1], PERCENT);
    expect(series.get('2021-02')?.delta).toBe(-1_000_000);
  });
});

describe('trends', () => {
  it('are the mean of twelve months, this one included', () => {
    // 1 + … + 12 = 78, 78 ÷ 12 = 6.5; a month later 90 ÷ 12 = 7.5
    const hundreds = Array.from({ length: 13 }, (_, at) => (at + 1) * 100);
    const series = derive('2020-05', hundreds);
    expect(series.get('2021-04')?.trend).toBe(650);
    expect(series.get('2021-05')?.trend).toBe(750);
  });

  it.each([
    // 6 ÷ 12 = 0.5
    [6, 1],
    [-6, -1],
    [5, 0],
    [-5, 0],
  ])('of a sum of %i cents are %i, half away from zero', (sum, trend) => {
    const series = derive('2020-01', [sum, ...times(11, 0)]);
    expect(Object.is(series.get('2020-12')?.trend, trend)).toBe(true);
  });

  it('of percentages are the mean of the quarter ends among the twelve', () => {
    // from March 2020: quarter ends in May, August, November and February
    const year = [0, 0, 1_000_000, 0, 0, 2_000_000, 0, 0, 3_000_000, 0, 0, 5_000_000];
    const series = derive('2020-03', [...year, 0, 0, 4_000_000], PERCENT);
    expect(series.get('2021-02')?.trend).toBe(2_750_000);
    expect(series.get('2021-03')?.trend).toBe(2_750_000);
    // May 2021 takes the place of May 2020
    expect(series.get('2021-05')?.trend).toBe(3_500_000);
  });
});

describe('ytd', () => {
  it('sums the calendar year of the allocation period', () => {
    const series = derive('2020-01', [100, 200, 300, ...times(9, 0), 50, 60]);
    expect(series.get('2020-01')?.ytd).toBe(100);
    expect(series.get('2020-02')?.ytd).toBe(300);
    expect(series.get('2020-03')?.ytd).toBe(600);
    expect(series.get('2020-12')?.ytd).toBe(600);
    expect(series.get('2021-01')?.ytd).toBe(50);
    expect(series.get('2021-02')?.ytd).toBe(110);
  });

  it('is null from a missing month to the end of the year', () => {
    const series = derive('2020-01', [100, undefined, 300, ...times(9, 1), 50]);
    expect(series.get('2020-01')?.ytd).toBe(100);
    expect(series.get('2020-03')?.ytd).toBeNull();
    expect(series.get('2020-12')?.ytd).toBeNull();
    expect(series.get('2021-01')?.ytd).toBe(50);
  });

  it('begins with the first month of a jurisdiction that is younger than the dataset', () => {
    const series = derive('2020-05', [100, 200], AMOUNT, monthsFrom('2018-06'));
    expect(series.get('2020-05')?.ytd).toBe(100);
    expect(series.get('2020-06')?.ytd).toBe(300);
  });

  it('is null in the first year of a jurisdiction that began with the dataset', () => {
    const series = derive('2018-06', [...times(7, 100), 40, 50], AMOUNT, monthsFrom('2018-06'));
    expect(series.get('2018-06')?.ytd).toBeNull();
    expect(series.get('2018-12')?.ytd).toBeNull();
    expect(series.get('2019-01')?.ytd).toBe(40);
    expect(series.get('2019-02')?.ytd).toBe(90);
  });

  it('of percentages is the mean of the quarter ends so far, and 0 before the first', () => {
    const series = derive('2020-01', [0, 1_000_000, 0, 0, 4_000_000, 0], PERCENT);
    expect(series.get('2020-01')?.ytd).toBe(0);
    expect(series.get('2020-02')?.ytd).toBe(1_000_000);
    expect(series.get('2020-04')?.ytd).toBe(1_000_000);
    expect(series.get('2020-05')?.ytd).toBe(2_500_000);
    expect(series.get('2020-06')?.ytd).toBe(2_500_000);
  });
});

describe('a derived series', () => {
  it('has all numeric fields in record order', () => {
    const fields = [field('b', 'amount'), field('a', 'percent'), field('c', 'amount')];
    const datapoints = Array.from({ length: 13 }, (_, at) => ({
      month: addMonths('2020-01' as Month, at),
      figures: { a: 30, b: 10 + at, c: 20 } as unknown as Figures,
    }));
    const derived = deriveSeries(datapoints, fields, {
      calendar: CALENDAR,
      stateMonths: monthsFrom('2020-01'),
    });
    // field b: (22 − 10) ÷ 10; mean of 11 … 22 is 16.5; January 2021 alone is 22
    expect(derived[12]).toEqual({
      deltas: [1_200_000, 0, 0],
      trends: [17, 30, 20],
      ytd: [22, 0, 20],
    });
    for (const entry of derived) {
      for (const figures of [entry.deltas, entry.trends, entry.ytd]) expect(figures).toHaveLength(3);
    }
  });

  it('from a month on is the end of the whole one', () => {
    const month = fc.integer({ min: 0, max: 60 });
    const figure = fc.integer({ min: -9, max: 9 });
    const printed = fc.array(
      fc.oneof({ weight: 40, arbitrary: figure }, fc.constant(null), fc.constant(undefined)),
      { maxLength: 50, size: 'max' },
    );
    fc.assert(
      fc.property(month, month, month, printed, (firstAt, stateFirstAt, fromAt, figures) => {
        const monthAt = (at: number) => addMonths('2020-01' as Month, at);
        const datapoints = figures.flatMap((figure, at) =>
          figure === undefined
            ? []
            : [
                {
                  month: monthAt(firstAt + at),
                  figures: { paid: figure, pool_percentage: figure } as unknown as Figures,
                },
              ],
        );
        const context = {
          calendar: CALENDAR,
          stateMonths: monthsFrom(monthAt(Math.min(firstAt, stateFirstAt))),
        };
        const from = monthAt(fromAt);
        const whole = deriveSeries(datapoints, [AMOUNT, PERCENT], context);
        const expected = whole.filter((_, at) => (datapoints[at]?.month ?? '') >= from);
        expect(deriveSeries(datapoints, [AMOUNT, PERCENT], context, from)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a field that a datapoint lacks for missing', () => {
    const derived = deriveSeries([{ month: '2020-01' as Month, figures: {} }], [AMOUNT], {
      calendar: CALENDAR,
      stateMonths: monthsFrom('2019-01'),
    });
    expect(derived).toEqual([{ deltas: [null], trends: [null], ytd: [null] }]);
  });

  it('works month by month where a state settles no quarters', () => {
    const datapoints = [{ month: '2020-01' as Month, figures: { pool_percentage: 5 as Figure } }];
    const calendar = { isQuarterEnd: () => false };
    const [derived] = deriveSeries(datapoints, [PERCENT], { calendar, stateMonths: monthsFrom('2019-01') });
    expect(derived?.ytd).toEqual([0]);
  });
});
