import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Budget } from '../domain/allocation.ts';
import { errorCode, LOCKED, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { toSentence } from '../domain/text/wording.ts';
import type { StoredValue } from '../records/description.ts';
import { UNIT_NAMES } from '../records/files/file-table.ts';
import { RECORDS } from '../records/index.ts';
import { type Dataset, findDamage, openForReading } from '../store/dataset.ts';
import { openReader } from '../store/query/view.ts';
import { DECIMALS, decimalText, type PublishedColumn, sqlType } from './warehouse/published-columns.ts';
import {
  allocationOfStates,
  budgetsFingerprint,
  type PublishedTable,
  recordTables,
  schemaFingerprint,
} from './warehouse/published-tables.ts';

/** The schema of the published tables. It belongs to the user that publishes. */
const SCHEMA = 'sales_tax';
/** Two numbers of the lock of publications: the letters STDT, and the task. */
const LOCK = [0x53544454, 1];
/** The server ends an autovacuum that a publication waits for, after its deadlock timeout of a second. */
const LOCK_TIMEOUT_MS = 10_000;
/** A table gets other columns only if no reader holds it for longer. Below that timeout, which could end the reader. */
const LOCK_TIMEOUT_OF_DROP_MS = 600;
const ROWS_AT_ONCE = 500;

/**
 * The settings of a session. With the search path, functions that others made do not run with the publisher's rights. A
 * publisher that vanished must not hold its lock for hours.
 */
const SESSION = `SET search_path = pg_catalog, pg_temp; SET client_min_messages = warning; SET DateStyle = 'ISO';
  SET tcp_keepalives_idle = 30; SET statement_timeout = 900000; SET lock_timeout = ${LOCK_TIMEOUT_MS}`;

/** What to do about an error, by the beginning of its code. A longer beginning comes before a shorter one. */
const ADVICE: readonly (readonly [code: string, advice: string, exitCode: number])[] = [
  ['28', 'Check user and password.', USAGE],
  ['3D', 'Create the database, or name another one.', USAGE],
  ['42501', 'Let an administrator give the user this right.', MACHINE],
  [
    '42809',
    'Version 0.2.0 made views of this name. Run DROP SCHEMA sales_tax CASCADE, then publish again.',
    USAGE,
  ],
  ['53100', 'Free some space on the disk of the server, then publish again.', MACHINE],
  ['55P03', 'Publish again when the other program has finished.', LOCKED],
  ['2BP01', 'Drop what depends on it, then publish again.', USAGE],
  ['E', 'Check host and port, and that the server runs.', MACHINE],
  ['', 'Publish again. The tables are unchanged.', MACHINE],
];

/** What pg says of a lost connection, in errors without a code. */
const LOST = /^Connection terminated|^timeout|is not queryable$/;

export interface PublishedTables {
  /** Server and database, without the password. */
  address: string;
  dataset_version: string;
  /** Whether this call loaded the tables; otherwise they had this version. */
  isNew: boolean;
}

interface Options {
  database: string;
  /** `postgres://…`; may contain a password. */
  address: string;
  programVersion: string;
  now: () => Date;
  /** The registered budgets. Default: none. */
  budgets?: readonly Budget[];
  /** The tables of records. Default: those of all records. */
  records?: ReturnType<typeof recordTables>;
}

/**
 * Loads a dataset into the tables of a PostgreSQL database, in one transaction. If this throws, the tables stay as they are.
 * The `OperatorError` never has the password.
 */
export async function publishPostgres(options: Options): Promise<PublishedTables> {
  const dataset = openForReading(options.database);
  const client = createClient(options.address);
  // a lost connection also fails the query that runs
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    // all tables are of one version, even if a run ends meanwhile
    dataset.sqlite.exec('BEGIN');
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', LOCK);
    await requireOwnSchema(client);
    const published = await loadTables(client, dataset, options);
    await client.query('COMMIT');
    return published;
  } catch (error) {
    throw explain(client, error);
  } finally {
    // the server rolls back what is not committed
    await client.end().catch(() => undefined);
    dataset.close();
  }
}

function createClient(connectionString: string): pg.Client {
  const usual = { application_name: 'sales-tax-allocations publish', connectionTimeoutMillis: 15_000 };
  try {
    return new pg.Client({ ...usual, connectionString, keepAlive: true });
  } catch {
    // the error quotes the address, which may contain a password
    const form = 'postgres://user@host:5432/database. Percent-encode special characters of the password.';
    throw new OperatorError(
      `The address of the PostgreSQL server is not valid. Write it like ${form}`,
      USAGE,
    );
  }
}

/** Creates the schema. What others own may run their functions with the publisher's rights. */
async function requireOwnSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = '${SCHEMA}'`,
  );
  const { owner = null } = rows[0] ?? {};
  if (owner === null) await client.query(`CREATE SCHEMA ${SCHEMA}`);
  else if (owner !== client.user)
    throw new OperatorError(
      `Cannot publish to ${shown(client)}. The schema ${SCHEMA} belongs to the user ${owner}. Publish as this user, or name another database.`,
      USAGE,
    );
}

/** Creates tables that are missing or have other columns, and replaces all rows unless they are of this version. */
async function loadTables(client: pg.Client, dataset: Dataset, options: Options): Promise<PublishedTables> {
  const records = options.records ?? recordTables(RECORDS, options.budgets);
  const version = {
    dataset_version: openReader(dataset).version(),
    schema_sha256: schemaFingerprint(records),
    budgets_sha256: budgetsFingerprint(options.budgets),
  };
  const made = { program_version: options.programVersion, published_at: options.now().toISOString() };
  const tables = [...records, allocationOfStates(), versionTable({ ...version, ...made })];
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind = 'r'`,
  );
  const present = new Set(rows.map(({ relname }) => relname));
  const [before] = present.has('dataset') ? (await client.query(`TABLE ${SCHEMA}.dataset`)).rows : [];
  const hasTables =
    before?.schema_sha256 === version.schema_sha256 && tables.every(({ name }) => present.has(name));
  const isSame = Object.entries(version).every(([name, value]) => before?.[name] === value);
  const published = { address: shown(client), dataset_version: version.dataset_version };
  if (hasTables && isSame && (await findDifference(client, dataset, tables)) === null)
    return { ...published, isNew: false };
  const [fault] = findDamage(dataset);
  if (fault) throw new OperatorError(`Cannot publish ${dataset.file}. ${fault}`, MACHINE);
  if (!hasTables) await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_OF_DROP_MS}`);
  for (const table of tables) {
    const name = nameOf(table);
    if (!hasTables) await client.query(`DROP TABLE IF EXISTS ${name}; ${creation(table)}`);
    // not TRUNCATE: readers keep the rows that they see
    await client.query(`DELETE FROM ${name}`);
    await pipeline(
      Readable.from(linesOf(table, dataset)),
      client.query(copyFrom(`COPY ${name} FROM STDIN (FORMAT csv)`)),
    );
    await client.query(`ANALYZE ${name}`);
  }
  const difference = await findDifference(client, dataset, tables);
  if (difference !== null) throw new Error(difference);
  return { ...published, isNew: true };
}

/** One row that says which version the tables have. */
function versionTable(facts: Readonly<Record<string, string>>): PublishedTable {
  const columns = Object.keys(facts).map((name) => ({
    ...{ name, isRequired: true, meaning: `The ${name.replaceAll('_', ' ')} of the last publication` },
    content: name === 'published_at' ? ('time' as const) : ('text' as const),
  }));
  const usual = { key: ['dataset_version'], indexes: [], totals: () => null };
  return {
    ...usual,
    name: 'dataset',
    meaning: 'The last publication. One row',
    columns,
    rows: () => [Object.values(facts)],
  };
}

function nameOf({ name }: Pick<PublishedTable, 'name'>): string {
  return `${SCHEMA}.${pg.escapeIdentifier(name)}`;
}

/** A table with its key, its indexes, and a comment on each column: meaning and unit. */
function creation(table: PublishedTable): string {
  const { columns, key, indexes, meaning } = table;
  const [name, id] = [nameOf(table), pg.escapeIdentifier];
  const list = (names: readonly string[]) => names.map(id).join(', ');
  const written = columns.map(
    ({ name: own, content, isRequired }) => `${id(own)} ${sqlType(content)}${isRequired ? ' NOT NULL' : ''}`,
  );
  const comments = columns.map((column) => {
    const unit = UNIT_NAMES[column.content];
    const text = `${column.meaning}.${unit === null ? '' : ` Unit: ${unit}.`}`;
    return `COMMENT ON COLUMN ${name}.${id(column.name)} IS ${pg.escapeLiteral(text)}`;
  });
  return [
    `CREATE TABLE ${name} (${written.join(', ')}, PRIMARY KEY (${list(key)}))`,
    ...indexes.map((indexed) => `CREATE INDEX ON ${name} (${list(indexed)})`),
    `COMMENT ON TABLE ${name} IS ${pg.escapeLiteral(`${meaning}.`)}`,
    ...comments,
  ].join('; ');
}

/** The rows of a table as CSV, some hundreds at a time. A cell without quotation marks is NULL. */
function* linesOf({ columns, rows }: PublishedTable, dataset: Dataset): Generator<string> {
  let cells: (string | null)[][] = [];
  const written = () => `${Papa.unparse(cells, { quotes: (cell) => cell !== null, newline: '\n' })}\n`;
  for (const row of rows(dataset)) {
    cells.push(columns.map(({ content }, at) => cellOf(row[at] ?? null, content)));
    if (cells.length < ROWS_AT_ONCE) continue;
    yield written();
    cells = [];
  }
  if (cells.length > 0) yield written();
}

function cellOf(value: StoredValue, content: PublishedColumn['content']): string | null {
  // PostgreSQL cannot store the character 0
  if (value === null || typeof value === 'string') return value?.replaceAll('\0', '\ufffd') ?? null;
  return DECIMALS[content] === undefined ? String(value) : decimalText(value, content);
}

/** The first table whose rows or sums of amounts differ from the dataset, in words; `null` if all agree. */
async function findDifference(
  client: pg.Client,
  dataset: Dataset,
  tables: readonly PublishedTable[],
): Promise<string | null> {
  for (const table of tables) {
    const expected = table.totals(dataset);
    if (!expected) continue;
    const sums = Object.entries(expected.sums);
    const selected = sums.map(([sum]) => `coalesce(sum(${pg.escapeIdentifier(sum)}), 0.00)::text`);
    const text = `SELECT ${['count(*)::text', ...selected].join(', ')} FROM ${nameOf(table)}`;
    const [found = []] = (await client.query<string[]>({ text, rowMode: 'array' })).rows;
    const wanted = [String(expected.rows), ...sums.map(([, sum]) => decimalText(sum, 'amount'))];
    const at = wanted.findIndex((value, index) => found[index] !== value);
    if (at >= 0)
      return `${nameOf(table)} differs from the dataset: ${sums[at - 1]?.[0] ?? 'rows'} ${found[at]} instead of ${wanted[at]}`;
  }
  return null;
}

/** The server and the database, for messages. */
function shown({ host, port, database, user }: pg.Client): string {
  return `${database} at ${host}:${port} (user ${user})`;
}

/** Turns an error of the server or the connection into an `OperatorError`. Returns other errors unchanged. */
function explain(client: pg.Client, error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = errorCode(error) ?? (LOST.test(messageOf(error)) ? 'E' : null);
  if (code === null || (!code.startsWith('E') && !(error instanceof pg.DatabaseError))) return error;
  const [, usual = '', exitCode = MACHINE] = ADVICE.find(([start]) => code.startsWith(start)) ?? [];
  const message = messageOf(error) || code;
  const grant = `GRANT CREATE ON DATABASE ${client.database} TO ${client.user}`;
  const advice = /for database/.test(message) ? `Let an administrator run: ${grant}` : usual;
  return new OperatorError(`Cannot publish to ${shown(client)}. ${toSentence(message)} ${advice}`, exitCode);
}
