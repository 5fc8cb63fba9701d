import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { type Agreement, compareWithDuckDb } from '../agreement.ts';
import { compareAnalyses } from '../analysis/analysis-agreement.ts';
import { runJob, scriptJob } from '../job.ts';
import { measureInTurn, timeRatio } from '../measurement.ts';
import { timed } from '../progress.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './bench.ts';

/** Aim in MiB. */
const MEMORY_LIMIT = 400;
const DISAGREED = 1;

/** Compares a backfill of both states into an empty dataset with DuckDB, whose figures must be the same. */
export async function measureBackfill(bench: Bench): Promise<PartResult> {
  const { reports, rows } = await reportsOf(bench, bench.size);
  const database = join(bench.scratch, 'allocations.duckdb');
  const place = emptyPlace(bench, 'full');
  const [ours, theirs] = await measureInTurn(
    [
      { what: 'allocations backfill', run: () => backfill(reports, emptyPlace(bench, 'full')) },
      { what: `DuckDB, ${bench.cores} threads`, run: () => runDuckDb(bench, reports, database) },
    ],
    bench.rounds,
  );
  if (!ours || !theirs) throw new Error('Nothing was measured');
  bench.full = { place, measurement: ours };
  const agreement = await requireAgreement(place.database, database);
  const analyses = await requireAnalyses(place.database, database);
  return {
    title: `A backfill of both states into an empty dataset, ${rows} rows of figures as CSV`,
    measurements: [ours, theirs],
    ratios: {
      'backfill-to-duckdb': timeRatio(ours, theirs),
      'backfill-memory': (ours.peakMb?.median ?? Number.NaN) / MEMORY_LIMIT,
    },
    notes: [
      agreement,
      analyses,
      'DuckDB reads the same files, merges, derives and writes a DuckDB file. It keeps no archive, rows, findings, revisions or indexes; its SQLite extension would have to be downloaded.',
    ],
  };
}

/** Makes the datapoints of a folder's reports with DuckDB, in its own process. */
export function runDuckDb(bench: Bench, reports: string, database: string) {
  mkdirSync(bench.scratch, { recursive: true });
  for (const ending of ['', '.wal']) rmSync(`${database}${ending}`, { force: true });
  return runJob(scriptJob('DuckDB', 'duckdb', [reports, database, String(bench.cores)]));
}

/** Returns a sentence on the agreement. Throws with the first differences if there are any. */
export async function requireAgreement(dataset: string, database: string): Promise<string> {
  const { result } = await timed('comparing with DuckDB', () => compareWithDuckDb(dataset, database));
  if (result.differing > 0) throw new OperatorError(formatDifferences(result), DISAGREED);
  return `All ${result.figures} figures of ${result.datapoints} datapoints agree with DuckDB.`;
}

/** As `requireAgreement`, for the analysis of every jurisdiction and for comparisons of five months. */
async function requireAnalyses(dataset: string, database: string): Promise<string> {
  const { result } = await timed('comparing analyses with DuckDB', () => compareAnalyses(dataset, database));
  if (result.differing > 0) throw new OperatorError(formatDifferences(result), DISAGREED);
  return `All ${result.figures} figures of analyses and comparisons agree with DuckDB.`;
}

function formatDifferences({ differing, figures, differences }: Agreement): string {
  const lines = differences.map(
    ({ datapoint, column, ours, theirs }) =>
      `  ${datapoint} ${column}: ours ${ours ?? String(ours)}, DuckDB's ${theirs ?? String(theirs)}`,
  );
  return [`${differing} of ${figures} figures are not those of DuckDB:`, ...lines].join('\n');
}
