import { describe, expect, test } from 'vitest';
import { splitPayment, UNEXPLAINED } from '../../../src/derive/place/payment-parts.ts';

const PARTS = [
  { field: 'collected', sign: 1 },
  { field: 'fee', sign: -1 },
] as const;

function split(payment: number | null, figures: Record<string, number | null>) {
  const all = splitPayment(PARTS, payment, (field) => figures[field] ?? null);
  return Object.fromEntries(all.map(({ part, amount }) => [part, amount]));
}

describe('the parts of a payment', () => {
  test('have their signs, and nothing is left', () => {
    expect(split(980, { collected: 1000, fee: 20 })).toEqual({ collected: 1000, fee: -20, unexplained: 0 });
  });

  test('a refunded fee adds to the payment', () => {
    expect(split(1005, { collected: 1000, fee: -5 })).toEqual({ collected: 1000, fee: 5, unexplained: 0 });
  });

  test('what they do not explain is a part of its own', () => {
    expect(split(950, { collected: 1000, fee: 20 })).toMatchObject({ [UNEXPLAINED]: -30 });
    expect(split(-7, {})).toEqual({ collected: null, fee: null, unexplained: -7 });
  });

  test('a part that is not known counts as nothing', () => {
    expect(split(1000, { collected: 1000, fee: null })).toEqual({
      ...{ collected: 1000, fee: null, unexplained: 0 },
    });
  });

  test('an unknown payment leaves nothing to explain', () => {
    expect(split(null, { collected: 1000, fee: 0 })).toEqual({ collected: 1000, fee: 0, unexplained: null });
  });

  test('are in the order of the state, what is left last', () => {
    expect(splitPayment(PARTS, 1, () => 1).map(({ part }) => part)).toEqual([
      ...['collected', 'fee', UNEXPLAINED],
    ]);
  });
});
