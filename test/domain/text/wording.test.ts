import { expect, test } from 'vitest';
import { pluralOf, rowsOfField } from '../../../src/domain/text/wording.ts';

test.each([
  ['report', 'reports'],
  ['county summary', 'county summaries'],
  ['survey', 'surveys'],
])('several of a %s are %s', (one, several) => {
  expect(pluralOf(one)).toBe(several);
});

test('a figure that several lines add up to names all lines that print it', () => {
  const line = (row: number, figures: Record<string, number>) => ({
    ...{ sheet: 'Summary', row, labels: {} },
    figures,
  });
  // Hickory lies in three counties of North Carolina
  const source = {
    ...{ sheet: 'Summary', row: 302 },
    lines: [
      line(302, { net_payment: 1, transit: 1 }),
      line(619, { net_payment: 2 }),
      line(842, { net_payment: 3 }),
    ],
  };
  expect(rowsOfField('june.xlsx', source, 'net_payment')).toBe(
    'june.xlsx sheet "Summary" rows 302, 619 and 842, added up',
  );
  expect(rowsOfField('june.xlsx', source, 'transit')).toBe('june.xlsx sheet "Summary" row 302');
  expect(rowsOfField('june.csv', { sheet: null, row: 4 }, 'net_payment')).toBe('june.csv row 4');
});
