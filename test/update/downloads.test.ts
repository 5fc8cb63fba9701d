import { expect, test } from 'vitest';
import { isSuperseded } from '../../src/update/downloads.ts';

test('a file that a newer download of the same feed and year replaced', () => {
  const [old, now] = ['a', 'b'].map((digit) => `inbox/tx-payment-detail-2026-${digit.repeat(12)}.csv`);
  if (!old || !now) throw new Error('two files');
  expect(isSuperseded(old, [now])).toBe(true);
  expect(isSuperseded(old, [old])).toBe(false);
  expect(isSuperseded(old, [now.replace('2026', '2025')])).toBe(false);
  // a feed whose name begins like another one's
  expect(isSuperseded(old, [now.replace('-2026', '')])).toBe(false);
  expect(isSuperseded('inbox/by-hand.csv', [now])).toBe(false);
});
