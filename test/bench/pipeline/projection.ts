import * as z from 'zod';
import { table } from '../../../docs/build/pages.ts';
import { errorOf, percentile } from '../../../src/derive/error-bands.ts';
import { monthsAhead } from '../../../src/derive/months-ahead.ts';
import { YEAR } from '../../../src/derive/slots.ts';
import { SpanSums, spanTo } from '../../../src/derive/span.ts';
import { projections } from '../../../src/records/queries/year-end/projections.ts';
import { stateOf } from '../../../src/states/index.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { stateFigures } from '../../../src/store/query/state-figures.ts';
import { openReader } from '../../../src/store/query/view.ts';
import { originalReports } from '../../rig/originals.ts';
import { processorMs } from '../../rig/processor-time.ts';
import { runProgram } from '../measure.ts';
import {
  type Bench,
  backfill,
  emptyPlace,
  type PartResult,
  type Place,
  type Ratio,
  reportsOf,
} from './bench.ts';

/** Below it, a city is hardly worth projecting. Dollars a year. */
const SMALLEST = 50_000;
const KNOWN = [3, 6, 9];
/** Largest median and 90th percentile of the errors with six known months. */
const BOUNDS = { median_error: 0.024, large_error: 0.095 };
const MOST_MS = 1000;
const CENTS = 100;

/** The states with published files, and by which month their fiscal years count. */
const ORIGINALS = [
  { state: 'il', basis: 'payment' },
  { state: 'nc', basis: 'sales' },
] as const;

const checkShape = z.object({
  projection_errors: z.array(
    z.object({
      year: z.string(),
      known_months: z.number(),
      places: z.number(),
      median_error: z.number(),
      large_error: z.number(),
      inside: z.number().nullable(),
    }),
  ),
});
type YearErrors = z.output<typeof checkShape>['projection_errors'][number];

/** Measures how good projections were, in published files if they are here and in invented ones, and what all of Texas takes. */
export async function measureProjection(bench: Bench): Promise<PartResult> {
  const size = { ...bench.size, californiaJurisdictions: 0, californiaMonths: 0 };
  const invented = await loaded(bench, (await reportsOf(bench, size)).reports, 'invented');
  const milliseconds = await texasMs(invented);
  const notes = ['Texas, invented', errorTable(await checked(invented, 'tx', 'payment'))];
  const ratios: Ratio[] = [
    { meaning: 'CPU of all projections of Texas : 1 s', value: milliseconds / MOST_MS, aim: 1, bound: 1 },
  ];
  for (const { state, basis } of ORIGINALS) {
    const published = await publishedErrors(bench, state);
    if (published === null) {
      notes.push(`No published files of ${state} are here. ALLOCATIONS_ORIGINALS names their folder.`);
      continue;
    }
    notes.push(`${state}, published files, by ${basis}`, ...published.tables);
    if (state === 'il') ratios.push(...ratiosOf(published.errors.filter((one) => one.known_months === 6)));
  }
  return {
    ...{ title: `Projections of cities with at least $${SMALLEST} a year`, measurements: [] },
    ...{ ratios, notes: notes.map((note) => `\n${note}`) },
  };
}

/** The errors in the published files of a state, and their tables as the guide has them; `null` if they are not here. */
export async function publishedErrors(
  bench: Pick<Bench, 'scratch'>,
  code: (typeof ORIGINALS)[number]['state'],
) {
  const reports = originalReports(code);
  const basis = ORIGINALS.find(({ state }) => state === code)?.basis;
  if (reports === null || basis === undefined) return null;
  const place = await loaded(bench, reports, code);
  const errors = await checked(place, code, basis);
  return { errors, tables: [errorTable(errors), ...(code === 'il' ? [aheadTable(place, code)] : [])] };
}

async function loaded(bench: Pick<Bench, 'scratch'>, reports: string, name: string): Promise<Place> {
  const place = emptyPlace(bench, name);
  await backfill(reports, place);
  return place;
}

/** The processor time of the projections of all places, in a dataset that was just opened. */
async function texasMs({ database }: Place): Promise<number> {
  const dataset = openForReading(database);
  try {
    return await processorMs(() =>
      openReader(dataset).read((view) => projections.find(view, { state: 'tx' }, { offset: 0, limit: 2000 })),
    );
  } finally {
    dataset.close();
  }
}

/** How far forecasts of the twelve newest months were off, and how far last year's months. */
function aheadTable({ database }: Place, code: string): string {
  const dataset = openForReading(database);
  try {
    return openReader(dataset).read((view) => {
      const state = stateOf(code);
      const figures = stateFigures(view, state, state.headline, 0);
      const last = (figures.newest ?? 0) - YEAR;
      const [ahead, before] = [spanTo(last + YEAR, YEAR), spanTo(last, YEAR)];
      const off: Record<'forecast' | 'last year', number[]> = { forecast: [], 'last year': [] };
      for (const { series } of figures.within(({ type }) => type === 'city')) {
        const payments = new SpanSums(series);
        const [actual, lastYear] = [payments.sum(ahead), payments.sum(before)];
        const { amounts } = monthsAhead(payments, last);
        if (amounts === null || lastYear < SMALLEST * CENTS || !payments.fills(ahead)) continue;
        const projected = amounts.reduce((sum, amount) => sum + amount, 0);
        off.forecast.push(errorOf({ projected, actual }));
        off['last year'].push(errorOf({ projected: lastYear, actual }));
      }
      const rows = Object.entries(off).map(([method, errors]) => [
        ...[method, String(errors.length)],
        ...[0.5, 0.9].map((share) => percent(percentile(errors, share))),
      ]);
      return table(['next twelve months', 'cities', 'median error', '90 % within'], rows);
    });
  } finally {
    dataset.close();
  }
}

async function checked({ database }: Place, state: string, basis: string): Promise<YearErrors[]> {
  const choice = ['--type', 'city', '--minimum', String(SMALLEST), '--basis', basis];
  const { printed } = await runProgram([
    'projections',
    state,
    '--check',
    ...choice,
    '--format',
    'json',
    '--db',
    database,
  ]);
  return checkShape.parse(JSON.parse(printed)).projection_errors;
}

/** A table of Markdown. The last column needs an error with a range. */
export function errorTable(errors: readonly YearErrors[]): string {
  const hasRanges = errors.some(({ inside }) => inside !== null);
  const rows = errors
    .filter((one) => KNOWN.includes(one.known_months))
    .map(({ year, known_months, places, median_error, large_error, inside }) => [
      ...[year, String(known_months), String(places), percent(median_error), percent(large_error)],
      ...(hasRanges ? [inside === null ? '-' : percent(inside)] : []),
    ]);
  const head = ['year', 'known months', 'cities', 'median error', '90 % within'];
  return table([...head, ...(hasRanges ? ['inside the range'] : [])], rows);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The worst year counts. */
function ratiosOf(errors: readonly YearErrors[]): Ratio[] {
  return (['median_error', 'large_error'] as const).map((name) => ({
    meaning: `${name.replace('_', ' ')} with six known months in Illinois : ${100 * BOUNDS[name]} %`,
    ...{ value: Math.max(...errors.map((one) => one[name])) / BOUNDS[name], aim: 1, bound: 1 },
  }));
}
