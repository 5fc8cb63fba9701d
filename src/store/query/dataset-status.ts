import { desc, getTableName } from 'drizzle-orm';
import { salesDate } from '../../domain/allocation.ts';
import { type Finding, refusalMessage } from '../../domain/findings/finding.ts';
import { firstDay, type Month, monthOfDate } from '../../domain/month.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { run } from '../fixed-tables.ts';
import { allocationTableOf } from '../schema.ts';
import { openRuns } from '../write/runs.ts';
import { countStoredFindings } from '../write/stored-findings.ts';
import { findAbsence, readKindMonths, type Schedule } from './completeness.ts';
import { readGaps } from './coverage.ts';

const RUNS_LISTED = 5;

/** Reads the content of the dataset, its missing and expected periods, and its latest runs. */
export function readStatus(dataset: Dataset, schedule: Schedule) {
  return {
    states: STATES.map((state) => readStateStatus(dataset, state)),
    gaps: readGaps(dataset),
    expected: findAbsence(readKindMonths(dataset), schedule).expected,
    runs: openRuns(dataset)
      .latest(RUNS_LISTED)
      .map((stored) => ({
        run_id: stored.id,
        command: stored.command,
        started_at: stored.started_at,
        duration_ms: Date.parse(stored.finished_at) - Date.parse(stored.started_at),
        outcome: stored.outcome,
        refused: refusedReports(stored.summary),
      })),
  };
}

export type Status = ReturnType<typeof readStatus>;

/** What a service reports when it is ready: the newest run, and the first and last month of each state. */
export function readReadiness(dataset: Dataset) {
  const { id, command, outcome, started_at, finished_at } = run;
  const lastRun = dataset.drizzle
    .select({ id, command, outcome, started_at, finished_at })
    .from(run)
    .orderBy(desc(id))
    .limit(1)
    .get();
  const states = STATES.map((state) => ({ state: state.code, ...readMonthRange(dataset, state) }));
  return { lastRun: lastRun ?? null, states };
}

/** How many runs of each command ended in which way, of those that the dataset keeps. */
export function countRuns({ sqlite }: Dataset): { command: string; outcome: string; runs: number }[] {
  return sqlite
    .prepare<[], { command: string; outcome: string; runs: number }>(
      'SELECT command, outcome, count(*) AS runs FROM run GROUP BY 1, 2 ORDER BY 1, 2',
    )
    .all();
}

/** The first and the last month of a state's datapoints. */
function readMonthRange({ sqlite }: Dataset, state: State): { first: Month | null; last: Month | null } {
  const table = getTableName(allocationTableOf(state));
  // two queries take one index step each; a single one would scan the index
  const [first, last] = ['min', 'max'].map((end) =>
    sqlite.prepare<[], string | null>(`SELECT ${end}(allocation_period) FROM ${table}`).pluck().get(),
  );
  return { first: monthOf(first ?? null), last: monthOf(last ?? null) };
}

/** The refused reports of a run, each with its first reason. */
function refusedReports(summary: string) {
  const { reports = [] }: { reports?: { path: string; status: string; findings: Finding[] }[] } =
    JSON.parse(summary);
  return reports
    .filter(({ status }) => status === 'refused')
    .map(({ path, findings }) => {
      // a doubtful report has no error
      const reason = findings.find(({ severity }) => severity === 'error') ?? findings[0];
      const { sheet = null, row = null, column = null } = reason ?? {};
      const message = reason ? refusalMessage(reason) : '';
      return { path, code: reason?.code ?? '', message, sheet, row, column };
    });
}

/** What is loaded of a state. */
export function readStateStatus(dataset: Dataset, state: State) {
  const { sqlite } = dataset;
  const { code } = state;
  const datapoints = sqlite
    .prepare<[], number>(`SELECT count(*) FROM ${getTableName(allocationTableOf(state))}`)
    .pluck()
    .get();
  const { first, last } = readMonthRange(dataset, state);
  const types = sqlite
    .prepare<[string], [string, number]>(
      `SELECT coalesce(type, 'unknown'), count(*) FROM jurisdiction WHERE state = ? GROUP BY 1 ORDER BY 1`,
    )
    .raw()
    .all(code);
  return {
    state: code,
    first_month: first,
    last_month: last,
    first_sales_month: salesDate(first && firstDay(first), state.calendar),
    last_sales_month: salesDate(last && firstDay(last), state.calendar),
    jurisdictions: Object.fromEntries(types),
    datapoints: datapoints ?? 0,
    findings: countStoredFindings(dataset, code),
  };
}

function monthOf(date: string | null): Month | null {
  return date === null ? null : monthOfDate(date);
}
