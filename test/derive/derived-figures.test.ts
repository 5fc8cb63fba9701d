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
    // from 2% to 2.5%
    const series = derive('2020-02', [2_000_000, ...times(11, 0), 2_500_000], PERCENT);
    expect(series.get('2021-02')?.delta).toBe(250_000);
    expect(derive('2020-03', times(13, 0), PERCENT).get('2021-03')?.delta).toBe(0);
  });

  it('hold at the largest percentage a report may print', () => {
    // from 999,999.999999% to 0.000001%: −0.999999999999, rounded to six decimals −1
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

/** The rules again, slow and obvious: months by name in a map, figures as big integers, one month at a time. */
class Reference {
  private readonly figures: Map<string, bigint | null>;
  private readonly unit: Unit;
  private readonly first: Month;
  private readonly stateMonths: ReadonlySet<Month>;

  constructor(
    figures: Map<string, bigint | null>,
    unit: Unit,
    first: Month,
    stateMonths: ReadonlySet<Month>,
  ) {
    this.figures = figures;
    this.unit = unit;
    this.first = first;
    this.stateMonths = stateMonths;
  }

  delta(month: Month): bigint | null {
    const now = this.figures.get(month) ?? null;
    const then = this.figures.get(`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`) ?? null;
    if (now === null || then === null) return null;
    if (then === 0n) return now === 0n ? 0n : null;
    return roundedQuotient((now - then) * 1_000_000n, then < 0n ? -then : then);
  }

  trend(month: Month): bigint | null {
    const twelve = Array.from({ length: 12 }, (_, back) => addMonths(month, -back));
    if (!twelve.every((each) => this.figures.has(each))) return null;
    return this.mean(this.counting(twelve));
  }

  yearToDate(month: Month): bigint | null {
    const year = month.slice(0, 4);
    const isFirstYear = this.first.slice(0, 4) === year;
    const [firstYear, firstMonth] = this.first.split('-');
    const monthBefore = `${firstYear}-${String(Number(firstMonth) - 1).padStart(2, '0')}` as Month;
    if (isFirstYear && firstMonth !== '01' && !this.stateMonths.has(monthBefore)) return null;
    const start = isFirstYear ? this.first : (`${year}-01` as Month);
    const months: Month[] = [];
    for (let each = start; each <= month; each = addMonths(each, 1)) months.push(each);
    if (!months.every((each) => this.figures.has(each))) return null;
    const counting = this.counting(months);
    if (counting.includes(null)) return null;
    if (this.unit === 'percent') return counting.length === 0 ? 0n : this.mean(counting);
    return (counting as bigint[]).reduce((sum, figure) => sum + figure, 0n);
  }

  /** The figures that count of some months: of percentages those of the quarter ends. */
  private counting(months: readonly Month[]): (bigint | null)[] {
    return months
      .filter((month) => this.unit === 'amount' || isQuarterEnd(month))
      .map((month) => this.figures.get(month) ?? null);
  }

  private mean(figures: readonly (bigint | null)[]): bigint | null {
    let sum = 0n;
    for (const figure of figures) {
      if (figure === null) return null;
      sum += figure;
    }
    return roundedQuotient(sum, BigInt(figures.length));
  }
}

/** Half away from zero; the divisor is positive. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const whole = magnitude / divisor;
  const rounded = 2n * (magnitude % divisor) >= divisor ? whole + 1n : whole;
  return dividend < 0n ? -rounded : rounded;
}

const smallFigure = fc.integer({ min: -40, max: 40 });
const cents = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
const ordinary = fc.integer({ min: -50_000_000, max: 500_000_000 });
const amountSlot = fc.oneof(
  { weight: 6, arbitrary: smallFigure },
  { weight: 6, arbitrary: ordinary },
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
/** From a hundred dollars to the limit: the largest amounts, yet no change beyond what a number holds exactly. */
const largeSlot = fc.oneof(
  { weight: 8, arbitrary: cents.filter((value) => Math.abs(value) >= 10_000) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const percentSlot = fc.oneof(
  { weight: 6, arbitrary: smallFigure },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 100_000_000 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const firstMonth = fc.integer({ min: 0, max: 35 }).map((later) => addMonths('2018-01' as Month, later));
/** How long the state has been there, and which month before the series it lacks. */
const monthsSinceState = fc.tuple(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
  fc.integer({ min: 1, max: 3 }),
);

function compareWithReference(
  unit: Unit,
  first: Month,
  [sinceState, lacking]: readonly [number, number],
  slots: readonly Printed[],
): void {
  const of = unit === 'amount' ? AMOUNT : PERCENT;
  // a series begins with a datapoint; a percentage off the quarter ends is 0 by the merge
  const printed = slots.map((slot, at) => {
    const figure = at === 0 && slot === undefined ? 0 : slot;
    const isZeroed = unit === 'percent' && figure === null && !isQuarterEnd(addMonths(first, at));
    return isZeroed ? 0 : figure;
  });
  const stateMonths = new Set(monthsFrom(addMonths(first, -sinceState)));
  stateMonths.delete(addMonths(first, -lacking));
  const figures = new Map<string, bigint | null>();
  printed.forEach((figure, at) => {
    if (figure === undefined) return;
    figures.set(addMonths(first, at), figure === null ? null : BigInt(figure));
  });
  const reference = new Reference(figures, unit, first, stateMonths);
  const expected = [...figures.keys()].map((month) => ({
    month,
    delta: numberOf(reference.delta(month as Month)),
    trend: numberOf(reference.trend(month as Month)),
    ytd: numberOf(reference.yearToDate(month as Month)),
  }));
  const derived = [...derive(first, printed, of, stateMonths)].map(([month, figure]) => ({
    month,
    ...figure,
  }));
  expect(derived).toEqual(expected);
}

function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

it.each([
  ['amounts with gaps, blanks, zeros and negative months', 'amount', amountSlot, 1, 45],
  ['amounts up to the largest a report may print', 'amount', largeSlot, 13, 30],
  ['percentages, whatever the months between the quarter ends hold', 'percent', percentSlot, 1, 45],
] as const)('random series of %s agree with the slow reference', (_, unit, slot, minLength, maxLength) => {
  const slots = fc.array<Printed>(slot, { minLength, maxLength, size: 'max' });
  fc.assert(
    fc.property(firstMonth, monthsSinceState, slots, (first, sinceState, drawn) => {
      compareWithReference(unit, first, sinceState, drawn);
    }),
    { numRuns: 400 },
  );
});
