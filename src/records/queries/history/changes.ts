import { getTableName } from 'drizzle-orm';
import { isFromReport, salesDate } from '../../../domain/allocation.ts';
import { isInCounty } from '../../../domain/jurisdiction.ts';
import { perContentAndKey } from '../../../domain/reading/once.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import { STATES, stateOf, stateOfId, unitOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { kindColumnPrefix, periodIndexOf, runIndexOf } from '../../../store/allocation-columns.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { allocationTableOf } from '../../../store/schema.ts';
import { DATAPOINT, DERIVED } from '../../../store/write/revisions.ts';
import {
  CHANGES,
  type ChangeName,
  changeRecord,
  type ListedChange,
  NO_DETAILS,
} from '../../descriptions/history/change.ts';
import { momentBeforeNewest } from '../../filters/versions.ts';
import { findAmong, foundRows, listOf } from '../../list.ts';
import { listReports } from '../reports.ts';
import { hasRevisions } from './revisions.ts';
import { updateRecord, updatesOf } from './updates.ts';

/** Which changes to list: those by runs after `run`, of all jurisdictions or these. */
interface ChangeQuestion {
  run: number;
  state: string | undefined;
  jurisdictions: readonly number[] | undefined;
}

/** What differs between the dataset of a version and the present one, the most important first. */
export const changes = listOf(changeRecord, {
  find: (view, asked, window, beside) => {
    const { since, since_version, by, state, county, jurisdictions: named } = asked;
    if (by === 'month') {
      const all = updatesOf(view, state, beside).filter((one) => (asked.change ?? one.change) === one.change);
      const { total, length, read } = foundRows(all, window);
      return {
        total,
        length,
        read: (held, ...part) => read(held, ...part).map((one) => updateRecord(one, held)),
      };
    }
    const { run } = since ?? since_version ?? momentBeforeNewest(view.dataset);
    const all = listChanges(view, { run, state, jurisdictions: idsIn(view, county, named) });
    return findAmong(changeRecord, all, { ...(asked.change && { change: asked.change }) }, window);
  },
  isKnown: ({ jurisdictions, dataset }, id) => jurisdictions.has(id) || hasRevisions(dataset, id),
});

/** The jurisdictions of a county, among those named if any are. */
function idsIn(
  { jurisdictions }: DatasetView,
  county: string | undefined,
  named: readonly number[] | undefined,
): readonly number[] | undefined {
  if (county === undefined) return named;
  const ofCounty = [...jurisdictions.values()].filter((stored) => isInCounty(stored, county));
  return ofCounty.map(({ id }) => id).filter((id) => named?.includes(id) ?? true);
}

const BYTES_OF_CHANGE = 1000;

/** Lists are compared whole, and read page by page. */
const listChanges = perContentAndKey(
  (view: DatasetView, question: ChangeQuestion): readonly ListedChange[] => {
    const states = askedStates(question);
    if (states.length === 0) return [];
    const codes = new Set(states.map(({ code }) => code));
    const all = [
      ...states
        .flatMap((state) => changesOfState(view, state, question))
        .sort(compareFound)
        .map(toChange(view)),
      ...changesOfReports(view, question.run).filter(({ state }) => codes.has(state)),
      ...changesOfCounties(view, question).filter(({ state }) => codes.has(state)),
    ];
    return all.sort((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change));
  },
  (question) => JSON.stringify(question),
  ({ length }) => length * BYTES_OF_CHANGE,
);

/** The states that a question is about, by code or by jurisdictions. */
function askedStates({ state, jurisdictions }: Omit<ChangeQuestion, 'run'>): State[] {
  const owners = jurisdictions && new Set(jurisdictions.map((id) => stateOfId(id)));
  return STATES.filter((one) => (state ?? one.code) === one.code && (owners?.has(one) ?? true));
}

const NOTHING = { ...NO_DETAILS, key: null, title: null, text: null, page: null };

/** A month as records have it, with the month of its sales. */
function datesOf(state: string, allocation_period: string | null) {
  return { allocation_period, sales_period: salesDate(allocation_period, stateOf(state).calendar) };
}

/** The reports that a later run withdrew. */
function changesOfReports(view: DatasetView, run: number): ListedChange[] {
  const since = view.dataset.sqlite
    .prepare<[number], string>('SELECT started_at FROM run WHERE id > ? ORDER BY id LIMIT 1')
    .pluck()
    .get(run);
  const all = listReports(view).flatMap((listed): ListedChange[] => {
    const { state, last_month: allocation_period, withdrawn_at: at, withdrawn_reason: reason } = listed;
    const { sha256, file_name, kind, received_at } = listed;
    if (at === null || since === undefined || at < since) return [];
    const report = { sha256, file_name, kind, received_at };
    return [
      {
        ...NOTHING,
        state,
        ...datesOf(state, allocation_period),
        report,
        change: 'withdrawn_report',
        at,
        reason,
      },
    ];
  });
  return all.sort(
    (a, b) =>
      compareText(b.allocation_period ?? '', a.allocation_period ?? '') || compareText(a.state, b.state),
  );
}

/** The places that count in another county than at the time. Runs keep what they changed. */
function changesOfCounties(
  { dataset, jurisdictions }: DatasetView,
  { run, jurisdictions: asked }: ChangeQuestion,
): ListedChange[] {
  const found = dataset.sqlite
    .prepare<[number], { id: number; before: string; at: string }>(
      `SELECT value ->> 'id' AS id, value ->> 'before' AS before, finished_at AS at
       FROM run, json_each(summary, '$.county_changes') WHERE run.id > ? ORDER BY run.id`,
    )
    .all(run);
  return [...Map.groupBy(found, ({ id }) => id)].flatMap(([id, all]): ListedChange[] => {
    const [place, before, at] = [jurisdictions.get(id), all[0]?.before, all.at(-1)?.at];
    if (!place || place.county === before || at === undefined || (asked && !asked.includes(id))) return [];
    const { state, name, type, county } = place;
    const reason = `${before} County before, ${county === null ? 'no known county' : `${county} County`} now`;
    const jurisdiction = { id, name, type, county };
    return [
      { ...NOTHING, change: 'changed_county', state, ...datesOf(state, null), jurisdiction, reason, at },
    ];
  });
}

/** A change as the query finds it. */
interface FoundChange {
  change: ChangeName;
  state: string;
  /** What is told first: the headline field, then other amounts, then percentages. */
  place: number;
  rank: number;
  period: string;
  id: number | null;
  field: string;
  before: number | null;
  after: number | null;
  total: number | null;
  jurisdictions: number | null;
  is_corrected: number;
  at: string;
  sha256: string | null;
  file_name: string;
  kind: string;
  received_at: string;
}

const CORRECTED = 'The register of corrections gives this figure.';

/** Compares the datapoints of a state at the time with the present ones: each state is a piece of work. */
const changesOfState = perContentAndKey(
  ({ dataset }: DatasetView, state: State, { run, jurisdictions }: ChangeQuestion): readonly FoundChange[] =>
    dataset.sqlite
      .prepare<[object], FoundChange>(
        // the next run answers for one that the dataset has forgotten
        `SELECT found.*, (SELECT finished_at FROM run WHERE id >= found.run ORDER BY id LIMIT 1) AS at,
           sha256, file_name, kind, received_at
         FROM (${selectChanges(state, run === 0)}) AS found LEFT JOIN report ON report.id = found.report
         ORDER BY found.id, field`,
      )
      .all({ run, ids: jurisdictions ? JSON.stringify(jurisdictions) : null }),
  ({ code }, { run, jurisdictions }) => JSON.stringify([code, run, jurisdictions]),
  ({ length }) => length * BYTES_OF_CHANGE,
);

/** The largest changes of the most important fields first. */
function compareFound(one: FoundChange, other: FoundChange): number {
  const sizeOf = ({ before, after }: FoundChange) => Math.abs((after ?? 0) - (before ?? 0));
  return (
    one.place - other.place ||
    one.rank - other.rank ||
    sizeOf(other) - sizeOf(one) ||
    compareText(other.period, one.period) ||
    compareText(one.state, other.state)
  );
}

function toChange({ jurisdictions }: DatasetView) {
  return (found: FoundChange): ListedChange => {
    const { change, state, period: allocation_period, id, field, before, after, total, at } = found;
    const { sha256, file_name, kind, received_at } = found;
    const { name = null, type = null, county = null } = (id !== null && jurisdictions.get(id)) || {};
    const unit = unitOf(state, field) ?? null;
    return {
      ...NOTHING,
      ...{ change, state, ...datesOf(state, allocation_period) },
      jurisdiction: id === null ? null : { id, name, type, county },
      ...{ field, unit, before, after, total: unit === 'amount' ? total : null },
      jurisdictions: found.jurisdictions,
      report: sha256 === null ? null : { sha256, file_name, kind, received_at },
      reason: found.is_corrected ? CORRECTED : null,
      at,
    };
  };
}

const IS_ASKED = '(@ids IS NULL OR jurisdiction_id IN (SELECT value FROM json_each(@ids)))';

/**
 * Selects the changes of one state's datapoints after the run `@run`. A revision tells the figure before a change, and the
 * removal of a datapoint: `before` is then the run that had added it. No revision tells of a new datapoint, or of one
 * that is back: so what happened after a datapoint was removed does not tell what it had at the time.
 */
function selectChanges(state: State, isFirst: boolean): string {
  const { code, headline } = state;
  const fields = state.fields.filter(isFromReport);
  const table = getTableName(allocationTableOf(state));
  const report = `${kindColumnPrefix(state.kinds[0].name)}_report_id`;
  // without the names of indexes, SQLite would scan all months or all revisions
  const [byRun, byPeriod] = [`INDEXED BY ${runIndexOf(state)}`, `INDEXED BY ${periodIndexOf(state)}`];
  const names = fields.map(({ name }) => name);
  const after = `CASE touched.field ${names.map((name) => `WHEN '${name}' THEN present.${name}`).join(' ')} END`;
  const ranks = fields.map(({ name, unit }) => `WHEN '${name}' THEN ${unit === 'amount' ? 1 : 2}`).join(' ');
  // before the first run there was nothing, and all months are new
  const counted = (isFirst ? [headline] : names).map(
    (name) => `'${name}', json_array(count(${name}), sum(${name}))`,
  );
  return `SELECT '${code}' AS state, CASE field WHEN '${headline}' THEN 0 ${ranks} END AS rank, * FROM (
    WITH removed AS (
      SELECT jurisdiction_id, allocation_period, min(run_id) AS run FROM revision INDEXED BY revision_of_run
      WHERE run_id > @run AND +state = '${code}' AND field = '${DATAPOINT}' AND before <= @run
      GROUP BY jurisdiction_id, allocation_period),
    gone AS (SELECT jurisdiction_id, allocation_period FROM removed),
    newest AS (SELECT max(allocation_period) AS now, (
      SELECT max(period) FROM (
        SELECT * FROM (SELECT allocation_period AS period FROM ${table} ${byPeriod}
          WHERE first_run_id <= @run AND @run > 0 ORDER BY allocation_period DESC LIMIT 1)
        UNION ALL SELECT max(allocation_period) FROM gone)) AS once FROM ${table}),
    touched AS (
      SELECT jurisdiction_id, allocation_period, field, max(last) AS last, max(first) AS first FROM (
        SELECT jurisdiction_id, allocation_period, field, max(id) AS last,
          min(CASE WHEN removed.run IS NULL OR run_id <= removed.run THEN id END) AS first
        FROM revision NOT INDEXED LEFT JOIN removed USING (jurisdiction_id, allocation_period)
        WHERE id >= (SELECT id FROM revision WHERE run_id > @run ORDER BY run_id, id LIMIT 1)
          AND +state = '${code}' AND field NOT IN ('${DERIVED}', '${DATAPOINT}') AND ${IS_ASKED}
        GROUP BY jurisdiction_id, allocation_period, field
        UNION ALL SELECT jurisdiction_id, allocation_period, value, NULL, NULL
        FROM gone, json_each('${JSON.stringify(names)}') WHERE ${IS_ASKED})
      GROUP BY jurisdiction_id, allocation_period, field),
    changed AS MATERIALIZED (
      SELECT touched.allocation_period AS period, touched.jurisdiction_id AS id, touched.field, oldest.before, ${after} AS after,
        max(ifnull(latest.run_id, 0), ifnull(present.first_run_id, 0)) AS run,
        -- only one report may be behind a datapoint that was removed and is back
        coalesce(latest.report_id, present.${report}) AS report
      FROM touched LEFT JOIN revision AS oldest ON oldest.id = first LEFT JOIN revision AS latest ON latest.id = last
      LEFT JOIN ${table} AS present ON present.jurisdiction_id = touched.jurisdiction_id
        AND present.allocation_period = touched.allocation_period
      WHERE oldest.before IS NOT ${after}
        AND (present.first_run_id <= @run OR (touched.jurisdiction_id, touched.allocation_period) IN gone)),
    month AS MATERIALIZED (
      SELECT allocation_period AS period, count(*) AS jurisdictions, max(first_run_id) AS run,
        CASE min(${report}) WHEN max(${report}) THEN min(${report}) END AS report,
        @run = 0 OR NOT (allocation_period IN (SELECT allocation_period FROM gone) OR EXISTS (SELECT 1 FROM ${table} AS old
          WHERE old.allocation_period = added.allocation_period AND old.first_run_id <= @run)) AS is_new,
        json_object(${counted.join(', ')}) AS figures
      FROM ${table} AS added ${isFirst ? 'NOT INDEXED' : byRun}
      WHERE run_id > @run AND first_run_id > @run AND (jurisdiction_id, allocation_period) NOT IN gone AND ${IS_ASKED}
      GROUP BY allocation_period),
    missing AS (
      SELECT period, key AS field, value ->> 0 AS jurisdictions, value ->> 1 AS total, run, report
      FROM month, json_each(figures) WHERE NOT is_new AND value ->> 0 > 0
      UNION ALL SELECT period, field, 1, after, run, report FROM changed WHERE before IS NULL)
    SELECT 'new_month' AS change, 0 AS place, period, NULL AS id, '${headline}' AS field, NULL AS before, NULL AS after,
      figures ->> '$.${headline}[1]' AS total, jurisdictions, report, run, 0 AS is_corrected FROM month WHERE is_new
    UNION ALL
    SELECT CASE WHEN after IS NULL THEN 'removed_figure' ELSE 'restated_figure' END, after IS NULL, period, id, field, before,
      after, NULL, NULL, CASE WHEN after IS NOT NULL THEN report END, run, EXISTS (SELECT 1 FROM finding
        WHERE jurisdiction_id = changed.id AND allocation_period = period AND code = 'figure-corrected' AND "column" = field)
    FROM changed WHERE before IS NOT NULL
    UNION ALL
    SELECT 'ended_jurisdiction', 2, max(allocation_period), jurisdiction_id, '${headline}', NULL, ${headline}, NULL, NULL, NULL,
      (SELECT max(first_run_id) FROM ${table} WHERE allocation_period = now), 0
    FROM newest CROSS JOIN ${table} ${byPeriod} WHERE allocation_period >= once AND ${IS_ASKED}
    GROUP BY jurisdiction_id HAVING max(allocation_period) < now
    UNION ALL
    SELECT 'new_jurisdiction', 3, min(allocation_period), jurisdiction_id, '${headline}', NULL, NULL, sum(${headline}), NULL, NULL,
      min(first_run_id), 0
    FROM ${table} ${byRun} WHERE @run > 0 AND run_id > @run AND (SELECT once FROM newest) IS NOT NULL AND ${IS_ASKED}
      AND NOT EXISTS (SELECT 1 FROM ${table} AS old
        WHERE old.jurisdiction_id = ${table}.jurisdiction_id AND old.first_run_id <= @run)
      AND jurisdiction_id NOT IN (SELECT jurisdiction_id FROM gone)
    GROUP BY jurisdiction_id
    UNION ALL
    SELECT 'new_figure', 4, period, NULL, field, NULL, NULL, sum(total), sum(jurisdictions),
      CASE WHEN count(DISTINCT ifnull(report, 0)) = 1 THEN min(report) END, max(run), 0
    FROM missing GROUP BY period, field)`;
}
