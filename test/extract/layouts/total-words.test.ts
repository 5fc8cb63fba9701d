import { describe, expect, test } from 'vitest';
import { isTotalName } from '../../../src/extract/layouts/total-words.ts';

describe('the name of a total, even beside a code', () => {
  test.each([
    'Total',
    'TOTALS',
    'Grand Total',
    'JUNIPER COUNTY TOTAL',
    'Juniper total:',
    'STATEWIDE',
    'Countywide:',
    'Sum',
  ])('is %s', (name) => {
    expect(isTotalName(name)).toBe(true);
  });

  test.each(['MOUNT TOTAL CITY', 'SUMMIT', 'STATEWIDE TRANSIT', 'LAKE COUNTYWIDE', 'GRAND TERRACE', ''])(
    'is not %j',
    (name) => {
      expect(isTotalName(name)).toBe(false);
    },
  );
});
