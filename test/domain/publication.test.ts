import { describe, expect, it } from 'vitest';
import { type Day, firstDay, type Month } from '../../src/domain/month.ts';
import {
  monthly,
  type Publication,
  periodName,
  periodsOfYear,
  publishedMonths,
} from '../../src/domain/publication.ts';

const month = (text: string) => text as Month;
const dueBy = (of: Month): Day => firstDay(of);
const EACH_MONTH = monthly(dueBy);
/** Sales of January to March are settled in May. */
const EACH_QUARTER: Publication = { every: 3, paidAfter: 4, dueBy };

describe('a monthly report', () => {
  it('is about its allocation period, each of them', () => {
    expect(publishedMonths(EACH_MONTH, month('2025-11'), month('2026-01'))).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
    ]);
    expect(periodName(EACH_MONTH, month('2025-11'))).toBe('2025-11');
    expect(periodsOfYear(EACH_MONTH, 2025)).toHaveLength(12);
    expect(periodsOfYear(EACH_MONTH, 2025)[10]).toEqual({ month: '2025-11', year: 2025, begins: 11 });
  });
});

describe('a quarterly report', () => {
  it('is about the quarter that is settled in its allocation period', () => {
    expect(publishedMonths(EACH_QUARTER, month('2025-01'), month('2025-12'))).toEqual([
      '2025-02',
      '2025-05',
      '2025-08',
      '2025-11',
    ]);
    expect(periodName(EACH_QUARTER, month('2025-05'))).toBe('2025Q1');
    expect(periodName(EACH_QUARTER, month('2025-02'))).toBe('2024Q4');
  });

  it('can be paid in the year after the one it is about', () => {
    expect(periodsOfYear(EACH_QUARTER, 2025)).toEqual([
      { month: '2025-05', year: 2025, begins: 1 },
      { month: '2025-08', year: 2025, begins: 4 },
      { month: '2025-11', year: 2025, begins: 7 },
      { month: '2026-02', year: 2025, begins: 10 },
    ]);
  });
});
