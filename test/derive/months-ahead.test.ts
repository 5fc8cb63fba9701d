import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../src/derive/error-bands.ts';
import { dampedAhead, monthsAhead, smooth, thetaAhead } from '../../src/derive/months-ahead.ts';
import { MonthsAheadErrors } from '../../src/derive/months-ahead-errors.ts';
import { SpanSums } from '../../src/derive/span.ts';
import { slowMonthsAhead } from '../rig/oracles/slow-months-ahead.ts';

const sumsOf = (slots: readonly (number | null)[]) => new SpanSums({ first: 0, slots });
const totalOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Nights of visitors to Australia in millions, by quarter from 1999 to 2015: `austourists` of R's package fpp2. */
const AUSTOURISTS = [
  ...[30.052513, 19.148496, 25.317692, 27.591437, 32.076456, 23.487961, 28.47594, 35.123753, 36.838485],
  ...[25.007017, 30.72223, 28.693759, 36.640986, 23.824609, 29.311683, 31.770309, 35.177877, 19.775244],
  ...[29.60175, 34.538842, 41.273599, 26.655862, 28.279859, 35.191153, 42.20566386, 24.64917133, 32.66733514],
  ...[37.25735401, 45.24246027, 29.35048127, 36.34420728, 41.78208136, 49.27659843, 31.27540139, 37.85062549],
  ...[38.83704413, 51.23690034, 31.83855162, 41.32342126, 42.79900337, 55.70835836, 33.40714492, 42.31663797],
  ...[45.15712257, 59.57607996, 34.83733016, 44.84168072, 46.9712496, 60.01903094, 38.37117851, 46.97586413],
  ...[50.73379646, 61.64687319, 39.29956937, 52.67120908, 54.33231689, 66.83435838, 40.87118847, 51.82853579],
  ...[57.49190993, 65.25146985, 43.06120822, 54.76075713, 59.83447494, 73.25702747, 47.69662373, 61.09776802],
  66.05576122,
];

/** What R's `ets` made of it with additive errors, trend and season, the trend damped. R writes the newest season first. */
const ETS = {
  smoothing: { alpha: 0.35445427, beta: 0.03200749, gamma: 0.39993387, phi: 0.97999997 },
  first: {
    ...{ level: 24.01278357, trend: 0.97770147 },
    seasons: [5.34956637, -6.61171798, -0.50735902, 1.76951063],
  },
  afterOne: {
    ...{ level: 24.87594278, trend: 0.94956991 },
    seasons: [-6.61171798, -0.50735902, 1.76951063, 5.24239035],
  },
  last: {
    ...{ level: 62.00340579, trend: 0.70652496 },
    seasons: [13.38188051, -11.75693566, -0.07474503, 3.58786407],
  },
  forecast: [76.07768073, 51.61741109, 63.96457729, 68.27886241],
};

describe('damped Holt-Winters', () => {
  const close = (numbers: readonly number[]) => numbers.map((one) => expect.closeTo(one, 5));

  it.each([
    { months: 1, state: ETS.afterOne },
    { months: 68, state: ETS.last },
  ])("has the state of R's ets after $months quarters", ({ months, state: expected }) => {
    const smoothed = smooth(AUSTOURISTS.slice(0, months), ETS.smoothing, ETS.first);
    expect(smoothed?.state).toEqual({
      ...{ level: expect.closeTo(expected.level, 5), trend: expect.closeTo(expected.trend, 5) },
      seasons: close(expected.seasons),
    });
  });

  it("forecasts what R's ets forecasts", () => {
    const smoothed = smooth(AUSTOURISTS, ETS.smoothing, ETS.first);
    expect(smoothed && dampedAhead(smoothed.state, ETS.smoothing.phi, 4)).toEqual(close(ETS.forecast));
  });

  it('stops at the squares of another candidate, not before', () => {
    const { squares = 0 } = smooth(AUSTOURISTS, ETS.smoothing, ETS.first) ?? {};
    expect(smooth(AUSTOURISTS, ETS.smoothing, ETS.first, squares)).toBeNull();
    expect(smooth(AUSTOURISTS, ETS.smoothing, ETS.first, squares * 1.000001)).toMatchObject({ squares });
  });
});

it("forecasts by Theta what R's thetaf forecasts", () => {
  // forecast 8.20: thetaf(z, h = 4), with the level and alpha of ses(z)
  const series = [12, 15, 14, 18, 21, 19, 24, 23, 28, 27, 31, 30];
  const expected = [31.0757628451, 31.9393992087, 32.8030355723, 33.666671936];
  expect(thetaAhead(series, 30.0610885408, 0.851146382532, 4)).toEqual(
    expected.map((one) => expect.closeTo(one, 6)),
  );
});

describe('the next twelve months', () => {
  const SEASONS = [80, 90, 100, 110, 120, 100, 90, 95, 105, 110, 130, 270];
  const years = (...factors: readonly number[]) =>
    factors.flatMap((factor) => SEASONS.map((amount) => amount * factor));

  it('are the last twelve if nothing grows', () => {
    const { amounts } = monthsAhead(sumsOf(years(1, 1, 1)), 35);
    expect(amounts).toEqual(SEASONS.map((amount) => expect.closeTo(amount, 6)));
  });

  it('lie between no growth and twice the growth of a place that grows by a tenth each year', () => {
    const { amounts } = monthsAhead(sumsOf(years(1, 1.1, 1.21, 1.331)), 47);
    const growth = totalOf(amounts ?? []) / totalOf(years(1.331)) - 1;
    expect(growth).toBeGreaterThan(0.02);
    expect(growth).toBeLessThan(0.1);
  });

  it('agree with the same formulas written slowly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1_000_00, max: 2_500_00 }), { minLength: 24, maxLength: 96 }),
        (payments) => {
          expect(monthsAhead(sumsOf(payments), payments.length - 1).amounts).toEqual(
            slowMonthsAhead(payments).map((one) => expect.closeTo(one, 2)),
          );
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  it('use the 96 months before, and none before a month without a payment above zero', () => {
    const old = new Array<number>(48).fill(5);
    const recent = years(1, 1.05, 1.1, 1.2);
    const expected = monthsAhead(sumsOf(recent), 47).amounts;
    expect(monthsAhead(sumsOf([...old, 0, ...recent]), 96).amounts).toEqual(expected);
    expect(monthsAhead(sumsOf([...old, null, ...recent]), 96).amounts).toEqual(expected);
    const long = years(1, 1.1, 1.2, 1.1, 1, 1.1, 1.2, 1.3);
    expect(monthsAhead(sumsOf([...old, ...long]), 143).amounts).toEqual(
      monthsAhead(sumsOf(long), 95).amounts,
    );
  });

  it.each([
    { name: '23 months', payments: years(1, 1).slice(1), reason: 'too-short' },
    { name: 'a newest month of zero', payments: [...years(1, 1, 1), 0], reason: 'too-short' },
    { name: 'a year of more than three times', payments: years(1, 3.1), reason: 'unlike' },
    { name: 'a year of less than a third', payments: years(1, 0.3), reason: 'unlike' },
  ])('are not forecast from $name', ({ payments, reason }) => {
    expect(monthsAhead(sumsOf(payments), payments.length - 1)).toEqual({ amounts: null, reason });
  });
});

describe('ranges of the next twelve months', () => {
  /** Seven years of twelve places, and whatever comes after. */
  const worlds = fc.array(
    fc.array(fc.integer({ min: 500_00, max: 1_500_00 }), { minLength: 96, maxLength: 96 }),
    { minLength: 12, maxLength: 12 },
  );
  const LAST = 83;

  it('come from the errors of the years before, and never from later months', () => {
    fc.assert(
      fc.property(worlds, worlds, (world, other) => {
        const [place = []] = world;
        const changed = world.map((payments, at) => [
          ...payments.slice(0, LAST + 1),
          ...(other[at] ?? []).slice(LAST + 1),
        ]);
        const forecastIn = (places: readonly number[][]) =>
          new MonthsAheadErrors(places.map(sumsOf), 0).forecast(sumsOf(place), LAST);
        const { months } = forecastIn(world);
        expect(forecastIn(changed).months).toEqual(months);

        const middle = slowMonthsAhead(place.slice(0, LAST + 1)).map(Math.round);
        const ratios = { months: [] as number[], totals: [] as number[] };
        const off: number[] = [];
        for (const payments of world)
          for (const origin of [71, 59, 47, 35, 23]) {
            const then = slowMonthsAhead(payments.slice(0, origin + 1));
            const paid = payments.slice(origin + 1, origin + 13);
            ratios.months.push((paid[4] as number) / (then[4] as number));
            ratios.totals.push(totalOf(paid) / totalOf(then));
            off.push(Math.abs(totalOf(paid) - totalOf(then)) / totalOf(paid));
          }
        const around = (estimate: number, all: readonly number[]) => ({
          low: expect.closeTo(Math.min(estimate, estimate * percentile(all, 0.1)), -1),
          high: expect.closeTo(Math.max(estimate, estimate * percentile(all, 0.9)), -1),
        });
        expect(months[4]).toMatchObject({
          ahead: 5,
          middle: middle[4],
          usual: { range: around(middle[4] as number, ratios.months) },
        });
        expect(months[11]).toMatchObject({
          total: totalOf(middle),
          totalUsual: {
            median: expect.closeTo(percentile(off, 0.5), 6),
            range: around(totalOf(middle), ratios.totals),
          },
        });
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  it('need three years of errors', () => {
    const places = Array.from({ length: 12 }, (_, at) => new Array<number>(60).fill(100_00 + at));
    const errors = new MonthsAheadErrors(places.map(sumsOf), 0);
    const rangeAfter = (last: number) =>
      errors.forecast(sumsOf(places[0] ?? []), last).months[11]?.totalUsual;
    // 48 months have two such years: forecasts after months 24 and 36
    expect(rangeAfter(47)).toMatchObject({ range: null });
    expect(rangeAfter(59)).toMatchObject({
      median: expect.closeTo(0, 9),
      range: { low: 1_200_00, high: 1_200_00 },
    });
  });
});
