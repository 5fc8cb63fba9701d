import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { errorCode, LOCKED, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { STATES } from '../../states/index.ts';
import {
  columnsOfState,
  columnsOfStates,
  type PublishedColumn,
  STATE_COLUMN,
  sqlType,
} from '../warehouse/published-columns.ts';
import { allocationTable, type PublishedTable } from '../warehouse/published-tables.ts';
import { inTransaction, type PostgresClient, shownAddress } from './connection.ts';
import { columnComments } from './loading.ts';

const { escapeIdentifier, escapeLiteral } = pg;

/** The schema that readers use. Its views keep their names, and show the version loaded last. */
export const STABLE_SCHEMA = 'sales_tax';
/** The longest time that readers wait for one attempt. */
const ATTEMPT_MS = 600;
/** Part of the server's deadlock timeout for one attempt, so that the server never cancels a reader. */
const OF_DEADLOCK_TIMEOUT = 0.6;
const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 2_000;
/** The lock was not given in time, or two programs waited for each other. */
const BLOCKED = ['55P03', '40P01'];

interface StableView {
  name: string;
  meaning: string;
  columns: readonly PublishedColumn[];
  query(columns: readonly string[]): string;
}

/**
 * Points all stable views to a version, in one transaction. Readers that hold a view make it wait; it then gives way to
 * others, and tries again. Throws an `OperatorError` that names a reader after a minute.
 */
export async function switchViews(
  client: PostgresClient,
  schema: string,
  tables: readonly PublishedTable[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const order = stableViews(schema, tables);
  const deadline = performance.now() + patienceMs;
  for (let pause = 50; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const held = await inTransaction(client, () => replaceViews(client, order)).catch((error) => {
      if (error instanceof HeldView) return error.view;
      throw error;
    });
    if (held === null) return;
    if (performance.now() > deadline) throw await blockedBy(client);
    // readers that hold it wait for views after it: taking it first lets them end
    order.sort((a, b) => Number(b === held) - Number(a === held));
    await wait(pause);
  }
}

/** Readers hold a view. */
class HeldView extends Error {
  readonly view: StableView;

  constructor(view: StableView) {
    super(`readers hold ${view.name}`);
    this.view = view;
  }
}

/** Replaces the views in this order. Throws a `HeldView` if that takes too long. */
async function replaceViews(client: PostgresClient, views: readonly StableView[]): Promise<null> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${STABLE_SCHEMA}`);
  const before = await readColumns(client);
  const end = performance.now() + (await readAttemptTime(client));
  for (const view of views) {
    const left = Math.max(Math.round(end - performance.now()), 1);
    try {
      await client.query(
        `SET LOCAL lock_timeout = ${left}; CREATE OR REPLACE VIEW ${viewName(view)} AS ${view.query(orderOf(view, before.get(view.name) ?? []))}`,
      );
    } catch (error) {
      throw BLOCKED.includes(errorCode(error) ?? '') ? new HeldView(view) : error;
    }
  }
  const comments = views.flatMap((view) => [
    `COMMENT ON VIEW ${viewName(view)} IS ${escapeLiteral(`${view.meaning}.`)}`,
    ...columnComments(viewName(view), view.columns),
  ]);
  await client.query(comments.join('; '));
  return null;
}

function viewName({ name }: StableView): string {
  return `${STABLE_SCHEMA}.${escapeIdentifier(name)}`;
}

async function readAttemptTime(client: PostgresClient): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'",
  );
  return Math.min(ATTEMPT_MS, (rows[0]?.ms ?? ATTEMPT_MS) * OF_DEADLOCK_TIMEOUT);
}

/** The columns of each view or table that the stable schema has. */
async function readColumns(client: PostgresClient): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns FROM pg_class
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = to_regnamespace($1) AND relkind IN ('v', 'r', 'm') GROUP BY relname`,
    [STABLE_SCHEMA],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The columns that a view has, in their order, then the new ones. Views that others build on cannot change otherwise. */
function orderOf({ name, columns }: StableView, before: readonly string[]): string[] {
  const own = columns.map((column) => column.name);
  const gone = before.find((column) => !own.includes(column));
  if (gone !== undefined)
    throw new OperatorError(
      `${STABLE_SCHEMA}.${name} has the column ${gone}, which this version of the program does not publish. Drop the view and those that use it, publish again, and create them again.`,
      USAGE,
    );
  return [...before, ...own.filter((column) => !before.includes(column))];
}

function stableViews(schema: string, tables: readonly PublishedTable[]): StableView[] {
  const from = (table: string) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  const own = tables.map(({ name, meaning, columns }) => ({
    name,
    meaning,
    columns,
    query: (order: readonly string[]) =>
      `SELECT ${order.map(escapeIdentifier).join(', ')} FROM ${from(name)}`,
  }));
  return [...own, allocationView(from)];
}

/** The datapoints of all states, with the columns of all. */
function allocationView(from: (table: string) => string): StableView {
  const columns = [STATE_COLUMN, ...columnsOfStates()];
  const contents = new Map(columns.map(({ name, content }) => [name, content]));
  const ofState = (code: string, names: ReadonlySet<string>) => (name: string) => {
    if (name === STATE_COLUMN.name) return `${escapeLiteral(code)}::text AS ${name}`;
    const own = escapeIdentifier(name);
    return names.has(name) ? own : `NULL::${sqlType(contents.get(name) ?? 'text')} AS ${own}`;
  };
  return {
    name: 'allocation',
    meaning: 'Datapoints of all states. Columns that a state does not have are null',
    columns,
    query: (order) =>
      STATES.map((one) => {
        const names = new Set(columnsOfState(one).map(({ name }) => name));
        return `SELECT ${order.map(ofState(one.code, names)).join(', ')} FROM ${from(allocationTable(one).name)}`;
      }).join(' UNION ALL '),
  };
}

/** Names the program that holds a stable view for longest. */
async function blockedBy(client: PostgresClient): Promise<OperatorError> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT concat('process ', pid, ' of user ', usename, ' (', nullif(application_name, ''), '), in a transaction since ',
       to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS holder
     FROM pg_locks JOIN pg_stat_activity USING (pid) JOIN pg_class ON pg_class.oid = relation
     WHERE relnamespace = to_regnamespace($1) AND granted AND pid <> pg_backend_pid() ORDER BY xact_start LIMIT 1`,
    [STABLE_SCHEMA],
  );
  const holder = rows[0]?.holder ?? 'a program that has just ended';
  return new OperatorError(
    `The new version is loaded to ${shownAddress(client)}, but not in service: ${holder} holds a view of ${STABLE_SCHEMA}. End that transaction, then publish again.`,
    LOCKED,
  );
}
