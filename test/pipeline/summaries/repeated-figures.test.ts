import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareRepeated } from '../../../src/pipeline/summaries/repeated-figures.ts';

const figures = (amount: number | null, toDate: number | null) => ({ amount, toDate });

/** May 2023 as the state published it, in cents. */
const PUBLISHED = {
  now: figures(51_432_370, 250_056_964),
  before: figures(38_811_731, 206_490_159),
};

describe('a printed figure', () => {
  it.each([
    ['month', 51_432_370],
    ['year-before', 38_811_731],
    ['change', 32_510_000],
    ['ytd', 250_056_964],
    ['ytd-year-before', 206_490_159],
    ['ytd-change', 21_090_000],
  ] as const)('of the published row agrees: %s', (basis, printed) => {
    // 32.5175… % and 21.0986… %, rounded
    const ours = basis === 'change' ? 32_520_000 : basis === 'ytd-change' ? 21_100_000 : printed;
    expect(compareRepeated(basis, printed, PUBLISHED)).toEqual({ ours, agrees: true });
    expect(compareRepeated(basis, printed + 10_000, { ...PUBLISHED })?.agrees).toBe(basis.endsWith('change'));
    expect(compareRepeated(basis, printed + 20_000, PUBLISHED)?.agrees).toBe(false);
  });

  it('is not compared if it or ours is missing', () => {
    expect(compareRepeated('month', null, PUBLISHED)).toBeNull();
    expect(compareRepeated('month', 5, { now: null, before: PUBLISHED.before })).toBeNull();
    expect(compareRepeated('ytd', 5, { ...PUBLISHED, now: figures(1, null) })).toBeNull();
    expect(compareRepeated('change', 5, { ...PUBLISHED, before: null })).toBeNull();
    expect(compareRepeated('change', 5, { ...PUBLISHED, before: figures(0, 0) })).toBeNull();
  });

  it('of a loss is cut off toward zero', () => {
    // (87,723 − 100,000) ÷ 100,000 = −12.277 %
    const own = { now: figures(87_723, null), before: figures(100_000, null) };
    expect(compareRepeated('change', -12_270_000, own)).toEqual({ ours: -12_280_000, agrees: true });
    expect(compareRepeated('change', -12_280_000, own)?.agrees).toBe(true);
    expect(compareRepeated('change', -12_290_000, own)?.agrees).toBe(false);
    expect(compareRepeated('change', 12_270_000, own)?.agrees).toBe(false);
  });

  it('with zeros at its end or more decimals is compared with as many', () => {
    const own = { now: figures(132_500, null), before: figures(100_000, null) };
    expect(compareRepeated('change', 32_500_000, own)?.agrees).toBe(true);
    // 32.517588… %
    expect(compareRepeated('change', 32_517_400, PUBLISHED)?.agrees).toBe(false);
    expect(compareRepeated('change', 32_517_500, PUBLISHED)?.agrees).toBe(true);
  });
});

test('a change agrees with the decimal arithmetic of whole numbers, cut off or rounded', () => {
  const cents = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
  fc.assert(
    fc.property(cents, cents, (now, before) => {
      fc.pre(before !== 0);
      const exact = (BigInt(now - before) * 10_000n * 1_000_000n) / BigInt(Math.abs(before));
      fc.pre(exact > -100_000_000_000_000n && exact < 100_000_000_000_000n);
      const hundredths = Number(exact / 1_000_000n);
      const own = { now: figures(now, null), before: figures(before, null) };
      expect(compareRepeated('change', hundredths * 10_000, own)?.agrees).toBe(true);
      expect(compareRepeated('change', (hundredths + 3) * 10_000, own)?.agrees).toBe(false);
    }),
  );
});
