import * as z from 'zod';
import { table } from '../../../docs/build/pages.ts';
import { projections } from '../../../src/records/queries/year-end/projections.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../../src/store/query/view.ts';
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
import {
  aheadTable,
  citiesOf,
  KNOWN,
  methodTable,
  percent,
  rangeTable,
  SMALLEST,
} from './projection-tables.ts';

const MOST_MS = 1000;

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
  for (const { state, basis, bounds } of ORIGINALS) {
    const published = await publishedErrors(bench, state);
    if (published === null) {
      notes.push(`No published files of ${state} are here. ALLOCATIONS_ORIGINALS names their folder.`);
      continue;
    }
    notes.push(`${state}, published files, by ${basis}`, ...published.tables);
    ratios.push(...ratiosOf(published.errors, state, bounds));
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
  const tables = inDataset(place, (view) => {
    const cities = citiesOf(view, code, basis);
    return [methodTable(cities), ...(code === 'il' ? [rangeTable(cities), aheadTable(cities)] : [])];
  });
  return { errors, tables: [errorTable(errors), ...tables] };
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

function inDataset<Found>({ database }: Place, look: (view: DatasetView) => Found): Found {
  const dataset = openForReading(database);
  try {
    return openReader(dataset).read(look);
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
function errorTable(errors: readonly YearErrors[]): string {
  const hasRanges = errors.some(({ inside }) => inside !== null);
  const rows = errors
    .filter((one) => KNOWN.includes(one.known_months))
    .map(({ year, known_months, places, median_error, large_error, inside }) => [
      ...[year, String(known_months), String(places), percent(median_error), percent(large_error)],
      ...(hasRanges ? [inside === null ? '-' : percent(inside)] : []),
    ]);
  const head = ['year', 'known months', 'cities', 'median error', '90% within'];
  return table([...head, ...(hasRanges ? ['inside the range'] : [])], rows);
}

/** The worst year counts. */
function ratiosOf(
  errors: readonly YearErrors[],
  state: string,
  bounds: (typeof ORIGINALS)[number]['bounds'],
): Ratio[] {
  const ofSix = errors.filter((one) => one.known_months === 6);
  return (['median_error', 'large_error'] as const).map((name) => ({
    meaning: `${name.replace('_', ' ')} with six known months in ${state} : ${100 * bounds[name]}%`,
    ...{ value: Math.max(...ofSix.map((one) => one[name])) / bounds[name], aim: 1, bound: 1 },
  }));
}
