import { existsSync, statSync } from 'node:fs';
import { dayOf } from '../domain/calendar-day.ts';
import { storedFinding } from '../domain/findings/earlier.ts';
import type { Month } from '../domain/month.ts';
import { OperatorError } from '../domain/operator-error.ts';
import { periodName } from '../domain/publication.ts';
import { capToldRun } from '../files/delivered-alerts.ts';
import { Archive } from '../pipeline/archive/archive.ts';
import type { ReportSummary, RunSummary } from '../pipeline/summary.ts';
import { type Verification, verifyDataset } from '../pipeline/verify/verify.ts';
import type { Reference } from '../registers/registers.ts';
import { STATES } from '../states/index.ts';
import { readDataset } from '../store/dataset.ts';
import {
  type Absence,
  findAbsence,
  type KindMonths,
  type Period,
  readKindMonths,
} from '../store/query/completeness.ts';
import { type DatedFinding, listStateFindings } from '../store/write/findings.ts';
import { openRuns, type Runs } from '../store/write/runs.ts';

/** The warnings about months and reports as a whole: a person is told of each once. */
const TOLD_WARNINGS = ['fewer-rows', 'total-jump', 'rows-not-restated'] as const;

/** What makes a dataset from an archive. */
const FROM_THE_ARCHIVE: readonly string[] = ['rebuild', 'reprocess'];

/** The periods a report kind has that it had not before, each as it is called, in order. */
export interface NewPeriods {
  state: string;
  periods: readonly string[];
}

/** What a dataset had before an update. */
export interface StockBefore {
  latestRun: number;
  /** `null` where it cannot be told. */
  months: KindMonths | null;
}

/** What a dataset has and lacks after an update, and what is wrong with it. */
export interface Stock {
  months: KindMonths;
  absence: Absence;
  verification: Verification;
  /** Milliseconds that verifying took. */
  verifyMs: number;
  /** The newest run, with which all that follows ends. */
  latestRun: number;
  /** Reports of the archive that are older than the dataset: it was lost, or is another one; 0 once that was told. */
  archivedBefore: number;
  /** Warnings about a month as a whole that nobody was told of. */
  warnings: DatedFinding[];
  /** What updates did with reports that nobody was told of, be it that one was killed. */
  untold: ReportSummary[];
}

/** What is asked of a dataset. */
export interface StockQuestion {
  database: string;
  archive: string;
  reference: Reference;
  now: Date;
  /** Of this state alone, and from this allocation period on, it is said what is not there. */
  state: string | null;
  since: Month | null;
}

/** What a dataset had before; of one that is to be upgraded first that cannot be said. */
export function lookBefore(database: string): StockBefore {
  try {
    // before the run, which may be killed: what was told of a dataset that is gone was not told of its runs
    if (!isThere(database)) {
      capToldRun(database, 0);
      return { latestRun: 0, months: new Map() };
    }
    return readDataset(database, (dataset) => ({
      latestRun: openRuns(dataset).latest(1)[0]?.id ?? 0,
      months: readKindMonths(dataset),
    }));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { latestRun: Number.MAX_SAFE_INTEGER, months: null };
  }
}

/** Whether a dataset is there at all: an empty file is none. */
function isThere(database: string): boolean {
  return existsSync(database) && statSync(database).size > 0;
}

/** Verifies a dataset, and tells what it has and lacks. */
export function lookAfter(
  { database, archive, reference, now, state, since }: StockQuestion,
  { latestRun }: StockBefore,
): Stock {
  const toldRun = capToldRun(database, latestRun);
  return readDataset(database, (dataset) => {
    const runs = openRuns(dataset);
    const latest = runs.latest(1)[0]?.id ?? 0;
    const started = performance.now();
    const verification = verifyDataset(dataset, archive, reference, now);
    const verifyMs = Math.round(performance.now() - started);
    const months = readKindMonths(dataset);
    const absence = findAbsence(months, {
      today: dayOf(now),
      expectedBy: reference.expectedBy,
    });
    const isAskedFor = (period: Period) =>
      (state === null || period.state === state) && (since === null || period.allocation_period >= since);
    return {
      months,
      absence: {
        missing: absence.missing.filter(isAskedFor),
        expected: absence.expected.filter(isAskedFor),
      },
      verification,
      verifyMs,
      latestRun: latest,
      archivedBefore: toldRun === 0 ? countArchivedBefore(runs, archive) : 0,
      warnings: listStateFindings(dataset, toldRun, TOLD_WARNINGS).filter(({ runId }) => runId <= latest),
      untold: runs.summariesBetween(toldRun, latest, 'update').flatMap(reportsOf),
    };
  });
}

/** Reports that were received before the first run of a dataset that was not built from them. */
function countArchivedBefore(runs: Runs, folder: string): number {
  const first = runs.first();
  if (!first || FROM_THE_ARCHIVE.includes(first.command)) return 0;
  return new Archive(folder).list().filter(({ record }) => record.receivedAt < first.startedAt).length;
}

/** The reports of a run as it noted them; none where that was shortened since. */
function reportsOf(summary: string): ReportSummary[] {
  const { reports } = JSON.parse(summary) as Partial<RunSummary>;
  return (reports ?? []).map((report) => ({ ...report, findings: report.findings.map(storedFinding) }));
}

/** The periods that are there now and were not before, by kind; none where the latter is not known. */
export function newPeriods(before: KindMonths | null, now: KindMonths): NewPeriods[] {
  if (before === null) return [];
  return STATES.flatMap((state) =>
    state.kinds.map(({ name, published }) => {
      const known = new Set(before.get(name));
      const months = (now.get(name) ?? []).filter((month) => !known.has(month));
      return { state: state.code, periods: months.map((month) => periodName(published, month)) };
    }),
  );
}
