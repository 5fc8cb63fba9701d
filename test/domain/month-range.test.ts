import { expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import { touchesMonths } from '../../src/domain/month-range.ts';

const month = (text: string) => text as Month;
const REPORT = { first_month: month('2020-01'), last_month: month('2022-12') };

test.each([
  [null, null, true],
  ['2021-03', '2021-03', true],
  ['2019-01', '2020-01', true],
  ['2022-12', null, true],
  [null, '2019-12', false],
  ['2023-01', null, false],
  ['2023-01', '2023-05', false],
])('a report of 2020 to 2022 and the months from %s to %s: %s', (from, to, expected) => {
  const range = { from: from === null ? null : month(from), to: to === null ? null : month(to) };
  expect(touchesMonths(REPORT, range)).toBe(expected);
});
