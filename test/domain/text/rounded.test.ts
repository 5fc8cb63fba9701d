import { expect, test } from 'vitest';
import { roundedDollars } from '../../../src/domain/text/rounded.ts';

test.each([
  [0, '$0'],
  [91, '$91'],
  [137_471, '$137,471'],
  [999_499, '$999,499'],
  [999_500, '$1.00 million'],
  [1_587_368.27, '$1.59 million'],
  [-20_648_000, '−$20.6 million'],
  [999_500_000, '$1.00 billion'],
  [1_214_000_000, '$1.21 billion'],
])('%d dollars are %s in a sentence', (dollars, text) => expect(roundedDollars(dollars)).toBe(text));
