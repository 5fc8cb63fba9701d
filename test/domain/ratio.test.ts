import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideScaled } from '../../src/domain/ratio.ts';

const LARGEST_DENOMINATOR = 9_000_000_000_000;
const scale = fc.constantFrom<1 | 1000 | 1_000_000>(1, 1000, 1_000_000);
const safeInteger = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -LARGEST_DENOMINATOR, max: LARGEST_DENOMINATOR }),
  fc.integer({ min: -1000, max: 1000 }),
);
const denominator = fc
  .oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -LARGEST_DENOMINATOR, max: LARGEST_DENOMINATOR }),
    fc.integer({ min: -1000, max: 1000 }),
  )
  .filter((value) => value !== 0);

/** Numerator × scale ÷ denominator in arbitrary precision, rounded half away from zero. */
function exactQuotient(numerator: number, divisor: number, factor: number): bigint {
  const product = BigInt(numerator) * BigInt(factor);
  const by = BigInt(divisor);
  const isNegative = product < 0n !== by < 0n;
  const [top, bottom] = [product < 0n ? -product : product, by < 0n ? -by : by];
  const magnitude = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -magnitude : magnitude;
}

describe('divideScaled', () => {
  it.each([
    [1, 2, 1, 1],
    [49, 100, 1, 0],
    [1, 3, 1_000_000, 333_333],
    [2, 3, 1_000_000, 666_667],
    [1, 16, 1000, 63],
    [-1, 16, 1000, -63],
  ] as const)('%i ÷ %i × %i is %i', (numerator, divisor, factor, quotient) => {
    expect(divideScaled(numerator, divisor, factor)).toBe(quotient);
  });

  it('agrees with exact arithmetic, and is undefined where the result is no safe integer', () => {
    fc.assert(
      fc.property(safeInteger, denominator, scale, (numerator, divisor, factor) => {
        const exact = exactQuotient(numerator, divisor, factor);
        const isSafe = Number.isSafeInteger(Number(exact)) && BigInt(Number(exact)) === exact;
        expect(divideScaled(numerator, divisor, factor)).toBe(isSafe ? Number(exact) : undefined);
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees at ties', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(1_000_000), (whole, half) => {
        const divisor = 2 * (half + 1);
        const numerator = whole * divisor + half + 1;
        expect(divideScaled(numerator, divisor, 1)).toBe(Number(exactQuotient(numerator, divisor, 1)));
      }),
    );
  });

  it('is undefined where the denominator is zero', () => {
    expect(divideScaled(1, 0, 1)).toBeUndefined();
    expect(divideScaled(0, 0, 1_000_000)).toBeUndefined();
  });
});
