/** Above it, a step of the long division would not be a safe integer. Only sums over many jurisdictions get there. */
const LARGEST_DIVISOR = 9_000_000_000_000;

/** Returns `numerator × scale ÷ denominator`, exact and rounded half away from zero; `undefined` if it is too large. */
export function divideScaled(
  numerator: number,
  denominator: number,
  scale: 1 | 1000 | 1_000_000,
): number | undefined {
  const divisor = Math.abs(denominator);
  if (divisor > LARGEST_DIVISOR) return divideLarge(BigInt(numerator) * BigInt(scale), BigInt(denominator));
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

function divideLarge(numerator: bigint, denominator: bigint): number | undefined {
  const doubled = (2n * numerator) / denominator;
  const quotient = Number((doubled + (doubled < 0n ? -1n : 1n)) / 2n);
  return Number.isSafeInteger(quotient) ? quotient : undefined;
}
