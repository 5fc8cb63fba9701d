import { getTableName } from 'drizzle-orm';
import { REPORT_KINDS, STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { Dataset } from './dataset.ts';
import { allocationTableOf, rowTableOf } from './schema.ts';
import { DATAPOINT, DERIVED } from './write/revisions.ts';

/** Reports with another number of rows than a run loaded, and states with a datapoint too many or too few. */
export function findWrongCounts({ sqlite }: Dataset): string[] {
  const rowTables = REPORT_KINDS.map(({ name }) => getTableName(rowTableOf(name)));
  const ofReports = `SELECT format('%s (%s) has %,d rows, but %,d were loaded', file_name, sha256, ifnull(found, 0), row_count)
    FROM report LEFT JOIN (SELECT report_id, count(*) AS found
      FROM (${rowTables.map((table) => `SELECT report_id FROM ${table}`).join(' UNION ALL ')}) GROUP BY report_id)
    ON report_id = report.id WHERE ifnull(found, 0) <> row_count ORDER BY report.id`;
  const ofStates = STATES.map(
    (state) => `SELECT format('${tableOf(state)} has %,d rows, but the reports give %,d', stored, given)
      FROM (SELECT count(*) AS stored FROM ${tableOf(state)}), (SELECT count(*) AS given FROM
        (SELECT DISTINCT jurisdiction_id, allocation_period FROM ${getTableName(rowTableOf(state.kinds[0].name))}))
      WHERE stored <> given`,
  );
  return [ofReports, ...ofStates].flatMap((text) => sqlite.prepare<[], string>(text).pluck().all());
}

/** Runs that added more or fewer datapoints than are stored or were removed. A run that is forgotten counts none. */
export function findWrongAdditions({ sqlite }: Dataset): string[] {
  const added = STATES.map((state) => `SELECT first_run_id AS run_id FROM ${tableOf(state)}`).join(
    ' UNION ALL ',
  );
  // a removal has the run that had added the datapoint as "before"
  const wrong = sqlite.prepare<[], string>(
    `SELECT format('Run %d added %,d datapoints, but first_run_id names it %,d times', id, told, ifnull(found, 0))
     FROM (SELECT id, CASE WHEN json_valid(summary) THEN summary ->> '$.allocations.inserted' END AS told FROM run)
     LEFT JOIN (SELECT run_id, count(*) AS found FROM (${added}
       UNION ALL SELECT before FROM revision WHERE field = '${DATAPOINT}') GROUP BY run_id) ON run_id = id
     WHERE told <> ifnull(found, 0) ORDER BY id`,
  );
  return wrong.pluck().all();
}

/** Whether revisions are missing. Their numbers have no gaps, because no run removes any. */
export function findMissingRevisions({ sqlite }: Dataset): string[] {
  const missing = sqlite.prepare<[], string>(
    `SELECT format('%,d revisions were recorded, but %,d are stored', seq, found)
     FROM (SELECT count(*) AS found, max(id) AS newest FROM revision)
     JOIN sqlite_sequence ON name = 'revision' WHERE seq <> found OR seq <> newest`,
  );
  return missing.pluck().all();
}

/** The newest revision of each figure that the dataset contradicts. No revision tells of a datapoint that came back. */
export function findWrongRevisions({ sqlite }: Dataset, state: State): string[] {
  const figures = state.fields.map(({ name }) => `WHEN '${name}' THEN present."${name}"`).join(' ');
  const wrong = sqlite.prepare<[object], string>(
    `SELECT format('Revision %d: %d %s %s is %s after it, but %s in ${tableOf(state)}', newest.id, jurisdiction_id,
       allocation_period, field, ifnull(newest.after, 'null'), ifnull(CASE field ${figures} END, 'null'))
     FROM (SELECT max(id) AS id, jurisdiction_id, allocation_period, field, after FROM revision
       WHERE state = @state AND field NOT IN ('${DERIVED}', '${DATAPOINT}')
       GROUP BY jurisdiction_id, allocation_period, field) AS newest
     LEFT JOIN ${tableOf(state)} AS present USING (jurisdiction_id, allocation_period)
     WHERE newest.after IS NOT CASE field ${figures} END AND NOT EXISTS (SELECT 1 FROM revision AS removal
       WHERE removal.jurisdiction_id = newest.jurisdiction_id AND removal.allocation_period = newest.allocation_period
         AND removal.field = '${DATAPOINT}' AND removal.id > newest.id)
     ORDER BY newest.id`,
  );
  return wrong.pluck().all({ state: state.code });
}

/** Datapoints whose runs cannot be right: no run that changed the dataset, or one before another that wrote it. */
export function findWrongRuns({ sqlite }: Dataset, state: State): string[] {
  const wrong = sqlite.prepare<[object], string>(
    `SELECT format('${tableOf(state)} %d %s: run_id is %s and first_run_id is %d, which cannot be',
       jurisdiction_id, allocation_period, ifnull(run_id, 'null'), first_run_id)
     FROM ${tableOf(state)} AS present LEFT JOIN run ON run.id = run_id
     LEFT JOIN (SELECT jurisdiction_id, allocation_period, max(run_id) AS revised FROM revision
       WHERE state = @state GROUP BY 1, 2) USING (jurisdiction_id, allocation_period)
     WHERE run.dataset_version IS NULL OR first_run_id NOT BETWEEN 1 AND run_id OR run_id < revised`,
  );
  return wrong.pluck().all({ state: state.code });
}

function tableOf(state: State): string {
  return getTableName(allocationTableOf(state));
}
