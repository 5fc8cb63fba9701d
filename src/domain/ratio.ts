/**
 * Returns `numerator × scale ÷ denominator`, exact and rounded half away from zero; `undefined` if it is too large.
 * The denominator must be within ±9 × 10^12, so that every step of the long division is a safe integer.
 */
export function divideScaled(
  numerator: number,
  denominator: number,
  scale: 1 | 1000 | 1_000_000,
): number | undefined {
  const divisor = Math.abs(denominator);
  let rest = Math.abs(numerator);
  let quotient = 0;
  for (let step = 1; ; step *= 1000) {
    const remainder = rest % divisor;
    quotient = quotient * 1000 + (rest - remainder) / divisor;
    rest = remainder * 1000;
    if (step === scale) {
      if (2 * remainder >= divisor) quotient += 1;
      break;
    }
  }
  if (!Number.isSafeInteger(quotient)) return undefined;
  return quotient !== 0 && numerator < 0 !== denominator < 0 ? -quotient : quotient;
}
