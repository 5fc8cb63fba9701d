import { firstDay, type Month, monthOfDate } from '../../../domain/month.ts';
import { periodIndexOf, runIndexOf } from '../../allocation-columns.ts';
import {
  type ChangeScope,
  emptyChange,
  existedThen,
  isAsked,
  type ListedChange,
  openRunTimes,
  REMOVED_SINCE,
} from './change.ts';

/** Jurisdictions without any datapoint at the time. None if the whole state is new. */
export function findNewJurisdictions(scope: ChangeScope): ListedChange[] {
  const { dataset, state, table, parameters } = scope;
  if (newestThen(scope) === null) return [];
  const rows = dataset.sqlite
    .prepare<[object], { id: number; period: string; total: number | null; run: number }>(
      `SELECT jurisdiction_id AS id, min(allocation_period) AS period, sum(${state.headline}) AS total,
         min(first_run_id) AS run
       FROM ${table} INDEXED BY ${runIndexOf(state)} WHERE run_id > @run AND ${isAsked('jurisdiction_id')}
         AND NOT EXISTS (SELECT 1 FROM ${table} AS earlier
           WHERE earlier.jurisdiction_id = ${table}.jurisdiction_id AND ${existedThen('earlier')})
         AND jurisdiction_id NOT IN (SELECT jurisdiction_id FROM (${REMOVED_SINCE}))
       GROUP BY jurisdiction_id ORDER BY jurisdiction_id`,
    )
    .all(parameters);
  const timeOf = openRunTimes(dataset);
  return rows.map(({ id, period, total, run }) => ({
    ...emptyChange('new_jurisdiction', state.code, timeOf(run)),
    month: monthOfDate(period),
    jurisdictionId: id,
    field: state.headline,
    total,
  }));
}

/** Jurisdictions that had a datapoint in the newest month of the time or later, but have none in the newest month. */
export function findEndedJurisdictions(scope: ChangeScope): ListedChange[] {
  const { dataset, state, table, parameters } = scope;
  const [then, now] = [newestThen(scope), newestNow(scope)];
  if (then === null || now === null || now.period <= then) return [];
  const rows = dataset.sqlite
    .prepare<[object], { id: number; period: string; after: number | null }>(
      `SELECT jurisdiction_id AS id, max(allocation_period) AS period, ${state.headline} AS after
       FROM ${table} WHERE allocation_period >= @then AND ${isAsked('jurisdiction_id')}
       GROUP BY jurisdiction_id HAVING max(allocation_period) < @now ORDER BY jurisdiction_id`,
    )
    .all({ ids: parameters.ids, then, now: now.period });
  const at = openRunTimes(dataset)(now.run);
  return rows.map(({ id, period, after }) => ({
    ...emptyChange('ended_jurisdiction', state.code, at),
    month: monthOfDate(period),
    jurisdictionId: id,
    field: state.headline,
    after,
  }));
}

/** The newest month that the state had at the time. */
function newestThen({ dataset, state, table, parameters }: ChangeScope): string | null {
  const { run, state: code } = parameters;
  if (run === 0) return null;
  const newest = dataset.sqlite
    .prepare<[object], string | null>(
      `SELECT max(period) FROM (
         SELECT * FROM (SELECT allocation_period AS period FROM ${table} INDEXED BY ${periodIndexOf(state)}
           WHERE first_run_id <= @run ORDER BY allocation_period DESC LIMIT 1)
         UNION ALL SELECT max(allocation_period) FROM (${REMOVED_SINCE}))`,
    )
    .pluck();
  return newest.get({ run, state: code }) ?? null;
}

/** The newest month of the state, and the run that added it. */
export function newestNow({ dataset, table }: ChangeScope): { period: string; run: number } | null {
  const newest = dataset.sqlite.prepare<[], { period: string; run: number }>(
    `SELECT allocation_period AS period, max(first_run_id) AS run FROM ${table}
     WHERE allocation_period = (SELECT max(allocation_period) FROM ${table}) GROUP BY allocation_period`,
  );
  return newest.get() ?? null;
}

/** The total of a state's headline field in a month and a year before; `null` if no jurisdiction has the figure. */
export function readMonthTotals(
  { dataset, state, table, parameters }: ChangeScope,
  months: readonly Month[],
): { total: number | null; jurisdictions: number }[] {
  const select = dataset.sqlite.prepare<[object], { total: number | null; jurisdictions: number }>(
    `SELECT sum(${state.headline}) AS total, count(${state.headline}) AS jurisdictions FROM ${table}
     WHERE allocation_period = @period AND ${isAsked('jurisdiction_id')}`,
  );
  const { ids } = parameters;
  return months.map(
    (month) => select.get({ ids, period: firstDay(month) }) ?? { total: null, jurisdictions: 0 },
  );
}
