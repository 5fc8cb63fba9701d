import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { type JobRun, programJob, runJob } from '../job.ts';
import { measureInTurn, timeRatio } from '../measurement.ts';
import { timed } from '../progress.ts';
import {
  type Bench,
  backfill,
  emptyPlace,
  fullDataset,
  ingestNews,
  type PartResult,
  type Place,
  reportsOf,
  scaleSize,
  summaryOf,
} from './bench.ts';

/** Aim in seconds. */
const SECONDS_WANTED = 0.4;
/** Within this time after a write, a file may change and keep its times. */
const FRESH_MS = 2100;
const FAILED = 1;

/** Measures a run over an inbox of known files. Checks that a run notices a changed file among them. */
export async function measureNothingNew(bench: Bench): Promise<PartResult> {
  const full = await reportsOf(bench, bench.size);
  const { place } = await fullDataset(bench);
  const quarter = await reportsOf(bench, scaleSize(bench.size, { jurisdictions: 0.25 }));
  const small = { inbox: join(bench.scratch, 'inbox-of-a-quarter'), place: emptyPlace(bench, 'quarter') };
  cpSync(quarter.reports, small.inbox, { recursive: true });
  await timed('a backfill of a quarter of the rows', () => backfill(small.inbox, small.place));
  await passed(FRESH_MS);
  // files that were too new to be remembered are now old enough
  await ingestNews(full.reports, place);
  await ingestNews(small.inbox, small.place);
  const [start, whole, part] = await measureInTurn(
    [
      { what: 'allocations --version', run: () => runJob(programJob('start', ['--version'])) },
      { what: 'allocations ingest, nothing new', run: () => ingestNothing(full.reports, place) },
      { what: '… files a quarter as large', run: () => ingestNothing(small.inbox, small.place) },
    ],
    bench.rounds,
  );
  if (!start || !whole || !part) throw new Error('Nothing was measured');
  await requireNotice(small.inbox, small.place);
  return {
    title: 'A run with nothing new',
    measurements: [start, whole, part],
    ratios: {
      'nothing-new-seconds': whole.seconds.median / SECONDS_WANTED,
      'nothing-new-to-start': timeRatio(whole, start),
      'nothing-new-to-quarter': timeRatio(whole, part),
    },
    notes: ['A file changed under the same name, of the same size and time, was noticed.'],
  };
}

async function ingestNothing(inbox: string, place: Place): Promise<JobRun> {
  const run = await ingestNews(inbox, place);
  const { outcome } = summaryOf(run);
  if (outcome !== 'nothing-new')
    throw new OperatorError(`a run with nothing new ended with ${outcome}`, FAILED);
  return run;
}

/** Changes one digit of a file and restores its times. A run must load it. */
async function requireNotice(inbox: string, place: Place): Promise<void> {
  const files = await findReportFiles([inbox]);
  // the last report wins, so all its rows count
  const path = files.findLast((name) => name.includes('payment-detail')) ?? '';
  const { atime, mtime } = statSync(path);
  const text = readFileSync(path, 'latin1');
  // changes one cent of the net payment, quoted or not
  const changed = text.replace(/\d(?=[")-]*\n)/, (digit) => String((Number(digit) + 1) % 10));
  writeFileSync(path, changed, 'latin1');
  utimesSync(path, atime, mtime);
  const { outcome, allocations } = summaryOf(await ingestNews(inbox, place));
  if (outcome !== 'ok' || allocations.inserted + allocations.updated === 0)
    throw new OperatorError(`${path} was changed, but the run ended with ${outcome}`, FAILED);
}
