import { expect, test } from 'vitest';
import { projectionsText } from '../../../src/cli/output/projections.ts';
import type { DatasetView } from '../../../src/store/query/view.ts';

const SUBJECT = { id: 60_001_990, name: 'Alder Creek' };

/** The end of the text of one projection. */
function endOf(range: { low: number; high: number } | null, held: number | null): string | undefined {
  const line = {
    ...{ year: '2026-27', knownMonths: 4, doubtfulMonths: null, rest: null, reason: null },
    ...{ toDate: 100_00, lastYear: 300_00, projected: 330_00, method: 'two_years' as const },
    ...{ taxChanges: [], isReliable: true },
    subject: { ...SUBJECT, type: 'city', county: null } as const,
    soFar: { value: null, yearAgo: null, change: null },
    usual: { median: 0.01, range },
  };
  const meta = {
    year: '2026-27',
    through: '2026-10-01',
    known_months: 4,
    basis: 'payment',
    range_held: held,
  };
  const text = projectionsText({
    ...{ view: {} as DatasetView, beside: {}, asked: { state: 'ca' }, typed: {} },
    ...{ format: 'text', limit: 10 },
    find: () => ({ found: { total: 1, length: 1, read: () => [line], meta }, rows: [line] }),
  });
  return text.split('\n\n').at(-2);
}

test('every range has the warning of a shock below it, and how often such ranges held if that is known', () => {
  const range = { low: 320_00, high: 350_00 };
  expect(endOf(range, 0.756)).toBe(
    'In earlier years, 76% of such ranges held. A shock to the whole state is outside the ranges.',
  );
  expect(endOf(range, null)).toBe('A shock to the whole state is outside the ranges.');
  expect(endOf(null, null)).toMatch(/330\.00/);
});
