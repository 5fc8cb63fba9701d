import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalysisContext, analyzeSeries, fiscalYearOf } from '../../src/derive/analysis.ts';
import { addMonths, type Month, monthIndex, monthsBetween } from '../../src/domain/month.ts';
import { slowAnalysis } from '../rig/oracles/slow-analysis.ts';
import { figureSeriesOf } from './figure-series.ts';

const EVER: ReadonlySet<number> = indexes(monthsBetween('2000-01' as Month, '2040-12' as Month));
const isQuarterEnd = (month: Month) => ['02', '05', '08', '11'].includes(month.slice(5));
const AMOUNT: AnalysisContext = {
  unit: 'amount',
  calendar: { isQuarterEnd },
  fiscalYearStart: 7,
  stateMonths: EVER,
};

function indexes(months: readonly Month[]): Set<number> {
  return new Set(months.map(monthIndex));
}

type Given = number | null | undefined;

/** `undefined` is a missing month. */
function series(first: string, given: readonly Given[]) {
  return given.flatMap((figure, at) =>
    figure === undefined ? [] : [{ month: addMonths(first as Month, at), figure }],
  );
}

function analysis(first: string, given: readonly Given[], context = AMOUNT) {
  return new Map(
    analyzeSeries(figureSeriesOf(series(first, given)), context).map((one) => [one.month as string, one]),
  );
}

/** 1, 2, 3 … */
function counting(months: number): number[] {
  return Array.from({ length: months }, (_, at) => at + 1);
}

describe('the analysis of a series', () => {
  it('compares a month, a rolling year, and both years to date', () => {
    // January 2020 is 1, December 2021 is 24
    const march = analysis('2020-01', counting(27)).get('2022-03');
    expect(march).toEqual({
      month: '2022-03',
      // 12 more than the 15 of a year before
      payment: { value: 27, yearAgo: 15, change: 800_000 },
      // 16 + … + 27 = 258; 4 + … + 15 = 114; 144 / 114 = 1.263158
      rollingYear: { value: 258, yearAgo: 114, change: 1_263_158 },
      // 25 + 26 + 27 = 78; 13 + 14 + 15 = 42; 36 / 42 = 0.857143
      yearToDate: { value: 78, yearAgo: 42, change: 857_143 },
      fiscalYear: '2021-22',
      // July 2021 is 19: 19 + … + 27 = 207; 7 + … + 15 = 99; 108 / 99 = 1.090909
      fiscalYearToDate: { value: 207, yearAgo: 99, change: 1_090_909 },
      quarter: null,
    });
  });

  it('compares a sum with all of the same months a year before, or with none', () => {
    // March 2020 is 1, the first payment of the place
    const of = analysis('2020-03', counting(20));
    // January to May 2021 are 11 + … + 15 = 65; January and February 2020 are not there
    expect(of.get('2021-05')?.yearToDate).toEqual({
      ...{ value: 65, yearAgo: null, change: null, agoFrom: '2020-03' },
    });
    // July 2020 to May 2021 are 5 + … + 15 = 110, and no month of the year before but the last three is there
    expect(of.get('2021-05')?.fiscalYearToDate).toEqual({
      ...{ value: 110, yearAgo: null, change: null, agoFrom: '2020-03' },
    });
    // July to September 2021 are 17 + 18 + 19; a year before 5 + 6 + 7
    expect(of.get('2021-09')?.fiscalYearToDate).toEqual({ value: 54, yearAgo: 18, change: 2_000_000 });
    expect(of.get('2021-02')?.payment).toEqual({ value: 12, yearAgo: null, change: null });
    // the partial first year keeps its own sum
    expect(of.get('2020-05')?.yearToDate.value).toBe(6);
  });

  it('names the month after the last gap of the year before', () => {
    const of = analysis('2020-01', [...counting(6), undefined, ...counting(17)]);
    expect(of.get('2021-12')?.yearToDate).toMatchObject({ yearAgo: null, agoFrom: '2020-08' });
    const late = analysis('2020-01', [...counting(11), undefined, ...counting(12)]);
    expect(late.get('2021-12')?.yearToDate).toEqual({ value: 78, yearAgo: null, change: null });
  });

  it('adds up the three months that a quarter end settles', () => {
    const of = analysis('2020-01', counting(26));
    // December 24, January 25, February 26; a year before 12, 13, 14
    expect(of.get('2022-02')?.quarter).toEqual({ value: 75, yearAgo: 39, change: 923_077 });
    // the first quarter end has two months
    expect(of.get('2020-02')?.quarter).toEqual({ value: null, yearAgo: null, change: null });
    expect(of.get('2022-01')?.quarter).toBeNull();
  });

  it('takes the mean of percentages at quarter ends', () => {
    const given = Array.from({ length: 14 }, (_, at) =>
      isQuarterEnd(addMonths('2020-01' as Month, at)) ? (at + 1) * 100 : 0,
    );
    const of = analysis('2020-01', given, { ...AMOUNT, unit: 'percent' });
    // February 200, May 500, August 800, November 1,100
    expect(of.get('2020-12')?.rollingYear.value).toBe(650);
    expect(of.get('2020-06')?.yearToDate.value).toBe(350);
    expect(of.get('2020-07')?.fiscalYearToDate.value).toBe(0);
    expect(of.get('2020-05')?.quarter?.value).toBe(500);
    // the first quarter end has two months
    expect(of.get('2021-02')?.quarter).toEqual({
      ...{ value: 1400, yearAgo: null, change: null, agoFrom: '2020-01' },
    });
  });

  it('names fiscal years', () => {
    const of = (month: string, start: number) => fiscalYearOf(month as Month, start);
    expect([of('2025-06', 7), of('2025-07', 7), of('2099-12', 10)]).toEqual([
      '2024-25',
      '2025-26',
      '2099-00',
    ]);
    expect([of('2025-09', 10), of('2025-01', 1), of('2025-12', 1)]).toEqual(['2024-25', '2025', '2025']);
  });

  it('agrees with a slow computation over random series', () => {
    const figure = fc.option(fc.option(fc.integer({ min: -1_000, max: 100_000 }), { freq: 15 }), {
      nil: undefined,
      freq: 15,
    });
    const context = fc.record({
      unit: fc.constantFrom('amount' as const, 'percent' as const),
      fiscalYearStart: fc.integer({ min: 1, max: 12 }),
      firstOfState: fc.boolean(),
      first: fc.constantFrom('2019-01', '2019-02', '2019-06', '2019-10', '2019-12'),
    });
    fc.assert(
      fc.property(
        fc.array(figure, { maxLength: 40, size: 'max' }),
        context,
        (given, { first, firstOfState, ...rest }) => {
          const figures = series(first, given);
          const [earliest] = figures;
          const stateMonths = firstOfState && earliest ? indexes(figures.map(({ month }) => month)) : EVER;
          const full = { calendar: { isQuarterEnd }, stateMonths, ...rest };
          expect(analyzeSeries(figureSeriesOf(figures), full)).toEqual(
            figures.map(({ month }) => slowAnalysis(figures, month, full)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
