import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderByFigure } from '../../../../src/store/query/order/row-order.ts';

/** The largest figures: nine billion as a delta in millionths, and twelve months of ninety billion dollars in cents. */
const LARGEST = 9_000_000_000_000_000;

const figure = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, -1, 1, 65_535, 65_536, -65_536, 2 ** 32, -(2 ** 32) - 1, 2 ** 48, LARGEST, -LARGEST),
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -100_000, max: 10_000_000 }),
  fc.integer({ min: -LARGEST, max: LARGEST }),
);

test('rows come by figure, equal ones in the order of ties and those without one last, both ways', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(figure, fc.nat()), { maxLength: 300 }), (rows) => {
      const figures = Float64Array.from(rows, ([value]) => value ?? Number.NaN);
      const tied = rows.map((_, row) => row).sort((a, b) => (rows[a]?.[1] ?? 0) - (rows[b]?.[1] ?? 0));
      const order = orderByFigure(figures, Uint32Array.from(tied));
      const naively = (sign: number) =>
        tied.toSorted((a, b) => {
          const [first, second] = [rows[a]?.[0] ?? null, rows[b]?.[0] ?? null];
          if (first === null || second === null) return Number(first === null) - Number(second === null);
          return sign * (first - second);
        });
      expect([...order.ascending.rowAtPlace]).toEqual(naively(1));
      expect([...order.descending.rowAtPlace]).toEqual(naively(-1));
      for (const { rowAtPlace, placeOfRow } of [order.ascending, order.descending])
        expect([...rowAtPlace].map((row) => placeOfRow[row])).toEqual([...rowAtPlace.keys()]);
    }),
    { numRuns: 100 },
  );
});
