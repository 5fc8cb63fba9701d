/** A figure that is a part of the payment, with its sign in it. */
interface Part {
  field: string;
  sign: 1 | -1;
}

/** The part of a payment that its known parts do not explain. */
export const UNEXPLAINED = 'unexplained';

/**
 * The parts of one payment in cents, as they count in it: what is taken away is negative. `null` if the part has no
 * figure. The last is what is left of the payment without the others, so that all add up to it; `null` if the payment
 * has no figure.
 */
export function splitPayment(
  parts: readonly Part[],
  payment: number | null,
  figureOf: (field: string) => number | null,
): { part: string; amount: number | null }[] {
  const known = parts.map(({ field, sign }) => {
    const figure = figureOf(field);
    // 0 × −1 would be −0
    return { part: field, amount: figure === null ? null : sign * figure + 0 };
  });
  const explained = known.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return [...known, { part: UNEXPLAINED, amount: payment === null ? null : payment - explained }];
}
