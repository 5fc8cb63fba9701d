import { describe, expect, test } from 'vitest';
import { addDays, fridayOf, lastDayOf } from '../../src/domain/calendar-day.ts';
import type { Day, Month } from '../../src/domain/month.ts';

describe('days of the calendar', () => {
  // read off a calendar
  test.each([
    ['2026-05', '2026-05-08', 'begins on a Friday'],
    ['2024-03', '2024-03-08', 'begins on a Friday, in a leap year'],
    ['2025-11', '2025-11-14', 'begins on a Saturday: the latest that can be'],
    ['2026-11', '2026-11-13', 'begins on a Sunday'],
  ])('the second Friday of %s is %s (%s)', (month, day) => {
    expect(fridayOf(month as Month, 2)).toBe(day);
  });

  test('the first Friday is a week before the second', () => {
    expect(fridayOf('2025-11' as Month, 1)).toBe('2025-11-07');
    expect(fridayOf('2026-05' as Month, 1)).toBe('2026-05-01');
  });

  test.each([
    ['2026-11', '2026-11-30'],
    ['2026-12', '2026-12-31'],
    ['2024-02', '2024-02-29'],
    ['2026-02', '2026-02-28'],
  ])('the last day of %s is %s', (month, day) => {
    expect(lastDayOf(month as Month)).toBe(day);
  });

  test('days are counted over the ends of months and years', () => {
    expect(addDays('2026-12-30' as Day, 3)).toBe('2027-01-02');
    expect(addDays('2024-03-01' as Day, -1)).toBe('2024-02-29');
    expect(addDays('2026-11-13' as Day, 0)).toBe('2026-11-13');
  });
});
