import { join } from 'node:path';
import * as z from 'zod';
import { table } from '../../docs/build/pages.ts';
import { print } from '../../src/cli/output/print.ts';
import { projections } from '../../src/records/queries/year-end/projections.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../src/store/query/view.ts';
import { originalReports } from '../rig/originals.ts';
import { processorMs } from '../rig/processor-time.ts';
import { backfill, type Parts, type Ratio, reportsOf, runProgram } from './measure.ts';
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
export async function measureProjection({ cache, scratch, size }: Parts): Promise<Ratio[]> {
  const reports = await reportsOf(cache, { ...size, california: 0 });
  const { database } = await backfill(reports, join(scratch, 'invented'));
  print(`\nProjections of cities with at least $${SMALLEST} a year\n\nTexas, invented`);
  print(errorTable(await checked(database, 'tx', 'payment')));
  // in a dataset that was just opened
  const milliseconds = await processorMs(() =>
    inDataset(database, (view) => projections.find(view, { state: 'tx' }, { offset: 0, limit: 2000 })),
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
  const tables = inDataset(database, (view) => {
    const cities = citiesOf(view, code, basis);
    return [methodTable(cities), ...(code === 'il' ? [rangeTable(cities), aheadTable(cities)] : [])];
  });
  return { errors, tables: [errorTable(errors), ...tables] };
}

function inDataset<Found>(database: string, look: (view: DatasetView) => Found): Found {
  const dataset = openForReading(database);
  try {
    return openReader(dataset).read(look);
  } finally {
    dataset.close();
  }
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
