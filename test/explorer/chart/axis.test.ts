import { expect, test } from 'vitest';
import { directionOf, showTicks } from '../../../src/explorer/words/figures.ts';

test.each([
  ['amount', [0, 500_000, 1_000_000, 1_500_000], ['$0', '$500K', '$1M', '$1.5M']],
  ['amount', [1_000_000, 1_002_500, 1_005_000], ['$1M', '$1.0025M', '$1.005M']],
  ['change', [-0.0005, 0, 0.0005], ['−0.05%', '0%', '0.05%']],
  ['share', [0, 0.0025, 0.005, 0.0075], ['0%', '0.25%', '0.5%', '0.75%']],
  ['percent', [0.25, 0.5, 0.75], ['0.25%', '0.5%', '0.75%']],
  ['index', [80, 90, 100, 110], ['80', '90', '100', '110']],
] as const)('an axis of %s from %j tells its figures apart', (measure, ticks, texts) => {
  expect(showTicks(ticks, measure)).toEqual(texts);
});

test.each([
  [0.00049, ''],
  [-0.00049, ''],
  [0.0006, 'up'],
  [-0.0006, 'down'],
] as const)('a change of %s is colored as %j: what is shown as 0.0%% has no color', (change, color) => {
  expect(directionOf(change)).toBe(color);
});
