import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { type Agreement, compareWithDuckDb } from './agreement.ts';
import { runJob, scriptJob } from './job.ts';
import { measureInTurn, timeRatio } from './measurement.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './pipeline-bench.ts';
import { timed } from './progress.ts';

/** Wanted, in MiB. */
const MEMORY_LIMIT = 400;
const DISAGREED = 1;

/** The backfill of both states into an empty dataset beside DuckDB, whose figures must be ours. */
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
  if (!ours || !theirs) throw new Error('nothing was measured');
  bench.full = { place, measurement: ours };
  const agreement = await requireAgreement(place.database, database);
  return {
    title: `A backfill of both states into an empty dataset, ${rows} rows of figures as CSV`,
    measurements: [ours, theirs],
    ratios: {
      'backfill-to-duckdb': timeRatio(ours, theirs),
      'backfill-memory': (ours.peakMb?.median ?? Number.NaN) / MEMORY_LIMIT,
    },
    notes: [
      agreement,
      'DuckDB reads the same files, merges, derives and writes a DuckDB file. It keeps no archive, rows, findings, revisions or indexes; its SQLite extension would have to be downloaded.',
    ],
  };
}

/** Makes the datapoints of the reports under a folder with DuckDB, in a process of its own. */
export function runDuckDb(bench: Bench, reports: string, database: string) {
  mkdirSync(bench.scratch, { recursive: true });
  for (const ending of ['', '.wal']) rmSync(`${database}${ending}`, { force: true });
  return runJob(scriptJob('DuckDB', 'duckdb', [reports, database, String(bench.cores)]));
}

/** Says how much agrees. Throws where anything does not, with the first differences. */
export async function requireAgreement(dataset: string, database: string): Promise<string> {
  const { result } = await timed('comparing with DuckDB', () => compareWithDuckDb(dataset, database));
  if (result.differing > 0) throw new OperatorError(formatDifferences(result), DISAGREED);
  return `All ${result.figures} figures of ${result.datapoints} datapoints are those of DuckDB.`;
}

function formatDifferences({ differing, figures, differences }: Agreement): string {
  const lines = differences.map(
    ({ datapoint, column, ours, theirs }) =>
      `  ${datapoint} ${column}: ours ${ours ?? String(ours)}, DuckDB's ${theirs ?? String(theirs)}`,
  );
  return [`${differing} of ${figures} figures are not those of DuckDB:`, ...lines].join('\n');
}
