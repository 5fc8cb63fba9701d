import fc from 'fast-check';
import { quarterly, statement, texasReport } from './small-reports.ts';

/** Small reports of either state: successive months among these, and a quarter among those. */
export function randomReport(months: readonly string[], quarters: readonly string[]): fc.Arbitrary<string> {
  const rows = (codes: readonly string[]) =>
    fc
      .record({
        first: fc.nat(months.length - 1),
        count: fc.integer({ min: 1, max: 14 }),
        chosen: fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1 }),
        amount: fc.integer({ min: 0, max: 5 }),
        name: fc.constantFrom('A', 'A', 'B'),
      })
      .map(({ first, count, chosen, amount, name }) =>
        months
          .slice(first, first + count)
          .flatMap((month, at) =>
            chosen.map((code) => ({ code, name: `${name} ${code}`, month, amount: 100 * amount + (at % 2) })),
          ),
      );
  const pools = fc.record({
    quarter: fc.constantFrom(...quarters),
    pool: fc.integer({ min: 1, max: 3 }),
    codes: fc.uniqueArray(fc.constantFrom('10001', '10002'), { minLength: 1 }),
  });
  return fc.oneof(
    rows(['10001', '10002', '10998']).map((all) =>
      statement(all.map((row) => ({ ...row, net: row.amount }))),
    ),
    rows(['2999001', '3999001']).map((all) =>
      texasReport(all.map((row) => ({ ...row, current: row.amount }))),
    ),
    pools.map(({ quarter, pool, codes }) => quarterly(codes.map((code) => ({ code, quarter, pool })))),
  );
}
