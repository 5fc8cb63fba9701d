import { expect, test } from 'vitest';
import { formatExpected } from '../../../../src/cli/commands/operate/status.ts';
import type { Day, Month } from '../../../../src/domain/month.ts';
import type { ExpectedPeriod } from '../../../../src/store/query/completeness.ts';

const due = (kind: 'il/disbursements' | 'ca/quarterly-allocations', period: string, month: string) =>
  ({
    state: kind.slice(0, 2),
    kind,
    period,
    allocation_period: month as Month,
    expected_since: `${month}-15` as Day,
    overdue: true,
  }) satisfies ExpectedPeriod;

/** The months from July 2020 on. */
const months = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const month = `${2020 + Math.floor((at + 6) / 12)}-${String(((at + 6) % 12) + 1).padStart(2, '0')}`;
    return due('il/disbursements', month, month);
  });

test('names the expected months of a state that is late', () => {
  expect(formatExpected(months(2))).toBe(
    '\n  "Disbursement information for sales and related taxes" of Illinois: July 2020 since July 15, 2020 (overdue); August 2020 since August 15, 2020 (overdue)',
  );
  expect(formatExpected(months(12))).toContain('June 2021 since June 15, 2021 (overdue)');
});

test('only counts them if the newest report is years old', () => {
  expect(formatExpected(months(77))).toBe(
    '\n  "Disbursement information for sales and related taxes" of Illinois: last month June 2020; 77 months expected since',
  );
  // the quarter before the second one of 2020, which is paid in August
  const quarters = Array.from({ length: 13 }, () => due('ca/quarterly-allocations', '2020Q2', '2020-08'));
  expect(formatExpected(quarters)).toBe(
    '\n  "Quarterly distribution summary" of California: last quarter Q1 2020; 13 quarters expected since',
  );
});
