import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Day, type Month, monthsBetween } from '../../src/domain/month.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { california } from '../../src/states/ca/index.ts';
import { monthlyStatement } from '../../src/states/ca/monthly-statement.ts';
import { quarterlyAllocations } from '../../src/states/ca/quarterly-allocations.ts';
import { texas } from '../../src/states/tx/index.ts';
import { paymentDetail } from '../../src/states/tx/payment-detail.ts';
import { absenceOf } from '../../src/store/query/completeness.ts';

const { expectedBy } = readRegisters(fileURLToPath(new URL('../../data/reference', import.meta.url)));
const TEXAS = 'tx/payment-detail';
const STATEMENT = 'ca/monthly-statement';
const QUARTERLY = 'ca/quarterly-allocations';

const month = (text: string) => text as Month;
const on = (today: string) => ({ today: today as Day, expectedBy });

function texasOn(today: string, present: readonly Month[]) {
  return absenceOf(texas, paymentDetail, new Map([[TEXAS, present]]), on(today));
}

describe('when a report is expected', () => {
  // the payment dates the Comptroller published for 2025, from December's payment on
  test.each([
    ['2024-12', '2024-12-13'],
    ['2025-01', '2025-01-10'],
    ['2025-11', '2025-11-07'],
    ['2025-12', '2025-12-12'],
  ])('Texas pays the allocation of %s on %s, as published', (period, day) => {
    expect(expectedBy(paymentDetail, month(period))).toBe(day);
  });

  test('Texas pays on the second Friday if no date was published; 2025-11 was an exception', () => {
    expect(expectedBy(paymentDetail, month('2026-02'))).toBe('2026-02-13');
    expect(expectedBy(paymentDetail, month('2026-11'))).toBe('2026-11-13');
    expect(paymentDetail.published.dueBy(month('2025-11'))).toBe('2025-11-14');
  });

  test('California is estimated: the end of the month, and for a quarter the end of the month after its cleanup', () => {
    expect(expectedBy(monthlyStatement, month('2026-02'))).toBe('2026-02-28');
    // the third quarter is settled in November
    expect(expectedBy(quarterlyAllocations, month('2026-11'))).toBe('2026-12-31');
  });
});

describe('missing reports', () => {
  const toOctober = monthsBetween(month('2026-01'), month('2026-10'));

  test('are expected from the third day after the payment on, and not before', () => {
    for (const [today, present] of [
      ['2026-11-15', toOctober],
      ['2026-11-20', []],
    ] as const)
      expect(texasOn(today, present)).toEqual({ missing: [], expected: [] });
    const november = {
      ...{ state: 'tx', kind: TEXAS, period: '2026-11', allocation_period: '2026-11' },
      ...{ expected_since: '2026-11-13', overdue: false },
    };
    expect(texasOn('2026-11-16', toOctober)).toEqual({ missing: [], expected: [november] });
    // December's payment is on the 11th
    expect(texasOn('2026-12-13', toOctober).expected).toEqual([november]);
  });

  test('have a due date each; all but the newest are overdue', () => {
    const { expected } = texasOn('2027-01-12', toOctober);
    expect(expected.map(({ period, expected_since, overdue }) => [period, expected_since, overdue])).toEqual([
      ['2026-11', '2026-11-13', true],
      ['2026-12', '2026-12-11', true],
      ['2027-01', '2027-01-08', false],
    ]);
  });

  test('include a gap before the newest month, whatever the date', () => {
    const { missing, expected } = texasOn(
      '2026-11-20',
      toOctober.filter((each) => each !== '2026-04' && each !== '2026-05'),
    );
    expect(missing).toEqual([
      { state: 'tx', kind: TEXAS, period: '2026-04', allocation_period: '2026-04' },
      { state: 'tx', kind: TEXAS, period: '2026-05', allocation_period: '2026-05' },
    ]);
    expect(expected.map(({ period }) => period)).toEqual(['2026-11']);
  });

  test('name quarters by their sales', () => {
    const { missing, expected } = absenceOf(
      california,
      quarterlyAllocations,
      new Map([[QUARTERLY, [month('2025-11'), month('2026-05')]]]),
      on('2026-10-03'),
    );
    expect(missing.map(({ period, allocation_period }) => [period, allocation_period])).toEqual([
      ['2025Q4', '2026-02'],
    ]);
    expect(expected.map(({ period, expected_since }) => [period, expected_since])).toEqual([
      ['2026Q2', '2026-09-30'],
    ]);
  });

  test('include those from the first month of the state, also of a kind that begins later or never', () => {
    const months = monthsBetween(month('2025-01'), month('2026-06'));
    const missingWith = (quarters: Month[]) => {
      const loaded = new Map([
        [STATEMENT, months],
        [QUARTERLY, quarters],
      ] as const);
      const { missing, expected } = absenceOf(california, quarterlyAllocations, loaded, on('2026-10-03'));
      return [missing.map(({ period }) => period), expected.map(({ period }) => period)];
    };
    expect(missingWith([month('2025-11')])).toEqual([
      ['2024Q4', '2025Q1', '2025Q2'],
      ['2025Q4', '2026Q1', '2026Q2'],
    ]);
    // settled in February, May, August and November 2025, and in February and May 2026
    expect(missingWith([])).toEqual([['2024Q4', '2025Q1', '2025Q2', '2025Q3', '2025Q4', '2026Q1'], []]);
  });
});
