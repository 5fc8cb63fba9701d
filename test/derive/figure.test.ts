import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableByRates } from '../../src/derive/comparable.ts';
import {
  type Group,
  type GroupMember,
  measure,
  memberOf,
  rankBy,
  sortLines,
} from '../../src/derive/figure.ts';
import { earlier, oneMonth, type Span, spanTo, twelveMonths, yearToDate } from '../../src/derive/span.ts';
import { monthIndex, monthOfDate } from '../../src/domain/month.ts';
import { slowFigure } from '../rig/oracles/slow-figure.ts';

const JANUARY_2024 = monthIndex(monthOfDate('2024-01-01'));
const STATE: Span = { first: JANUARY_2024 - 24, last: JANUARY_2024 + 11 };

function place(name: string, first: number, payments: readonly (number | null | undefined)[]): GroupMember {
  return memberOf({ id: first, name }, { first, slots: payments }, STATE.last);
}

function groupOf(members: readonly GroupMember[], more: Partial<Group> = {}): Group {
  return {
    ...{ members, isPlace: false, months: STATE, unit: 'amount', hasSheets: false },
    isQuarterEnd: (month) => month % 3 === 1,
    doubtsOf: () => 0,
    ...more,
  };
}

const months = (count: number, figure: number) => Array.from({ length: count }, () => figure);

test('sums all payments of a group and compares the members with every payment of both', () => {
  const whole = place('Alder', STATE.first, [...months(12, 100), ...months(12, 200), ...months(12, 300)]);
  const began = place('Birch', JANUARY_2024 + 1, months(11, 50));
  const span = yearToDate(JANUARY_2024 + 2, 1);
  expect(measure(groupOf([whole, began]), span, earlier(span))).toEqual({
    ...{ value: 3 * 300 + 2 * 50, ago: 3 * 200, difference: 400 },
    ...{ change: 500_000, comparableChange: null, missing: 0, doubtful: 0 },
    reasons: [{ code: 'left-out', members: 1, compared: 1 }],
  });
});

test('gives a place no sum that lacks a payment, and one to date from its first month on', () => {
  const began = place('Birch', JANUARY_2024 + 1, [50, 60, null, 70]);
  const ofPlace = groupOf([began], { isPlace: true });
  const to = (month: number) => measure(ofPlace, yearToDate(month, 1), earlier(yearToDate(month, 1)));
  expect(to(JANUARY_2024 + 2)).toMatchObject({ value: 110, ago: null, change: null, missing: 0 });
  expect(to(JANUARY_2024 + 4)).toMatchObject({ value: null, missing: 1 });
  const year = twelveMonths(JANUARY_2024 + 2);
  expect(measure(ofPlace, year, earlier(year)).value).toBeNull();
});

test('names the month from which a sum can be compared', () => {
  const late = place('Cedar', JANUARY_2024 - 9, months(21, 10));
  const span = { first: JANUARY_2024, last: JANUARY_2024 + 5 };
  expect(measure(groupOf([late], { isPlace: true }), span, earlier(span))).toMatchObject({
    ...{ value: 60, ago: null, change: null },
    reasons: [{ code: 'missing-before', from: '2023-04' }],
  });
});

test('gives no sum of twelve months that misses more than one of a hundred payments', () => {
  const full = (lacking: number) =>
    Array.from({ length: 25 }, (_, at) =>
      place(`Place ${at}`, STATE.first, [...months(35, 1), at < lacking ? null : 1]),
    );
  const year = twelveMonths(STATE.last);
  // 3 and 4 of 300 payments
  expect(measure(groupOf(full(3)), year, earlier(year))).toMatchObject({ value: 297, missing: 3 });
  expect(measure(groupOf(full(4)), year, earlier(year))).toMatchObject({
    ...{ value: null, ago: 300, difference: null, missing: 4, change: 0 },
  });
  expect(measure(groupOf(full(4)), oneMonth(STATE.last), oneMonth(STATE.last - 12)).value).toBe(21);
});

test('takes a change of tax out, and names the months whose tax is not known', () => {
  const series = { first: JANUARY_2024 - 12, slots: [...months(12, 100), ...months(12, 300)] };
  const rated = (rateIn: (month: number) => number | null) =>
    groupOf([memberOf({ id: 1, name: 'Dale' }, series, STATE.last, comparableByRates(series, rateIn, 2))], {
      isPlace: true,
    });
  const span = oneMonth(JANUARY_2024);
  const doubled = rated((month) => (month < JANUARY_2024 ? 10_000 : 20_000));
  expect(measure(doubled, span, earlier(span))).toMatchObject({
    ...{ change: 2_000_000, comparableChange: 500_000 },
    reasons: [{ code: 'tax-changed', change: { kind: 'rate', from: 10_000, to: 20_000, month: '2024-01' } }],
  });
  const unknown = rated((month) => (month < JANUARY_2024 ? null : 20_000));
  expect(measure(unknown, span, earlier(span))).toMatchObject({
    ...{ change: 2_000_000, comparableChange: null },
    reasons: [{ code: 'tax-unknown', months: ['2023-03'] }],
  });
});

test('converts a change without changes of tax as it converts the change', () => {
  // 100 and 300 in prices of 100 and 120, whose rate doubled: 150 beside 100 as paid
  const slots = [...months(12, 100 / 100), ...months(12, 300 / 120)];
  const series = { first: JANUARY_2024 - 12, slots };
  const rateIn = (month: number) => (month < JANUARY_2024 ? 10_000 : 20_000);
  const member = memberOf({ id: 1, name: 'Dale' }, series, STATE.last, comparableByRates(series, rateIn));
  const conversion = {
    prices: { hasIndex: () => true, factor: 120 },
    people: { of: (_: number, year: number) => (year === 2024 ? 25 : 20), typeOf: () => null },
  };
  const span = oneMonth(JANUARY_2024);
  // 300 ÷ 25 beside 120 ÷ 20; 150 ÷ 25 beside it
  expect(measure(groupOf([member], { isPlace: true, conversion }), span, earlier(span))).toMatchObject({
    ...{ value: 12, ago: 6, difference: 6, change: 1_000_000, comparableChange: 0 },
    reasons: [{ code: 'tax-changed' }],
  });
});

test('takes means of quarter ends of percentages', () => {
  // quarter ends are February, May, August and November
  const slots = [0, 200, 0, 0, 400, 0, 0, 601, 0, 0, 800, 0];
  const percent = groupOf([place('Elm', JANUARY_2024, slots)], { isPlace: true, unit: 'percent' });
  const to = (span: Span) => measure(percent, span, earlier(span)).value;
  expect(to(yearToDate(JANUARY_2024 + 7, 1))).toBe(400);
  expect(to(yearToDate(JANUARY_2024, 1))).toBe(0);
  expect(to(twelveMonths(JANUARY_2024 + 11))).toBe(500);
  expect(to(oneMonth(JANUARY_2024 + 4))).toBe(400);
});

const payment = fc.option(fc.integer({ min: -500, max: 5000 }), { freq: 8 });
const drawn = fc.record({
  places: fc.array(
    fc.record({
      first: fc.integer({ min: STATE.first, max: STATE.last }),
      slots: fc.array(fc.option(payment, { nil: undefined, freq: 12 }), { minLength: 1, maxLength: 36 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  last: fc.integer({ min: STATE.first, max: STATE.last }),
  length: fc.integer({ min: 1, max: 12 }),
  isWhole: fc.boolean(),
  apart: fc.constantFrom(1, 12, 24),
});

test('agrees with a slow reference for any places and spans', () => {
  fc.assert(
    fc.property(drawn, ({ places, last, length, isWhole, apart }) => {
      const known = places.map(({ first, slots }) => ({
        first,
        // a series ends with the state, and both its ends are datapoints
        slots: [slots[0] ?? null, ...slots.slice(1, Math.max(1, STATE.last - first)), null].slice(
          ...[0, STATE.last - first + 1],
        ),
      }));
      const span = { ...spanTo(last, length), ...(isWhole && { isWhole: true as const }) };
      const against = earlier(span, apart);
      const slow = known.map(({ first, slots }) => ({
        payments: new Map(
          slots.flatMap((slot, at) => (slot === undefined ? [] : [[first + at, slot] as const])),
        ),
      }));
      for (const isPlace of known.length === 1 ? [true, false] : [false]) {
        const members = known.map(({ first, slots }, at) => place(`${at}`, first, slots));
        const found = measure(groupOf(members, { isPlace }), span, against);
        const {
          compared: _,
          change,
          ...wanted
        } = slowFigure(slow, { span, against, months: STATE, isPlace });
        expect(found).toMatchObject(wanted);
        if (change === null) expect(found.change).toBeNull();
        else expect(found.change).toBeCloseTo(change, 3);
      }
    }),
    { numRuns: 500 },
  );
});

test('ranks equal figures alike, and sorts what is unknown last, after what is late', () => {
  const lines = [{ sum: 5 }, { sum: 9 }, { sum: null }, { sum: 9 }, { sum: 1 }];
  expect(lines.map(rankBy(lines, ({ sum }) => sum))).toEqual([3, 1, null, 1, 4]);
  const sorted = sortLines(
    lines,
    ({ sum }) => sum,
    true,
    ({ sum }) => Number(sum === 9),
  );
  expect(sorted.map(({ sum }) => sum)).toEqual([5, 1, 9, 9, null]);
});
