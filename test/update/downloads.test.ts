import { expect, test } from 'vitest';
import { isReplacedRefusal } from '../../src/update/downloads.ts';

test('a refused file that a newer download of the same feed and year replaced', () => {
  const refused = ['a'.repeat(64), 'c'.repeat(64)];
  const [old, now] = ['a', 'b'].map((digit) => `inbox/tx-payment-detail-2026-${digit.repeat(12)}.csv`);
  if (!old || !now) throw new Error('two files');
  expect(isReplacedRefusal(old, [now], refused)).toBe(true);
  // a stopped run left it unread
  expect(isReplacedRefusal(old, [now], refused.slice(1))).toBe(false);
  expect(isReplacedRefusal(old, [old], refused)).toBe(false);
  expect(isReplacedRefusal(old, [now.replace('2026', '2025')], refused)).toBe(false);
  // a feed whose name begins like another one's
  expect(isReplacedRefusal(old, [now.replace('-2026', '')], refused)).toBe(false);
  expect(isReplacedRefusal('inbox/by-hand.csv', [now], refused)).toBe(false);
});
