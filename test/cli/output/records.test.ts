import { expect, test } from 'vitest';
import { formatRecords } from '../../../src/cli/output/records.ts';
import type { Measured } from '../../../src/derive/figure.ts';
import type { Month } from '../../../src/domain/month.ts';
import { column, describe, figure } from '../../../src/records/description.ts';

const NONE: Measured = {
  ...{ value: 11_000, ago: 10_000, difference: 1000, change: 100_000, comparableChange: 100_000 },
  ...{ missing: 0, doubtful: 0, reasons: [] },
};

interface Line {
  name: string;
  sum: Measured;
}
const LINES = {
  name: 'lines',
  one: 'line',
  address: null,
  tag: 'dataset',
  title: 'List',
  notes: '',
} as const;
const line = describe<Line>()({
  ...{ ...LINES, filters: {} },
  members: [column('name', 'text', 'Name', 'Its name'), figure('sum', 'Sum', 'A sum', ({ sum }) => sum)],
});
const shown = (...sums: Partial<Measured>[]) =>
  formatRecords(
    { ...line, shown: ['name', 'sum'] },
    sums.map((sum, at) => ({ name: `Place ${at + 1}`, sum: { ...NONE, ...sum } })),
  );
const cells = (text = '') => text.trim().split(/ {2,}/);

test('a figure has its value and its change, and the comparable one if a tax changed', () => {
  const began = { kind: 'began', tax: 'home_rule', month: '2024-01' as Month } as const;
  expect(shown({}).split('\n').map(cells)).toEqual([
    ['name', 'sum', 'change'],
    ['Place 1', '110.00', '+10.00%'],
  ]);
  const [head, first, second, ...notes] = shown(
    { comparableChange: 20_000, doubtful: 1, reasons: [{ code: 'tax-changed', change: began }] },
    {},
  ).split('\n');
  expect([head, first, second].map(cells)).toEqual([
    ['name', 'sum', 'change', 'comparable change'],
    ['Place 1', '110.00', '? +10.00%', '? +2.00%'],
    ['Place 2', '110.00', '+10.00%', '+10.00%'],
  ]);
  expect(notes.filter((text) => text !== '')).toEqual([
    'Why a change is missing or differs: home rule began in January 2024.',
    expect.stringMatching(/^\? The checks doubt a payment of this figure/),
  ]);
});

test('an empty column of changes is left out, and its reason is said', () => {
  const from = '2024-03' as Month;
  const text = shown({ ago: null, change: null, reasons: [{ code: 'missing-before', from }] });
  expect(cells(text.split('\n')[0])).toEqual(['name', 'sum']);
  expect(text).toContain('the payments to compare with are not all there before March 2024.');
});

test('a change is rounded once', () => {
  // 0.014996%: its millionths are 0.0150%, which would be rounded to 0.02%
  expect(shown({ value: 100_014_996, change: 149.96 })).toContain('1,000,149.96  +0.01%');
});

test('each reason is said once, the first five of them, and unknown taxes in one statement', () => {
  const left = (members: number): Partial<Measured> => ({
    reasons: [{ code: 'left-out', members, compared: 9 }],
  });
  const [, note = ''] = shown(...[1, 1, 2, 3, 4, 5, 6].map(left)).split('\n\n');
  expect(note.match(/9 places/g)).toHaveLength(5);
  expect(note).toMatch(/; and others: --format csv has all\.$/);
  const unknown = (month: string): Partial<Measured> => ({
    reasons: [{ code: 'tax-unknown', months: [month as Month], hasSheets: true }],
  });
  expect(shown(unknown('2024-02'), unknown('2024-01'))).toContain(
    'the tax of January 2024 to February 2024 is not known: load the comparison sheets of January 2024 to February 2024.',
  );
});

const place = describe<{ id: number; rows: number }>()({
  ...{ ...LINES, filters: {} },
  members: [column('id', 'number', 'Id', 'Its id'), column('rows', 'count', 'Rows', 'Its rows')],
});

test('a count has commas, and an id has none', () => {
  expect(formatRecords(place, [{ id: 60001001, rows: 12_345 }])).toBe('      id    rows\n60001001  12,345');
});
