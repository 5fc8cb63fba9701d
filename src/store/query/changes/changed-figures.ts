import { monthOfDate } from '../../../domain/month.ts';
import { kindColumnPrefix } from '../../allocation-columns.ts';
import { DATAPOINT, DERIVED } from '../../write/revisions.ts';
import {
  type ChangeName,
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

const CORRECTED = 'The register of corrections gives this figure.';

/**
 * Figures of datapoints that existed at the time and have another value now, however often they changed between. Figures
 * that were missing are counted by month and field: a quarterly report brings thousands of them.
 */
export function findChangedFigures(scope: ChangeScope): ListedChange[] {
  const { dataset, state } = scope;
  const [timeOf, reportOf] = [openRunTimes(dataset), openChangeReports(dataset)];
  const isCorrected = readCorrected(scope);
  const changes: ListedChange[] = [];
  const added = new Map<string, ChangedFigure[]>();
  for (const figure of readChangedFigures(scope)) {
    const { id, period, field, before, after, run, report } = figure;
    if (before === null) {
      const key = `${period} ${field}`;
      added.set(key, [...(added.get(key) ?? []), figure]);
      continue;
    }
    const name: ChangeName = after === null ? 'removed_figure' : 'restated_figure';
    changes.push({
      ...emptyChange(name, state.code, timeOf(run)),
      month: monthOfDate(period),
      jurisdictionId: id,
      ...{ field, before, after },
      report: after === null ? null : reportOf(report),
      reason: isCorrected(figure) ? CORRECTED : null,
    });
  }
  const grouped = [...added.values()].map((figures) => groupAdded(scope, figures, timeOf, reportOf));
  return [...changes, ...grouped];
}

function readChangedFigures({ dataset, state, table, parameters }: ChangeScope): Iterable<ChangedFigure> {
  const figures = state.fields.map(({ name }) => `WHEN '${name}' THEN ${table}.${name}`).join(' ');
  const present = `CASE changed.field ${figures} END`;
  // only one report may be behind a datapoint that was removed and is back
  const report = `coalesce(newest.report_id, ${table}.${kindColumnPrefix(state.kinds[0].name)}_report_id)`;
  return dataset.sqlite
    .prepare<[object], ChangedFigure>(
      `WITH changed AS (
         SELECT jurisdiction_id, allocation_period, field, min(id) AS first, max(id) AS last FROM revision
         WHERE id >= (SELECT id FROM revision WHERE run_id > @run ORDER BY run_id, id LIMIT 1)
           AND +state = @state AND field NOT IN ('${DERIVED}', '${DATAPOINT}') AND ${isAsked('jurisdiction_id')}
         GROUP BY jurisdiction_id, allocation_period, field)
       SELECT changed.jurisdiction_id AS id, changed.allocation_period AS period, changed.field, oldest.before,
         ${present} AS after, newest.run_id AS run, ${report} AS report
       FROM changed JOIN revision AS oldest ON oldest.id = first JOIN revision AS newest ON newest.id = last
       LEFT JOIN ${table} ON ${table}.jurisdiction_id = changed.jurisdiction_id
         AND ${table}.allocation_period = changed.allocation_period
       WHERE oldest.before IS NOT ${present}
         AND CASE WHEN ${table}.jurisdiction_id IS NULL
           THEN (changed.jurisdiction_id, changed.allocation_period) IN (${REMOVED_SINCE})
           ELSE ${existedThen(table)} END`,
    )
    .iterate(parameters);
}

function groupAdded(
  { state }: ChangeScope,
  figures: readonly ChangedFigure[],
  timeOf: (run: number) => string,
  reportOf: ReturnType<typeof openChangeReports>,
): ListedChange {
  const { period = '', field = '', report = null } = figures[0] ?? {};
  const isAmount = state.fields.find(({ name }) => name === field)?.unit === 'amount';
  return {
    ...emptyChange('new_figure', state.code, timeOf(Math.max(...figures.map(({ run }) => run)))),
    month: monthOfDate(period),
    field,
    total: isAmount ? figures.reduce((sum, { after }) => sum + (after ?? 0), 0) : null,
    jurisdictions: figures.length,
    report: figures.every((figure) => figure.report === report) ? reportOf(report) : null,
  };
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
