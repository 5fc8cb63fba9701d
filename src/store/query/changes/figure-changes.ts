import { monthOfDate } from '../../../domain/month.ts';
import { kindColumnPrefix, runIndexOf } from '../../allocation-columns.ts';
import { DATAPOINT, DERIVED } from '../../write/revisions.ts';
import {
  type ChangeScope,
  emptyChange,
  existedThen,
  isAsked,
  type ListedChange,
  openChangeReports,
  openRunTimes,
  REMOVED_SINCE,
} from './change.ts';

/** A figure at the time and now. */
interface ChangedFigure {
  id: number;
  period: string;
  field: string;
  before: number | null;
  after: number | null;
  run: number;
  report: number | null;
}

/** The figures of one month and field that were missing at the time. */
interface AddedFigures {
  period: string;
  field: string;
  jurisdictions: number;
  total: number | null;
  /** The newest run that added one. */
  run: number;
  /** The report that gives all of them; `null` if there are several. */
  report: number | null;
}

const CORRECTED = 'The register of corrections gives this figure.';

/** All differences of figures: new months, restated and removed figures, and figures that were missing. */
export function findFigureChanges(scope: ChangeScope): ListedChange[] {
  const { dataset, state } = scope;
  const [timeOf, reportOf] = [openRunTimes(dataset), openChangeReports(dataset)];
  const isCorrected = readCorrected(scope);
  const wasThere = openMonthsThen(scope);
  const changes: ListedChange[] = [];
  const added: AddedFigures[] = readNewDatapoints(scope, wasThere);
  for (const figure of readChangedFigures(scope)) {
    const { id, period, field, before, after, run, report } = figure;
    if (before === null) added.push({ ...figure, jurisdictions: 1, total: after });
    else
      changes.push({
        ...emptyChange(after === null ? 'removed_figure' : 'restated_figure', state.code, timeOf(run)),
        month: monthOfDate(period),
        jurisdictionId: id,
        ...{ field, before, after },
        report: after === null ? null : reportOf(report),
        reason: isCorrected(figure) ? CORRECTED : null,
      });
  }
  const units = new Map(state.fields.map(({ name, unit }) => [name, unit]));
  const ofMonths = addUp(added).map(
    ({ period, field, jurisdictions, total, run, report }): ListedChange => ({
      ...emptyChange(wasThere(period) ? 'new_figure' : 'new_month', state.code, timeOf(run)),
      month: monthOfDate(period),
      field,
      total: units.get(field) === 'amount' ? total : null,
      jurisdictions,
      report: reportOf(report),
    }),
  );
  return [...ofMonths, ...changes];
}

/**
 * Figures of datapoints that existed at the time and have another value now, however often they changed between. What
 * happened after a datapoint was removed does not tell what it had at the time: no revision tells of its return.
 */
function readChangedFigures({ dataset, state, table, parameters }: ChangeScope): Iterable<ChangedFigure> {
  const figures = state.fields.map(({ name }) => `WHEN '${name}' THEN ${table}.${name}`).join(' ');
  const present = `CASE changed.field ${figures} END`;
  // only one report may be behind a datapoint that was removed and is back
  const report = `coalesce(newest.report_id, ${table}.${kindColumnPrefix(state.kinds[0].name)}_report_id)`;
  return dataset.sqlite
    .prepare<[object], ChangedFigure>(
      `WITH removed AS (${REMOVED_SINCE}),
       touched AS (
         SELECT jurisdiction_id, allocation_period, field, max(id) AS last,
           min(CASE WHEN removed.run IS NULL OR run_id <= removed.run THEN id END) AS first
         FROM revision LEFT JOIN removed USING (jurisdiction_id, allocation_period)
         WHERE id >= (SELECT id FROM revision WHERE run_id > @run ORDER BY run_id, id LIMIT 1)
           AND +state = @state AND field NOT IN ('${DERIVED}', '${DATAPOINT}') AND ${isAsked('jurisdiction_id')}
         GROUP BY jurisdiction_id, allocation_period, field
         UNION ALL SELECT jurisdiction_id, allocation_period, value, NULL, NULL
         FROM removed, json_each(@fields) WHERE ${isAsked('jurisdiction_id')}),
       changed AS (
         SELECT jurisdiction_id, allocation_period, field, max(first) AS first, max(last) AS last
         FROM touched GROUP BY jurisdiction_id, allocation_period, field)
       SELECT changed.jurisdiction_id AS id, changed.allocation_period AS period, changed.field, oldest.before,
         ${present} AS after, max(ifnull(newest.run_id, 0), ifnull(${table}.first_run_id, 0)) AS run, ${report} AS report
       FROM changed LEFT JOIN revision AS oldest ON oldest.id = first LEFT JOIN revision AS newest ON newest.id = last
       LEFT JOIN ${table} ON ${table}.jurisdiction_id = changed.jurisdiction_id
         AND ${table}.allocation_period = changed.allocation_period
       WHERE oldest.before IS NOT ${present} AND (${table}.first_run_id <= @run
         OR (changed.jurisdiction_id, changed.allocation_period) IN (SELECT jurisdiction_id, allocation_period FROM removed))`,
    )
    .iterate({ ...parameters, fields: JSON.stringify(state.fields.map(({ name }) => name)) });
}

/**
 * The figures of datapoints that did not exist at the time. Of a new month, only the payments. Before the first run
 * nothing existed; later, the index by run finds them: without its name, SQLite would scan all months.
 */
function readNewDatapoints(
  { dataset, state, table, parameters }: ChangeScope,
  wasThere: (period: string) => boolean,
): AddedFigures[] {
  const isFirst = parameters.run === 0;
  const fields = isFirst ? [state.headline] : state.fields.map(({ name }) => name);
  const report = `${kindColumnPrefix(state.kinds[0].name)}_report_id`;
  const sums = fields.map((field) => `count(${field}), sum(${field})`);
  const rows = dataset.sqlite
    .prepare<[object], [string, number, number, number | null, ...(number | null)[]]>(
      `SELECT allocation_period, count(*), max(first_run_id),
         CASE min(${report}) WHEN max(${report}) THEN min(${report}) END, ${sums.join(', ')}
       FROM ${table} ${isFirst ? '' : `INDEXED BY ${runIndexOf(state)}`}
       WHERE run_id > @run AND NOT ${existedThen(table)} AND ${isAsked('jurisdiction_id')}
       GROUP BY allocation_period ORDER BY allocation_period DESC`,
    )
    .raw()
    .all(parameters);
  return rows.flatMap(([period, datapoints, run, only, ...counted]) => {
    const ofField = (field: string, jurisdictions: number) => {
      const total = counted[fields.indexOf(field) * 2 + 1] ?? null;
      return { period, field, jurisdictions, total, run, report: only };
    };
    if (!wasThere(period)) return [ofField(state.headline, datapoints)];
    return fields.map((field, at) => ofField(field, counted[at * 2] ?? 0));
  });
}

/** Adds up figures of the same month and field. */
function addUp(figures: readonly AddedFigures[]): AddedFigures[] {
  const sums = new Map<string, AddedFigures>();
  for (const one of figures.filter(({ jurisdictions }) => jurisdictions > 0)) {
    const key = `${one.period} ${one.field}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...one });
    else {
      sum.jurisdictions += one.jurisdictions;
      sum.total = (sum.total ?? 0) + (one.total ?? 0);
      sum.run = Math.max(sum.run, one.run);
      if (one.report !== sum.report) sum.report = null;
    }
  }
  return [...sums.values()];
}

/** Whether the register of corrections gives a figure. */
function readCorrected({ dataset, parameters }: ChangeScope): (figure: ChangedFigure) => boolean {
  const keys = dataset.sqlite
    .prepare<[string], string>(
      `SELECT jurisdiction_id || ' ' || allocation_period || ' ' || "column" FROM finding
       WHERE state = ? AND code = 'figure-corrected'`,
    )
    .pluck()
    .all(parameters.state);
  const corrected = new Set(keys);
  return ({ id, period, field }) => corrected.has(`${id} ${period} ${field}`);
}

/** Tells whether the state had any datapoint in a month at the time. */
function openMonthsThen({ dataset, table, parameters }: ChangeScope): (period: string) => boolean {
  const { run, state } = parameters;
  // before the first run there was nothing
  if (run === 0) return () => false;
  const exists = dataset.sqlite
    .prepare<[object], number>(
      `SELECT EXISTS (SELECT 1 FROM ${table} WHERE allocation_period = @period AND first_run_id <= @run)
         OR EXISTS (SELECT 1 FROM (${REMOVED_SINCE}) WHERE allocation_period = @period)`,
    )
    .pluck();
  return (period) => exists.get({ run, state, period }) === 1;
}
