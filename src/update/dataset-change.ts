import { existsSync, statSync } from 'node:fs';
import { dayOf } from '../domain/calendar-day.ts';
import type { Month } from '../domain/month.ts';
import { orNull } from '../domain/operator-error.ts';
import { periodName } from '../domain/publication.ts';
import type { ReportKindName } from '../domain/report.ts';
import { Archive } from '../pipeline/archive/archive.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import type { Registers } from '../registers/registers.ts';
import { STATES } from '../states/index.ts';
import { readDataset } from '../store/dataset.ts';
import {
  type Absence,
  findAbsence,
  type KindMonths,
  type Period,
  readKindMonths,
} from '../store/query/completeness.ts';
import { openRuns, type Runs } from '../store/write/runs.ts';
import { readToldRun } from '../store/write/told-run.ts';

/** The commands that make a dataset from an archive. */
const FROM_THE_ARCHIVE: readonly string[] = ['rebuild', 'reprocess'];

/** The new periods of a report kind, by their names, in order. */
export interface NewPeriods {
  state: string;
  periods: readonly string[];
}

/** A dataset after an update: its months and gaps. */
export interface DatasetAfter {
  months: KindMonths;
  kindsLoaded: ReadonlySet<ReportKindName>;
  absence: Absence;
  /** The newest run that the following fields cover. */
  latestRun: number;
  /** The newest run whose alerts a person got. */
  toldRun: number;
  /** Archived reports that are older than the dataset, which may be a new one. 0 after a person got that alert. */
  archivedBefore: number;
  /** What the updates found since then, this one too. */
  untold: FoundByRun[];
}

/** The part of a run's summary that alerts are made of. */
type FoundByRun = Pick<RunSummary, 'reports' | 'others'>;

export interface Inspection {
  database: string;
  archive: string;
  registers: Registers;
  now: Date;
  /** Limits missing and expected periods to these states, and to allocation periods from `since` on. */
  states: readonly string[] | null;
  since: Month | null;
  /** The kinds that the portals give. Periods of other kinds are not expected: a person loads those. */
  fedKinds: ReadonlySet<ReportKindName>;
}

/** The months of a dataset before an update; `null` if the dataset must be rebuilt first. */
export function readMonthsBefore(database: string): KindMonths | null {
  return holdsDataset(database) ? orNull(() => readDataset(database, readKindMonths)) : new Map();
}

/** Whether the file holds a dataset. An empty file does not. */
function holdsDataset(database: string): boolean {
  return existsSync(database) && statSync(database).size > 0;
}

/** Finds the gaps of a dataset after an update, and what nobody was told yet. */
export function inspectAfter({
  database,
  archive,
  registers,
  now,
  states,
  since,
  fedKinds,
}: Inspection): DatasetAfter {
  return readDataset(database, (dataset) => {
    const runs = openRuns(dataset);
    const latest = runs.latest(1)[0]?.id ?? 0;
    const toldRun = readToldRun(dataset);
    const months = readKindMonths(dataset);
    const absence = findAbsence(months, {
      today: dayOf(now),
      expectedBy: registers.expectedBy,
    });
    const kindsLoaded = new Set([...months].flatMap(([kind, loaded]) => (loaded.length > 0 ? [kind] : [])));
    const isAskedFor = (period: Period) =>
      (states === null || states.includes(period.state)) &&
      (since === null || period.allocation_period >= since);
    return {
      months,
      kindsLoaded,
      absence: {
        // nobody waits for a kind that was never loaded
        missing: absence.missing.filter((period) => isAskedFor(period) && kindsLoaded.has(period.kind)),
        expected: absence.expected.filter((period) => isAskedFor(period) && fedKinds.has(period.kind)),
      },
      latestRun: latest,
      toldRun,
      archivedBefore: toldRun === 0 ? countArchivedBefore(runs, archive) : 0,
      untold: runs.summariesBetween(toldRun, latest, 'update').map(readFound),
    };
  });
}

/** The archived reports that are older than a dataset that was not built from the archive. */
function countArchivedBefore(runs: Runs, folder: string): number {
  const first = runs.first();
  if (!first || FROM_THE_ARCHIVE.includes(first.command)) return 0;
  return new Archive(folder).list().filter(({ record }) => record.received_at < first.startedAt).length;
}

/** A shortened summary of an old run has nothing. */
function readFound(summary: string): FoundByRun {
  const { reports = [], others = [] }: Partial<RunSummary> = JSON.parse(summary);
  return { reports, others };
}

/** The periods that an update added, by kind. None if the months before are unknown. */
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
