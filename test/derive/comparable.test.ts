import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Comparable,
  comparableAsPaid,
  comparableByMethod,
  comparableByRates,
  comparableByTaxes,
  comparableChange,
  unknownTax,
} from '../../src/derive/comparable.ts';
import { addUpSpans } from '../../src/derive/group-sum.ts';
import { earlier, type Span, spanTo } from '../../src/derive/span.ts';
import type { FigureSeries } from '../../src/domain/allocation.ts';
import { type Month, monthAt, monthIndex } from '../../src/domain/month.ts';

const JANUARY_2019 = monthIndex('2019-01' as Month);
const at = (month: string) => monthIndex(month as Month);

/** Figures from January 2019 on. */
function from2019(...slots: readonly (number | null | undefined)[]): FigureSeries {
  return { first: JANUARY_2019, slots };
}
const months = (count: number, figure: number) => new Array<number>(count).fill(figure);

function changeOf(comparable: Comparable, now: Span, then = earlier(now, 12)) {
  const { changes, ...pair } = comparable(now, then);
  const { change } = comparableChange(pair);
  return { change, changes };
}

describe('a rate that changed', () => {
  // City of Boulder, revenue reports of April 2008: rates of 3.56% and 3.41%
  it.each([
    [9755, 18_411],
    [10_318, 77_187],
  ])('is taken out: %i of 10,000', (payment, change) => {
    const payments = from2019(10_000, ...months(11, 0), payment);
    const rateIn = (month: number) => (month === at('2020-01') ? 34_100 : 35_600);
    expect(changeOf(comparableByRates(payments, rateIn), spanTo(at('2020-01'), 1))).toEqual({
      change,
      changes: [{ kind: 'rate', from: 35_600, to: 34_100, month: '2020-01' }],
    });
  });

  it('counts each month of a sum at the rate of the month that it is compared with', () => {
    // 100 a month at 1%, then 300 a month at 2% from July 2020 on
    const payments = from2019(...months(18, 100), ...months(6, 300));
    const rateIn = (month: number) => (month < at('2020-07') ? 10_000 : 20_000);
    // 6 × 100 + 6 × 300 × 1 ÷ 2 = 1,500 for 1,200
    expect(changeOf(comparableByRates(payments, rateIn), spanTo(at('2020-12'), 12))).toEqual({
      change: 250_000,
      changes: [{ kind: 'rate', from: 10_000, to: 20_000, month: '2020-07' }],
    });
    // before the change it is the plain one, to the cent
    expect(changeOf(comparableByRates(payments, rateIn), spanTo(at('2020-06'), 6))).toEqual({
      change: 0,
      changes: [],
    });
  });

  it('is of an uncertain month if rates between are not known', () => {
    const payments = from2019(...months(24, 100));
    const known: Record<string, number> = { '2019-04': 17_800, '2020-03': 17_050, '2020-04': 17_050 };
    const rateIn = (month: number) => known[monthAt(month)] ?? null;
    expect(changeOf(comparableByRates(payments, rateIn), spanTo(at('2020-04'), 1)).changes).toEqual([
      { kind: 'rate', from: 17_800, to: 17_050, month: '2019-05', latest: '2020-03' },
    ]);
    // with the month before the change, it is certain
    known['2020-02'] = 17_800;
    expect(changeOf(comparableByRates(payments, rateIn), spanTo(at('2020-04'), 1)).changes).toEqual([
      { kind: 'rate', from: 17_800, to: 17_050, month: '2020-03' },
    ]);
  });

  it('has no answer without the rate or the payment of a month', () => {
    const payments = from2019(...months(15, 100));
    const now = spanTo(at('2020-03'), 3);
    const unknown = (month: number) => (month === at('2019-02') ? null : 10_000);
    expect(changeOf(comparableByRates(payments, unknown), now)).toEqual({ change: null, changes: [] });
    for (const comparable of [
      comparableByRates(payments, () => 0),
      comparableByRates(from2019(...months(14, 100)), () => 10_000),
    ])
      expect(changeOf(comparable, now).change).toBeNull();
    expect(changeOf(unknownTax, now).change).toBeNull();
  });
});

describe('a tax that began, ended or paused', () => {
  const share = { name: 'state_shared', series: from2019(...months(24, 100)) };
  const now = spanTo(at('2020-06'), 6);
  const withTax = (...slots: (number | null | undefined)[]) =>
    comparableByTaxes(from2019(...months(24, 150)), [
      share,
      { name: 'home_rule', series: from2019(...slots) },
    ]);

  it('is left out, and named', () => {
    expect(changeOf(withTax(...months(9, 0), ...months(15, 50)), now)).toEqual({
      change: 0,
      changes: [{ kind: 'began', tax: 'home_rule', month: '2019-10' }],
    });
    expect(changeOf(withTax(...months(16, 50), ...new Array<null>(8).fill(null)), now)).toEqual({
      change: 0,
      changes: [{ kind: 'ended', tax: 'home_rule', month: '2020-04' }],
    });
    expect(changeOf(withTax(...months(2, 50), undefined, ...months(21, 50)), now)).toEqual({
      change: 0,
      changes: [{ kind: 'paused', tax: 'home_rule', month: '2019-03' }],
    });
  });

  it('is named by a month of the two periods if it was paid before and after', () => {
    // paid in January, not in June 2019, and paid again from August on
    const tax = withTax(50, ...months(6, 0), ...months(17, 50));
    expect(changeOf(tax, spanTo(at('2020-06'), 1)).changes).toEqual([
      { kind: 'paused', tax: 'home_rule', month: '2019-06' },
    ]);
  });

  it('does not matter if no month of both has it, and then the payment counts', () => {
    // 150 in each month, although its one tax has 100: a correction of the payment
    const { now: sum, before, changes } = withTax(...months(6, 0), ...months(6, 50))(now, earlier(now, 12));
    expect({ sum, before, changes }).toEqual({ sum: 900, before: 900, changes: [] });
  });

  it('leaves nothing to compare if it is the only one', () => {
    const only = comparableByTaxes(from2019(...months(24, 50)), [
      { name: 'home_rule', series: from2019(...months(12, 0), ...months(12, 50)) },
    ]);
    expect(changeOf(only, now)).toEqual({
      change: null,
      changes: [{ kind: 'began', tax: 'home_rule', month: '2020-01' }],
    });
  });
});

describe('a county that divides its tax by another method', () => {
  const payments = from2019(...months(36, 100));
  const change = (month: string, before: string, now: string, county = 'Richmond') => ({
    ...{ month: month as Month, county, before, now },
  });
  const [left, back] = [
    change('2020-07', 'per capita', 'ad valorem'),
    change('2021-02', 'ad valorem', 'per capita'),
  ];
  const divided = (...changes: Parameters<typeof comparableByMethod>[1]) =>
    comparableByMethod(comparableAsPaid(payments), changes);

  it.each([
    // the last month before the change, the first month after it, and a span that has one such month
    ['2020-06', 1, 0, []],
    ['2020-07', 1, null, [left]],
    ['2020-09', 12, null, [left]],
    // ad valorem beside per capita, and per capita beside per capita again
    ['2021-01', 1, null, [left]],
    ['2021-06', 1, 0, []],
    // per capita beside ad valorem
    ['2021-07', 1, null, [back]],
    ['2021-08', 12, null, [left, back]],
  ])('%s, of %i months, changes by %s', (last, length, changed, why) => {
    expect(changeOf(divided(left, back), spanTo(at(last), length))).toEqual({
      change: changed,
      changes: why.map((one) => ({ kind: 'method', ...one })),
    });
  });

  it('counts for a place that another county pays too', () => {
    const changes = [change('2020-03', 'ad valorem', 'per capita', 'Hoke'), left];
    expect(changeOf(divided(...changes), spanTo(at('2020-03'), 1)).change).toBeNull();
    expect(changeOf(divided(...changes), spanTo(at('2020-08'), 1)).changes).toHaveLength(2);
    expect(changeOf(divided(), spanTo(at('2020-08'), 1))).toEqual({ change: 0, changes: [] });
  });
});

describe('the comparable change of a group', () => {
  const context = { stateMonths: new Set(Array.from({ length: 24 }, (_, month) => JANUARY_2019 + month)) };
  const steady = from2019(...months(24, 100));

  it('adds up what is comparable, and counts the members whose tax is not known', () => {
    const doubled = from2019(...months(12, 100), ...months(12, 200));
    const entries = [
      { series: steady, comparable: comparableAsPaid(steady) },
      {
        series: doubled,
        comparable: comparableByRates(doubled, (month) => (month < at('2020-01') ? 10_000 : 20_000)),
      },
      { series: doubled, comparable: unknownTax },
    ].map((entry, number) => ({ ...entry, name: `Place ${number}` }));
    const now = spanTo(at('2020-12'), 12);
    // as paid: 500 for 300 a month; comparable: 100 + 200 × 1 ÷ 2 for 200
    expect(addUpSpans(entries, now, earlier(now, 12), context)).toMatchObject({
      ...{ value: 6000, yearAgo: 3600, change: 666_667, leftOut: 0 },
      comparable: {
        ...{ change: 0, further: 0, leftOut: 1 },
        taxChanges: [{ kind: 'rate', from: 10_000, to: 20_000, month: '2020-01', place: 'Place 1' }],
      },
    });
  });

  it('names the changes of tax with the largest effect, and counts the others', () => {
    // a new tax of 10, 30, 20, 50 and 40 a month beside one of 100
    const entries = [10, 30, 20, 50, 40].map((tax) => {
      const payments = from2019(...months(12, 100), ...months(12, 100 + tax));
      const taxes = [
        { name: 'share', series: steady },
        { name: 'home_rule', series: from2019(...months(12, 0), ...months(12, tax)) },
      ];
      return { name: `Place ${tax}`, series: payments, comparable: comparableByTaxes(payments, taxes) };
    });
    const now = spanTo(at('2020-12'), 12);
    const { comparable } = addUpSpans(entries, now, earlier(now, 12), context);
    expect(comparable).toMatchObject({ change: 0, further: 2, leftOut: 0 });
    const began = { kind: 'began', tax: 'home_rule', month: '2020-01' };
    expect(comparable?.taxChanges).toEqual(
      ['Place 50', 'Place 40', 'Place 30'].map((place) => ({ ...began, place })),
    );
  });
});

describe('random taxes', () => {
  const figure = fc.option(fc.integer({ min: -3, max: 9 }), { nil: undefined });
  const tax = fc.array(figure, { minLength: 26, maxLength: 26 });

  it('agree with a computation month by month', () => {
    const span = fc.record({
      last: fc.integer({ min: 14, max: 25 }),
      length: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(tax, { minLength: 1, maxLength: 4 }), span, (all, { last, length }) => {
        const payments = Array.from({ length: 26 }, (_, month) =>
          all.reduce((sum, slots) => sum + (slots[month] ?? 0), 0),
        );
        const taxes = all.map((slots, number) => ({ name: `${number}`, series: from2019(...slots) }));
        const now = spanTo(JANUARY_2019 + last, length);
        const { change, changes } = changeOf(comparableByTaxes(from2019(...payments), taxes), now);

        const inNow = Array.from({ length }, (_, back) => last - back);
        const both = [...inNow, ...inNow.map((month) => month - 12)];
        const whole = all.filter((slots) => both.every((month) => (slots[month] ?? 0) !== 0));
        const partly = all.flatMap((slots, number) => {
          const paid = both.filter((month) => (slots[month] ?? 0) !== 0).length;
          return paid > 0 && paid < both.length ? [`${number}`] : [];
        });
        const sumOf = (chosen: readonly number[]) =>
          whole.flatMap((slots) => chosen.map((month) => slots[month] ?? 0)).reduce((a, b) => a + b, 0);
        const [sum, before] = [sumOf(inNow), sumOf(inNow.map((month) => month - 12))];
        expect(changes.flatMap((one) => ('tax' in one ? one.tax : []))).toEqual(partly);
        if (whole.length === 0 || before <= 0) expect(change).toBeNull();
        else expect(change).toBeCloseTo(((sum - before) / before) * 1_000_000, -0.4);
        for (const one of changes) expect(monthAt(monthIndex(one.month))).toBe(one.month);
      }),
    );
  });
});

describe('random rates', () => {
  it('agree with a computation month by month', () => {
    const rate = fc.constantFrom(10_000, 10_000, 15_000, 20_000, null);
    const world = fc.record({
      payments: fc.array(fc.integer({ min: 1, max: 900_00 }), { minLength: 26, maxLength: 26 }),
      rates: fc.array(rate, { minLength: 26, maxLength: 26 }),
      last: fc.integer({ min: 14, max: 25 }),
      length: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(world, ({ payments, rates, last, length }) => {
        const rateIn = (month: number) => rates[month - JANUARY_2019] ?? null;
        const now = spanTo(JANUARY_2019 + last, length);
        const { change, changes } = changeOf(comparableByRates(from2019(...payments), rateIn), now);

        let [sum, before, isKnown, isOther] = [0, 0, true, false];
        for (let month = last - length + 1; month <= last; month += 1) {
          const [rateNow, rateThen] = [rates[month], rates[month - 12]];
          if (!rateNow || !rateThen) {
            isKnown = false;
            continue;
          }
          isOther ||= rateNow !== rateThen;
          sum += ((payments[month] ?? 0) * rateThen) / rateNow;
          before += payments[month - 12] ?? 0;
        }
        if (isKnown) expect(change).toBeCloseTo((sum / before - 1) * 1_000_000, -0.4);
        else expect(change).toBeNull();
        expect(changes.length > 0).toBe(isKnown && isOther);
      }),
    );
  });
});

describe('random methods', () => {
  const method = fc.constantFrom('per capita', 'per capita', 'ad valorem');
  const county = fc.array(method, { minLength: 36, maxLength: 36 });

  it('agree with a computation month by month', () => {
    const world = fc.record({
      counties: fc.array(county, { minLength: 1, maxLength: 2 }),
      last: fc.integer({ min: 14, max: 35 }),
      length: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(world, ({ counties, last, length }) => {
        const changes = counties.flatMap((methods, number) =>
          methods.flatMap((now, month) => {
            const before = methods[month - 1] ?? now;
            return before === now
              ? []
              : [{ month: monthAt(JANUARY_2019 + month), county: `${number}`, before, now }];
          }),
        );
        const paid = comparableAsPaid(from2019(...months(36, 100)));
        const { change } = changeOf(comparableByMethod(paid, changes), spanTo(JANUARY_2019 + last, length));

        const inNow = Array.from({ length }, (_, back) => last - back);
        const isSame = inNow.every((month) =>
          counties.every((methods) => methods[month] === methods[month - 12]),
        );
        expect(change).toBe(isSame ? 0 : null);
      }),
    );
  });
});
