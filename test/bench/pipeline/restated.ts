import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeNewReports } from '../api/new-reports.ts';
import { measureInTurn } from '../measurement.ts';
import { requireAgreement, runDuckDb } from './backfill.ts';
import {
  type Bench,
  emptyPlace,
  fullDataset,
  ingestNews,
  type PartResult,
  type Place,
  reportsOf,
  summaryOf,
} from './bench.ts';

/** Measures loading one restated California statement into the full dataset. */
export async function measureRestatedMonth(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const { place: full, measurement: backfill } = await fullDataset(bench);
  const inbox = join(bench.scratch, 'inbox');
  rmSync(inbox, { recursive: true, force: true });
  const later = join(inbox, 'later');
  mkdirSync(later, { recursive: true });
  const { restatedMonth } = await writeNewReports(join(bench.scratch, 'news'), bench.size);
  copyFileSync(join(restatedMonth, 'statement.csv'), join(later, 'statements-restated.csv'));
  let restated: Place = full;
  const run = async () => {
    restated = copyPlace(bench, full, 'restated');
    const result = await ingestNews(later, restated);
    const { updated } = summaryOf(result).allocations;
    if (updated === 0) throw new Error('the restated month changed nothing');
    return result;
  };
  const [measured] = await measureInTurn(
    [{ what: 'allocations ingest, one statement restated', run }],
    bench.rounds,
  );
  if (!measured) throw new Error('Nothing was measured');
  cpSync(reports, inbox, { recursive: true });
  const database = join(bench.scratch, 'restated.duckdb');
  await runDuckDb(bench, inbox, database);
  const agreement = await requireAgreement(restated.database, database);
  return {
    title: `A month restated in the full dataset, ${bench.size.californiaJurisdictions} rows`,
    measurements: [measured],
    ratios: { 'restated-month-to-backfill': measured.seconds.median / backfill.seconds.median },
    notes: [agreement, `The backfill: ${backfill.seconds.median.toFixed(2)} s.`],
  };
}

function copyPlace(bench: Bench, from: Place, name: string): Place {
  const to = emptyPlace(bench, name);
  mkdirSync(dirname(to.database), { recursive: true });
  copyFileSync(from.database, to.database);
  cpSync(from.archive, to.archive, { recursive: true });
  return to;
}
