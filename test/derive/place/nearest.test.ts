import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestInSize } from '../../../src/derive/place/nearest.ts';

const OWN = { id: 1, size: 100 };
const sized = (...sizes: readonly number[]) => sizes.map((size, at) => ({ id: at + 2, size }));
const nearestSizes = (sizes: readonly number[], count = 5) =>
  nearestInSize(OWN, sized(...sizes), count).map(({ size }) => size);

describe('the places nearest in size', () => {
  test('are those with the lowest ratio of the larger size to the smaller one', () => {
    // 100 / 60 is 1.67, 150 / 100 is 1.5, 190 / 100 is 1.9
    expect(nearestSizes([190, 60, 150])).toEqual([150, 60, 190]);
  });

  test('half and double are equally near: the larger comes first', () => {
    expect(nearestSizes([50, 200, 99])).toEqual([99, 200, 50]);
  });

  test('of equal sizes, the lower id comes first', () => {
    const places = [
      { id: 9, size: 90 },
      { id: 4, size: 90 },
    ];
    expect(nearestInSize(OWN, places, 5).map(({ id }) => id)).toEqual([4, 9]);
  });

  test('are no more than asked for, and never the place itself', () => {
    expect(nearestSizes([101, 102, 103, 104], 2)).toEqual([101, 102]);
    expect(nearestInSize(OWN, [OWN, { id: 2, size: 7 }], 5)).toEqual([{ id: 2, size: 7 }]);
  });

  test('have a size above zero, as the place itself must have', () => {
    expect(nearestSizes([0, -100])).toEqual([]);
    expect(nearestInSize({ id: 1, size: 0 }, sized(1), 5)).toEqual([]);
    expect(nearestInSize({ id: 1, size: -5 }, sized(5), 5)).toEqual([]);
  });

  test('no other place is nearer than those that are found', () => {
    const sizes = fc.array(fc.integer({ min: -5, max: 1000 }), { maxLength: 30 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 1000 }), (all, size) => {
        const places = sized(...all);
        const found = nearestInSize({ id: 1, size }, places, 3);
        const ids = new Set(found.map(({ id }) => id));
        // how far, by logarithms in place of ratios
        const far = (other: number) => Math.abs(Math.log(other) - Math.log(size));
        const farthest = Math.max(...found.map((one) => far(one.size)));
        const others = places.filter((one) => one.size > 0 && !ids.has(one.id));
        expect(found).toHaveLength(Math.min(3, others.length + found.length));
        for (const other of others) expect(far(other.size)).toBeGreaterThanOrEqual(farthest - 1e-9);
      }),
    );
  });
});
