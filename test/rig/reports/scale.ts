/** Returns `amount × numerator ÷ denominator`, rounded half away from zero, in exact integer arithmetic. */
export function scale(amount: number, numerator: number, denominator: number): number {
  const product = Math.abs(amount * numerator);
  if (!Number.isSafeInteger(product)) throw new Error(`${amount} × ${numerator} is not exact`);
  const rest = product % denominator;
  const quotient = (product - rest) / denominator + (2 * rest >= denominator ? 1 : 0);
  return quotient !== 0 && amount < 0 !== numerator < 0 ? -quotient : quotient;
}
