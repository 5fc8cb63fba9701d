import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveForAll } from '../rig/datasets/served.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

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

type Line = Record<string, number | string | null> & { jurisdiction: { id: number } | null };
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
  test('two periods', async () => {
    const periods = fc.record({
      first: fc.integer({ min: 14, max: 30 }),
      length: fc.integer({ min: 1, max: 4 }),
    });
    for (const { first, length } of fc.sample(periods, { numRuns: 25, seed: 7 })) {
      const text = `${MONTHS[first]}-01,${MONTHS[first + length - 1]}-01`;
      const lines = await ask(`period-comparison?period=${text}&basis=${basis}`);
      for (const [place, code] of CODES.entries()) {
        const [now, then] = [first, first - 12].map((from) => paymentsOf(place, from, length, shift)) as [
          (number | null)[],
          (number | null)[],
        ];
        const line = lines.find(({ jurisdiction }) => jurisdiction?.id === 60_000_000 + Number(code));
        const about = { text, code };
        const isPaid = [...now, ...then].some((one) => one !== null);
        expect({ ...about, isListed: line !== undefined }).toEqual({ ...about, isListed: isPaid });
        if (!line) continue;
        const [sum, before] = [sumOf(now), sumOf(then)];
        const hasBoth = isWhole(now) && isWhole(then);
        expect({
          ...about,
          sum: line.sum ?? 0,
          against: line.against ?? 0,
          difference: line.difference,
        }).toEqual({
          ...{ ...about, sum, against: before, difference: hasBoth ? sum - before : null },
        });
        if (hasBoth) expect(line.change).toBeCloseTo(sum / before - 1, 5);
        else expect(line.change).toBeNull();
      }
    }
  });

  test('every list takes the months that are asked for by this basis', async () => {
    const day = (at: number) => `${MONTHS[at]}-01`;
    const idOf = (place: number) => 60_000_000 + Number(CODES[place]);
    for (const at of [20, 26, 32]) {
      const [month, paid] = [day(at), day(at + shift)];
      const compared = await ask(`comparison?allocation_period=${month}&basis=${basis}`);
      const payments = CODES.map((_, place) => paidIn(place, at + shift));
      expect(
        CODES.map((_, place) => {
          const line = compared.find(({ jurisdiction }) => jurisdiction?.id === idOf(place));
          return [line?.value ?? null, line?.year_ago ?? null];
        }),
      ).toEqual(payments.map((value, place) => [value, paidIn(place, at + shift - 12)]));
      const [total] = await ask(`totals?from=${month}&to=${month}&basis=${basis}`);
      expect(total).toMatchObject({ allocation_period: paid, value: sumOf(payments) });
      const place = payments.findIndex((one) => one !== null);
      const ofPlace = (list: string, months: string) =>
        service.json<Page<Line> & { meta: object }>(
          `/api/jurisdictions/${idOf(place)}/${list}?${months}&basis=${basis}`,
        );
      const { data } = await ofPlace('analysis', `from=${month}&to=${month}`);
      expect(data).toMatchObject([{ allocation_period: paid, value: payments[place] }]);
      const years = await ofPlace('years', `to=${month}`);
      expect(years.data[0]).toMatchObject({ last_month: paid });
      for (const list of ['nearest', 'sentences'])
        expect(await ofPlace(list, `month=${month}`)).toMatchObject({ meta: { allocation_period: paid } });
      const [projected] = await ask(
        `projections?through=${month}&basis=${basis}&jurisdictions=${idOf(place)}&fiscal_year_start=1`,
      );
      // a calendar year begins with the month 12 or 24 of the world
      const soFar = paymentsOf(place, at - (at % 12), (at % 12) + 1, shift);
      expect(projected?.to_date).toBe(isWhole(soFar) ? sumOf(soFar) : null);
      const [ahead] = await ask(`months-ahead?through=${month}&basis=${basis}`);
      expect(ahead?.month).toBe(day(at + 1));
    }
  });

  test('years of a place and of the state', async () => {
    const all = await ask(`years?basis=${basis}`);
    // sales of 2020 would begin before the dataset
    for (const year of ['2022', '2023']) {
      const first = (Number(year) - 2021) * 12;
      const length = Math.min(12, MONTHS.length - shift - first);
      const sums = CODES.map((_, place) => sumOf(paymentsOf(place, first, length, shift)));
      const line = all.find((one) => one.year === year);
      expect({ year, months: line?.months, value: line?.value }).toEqual({
        ...{ year, months: length, value: sums.reduce((sum, one) => sum + one, 0) },
      });
    }
  });
});
