import { expect, test } from 'vitest';
import { formatMonths, notesOfMonths } from '../../../src/cli/output/analysis.ts';
import type { Month } from '../../../src/domain/month.ts';

// A tax began nine months ago: the months are comparable again, and the sums are not.

const plain = { value: 11_000, yearAgo: 10_000, change: 100_000 };
const began = { tax: 'home_rule', kind: 'began', month: '2024-01' as Month } as const;
const sum = {
  ...{ value: 150_000, yearAgo: 100_000, change: 500_000 },
  comparable: { change: 20_000, taxChanges: [began], further: 0, leftOut: 0 },
};
const MONTH = {
  ...{ month: '2025-03' as Month, salesMonth: '2024-12' as Month },
  ...{ payment: plain, rollingYear: sum, yearToDate: plain, fiscalYearToDate: sum },
  doubtful: { payment: 0, rollingYear: 1, yearToDate: 0, fiscalYearToDate: 0 },
};

test('each sum with a change of tax has its comparable change beside the plain one', () => {
  const figure = (value: number | null) => String(value);
  const [head, row] = formatMonths([MONTH], { shown: 'net payment', figure }, []).split('\n');
  const cells = (line = '') => line.trim().split(/ {2,}/);
  expect(cells(head)).toEqual([
    ...['month', 'sales of', 'net payment', 'vs year ago'],
    ...['rolling year', 'vs year ago', 'comparable', 'year to date', 'vs year ago'],
    ...['fiscal year to date', 'vs year ago', 'comparable'],
  ]);
  expect(cells(row)).toEqual([
    ...['2025-03', '2024-12', '11000', '+10.00%', '150000', '? +50.00%', '+2.00%'],
    ...['11000', '+10.00%', '150000', '+50.00%', '+2.00%'],
  ]);
  expect(notesOfMonths([MONTH])).toEqual([
    'The comparable change leaves out changes of tax: home rule began in January 2024.',
  ]);
});
