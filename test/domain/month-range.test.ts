import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import { isLoadedMonth, monthsAsked, uniteMonths } from '../../src/domain/month-range.ts';

const month = (text: string) => text as Month;
const range = (first: string, last: string) => ({ first: month(first), last: month(last) });

const REPORT = { first_month: month('2020-01'), last_month: month('2022-12') };

describe('whether a run loads a month', () => {
  test.each([
    ['2020-05', false],
    ['2020-06', true],
    ['2020-08', true],
    ['2020-09', false],
    ['2021-02', false],
    ['2021-03', true],
    ['2021-04', false],
  ])('%s: %s', (text, expected) => {
    expect(isLoadedMonth(month(text), [range('2020-06', '2020-08'), range('2021-03', '2021-03')])).toBe(
      expected,
    );
  });

  test('null means all months, an empty list means none', () => {
    expect(isLoadedMonth(month('2020-05'), null)).toBe(true);
    expect(isLoadedMonth(month('2020-05'), [])).toBe(false);
  });
});

describe('the requested months of a report', () => {
  const asked = (from: string | null, to: string | null) =>
    monthsAsked(REPORT, { from: from as Month | null, to: to as Month | null });

  test('are all of them if the range contains the report or is open', () => {
    expect(asked(null, null)).toBeNull();
    expect(asked('2020-01', '2022-12')).toBeNull();
    expect(asked('2019-06', null)).toBeNull();
    expect(asked(null, '2023-01')).toBeNull();
  });

  test('are the months in both', () => {
    expect(asked('2020-02', null)).toEqual([range('2020-02', '2022-12')]);
    expect(asked(null, '2022-11')).toEqual([range('2020-01', '2022-11')]);
    expect(asked('2021-03', '2021-03')).toEqual([range('2021-03', '2021-03')]);
    expect(asked('2019-01', '2020-01')).toEqual([range('2020-01', '2020-01')]);
  });
});

describe('the months of two runs together', () => {
  const unite = (a: ReturnType<typeof range>[] | null, b: ReturnType<typeof range>[] | null) =>
    uniteMonths(a, b, REPORT);

  test('are all if one of them loaded all', () => {
    expect(unite(null, [range('2020-06', '2020-08')])).toBeNull();
    expect(unite([range('2020-06', '2020-08')], null)).toBeNull();
    expect(unite([], null)).toBeNull();
  });

  test('stay separate if a month lies between them, and become one range otherwise', () => {
    const [summer, autumn, winter] = [
      range('2020-06', '2020-08'),
      range('2020-09', '2020-11'),
      range('2020-12', '2021-02'),
    ];
    expect(unite([winter], [summer])).toEqual([summer, winter]);
    expect(unite([autumn], [summer])).toEqual([range('2020-06', '2020-11')]);
    expect(unite([winter, summer], [autumn])).toEqual([range('2020-06', '2021-02')]);
  });

  test('become one range if they overlap, up to the later end', () => {
    expect(unite([range('2020-06', '2020-08')], [range('2020-07', '2021-01')])).toEqual([
      range('2020-06', '2021-01'),
    ]);
    expect(unite([range('2020-06', '2021-01')], [range('2020-07', '2020-08')])).toEqual([
      range('2020-06', '2021-01'),
    ]);
  });

  test('are the whole report if they reach from its first to its last month without a gap', () => {
    expect(unite([range('2020-01', '2021-05')], [range('2021-06', '2022-12')])).toBeNull();
    expect(unite([range('2020-01', '2021-05')], [range('2021-07', '2022-12')])).toHaveLength(2);
    expect(unite([range('2020-02', '2021-05')], [range('2021-06', '2022-12')])).toEqual([
      range('2020-02', '2022-12'),
    ]);
    expect(unite([range('2020-01', '2021-05')], [range('2021-06', '2022-11')])).toEqual([
      range('2020-01', '2022-11'),
    ]);
    expect(unite([], [])).toEqual([]);
  });
});
