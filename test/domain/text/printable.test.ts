import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeUnprintable, isPrintable } from '../../../src/domain/text/printable.ts';

test.each([
  ['Alder Creek', 'Alder Creek'],
  ['La Cañada – “north” 🏛', 'La Cañada – “north” 🏛'],
  ['a\nb\tc', 'a\\nb\\tc'],
  ['\u001b[31m', '\\u001b[31m'],
  ['\u007f\u0080\u009f', '\\u007f\\u0080\\u009f'],
  ['\u061c\u200e\u200f\u202a\u202e\u2066\u2069', '\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069'],
  ['\u2028\u2029\ufeff\ufffe\uffff', '\\u2028\\u2029\\ufeff\\ufffe\\uffff'],
  ['\u2800\u3164\u115f\u1160\uffa0\u034f', '\\u2800\\u3164\\u115f\\u1160\\uffa0\\u034f'],
  ['\ud800', '\\ud800'],
  ['\u{e0001}', '\\udb40\\udc01'],
])('%j is shown as %s', (text, shown) => {
  expect(escapeUnprintable(text)).toBe(shown);
  expect(isPrintable(text)).toBe(text === shown);
});

test('the escapes are those of JSON, and XML may contain the result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = escapeUnprintable(JSON.stringify(text));
      expect(JSON.parse(shown)).toBe(text);
      expect(/^[\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(shown)).toBe(true);
      expect(isPrintable(shown)).toBe(true);
    }),
  );
});
