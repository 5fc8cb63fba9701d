import { expect, test } from 'vitest';
import { formatFigure } from '../../../src/cli/output/figure.ts';

test.each([
  ['net_payment', 123_456_789, '1,234,567.89'],
  ['net_payment', null, '-'],
  ['ytd.net_payment', -5, '-0.05'],
  ['countywide_pool_percentage', 12_500_000, '12.500000%'],
  ['deltas.net_payment', 50_000, '+5.0000%'],
  // from 0.80 to 10,000 dollars
  ['deltas.net_payment', 12_499_000_000, '+1,249,900.0000%'],
  ['deltas.net_payment', -10_000_000, '-1,000.0000%'],
])('%s of %s is %s', (field, value, text) => {
  expect(formatFigure('ca', field, value)).toBe(text);
});
