import { describe, expect, it } from 'vitest';
import { findTotalJumps } from '../../src/derive/total-jumps.ts';
import type { Month } from '../../src/domain/month.ts';

const month = (text: string) => text as Month;
const paid = (...amounts: number[]) => new Map(amounts.map((amount, id) => [id, { amount }]));

/** The jumps of two Januaries with these payments. */
function jumpsOf(before: number[], now: number[]) {
  const payments = new Map([
    [month('2024-01'), paid(...before)],
    [month('2025-01'), paid(...now)],
  ]);
  const totals = new Map(
    [...payments].map(([at, ofMonth]) => [
      at,
      [...ofMonth.values()].reduce((sum, one) => sum + one.amount, 0),
    ]),
  );
  return findTotalJumps(totals, (at) => payments.get(at) ?? new Map());
}

describe('a total beside that of the year before', () => {
  it('is a jump if it is more than 40% above or below', () => {
    expect(jumpsOf([500, 500], [700, 700])).toEqual([]);
    expect(jumpsOf([500, 500], [700, 701])).toMatchObject([
      { month: '2025-01', total: 1401, earlier: '2024-01', before: 1000 },
    ]);
    expect(jumpsOf([500, 500], [300, 299])).toHaveLength(1);
    expect(jumpsOf([0, 0], [700, 701])).toEqual([]);
  });

  it('is shared if at least three, and more than half, moved by a third of it', () => {
    // up by half; three places by half, one not at all
    expect(jumpsOf([100, 100, 100, 1], [150, 150, 150, 1])).toMatchObject([
      { isShared: true, sharing: 3, jurisdictions: 4 },
    ]);
    expect(jumpsOf([100, 100], [150, 150])).toMatchObject([{ isShared: false, sharing: 2 }]);
    expect(jumpsOf([100, 100, 100, 1000], [100, 100, 100, 1700])).toMatchObject([
      { isShared: false, sharing: 1, jurisdictions: 4 },
    ]);
  });

  it('is not shared near a doubling, as of doubled amounts', () => {
    expect(jumpsOf([100, 100, 100], [184, 184, 184])).toMatchObject([{ isShared: true }]);
    expect(jumpsOf([100, 100, 100], [186, 186, 186])).toMatchObject([{ isShared: false }]);
  });
});
