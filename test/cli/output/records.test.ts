import { expect, test } from 'vitest';
import { comparableNote, formatRecords } from '../../../src/cli/output/records.ts';
import type { Month } from '../../../src/domain/month.ts';
import { column, describe } from '../../../src/records/description.ts';
import { analysisRecord } from '../../../src/records/descriptions/analysis.ts';

// A tax began nine months ago: the months are comparable again, and the sums are not.

const plain = { value: 11_000, yearAgo: 10_000, change: 100_000 };
const began = { tax: 'home_rule', kind: 'began', month: '2024-01' as Month } as const;
const sum = {
  ...{ value: 150_000, yearAgo: 100_000, change: 500_000 },
  comparable: { change: 20_000, exact: 20_000, taxChanges: [began], further: 0, leftOut: 0 },
};
const MONTH = {
  ...{ month: '2025-03' as Month, salesMonth: '2024-12' as Month, fiscalYear: '2024-25' },
  ...{ payment: plain, rollingYear: sum, yearToDate: plain, fiscalYearToDate: sum, quarter: null },
  jurisdiction: {
    ...{ id: 60_001_990, name: 'Alder Creek', type: 'city' as const, county: null, sales_tax_id: '01990' },
  },
  ...{ field: 'net_payment', unit: 'amount' as const, doubt: null },
  ...{ shareOfCounty: null, shareOfState: null, rank: null, ranked: null },
  doubtful: { payment: 0, rollingYear: 1, yearToDate: 0, fiscalYearToDate: 0, quarter: 0 },
};

const textOf = (months: readonly (typeof MONTH)[]) =>
  formatRecords(analysisRecord, months, { meta: { field: 'net_payment' } });

test('each sum with a change of tax has its comparable change beside the plain one', () => {
  const [head, row, ...notes] = textOf([MONTH]).split('\n');
  const cells = (line = '') => line.trim().split(/ {2,}/);
  expect(cells(head)).toEqual([
    ...['month', 'sales of', 'net payment', 'change'],
    ...['rolling year', 'change', 'comparable change', 'year to date', 'change'],
    ...['fiscal year to date', 'change', 'comparable change'],
  ]);
  expect(cells(row)).toEqual([
    ...['2025-03', '2024-12', '110.00', '+10.00%', '1,500.00', '? +50.00%', '+2.00%'],
    ...['110.00', '+10.00%', '1,500.00', '+50.00%', '+2.00%'],
  ]);
  expect(notes.filter((line) => line !== '')).toEqual([
    'A comparable change leaves out changes of tax. Why it differs or is missing: Alder Creek: home rule began in January 2024.',
    expect.stringMatching(/^\? The checks doubt a payment of this figure/),
  ]);
});

test('a change is rounded once', () => {
  // 0.014996%: its millionths are 0.0150%, which would be rounded to 0.02%
  const payment = { value: 100_014_996, yearAgo: 100_000_000, change: 150 };
  expect(textOf([{ ...MONTH, payment }]).split('\n')[1]).toContain('1,000,149.96  +0.01%');
});

// How texts say why a comparable change differs, or that it is not known.

const SAID = 'A comparable change leaves out changes of tax. Why it differs or is missing:';

test('each reason is said once, the first five of them', () => {
  const reasons = ['one', 'two', 'three', 'four', 'five', 'six'].map(
    (tax) => `Alder: ${tax} began in January 2024`,
  );
  const [first = ''] = reasons;
  expect(comparableNote([first, first])).toEqual([`${SAID} Alder: one began in January 2024.`]);
  const [note = '', ...more] = comparableNote([first, ...reasons]);
  expect(more).toEqual([]);
  expect(note).toMatch(/Alder: five began in January 2024; and others: --format csv has all\.$/);
  expect(comparableNote([])).toEqual([]);
});

const place = describe<{ id: number; rows: number }>()({
  ...{ name: 'places', one: 'place', address: null, tag: 'dataset', title: 'List', notes: '', filters: {} },
  members: [column('id', 'number', 'Id', 'Its id'), column('rows', 'count', 'Rows', 'Its rows')],
});

test('a count has commas, and an id has none', () => {
  expect(formatRecords(place, [{ id: 60001001, rows: 12_345 }])).toBe('      id    rows\n60001001  12,345');
});
