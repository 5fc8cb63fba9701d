import * as z from 'zod';
import { formatTable } from '../../../src/cli/output/print.ts';
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
  const notes = [await formatErrors('Texas, invented', await checked(invented, 'tx', 'payment'))];
  const ratios: Ratio[] = [
    { meaning: 'CPU of all projections of Texas : 1 s', value: milliseconds / MOST_MS, aim: 1, bound: 1 },
  ];
  for (const { state, basis } of ORIGINALS) {
    const reports = originalReports(state);
    if (reports === null) {
      notes.push(`No published files of ${state} are here. ALLOCATIONS_ORIGINALS names their folder.`);
      continue;
    }
    const place = await loaded(bench, reports, state);
    const errors = await checked(place, state, basis);
    notes.push(formatErrors(`${state}, published files, by ${basis}`, errors));
    if (state === 'il') notes.push(aheadErrors(place, state));
    if (state === 'il') ratios.push(...ratiosOf(errors.filter((one) => one.known_months === 6)));
  }
  return {
    ...{ title: `Projections of cities with at least $${SMALLEST} a year`, measurements: [] },
    ...{ ratios, notes: notes.map((note) => `\n${note}`) },
  };
}

async function loaded(bench: Bench, reports: string, name: string): Promise<Place> {
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
function aheadErrors({ database }: Place, code: string): string {
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
        ...[0.5, 0.9].map((share) => (100 * percentile(errors, share)).toFixed(1)),
      ]);
      const numbers = ['cities', 'median %', '90 % within %'];
      return [`${code}, sums of the newest twelve months`, formatTable(['', ...numbers], rows, numbers)].join(
        '\n',
      );
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

function formatErrors(title: string, errors: readonly YearErrors[]): string {
  const numbers = ['known months', 'cities', 'median %', '90 % within %', 'in range %'];
  const percent = (share: number | null) => (share === null ? '-' : (100 * share).toFixed(1));
  const rows = errors
    .filter((one) => KNOWN.includes(one.known_months))
    .map((one) => [
      ...[one.year, String(one.known_months), String(one.places)],
      ...[one.median_error, one.large_error, one.inside].map(percent),
    ]);
  return [title, formatTable(['year', ...numbers], rows, numbers)].join('\n');
}

/** The worst year counts. */
function ratiosOf(errors: readonly YearErrors[]): Ratio[] {
  return (['median_error', 'large_error'] as const).map((name) => ({
    meaning: `${name.replace('_', ' ')} with six known months in Illinois : ${100 * BOUNDS[name]} %`,
    ...{ value: Math.max(...errors.map((one) => one[name])) / BOUNDS[name], aim: 1, bound: 1 },
  }));
}
