import { join } from 'node:path';
import * as z from 'zod';
import { table } from '../../docs/build/pages.ts';
import { print } from '../../src/cli/output/print.ts';
import {
  bandsOf,
  errorOf,
  isInside,
  percentile,
  type SizedTest,
  usualBy,
} from '../../src/derive/error-bands.ts';
import { monthsAhead } from '../../src/derive/months-ahead.ts';
import { type PlacePayments, projectPlace, projectYear } from '../../src/derive/projection.ts';
import { YEAR } from '../../src/derive/slots.ts';
import { spanTo } from '../../src/derive/span.ts';
import { placesOf, projections } from '../../src/records/queries/year-end/projections.ts';
import { questionOf } from '../../src/records/queries/year-end/year-question.ts';
import type { DatasetView } from '../../src/store/query/view.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { originalReports } from '../rig/originals.ts';
import { processorMs } from '../rig/processor-time.ts';
import { backfill, type Parts, type Ratio, reportsOf, runProgram } from './measure.ts';

const MOST_MS = 1000;
/** Below it, a city is hardly worth projecting. Dollars a year. */
const SMALLEST = 50_000;
const KNOWN = [3, 6, 9];
const CENTS = 100;

/**
 * The states with published files, by which month their fiscal years count, and the largest median and 90th percentile
 * of the errors with six known months.
 */
const ORIGINALS = [
  { state: 'il', basis: 'payment', bounds: { median_error: 0.024, large_error: 0.095 } },
  { state: 'nc', basis: 'sales', bounds: { median_error: 0.016, large_error: 0.046 } },
] as const;

const checkShape = z.object({
  projection_errors: z.array(
    z.object({
      year: z.string(),
      known_months: z.number(),
      tax_changed: z.enum(['no', 'yes']),
      places: z.number(),
      median_error: z.number(),
      large_error: z.number(),
      inside: z.number().nullable(),
    }),
  ),
});
type YearErrors = z.output<typeof checkShape>['projection_errors'][number];

/** Measures how good projections were, in published files if they are here and in invented ones, and what all of Texas takes. */
export async function measureProjection({ cache, scratch, size }: Parts): Promise<Ratio[]> {
  const reports = await reportsOf(cache, { ...size, california: 0 });
  const { database } = await backfill(reports, join(scratch, 'invented'));
  print(`\nProjections of cities with at least $${SMALLEST} a year\n\nTexas, invented`);
  print(errorTable(await checked(database, 'tx', 'payment')));
  // in a dataset that was just opened
  const milliseconds = await processorMs(() =>
    readView(database, (view) => projections.find(view, { state: 'tx' }, { offset: 0, limit: 2000 })),
  );
  const ratios: Ratio[] = [
    { meaning: 'CPU of all projections of Texas : 1 s', value: milliseconds / MOST_MS, aim: 1, bound: 1 },
  ];
  for (const { state, basis, bounds } of ORIGINALS) {
    const published = await publishedErrors(scratch, state);
    if (published === null) {
      print(`\nNo published files of ${state} are here. ALLOCATIONS_ORIGINALS names their folder.`);
      continue;
    }
    print([`\n${state}, published files, by ${basis}`, ...published.tables].join('\n\n'));
    ratios.push(...ratiosOf(published.errors, state, bounds));
  }
  return ratios;
}

/** The errors in the published files of a state, and their tables as the guide has them; `null` if they are not here. */
export async function publishedErrors(scratch: string, code: (typeof ORIGINALS)[number]['state']) {
  const reports = originalReports(code);
  const basis = ORIGINALS.find(({ state }) => state === code)?.basis;
  if (reports === null || basis === undefined) return null;
  const { database } = await backfill(reports, join(scratch, code));
  const errors = await checked(database, code, basis);
  const tables = readView(database, (view) => {
    const [all, cities] = [placesIn(view, code, basis), placesIn(view, code, basis, 'city')];
    if (code !== 'il') return [methodTable(cities)];
    return [methodTable(cities), rangeTable(cities), aheadTable(cities), taxTable(all)];
  });
  return { errors, tables: [errorTable(errors), ...tables] };
}

async function checked(database: string, state: string, basis: string): Promise<YearErrors[]> {
  const choice = ['--type', 'city', '--minimum', String(SMALLEST), '--basis', basis];
  const asked = ['projections', state, '--check', '--format', 'json', '--db', database];
  const { printed } = await runProgram([...asked, ...choice]);
  return checkShape.parse(JSON.parse(printed)).projection_errors;
}

/** A table of Markdown. The last column needs an error with a range. */
function errorTable(errors: readonly YearErrors[]): string {
  const hasRanges = errors.some(({ inside }) => inside !== null);
  const rows = errors
    .filter((one) => KNOWN.includes(one.known_months))
    .map(({ year, known_months, tax_changed, places, median_error, large_error, inside }) => [
      ...[year, String(known_months), tax_changed, String(places)],
      ...[percent(median_error), percent(large_error)],
      ...(hasRanges ? [inside === null ? '-' : percent(inside)] : []),
    ]);
  const head = ['year', 'known months', 'tax changed', 'cities', 'median error', '90% within'];
  return table([...head, ...(hasRanges ? ['inside the range'] : [])], rows);
}

/** The worst year counts. */
function ratiosOf(
  errors: readonly YearErrors[],
  state: string,
  bounds: (typeof ORIGINALS)[number]['bounds'],
): Ratio[] {
  const ofSix = errors.filter((one) => one.known_months === 6 && one.tax_changed === 'no');
  return (['median_error', 'large_error'] as const).map((name) => ({
    meaning: `${name.replace('_', ' ')} with six known months in ${state} : ${100 * bounds[name]}%`,
    ...{ value: Math.max(...ofSix.map((one) => one[name])) / bounds[name], aim: 1, bound: 1 },
  }));
}

/** The payments of each place, with the first month of the newest fiscal year, which is closed. */
interface Places {
  places: PlacePayments[];
  start: number;
}

function placesIn(view: DatasetView, state: string, basis: 'payment' | 'sales', type?: 'city'): Places {
  const question = questionOf(view, { state, basis });
  return { places: placesOf(view, question, type ? { type } : {}), start: question.start };
}

/** The projections of one year of all places, and what came, the smallest place first. */
function testsOf({ places }: Places, start: number, known: number, mostYears?: 1): (SizedTest & Known)[] {
  return places
    .flatMap((place) => {
      const { payments } = place;
      const { projected, lastYear, toDate, ...of } = projectPlace(place, { start, known }, mostYears);
      const year = spanTo(start + YEAR - 1, YEAR);
      if (projected === null || lastYear === null || toDate === null || !payments.fills(year)) return [];
      const base = payments.sum(spanTo(start - YEAR + known - 1, known));
      const asGrowth = projectYear(payments, { start, known }, mostYears).projected;
      const hasOtherTax = of.taxChanges.length > 0;
      return { projected, lastYear, toDate, base, actual: payments.sum(year), asGrowth, hasOtherTax };
    })
    .filter(({ actual }) => actual > 0)
    .sort((one, other) => one.lastYear - other.lastYear);
}

/** The known months, and the same months a year before. */
interface Known {
  toDate: number;
  base: number;
  /** What a projection is that takes a change of tax for growth. */
  asGrowth: number | null;
  hasOtherTax: boolean;
}

/** How far simpler methods were off with six known months, beside the mean of the estimates. */
function methodTable(cities: Places): string {
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
function rangeTable(cities: Places): string {
  const rows = KNOWN.map((known) => {
    const before = testsOf(cities, cities.start - YEAR, known, 1);
    const tests = testsOf(cities, cities.start, known, 1);
    const bands = bandsOfYear(before);
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

/** How far projections were off in both years where a tax had changed, and how many ranges of the newest year held. */
function taxTable(all: Places): string {
  const rows = KNOWN.map((known) => {
    const isCounted = ({ lastYear, hasOtherTax }: SizedTest & Known) =>
      hasOtherTax && lastYear >= SMALLEST * CENTS;
    const tests = [0, 1].flatMap((ago) => testsOf(all, all.start - ago * YEAR, known)).filter(isCounted);
    const asGrowth = tests.flatMap(({ asGrowth: projected, actual }) =>
      projected === null ? [] : errorOf({ projected, actual }),
    );
    const bands = bandsOfYear(testsOf(all, all.start - YEAR, known, 1));
    const newest = testsOf(all, all.start, known, 1).filter(isCounted);
    const held = newest.filter(({ projected, actual, lastYear, toDate }) =>
      isInside(actual, usualBy(bands, projected, lastYear, toDate)),
    );
    return [
      ...[`${known}`, ...shares(asGrowth), ...shares(tests.map(errorOf))],
      `${held.length} of ${newest.length}`,
    ];
  });
  const asGrowth = ['as growth', 'median error', '90% within'];
  const atTax = ['at the new tax', 'median error', '90% within'];
  return table(['known months', ...asGrowth, ...atTax, 'ranges that held'], rows);
}

/** Ranges need three years: these have all errors of the one year. */
function bandsOfYear(tests: readonly SizedTest[]) {
  return bandsOf([0, 1, 2].map((part) => tests.filter((_, at) => at % 3 === part)));
}

/** How far forecasts of the twelve newest months were off, and how far last year's months. */
function aheadTable({ places, start }: Places): string {
  const [ahead, before] = [spanTo(start + YEAR - 1, YEAR), spanTo(start - 1, YEAR)];
  const off: Record<'forecast' | 'last year', number[]> = { forecast: [], 'last year': [] };
  for (const { payments } of places) {
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

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
