import { describe, expect, it } from 'vitest';
import {
  fiscalQuarter,
  revenuePeriod,
  salesPeriod,
  settlesCalendarQuarter,
} from '../../src/domain/allocation.ts';
import type { Month } from '../../src/domain/month.ts';

const july = {
  lags: { revenue: 1, sales: 2 },
  fiscalYearStart: 7,
  isQuarterEnd: settlesCalendarQuarter,
};

describe('periods of an allocation', () => {
  it.each([
    ['2022-10', '2022-09', '2022-08'],
    ['2022-02', '2022-01', '2021-12'],
    ['2022-01', '2021-12', '2021-11'],
  ])('%s was reported in %s and sold in %s', (allocated, reported, sold) => {
    expect(revenuePeriod(allocated as Month, july)).toBe(reported);
    expect(salesPeriod(allocated as Month, july)).toBe(sold);
  });

  it('settles a quarter in February, May, August and November', () => {
    const settling = Array.from({ length: 12 }, (_, at) => at + 1).filter((month) =>
      settlesCalendarQuarter(`2023-${String(month).padStart(2, '0')}` as Month),
    );
    expect(settling).toEqual([2, 5, 8, 11]);
  });
});

describe('fiscalQuarter', () => {
  // fiscal year from July: sales of July to September are its first quarter
  it.each([
    ['2022-11', 1],
    ['2022-12', 2],
    ['2023-03', 3],
    ['2023-06', 4],
  ])('of the allocation of %s is %i where the year starts in July', (month, quarter) => {
    expect(fiscalQuarter(month as Month, july)).toBe(quarter);
  });

  it.each([
    ['2022-03', 1, 1],
    ['2022-02', 1, 4],
    ['2022-11', 9, 1],
    ['2022-10', 9, 4],
  ])('of the allocation of %s in a year from month %i is %i', (month, fiscalYearStart, quarter) => {
    expect(fiscalQuarter(month as Month, { ...july, fiscalYearStart })).toBe(quarter);
  });
});
