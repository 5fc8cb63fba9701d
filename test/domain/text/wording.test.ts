import { expect, test } from 'vitest';
import { pluralOf, printedRowsOf } from '../../../src/domain/text/wording.ts';

test.each([
  ['report', 'reports'],
  ['county summary', 'county summaries'],
  ['survey', 'surveys'],
])('several of a %s are %s', (one, several) => {
  expect(pluralOf(one)).toBe(several);
});

test('a place that several lines add up to names all lines that print it', () => {
  // Hickory lies in three counties of North Carolina
  const lines = [302, 619, 842].map((row) => ({ sheet: 'Summary', row }));
  expect(printedRowsOf('june.xlsx', { sheet: 'Summary', row: 302, lines })).toBe(
    'june.xlsx sheet "Summary" rows 302, 619 and 842, added up',
  );
  expect(printedRowsOf('june.csv', { sheet: null, row: 4 })).toBe('june.csv row 4');
});
