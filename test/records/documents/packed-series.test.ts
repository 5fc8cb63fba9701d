import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpackSeries } from '../../../src/records/documents/document-reading.ts';
import { packSeries } from '../../../src/records/making/state-documents.ts';

const figure = fc.oneof(
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  fc.constantFrom(null, undefined, 0),
);
const series = fc.record({
  first: fc.integer({ min: 24_210, max: 24_230 }),
  slots: fc.array(figure, { maxLength: 40 }),
});

test('a packed series tells a month without a figure from one without a datapoint', () => {
  const packed = packSeries({ first: 24_216, slots: [100, null, 0, undefined, 130] });
  expect(packed).toEqual({ first: 24_216, slots: [100, null, 0, false, 130] });
});

test('a packed series is the same again, also as a text', () => {
  fc.assert(
    fc.property(series, (one) => {
      expect(unpackSeries(JSON.parse(JSON.stringify(packSeries(one))))).toEqual(one);
    }),
  );
});
