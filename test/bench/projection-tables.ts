/** Tables that compare methods of projection, and ranges, in the files that states published. */
import { table } from '../../docs/build/pages.ts';
import {
  bandsOf,
  errorOf,
  isInside,
  percentile,
  type SizedTest,
  usualBy,
} from '../../src/derive/error-bands.ts';
import { monthsAhead } from '../../src/derive/months-ahead.ts';
import { projectYear } from '../../src/derive/projection.ts';
import { YEAR } from '../../src/derive/slots.ts';
import { SpanSums, spanTo } from '../../src/derive/span.ts';
import { questionOf } from '../../src/records/queries/year-end/year-question.ts';
import type { DatasetView } from '../../src/store/query/view.ts';

/** Below it, a city is hardly worth projecting. Dollars a year. */
export const SMALLEST = 50_000;
export const KNOWN = [3, 6, 9];
const CENTS = 100;

/** The payments of each city, with the first month of the newest fiscal year, which is closed. */
export interface Cities {
  places: SpanSums[];
  start: number;
}

export function citiesOf(view: DatasetView, state: string, basis: 'payment' | 'sales'): Cities {
  const { figures, start } = questionOf(view, { state, basis });
  const cities = [...figures.within(({ type }) => type === 'city')];
  return { places: cities.map(({ series }) => new SpanSums(series)), start };
}

/** The projections of one year of all cities, and what came, the smallest city first. */
function testsOf({ places }: Cities, start: number, known: number, mostYears?: 1): (SizedTest & Known)[] {
  return places
    .flatMap((payments) => {
      const { projected, lastYear, toDate } = projectYear(payments, { start, known }, mostYears);
      const year = spanTo(start + YEAR - 1, YEAR);
      if (projected === null || lastYear === null || toDate === null || !payments.fills(year)) return [];
      const base = payments.sum(spanTo(start - YEAR + known - 1, known));
      return { projected, lastYear, toDate, base, actual: payments.sum(year) };
    })
    .filter(({ actual }) => actual > 0)
    .sort((one, other) => one.lastYear - other.lastYear);
}

/** The known months, and the same months a year before. */
interface Known {
  toDate: number;
  base: number;
}

/** How far simpler methods were off with six known months, beside the mean of the estimates. */
export function methodTable(cities: Cities): string {
  const tests = testsOf(cities, cities.start, 6).filter(({ lastYear }) => lastYear >= SMALLEST * CENTS);
  const methods: Record<string, (test: SizedTest & Known) => number> = {
    'twice the known months': ({ toDate }) => 2 * toDate,
    "last year's rest": ({ toDate, lastYear, base }) => toDate + lastYear - base,
    'growth so far': ({ toDate, lastYear, base }) => (lastYear * toDate) / base,
    'half of the growth so far': ({ toDate, lastYear, base }) =>
      toDate + ((lastYear - base) * (1 + toDate / base)) / 2,
    'the projection': ({ projected }) => projected,
  };
  const rows = Object.entries(methods).map(([method, project]) => {
    return [
      method,
      ...shares(tests.map((test) => errorOf({ projected: project(test), actual: test.actual }))),
    ];
  });
  return table(['six known months', 'cities', 'median error', '90% within'], rows);
}

/** How many ranges of the newest year held that come from the errors of one year before, by size of the city. */
export function rangeTable(cities: Cities): string {
  const rows = KNOWN.map((known) => {
    const before = testsOf(cities, cities.start - YEAR, known, 1);
    const tests = testsOf(cities, cities.start, known, 1);
    // ranges need three years: these have all errors of the one year
    const bands = bandsOf([0, 1, 2].map((part) => before.filter((_, at) => at % 3 === part)));
    const ratios = before.map(({ actual, projected }) => actual / projected);
    const held = tests.map(({ actual, projected, lastYear, toDate }) => {
      const low = projected * percentile(ratios, 0.1);
      return {
        like: isInside(actual, usualBy(bands, projected, lastYear, toDate)) === true,
        any: actual >= low && actual <= projected * percentile(ratios, 0.9),
      };
    });
    const fifths = [0, 1, 2, 3, 4].map((part) =>
      held.slice(Math.floor((held.length * part) / 5), Math.floor((held.length * (part + 1)) / 5)),
    );
    const shareOf = (kind: 'like' | 'any', some = held) =>
      some.filter((one) => one[kind]).length / some.length;
    const ofFifths = fifths.map((fifth) => shareOf('like', fifth));
    return [
      ...[`${known}`, `${held.length}`],
      ...[shareOf('like'), Math.min(...ofFifths), Math.max(...ofFifths)].map(percent),
      ...[fifths[0], fifths[4]].map((fifth) => percent(shareOf('any', fifth))),
    ];
  });
  const byOne = ['smallest cities, one range', 'largest cities, one range'];
  return table(['known months', 'cities', 'held', 'lowest fifth', 'highest fifth', ...byOne], rows);
}

/** How far forecasts of the twelve newest months were off, and how far last year's months. */
export function aheadTable({ places, start }: Cities): string {
  const [ahead, before] = [spanTo(start + YEAR - 1, YEAR), spanTo(start - 1, YEAR)];
  const off: Record<'forecast' | 'last year', number[]> = { forecast: [], 'last year': [] };
  for (const payments of places) {
    const [actual, lastYear] = [payments.sum(ahead), payments.sum(before)];
    const { amounts } = monthsAhead(payments, start - 1);
    if (amounts === null || lastYear < SMALLEST * CENTS || !payments.fills(ahead)) continue;
    const projected = amounts.reduce((sum, amount) => sum + amount, 0);
    off.forecast.push(errorOf({ projected, actual }));
    off['last year'].push(errorOf({ projected: lastYear, actual }));
  }
  const rows = Object.entries(off).map(([method, errors]) => [method, ...shares(errors)]);
  return table(['next twelve months', 'cities', 'median error', '90% within'], rows);
}

/** How many errors there are, their median and their 90th percentile. */
function shares(errors: readonly number[]): string[] {
  return [`${errors.length}`, ...[0.5, 0.9].map((share) => percent(percentile(errors, share)))];
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
