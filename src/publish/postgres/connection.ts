import { Socket } from 'node:net';
import pg from 'pg';
import { errorCode, LOCKED, MACHINE, messageOf, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { toSentence } from '../../domain/text/wording.ts';

export type PostgresClient = pg.Client;

/** Shown by the server in lists of connections. */
const APPLICATION = 'sales-tax-allocations publish';
const CONNECTION_TIMEOUT_MS = 15_000;
/** A server that sends and takes nothing for so long has stopped. Building an index takes seconds. */
const LONGEST_SILENCE_MS = 300_000;
const LONGEST_STATEMENT_MS = 900_000;
/** Two numbers of the advisory lock: the letters STDT, and the task. */
const LOCK_KEY = [0x53544454, 1] as const;

/** A name that SQL takes without quotation marks. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/;

/** What to do about an error, by the beginning of its code. A longer beginning comes before a shorter one. */
const ADVICE: readonly (readonly [code: string, advice: string, exitCode: number])[] = [
  ['28', 'Check user and password.', USAGE],
  ['3D000', 'Create the database, or name another one.', USAGE],
  ['42501', 'Give the user this right, or use another user.', MACHINE],
  ['53100', 'Free some space on the disk of the server, then publish again.', MACHINE],
  ['53', 'Free memory or connections of the server, then publish again.', MACHINE],
  ['57', 'Publish again when the server accepts connections.', MACHINE],
  ['58', 'Check the disk of the server, then publish again.', MACHINE],
  ['40', 'Publish again.', MACHINE],
  ['55P03', 'Publish again when the other program has finished.', LOCKED],
  ['2BP01', 'Drop what depends on it, then publish again.', USAGE],
  ['25006', 'The server is a replica. Name its primary server.', USAGE],
  ['E', 'Check host and port, and that the server runs.', MACHINE],
];

/** What a session needs before its first query. */
const SESSION = [
  // functions and operators that others made must not run with the publisher's rights
  'SET search_path = pg_catalog, pg_temp',
  // a publisher that vanished must not hold its lock for hours
  'SET tcp_keepalives_idle = 30',
  `SET statement_timeout = ${LONGEST_STATEMENT_MS}`,
  'SET client_min_messages = warning',
  "SET DateStyle = 'ISO'",
].join('; ');

/** Connects to a server. Throws an `OperatorError` that never has the password. */
export async function connect(
  address: string,
  longestSilenceMs = LONGEST_SILENCE_MS,
): Promise<PostgresClient> {
  const client = createClient(address, longestSilenceMs);
  // a lost connection also fails the query that runs
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SESSION);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainPostgres(client, error);
  }
}

function createClient(address: string, longestSilenceMs: number): PostgresClient {
  try {
    return new pg.Client({
      connectionString: address,
      application_name: APPLICATION,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      stream: () => openSocket(longestSilenceMs),
    });
  } catch {
    // the error quotes the address, which may contain a password
    throw new OperatorError(
      'The address of the PostgreSQL server is not valid. Write it like postgres://user@host:5432/database. Percent-encode special characters of the password.',
      USAGE,
    );
  }
}

/** A socket that closes if the server is silent for too long: a frozen server still answers keep-alive probes. */
function openSocket(longestSilenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(longestSilenceMs, () => {
    const silence = `the server did not answer for ${longestSilenceMs / 1000} seconds`;
    socket.destroy(Object.assign(new Error(silence), { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** The server and the database, for messages. */
export function shownAddress({ host, port, database, user }: PostgresClient): string {
  return `${database} at ${host}:${port} (user ${user})`;
}

/** What pg says of a lost connection, in errors without a code. */
const LOST = /^Connection terminated|^timeout|is not queryable$/;

/** Turns an error of the server or the connection into an `OperatorError`. Returns other errors unchanged. */
export function explainPostgres(client: PostgresClient, error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = errorCode(error) ?? (LOST.test(messageOf(error)) ? 'E' : null);
  const found = ADVICE.find(([start]) => code?.startsWith(start));
  if (!found && !(error instanceof pg.DatabaseError)) return error;
  const [, usual, exitCode] = found ?? ['', 'Publish again. The version in service is unchanged.', MACHINE];
  const advice = code === '42501' && isAboutDatabase(error) ? grantOf(client) : usual;
  // an error of several addresses has no message of its own
  const reason = messageOf(error) || code || '';
  return new OperatorError(
    `Cannot publish to ${shownAddress(client)}. ${toSentence(reason)} ${advice}`,
    exitCode,
  );
}

/** Whether a right on the database itself is missing: the right to create the schemas of versions. */
function isAboutDatabase(error: unknown): boolean {
  return /^permission denied for database /.test(messageOf(error));
}

/** The statement that gives the missing right. */
function grantOf(client: PostgresClient): string {
  const quoted = (name = '') => (PLAIN_NAME.test(name) ? name : pg.escapeIdentifier(name));
  const [database, user] = [quoted(client.database), quoted(client.user)];
  return `Let an administrator run: GRANT CREATE ON DATABASE ${database} TO ${user}`;
}

/** Takes the lock of publications. It ends with the connection. Throws an `OperatorError` that names the holder. */
export async function lockPublications(client: PostgresClient): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS is_taken',
    [...LOCK_KEY],
  );
  if (rows[0]?.is_taken) return;
  const { rows: holders } = await client.query<{ holder: string }>(
    `SELECT concat('process ', pid, ' of user ', usename, ' at ', coalesce(host(client_addr), 'the server itself'), ', since ',
       to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS holder
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted`,
    [...LOCK_KEY],
  );
  const holder = holders[0]?.holder ?? 'a program that has just ended';
  throw new OperatorError(
    `Another publication to ${shownAddress(client)} is running: ${holder}. Wait for it to finish.`,
    LOCKED,
  );
}

/** Runs queries in one transaction. Rolls back and rethrows if one fails. */
export async function inTransaction<Result>(
  client: PostgresClient,
  run: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await run();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // on a lost connection, the server rolls back
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
