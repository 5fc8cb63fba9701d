import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page } from '../../rig/service.ts';

/** Sums of two periods and of years, by payment and by sale, against plain loops over the rows of random reports. */

const MONTHS = monthsFrom('2021-01', 36);
const CODES = ['01001', '01002', '19001', '19002', '30001'];
/** California pays two months after the sale. */
const LAG = 2;

/** Dollars by code and payment month. Each place begins at some month, and lacks some months after it. */
const WORLD = fc.sample(
  fc.array(fc.option(fc.integer({ min: 1, max: 999 }), { nil: null, freq: 12 }), {
    minLength: MONTHS.length,
    maxLength: MONTHS.length,
  }),
  { numRuns: CODES.length, seed: 38 },
);
const paidIn = (place: number, month: number) => WORLD[place]?.[month] ?? null;

const { service } = serveForAll({
  'statement.csv': statement(
    MONTHS.flatMap((month, at) =>
      CODES.flatMap((code, place) => {
        const net = paidIn(place, at);
        return net === null ? [] : [{ code, month, net }];
      }),
    ),
  ),
});

type Line = Record<string, unknown> & { jurisdiction: { id: number } | null };
const ask = async (path: string) => (await service.json<Page<Line>>(`/api/ca/sales-tax/${path}`)).data;

/** The payments of a place in some months; `shift` is the lag if the months are those of sales. */
function paymentsOf(place: number, first: number, length: number, shift: number): (number | null)[] {
  return Array.from({ length }, (_, at) => paidIn(place, first + at + shift));
}
const sumOf = (payments: readonly (number | null)[]) =>
  payments.reduce<number>((sum, one) => sum + (one ?? 0), 0);
const isWhole = (payments: readonly (number | null)[]) => payments.every((one) => one !== null);

describe.each([
  ['payment', 0],
  ['sales', LAG],
] as const)('by %s', (basis, shift) => {
  test('two spans', async () => {
    const spans = fc.record({
      first: fc.integer({ min: 14, max: 30 }),
      length: fc.integer({ min: 1, max: 4 }),
    });
    for (const { first, length } of fc.sample(spans, { numRuns: 25, seed: 7 })) {
      const text = `${MONTHS[first]}..${MONTHS[first + length - 1]}`;
      const lines = await ask(`compare?months=${text}&basis=${basis}`);
      for (const [place, code] of CODES.entries()) {
        const [now, then] = [first, first - 12].map((from) => paymentsOf(place, from, length, shift)) as [
          (number | null)[],
          (number | null)[],
        ];
        const line = lines.find(({ jurisdiction }) => jurisdiction?.id === 60_000_000 + Number(code));
        const about = { text, code };
        if ([...now, ...then].every((one) => one === null)) continue;
        const [value, ago, change] = figureIn(line, 'sum');
        const [sum, before] = [sumOf(now), sumOf(then)];
        expect({ ...about, ago }).toEqual({ ...about, ago: isWhole(then) ? before : null });
        // a place that begins within the months has the sum of its payments
        const begins = MONTHS.findIndex((_, at) => paidIn(place, at) !== null);
        const since = now.slice(Math.max(0, begins - first - shift));
        const hasSum = since.length > 0 && isWhole(since);
        expect({ ...about, value }).toEqual({ ...about, value: hasSum ? sum : null });
        if (isWhole(now) && isWhole(then)) expect(change).toBeCloseTo(sum / before - 1, 5);
        else expect(change).toBeNull();
      }
    }
  });

  test('every list takes the months that are asked for by this basis', async () => {
    const idOf = (place: number) => 60_000_000 + Number(CODES[place]);
    for (const at of [20, 26, 32]) {
      const [month, paid] = [MONTHS[at], `${MONTHS[at + shift]}-01`];
      const compared = await ask(`compare?months=${month}&basis=${basis}`);
      const payments = CODES.map((_, place) => paidIn(place, at + shift));
      expect(
        CODES.map((_, place) => {
          const line = compared.find(({ jurisdiction }) => jurisdiction?.id === idOf(place));
          return figureIn(line, 'sum')
            .slice(0, 2)
            .map((one) => one ?? null);
        }),
      ).toEqual(payments.map((value, place) => [value, paidIn(place, at + shift - 12)]));
      const [total] = await ask(`months?months=${month}&basis=${basis}`);
      expect(total).toMatchObject({ month: paid, payment: { value: sumOf(payments) } });
      const place = payments.findIndex((one) => one !== null);
      const of = `jurisdictions=${idOf(place)}&basis=${basis}`;
      const data = await ask(`months?months=${month}&${of}`);
      expect(data).toMatchObject([{ month: paid, payment: { value: payments[place] } }]);
      const years = await ask(`years?months=..${month}&${of}`);
      expect(years[0]).toMatchObject({ last_month: paid });
      const [projected] = await ask(`projections?through=${month}-01&fiscal_year_start=1&${of}`);
      // a calendar year begins with the month 12 or 24 of the world
      const soFar = paymentsOf(place, at - (at % 12), (at % 12) + 1, shift);
      expect(figureIn(projected, 'to_date')[0]).toBe(isWhole(soFar) ? sumOf(soFar) : null);
    }
  });

  test('years of a place and of the state', async () => {
    const all = await ask(`years?basis=${basis}`);
    // sales of 2020 would begin before the dataset
    for (const year of ['2022', '2023']) {
      const first = (Number(year) - 2021) * 12;
      const length = Math.min(12, MONTHS.length - shift - first);
      const paid = CODES.map((_, place) => paymentsOf(place, first, length, shift));
      const line = all.find((one) => one.year === year);
      expect(line).toMatchObject({ months: length });
      const [value] = figureIn(line, 'sum');
      // a sum of twelve months is null if more than one of a hundred payments is missing
      if (value !== null) expect(value).toBe(sumOf(paid.flat()));
      else expect(Object(line?.sum).missing * 100).toBeGreaterThan(paid.flat().length - 1);
    }
  });
});
