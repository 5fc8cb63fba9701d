import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import ExcelJS from 'exceljs';
import { formatTable } from '../../../src/cli/output/print.ts';
import { monthAt } from '../../../src/domain/month.ts';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { californiaTables, raisePayment } from '../../rig/full-size/california-tables.ts';
import type { Size } from '../../rig/full-size/full-size.ts';
import { LAST_MONTH } from '../../rig/full-size/jurisdictions.ts';
import { PORTAL_CSV, printReport } from '../../rig/reports/dress.ts';
import { type Agreement, compareWithDuckDb, deriveWithDuckDb } from '../agreement.ts';
import { type Measurement, measureInTurn, medianOf, runHere, runProgram, timeRatio } from '../measure.ts';
import { compareSumsBySale } from '../sums-by-sale.ts';
import {
  type Bench,
  backfill,
  emptyPlace,
  fullDataset,
  ingest,
  type PartResult,
  type Place,
  reportsOf,
  summaryOf,
  withJurisdictions,
} from './bench.ts';

/** Compares a backfill of both states into an empty dataset with DuckDB, whose figures must be the same. */
export async function measureBackfill(bench: Bench): Promise<PartResult> {
  const { reports, rows } = await reportsOf(bench, bench.size);
  const database = join(bench.scratch, 'allocations.duckdb');
  const place = emptyPlace(bench, 'full');
  const [ours, theirs] = (await measureInTurn(
    [
      { what: 'allocations backfill', run: () => backfill(reports, emptyPlace(bench, 'full')) },
      { what: 'DuckDB, all cores', run: () => runHere(() => deriveAnew(reports, database)) },
    ],
    bench.rounds,
  )) as [Measurement, Measurement];
  bench.full = { place, measurement: ours };
  return {
    title: `A backfill of both states into an empty dataset, ${rows} rows of figures as CSV`,
    measurements: [ours, theirs],
    ratios: [
      { meaning: 'backfill : DuckDB', value: timeRatio(ours, theirs), aim: 2.5, bound: 8 },
      {
        meaning: 'peak memory of the backfill : 400 MiB',
        value: medianOf(ours, 'peakMb') / 400,
        aim: 1,
        bound: 1.25,
      },
    ],
    notes: [
      tellAgreement(await compareWithDuckDb(place.database, database), OF_DATAPOINTS),
      tellAgreement(
        await compareSumsBySale(place.database, join(bench.scratch, 'by-sale.sqlite'), database),
        BY_SALE,
      ),
      'DuckDB reads the same files, merges, derives and writes a DuckDB file. It keeps no archive, rows, findings, revisions or indexes.',
    ],
  };
}

/** Measures loading one restated California statement into the full dataset. */
export async function measureRestatedMonth(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const { place: full, measurement } = await fullDataset(bench);
  const inbox = join(bench.scratch, 'inbox');
  rmSync(inbox, { recursive: true, force: true });
  const later = join(inbox, 'later');
  mkdirSync(later, { recursive: true });
  await writeRestatedMonth(join(later, 'statements-restated.csv'), bench.size);
  let restated: Place = full;
  const run = async () => {
    restated = emptyPlace(bench, 'restated');
    mkdirSync(dirname(restated.database), { recursive: true });
    copyFileSync(full.database, restated.database);
    cpSync(full.archive, restated.archive, { recursive: true });
    const done = await ingest(later, restated);
    if (summaryOf(done).allocations.updated === 0) throw new Error('the restated month changed nothing');
    return done;
  };
  const [measured] = (await measureInTurn(
    [{ what: 'allocations ingest, one statement restated', run }],
    bench.rounds,
  )) as [Measurement];
  cpSync(reports, inbox, { recursive: true });
  const database = join(bench.scratch, 'restated.duckdb');
  await deriveAnew(inbox, database);
  const value = medianOf(measured, 'seconds') / medianOf(measurement, 'seconds');
  return {
    title: `A month restated in the full dataset, ${bench.size.californiaJurisdictions} rows`,
    measurements: [measured],
    ratios: [{ meaning: 'restated month : backfill', value, aim: 0.05, bound: 0.2 }],
    notes: [tellAgreement(await compareWithDuckDb(restated.database, database), OF_DATAPOINTS)],
  };
}

/** Writes California's statement of the month a year before the last, with every payment raised by a dollar. */
async function writeRestatedMonth(path: string, { californiaJurisdictions, californiaMonths }: Size) {
  const months = { first: LAST_MONTH - californiaMonths + 1, last: LAST_MONTH };
  for (const table of californiaTables(californiaJurisdictions, months))
    if (table.path === `ca/statements-${monthAt(LAST_MONTH - 12)}`)
      writeFileSync(path, await printReport({ ...table, lines: table.lines.map(raisePayment) }, PORTAL_CSV));
}

/** Measures a run over an inbox of known files. */
export async function measureNothingNew(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const { place } = await fullDataset(bench);
  const [start, whole] = (await measureInTurn(
    [
      { what: 'allocations --version', run: () => runProgram(['--version']) },
      { what: 'allocations ingest, nothing new', run: () => ingestNothing(reports, place) },
    ],
    bench.rounds,
  )) as [Measurement, Measurement];
  return {
    title: 'A run with nothing new',
    measurements: [start, whole],
    ratios: [
      { meaning: 'nothing new : 0.4 s', value: medianOf(whole, 'seconds') / 0.4, aim: 1 },
      { meaning: 'nothing new : the start of the program', value: timeRatio(whole, start), bound: 3 },
    ],
    notes: [],
  };
}

/** Compares a backfill from workbooks with exceljs alone. */
export async function measureWorkbooks(bench: Bench): Promise<PartResult> {
  const { reports, rows } = await reportsOf(bench, { ...bench.size, format: 'xlsx' });
  const readAll = async () => {
    for (const path of await findReportFiles([reports])) await new ExcelJS.Workbook().xlsx.readFile(path);
  };
  const [ours, plain] = (await measureInTurn(
    [
      { what: 'allocations backfill', run: () => backfill(reports, emptyPlace(bench, 'workbooks')) },
      { what: 'exceljs alone', run: () => runHere(readAll) },
    ],
    bench.rounds,
  )) as [Measurement, Measurement];
  const value = timeRatio(ours, plain);
  return {
    title: `A backfill of both states from workbooks, ${rows} rows of figures as XLSX`,
    measurements: [ours, plain],
    ratios: [{ meaning: 'backfill from workbooks : exceljs alone', value, aim: 1.25, bound: 2.5 }],
    notes: [],
  };
}

/** Compares backfills of several sizes. Time and memory for a row must not grow. */
export async function measureGrowth(bench: Bench): Promise<PartResult> {
  const { size } = bench;
  const months = { californiaMonths: 4 * size.californiaMonths, texasMonths: 4 * size.texasMonths };
  const sizes = [
    { what: 'all', ...(await reportsOf(bench, size)) },
    { what: 'four times the jurisdictions', ...(await reportsOf(bench, withJurisdictions(size, 4))) },
    { what: 'four times the months', ...(await reportsOf(bench, { ...size, ...months })) },
  ];
  const measurements = (await measureInTurn(
    sizes.map(({ what, reports }) => ({ what, run: () => backfill(reports, emptyPlace(bench, 'grown')) })),
    bench.rounds,
  )) as [Measurement, Measurement, Measurement];
  const ofRow = (at: 0 | 1 | 2, number: 'seconds' | 'peakMb') =>
    medianOf(measurements[at], number) / (sizes[at]?.rows ?? Number.NaN);
  const ratio = (meaning: string, value: number, bound: number) => ({ meaning, value, aim: 1.1, bound });
  const [all, , long] = measurements;
  return {
    title: 'Growth',
    measurements,
    ratios: [
      ratio('time a row, four times the jurisdictions : all', ofRow(1, 'seconds') / ofRow(0, 'seconds'), 1.6),
      ratio('time a row, four times the months : all', ofRow(2, 'seconds') / ofRow(0, 'seconds'), 1.6),
      ratio('memory a row, four times the jurisdictions : all', ofRow(1, 'peakMb') / ofRow(0, 'peakMb'), 1.3),
      ratio(
        'peak memory, four times the months : all',
        medianOf(long, 'peakMb') / medianOf(all, 'peakMb'),
        2,
      ),
    ],
    notes: [
      formatTable(
        ['what', 'rows'],
        sizes.map(({ what, rows }) => [what, String(rows)]),
        ['rows'],
      ),
    ],
  };
}

/** Makes the datapoints of a folder's reports with DuckDB, in a new file. */
async function deriveAnew(reports: string, database: string): Promise<void> {
  for (const ending of ['', '.wal']) rmSync(`${database}${ending}`, { force: true });
  await deriveWithDuckDb(reports, database, availableParallelism());
}

/** Returns a sentence on the agreement. Throws with the first differences if there are any. */
function tellAgreement({ differing, figures, differences }: Agreement, what: string): string {
  if (differing > 0)
    throw new Error([`${differing} of ${figures} ${what} are not DuckDB's:`, ...differences].join('\n  '));
  return `All ${figures} ${what} agree with DuckDB.`;
}

const OF_DATAPOINTS = 'figures of the datapoints';
const BY_SALE = 'sums by month of sale and of payment, with their changes and comparable changes,';

async function ingestNothing(inbox: string, place: Place) {
  const run = await ingest(inbox, place);
  const { outcome } = summaryOf(run);
  if (outcome !== 'nothing-new') throw new Error(`a run with nothing new ended with ${outcome}`);
  return run;
}
