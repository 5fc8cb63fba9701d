import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lessParts,
  packColumn,
  packSeries,
  plusParts,
  type SignedSeries,
  unpackColumn,
  unpackSeries,
} from '../../../src/records/documents/packed-series.ts';

const figure = fc.oneof(
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  fc.constantFrom(null, undefined, 0),
);
const series = fc.record({
  first: fc.integer({ min: 24_210, max: 24_230 }),
  slots: fc.array(figure, { maxLength: 40 }),
});

describe('a packed series', () => {
  test('has the differences from the year before', () => {
    const slots = [100, null, 300, 0, 0, 0, 0, 0, 0, 0, 0, undefined, 130, 5, 250];
    const packed = packSeries({ first: 24_216, slots });
    expect(packed.slots).toEqual([100, null, 300, 0, 0, 0, 0, 0, 0, 0, 0, false, 30, 5, -50]);
    expect(packColumn([7, 9, 8], 1)).toEqual([7, 2, -1]);
  });

  test('is the same again, also as a text', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 13 }), (one, step) => {
        expect(unpackSeries(JSON.parse(JSON.stringify(packSeries(one))))).toEqual(one);
        expect(unpackColumn(packColumn(one.slots, step), step)).toEqual(one.slots);
      }),
    );
  });
});

describe('a payment less its parts', () => {
  test('is zero where they add up', () => {
    const parts: SignedSeries[] = [
      { sign: 1, series: { first: 24_216, slots: [500, 700, null] } },
      { sign: -1, series: { first: 24_217, slots: [20, 30] } },
    ];
    const payment = { first: 24_216, slots: [500, 680, -31, null] };
    expect(lessParts(payment, parts)).toEqual({ first: 24_216, slots: [0, 0, -1, null] });
  });

  test('is the payment again with them', () => {
    const part = fc.record({ sign: fc.constantFrom<1 | -1>(1, -1), series });
    fc.assert(
      fc.property(series, fc.array(part, { maxLength: 4 }), (payment, parts) => {
        expect(plusParts(lessParts(payment, parts), parts)).toEqual(payment);
      }),
    );
  });
});
