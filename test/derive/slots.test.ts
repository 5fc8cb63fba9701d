import { expect, it } from 'vitest';
import { changeOf, growthOf } from '../../src/derive/slots.ts';

it.each([
  // (150 - 100) / 100
  [150, 100, 500_000, 500_000],
  // (-50 - 100) / 100
  [-50, 100, -1_500_000, -1_500_000],
  // (50 + 100) / |-100|: a delta of the specification, but no growth
  [50, -100, 1_500_000, null],
  [-300, -100, -2_000_000, null],
  [0, 0, 0, null],
  [7, 0, null, null],
  [7, null, null, null],
  [null, 100, null, null],
])('from %s now and %s then, the delta and the growth', (now, then, delta, growth) => {
  expect(changeOf(now, then)).toBe(delta);
  expect(growthOf(now, then)).toBe(growth);
});
