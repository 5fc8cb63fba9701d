import pg from 'pg';
import { OperatorError, USAGE } from '../../domain/operator-error.ts';
import { STATES } from '../../states/index.ts';
import {
  columnsOfState,
  columnsOfStates,
  type PublishedColumn,
  STATE_COLUMN,
  sqlType,
} from '../warehouse/published-columns.ts';
import { allocationTable } from '../warehouse/published-tables.ts';
import { type PostgresClient, shownAddress } from './connection.ts';
import { columnComments, type LoadedSchema } from './loading.ts';

const { escapeIdentifier, escapeLiteral } = pg;

/** The schema that readers use. Its views stay when the tables behind them change. */
export const STABLE_SCHEMA = 'sales_tax';
const ALLOCATION = 'allocation';
/** Readers wait this long at most. It is below the server's deadlock timeout, so the server never cancels a reader. */
const LOCK_TIMEOUT_MS = 600;

/** The role of the connection. What others own may run their functions with the publisher's rights. */
const OWN_ROLE = '(SELECT oid FROM pg_roles WHERE rolname = current_user)';

interface StableView {
  name: string;
  meaning: string;
  columns: readonly PublishedColumn[];
  query(columns: readonly string[]): string;
}

/** Throws an `OperatorError` if the stable schema belongs to another role. */
export async function requireStableSchema(client: PostgresClient): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = $1 AND nspowner <> ${OWN_ROLE}`,
    [STABLE_SCHEMA],
  );
  const [other] = rows;
  if (!other) return;
  throw new OperatorError(
    `Cannot publish to ${shownAddress(client)}. The schema ${STABLE_SCHEMA} belongs to the user ${other.owner}. Publish as this user, or name another database.`,
    USAGE,
  );
}

/** What the views show; `null` before the first publication. */
export async function readInService(
  client: PostgresClient,
): Promise<Readonly<Record<string, unknown>> | null> {
  const view = `${STABLE_SCHEMA}.dataset`;
  const { rows: known } = await client.query(
    `SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND relowner = ${OWN_ROLE}`,
    [view],
  );
  if (known.length === 0) return null;
  const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${view}`);
  return rows[0] ?? null;
}

/** Whether a schema has all tables, and the stable schema their views. */
export async function hasAll(client: PostgresClient, { schema, tables }: LoadedSchema): Promise<boolean> {
  const [own, stable] = [await readColumns(client, schema), await readColumns(client, STABLE_SCHEMA)];
  return tables.every(({ name }) => own.has(name) && stable.has(name)) && stable.has(ALLOCATION);
}

/** Points all stable views to the tables of a new schema, and removes those of the schema before. */
export async function switchViews(
  client: PostgresClient,
  loaded: LoadedSchema,
  before: string | null,
): Promise<void> {
  await client.query(
    `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; CREATE SCHEMA IF NOT EXISTS ${STABLE_SCHEMA}`,
  );
  const known = await readColumns(client, STABLE_SCHEMA);
  for (const view of stableViews(loaded)) {
    const name = `${STABLE_SCHEMA}.${escapeIdentifier(view.name)}`;
    const query = view.query(orderOf(view, known.get(view.name) ?? []));
    const comments = columnComments(name, view.columns);
    const comment = `COMMENT ON VIEW ${name} IS ${escapeLiteral(`${view.meaning}.`)}`;
    await client.query([`CREATE OR REPLACE VIEW ${name} AS ${query}`, comment, ...comments].join('; '));
  }
  if (before === null) return;
  const schema = escapeIdentifier(before);
  const tables = [...(await readColumns(client, before)).keys()].map(
    (table) => `DROP TABLE ${schema}.${escapeIdentifier(table)}`,
  );
  await client.query([...tables, `DROP SCHEMA IF EXISTS ${schema}`].join('; '));
}

/** The columns of each view or table of a schema. */
async function readColumns(client: PostgresClient, schema: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns FROM pg_class
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = to_regnamespace($1) AND relkind IN ('v', 'r', 'm') GROUP BY relname`,
    [schema],
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

function stableViews({ schema, tables }: LoadedSchema): StableView[] {
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
    name: ALLOCATION,
    meaning: 'Datapoints of all states. Columns that a state does not have are null',
    columns,
    query: (order) =>
      STATES.map((one) => {
        const names = new Set(columnsOfState(one).map(({ name }) => name));
        return `SELECT ${order.map(ofState(one.code, names)).join(', ')} FROM ${from(allocationTable(one).name)}`;
      }).join(' UNION ALL '),
  };
}
