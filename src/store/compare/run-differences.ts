import { getTableName } from 'drizzle-orm';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { digestOfSummary, openRunDigests } from '../write/run-digest.ts';

interface SealedRun {
  id: number;
  command: string;
  finished_at: string;
  summary: string;
  digest: string | null;
  summary_digest: string | null;
}

/** What `forget` leaves of the summary of an old run. */
const SHORTENED = '{}';

/** Lists the runs whose record, summary or revisions are not as the run wrote them. */
export function* findChangedRuns(dataset: Dataset): Generator<string> {
  const { sqlite } = dataset;
  const { digestOf } = openRunDigests(dataset);
  const runs = sqlite.prepare<[], SealedRun>(
    'SELECT id, command, finished_at, summary, digest, summary_digest FROM run ORDER BY id',
  );
  for (const { id, command, finished_at, summary, digest, summary_digest } of runs.all()) {
    const name = `run ${id} (${command}, ${finished_at})`;
    if (digest === null) yield `No digest is stored for ${name}`;
    else if (digest !== digestOf(id)) yield `The record or the revisions of ${name} were changed later`;
    const isShortened = summary_digest === null && summary === SHORTENED;
    if (!isShortened && summary_digest !== digestOfSummary(summary))
      yield `The summary of ${name} was changed later`;
  }
  yield* findMissingRuns(dataset);
}

interface Attributed {
  jurisdictionId: number;
  period: string;
  runId: number | null;
  /** Whether the run changed the dataset. */
  hasVersion: 0 | 1;
  /** The run of the newest revision of the datapoint. */
  revisedBy: number | null;
}

/**
 * Lists datapoints of a state whose run cannot have changed them last: it is missing, it changed nothing, a later run
 * revised the datapoint, or it ended before the first report of the month was received.
 */
export function* findMisattributed(dataset: Dataset, state: State): Generator<string> {
  const { sqlite } = dataset;
  const table = getTableName(allocationTableOf(state));
  const firstRuns = firstRunsByMonth(dataset, state);
  const datapoints = sqlite.prepare<[string], Attributed>(
    `SELECT datapoint.jurisdiction_id AS jurisdictionId, datapoint.allocation_period AS period,
       datapoint.run_id AS runId, run.dataset_version IS NOT NULL AS hasVersion, revised.run_id AS revisedBy
     FROM ${table} AS datapoint LEFT JOIN run ON run.id = datapoint.run_id
     LEFT JOIN (SELECT jurisdiction_id, allocation_period, max(run_id) AS run_id FROM revision
       WHERE state = ? GROUP BY jurisdiction_id, allocation_period) AS revised
     ON revised.jurisdiction_id = datapoint.jurisdiction_id AND revised.allocation_period = datapoint.allocation_period`,
  );
  for (const { jurisdictionId, period, runId, hasVersion, revisedBy } of datapoints.iterate(state.code)) {
    const name = `${table} ${jurisdictionId} ${period}: run_id is ${runId}`;
    if (runId === null || hasVersion === 0) yield `${name}, but no such run changed the dataset`;
    else if (revisedBy !== null && runId < revisedBy) yield `${name}, but run ${revisedBy} changed it later`;
    else if (runId < (firstRuns.get(period) ?? 0))
      yield `${name}, but that run ended before a report of the month was received`;
  }
}

/** For each month, the first run that ended after the first report of the month was received, also if it was withdrawn. */
function firstRunsByMonth({ sqlite }: Dataset, state: State): Map<string, number> {
  const rows = sqlite.prepare<[string], [string, number]>(
    `SELECT month, (SELECT min(id) FROM (
         SELECT id, max(finished_at) OVER (ORDER BY id) AS ended FROM run) WHERE ended >= received) FROM (
       SELECT datapoint.allocation_period AS month, min(report.received_at) AS received
       FROM (SELECT DISTINCT allocation_period FROM ${getTableName(allocationTableOf(state))}) AS datapoint
       JOIN report ON report.first_month <= datapoint.allocation_period
         AND report.last_month >= datapoint.allocation_period
       WHERE report.kind IN (SELECT value FROM json_each(?)) GROUP BY 1)`,
  );
  return new Map(rows.raw().all(JSON.stringify(state.kinds.map(({ name }) => name))));
}

/** No run removes the newest one; older runs may be forgotten. */
function* findMissingRuns({ sqlite }: Dataset): Generator<string> {
  const newest = Number(sqlite.prepare('SELECT max(id) FROM run').pluck().get());
  const last = Number(
    sqlite.prepare("SELECT max(seq) FROM sqlite_sequence WHERE name = 'run'").pluck().get() ?? 0,
  );
  if (newest !== last) yield `Run ${last}, the newest one, is not stored`;
}
