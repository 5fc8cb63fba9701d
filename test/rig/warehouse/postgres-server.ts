import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server of a test, on a socket in a temporary folder. */
export interface PostgresServer {
  folder: string;
  /** The user and group that it runs as. */
  owner: { uid: number; gid: number } | null;
  /** The address of a database for a user. Default: the database and the administrator that initdb makes. */
  address(user?: string, database?: string): string;
  /** Runs SQL in a database, and returns the rows of the last statement as arrays. Default: as the administrator. */
  ask(sql: string, database?: string, user?: string): Promise<unknown[][]>;
  stop(): Promise<void>;
}

const ADMINISTRATOR = 'keeper';
export const LOCKED_USER = 'locked';
const DEBIAN = '/usr/lib/postgresql';
const START_MS = 120_000;
/** Nothing outlives a test, so nothing waits for the disk. */
const SETTINGS = ['fsync=off', 'listen_addresses=', 'max_connections=40', 'logging_collector=off'];

/** Starts a server. Throws if PostgreSQL is not installed: these tests are not skipped. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', ADMINISTRATOR, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, cwd: folder, stdio: 'pipe' },
  );
  writeFileSync(join(data, 'pg_hba.conf'), `local all ${LOCKED_USER} scram-sha-256\nlocal all all trust\n`);
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const address: PostgresServer['address'] = (user = ADMINISTRATOR, database = 'postgres') =>
    `postgres://${user}@localhost/${database}?host=${folder}`;
  const server: PostgresServer = {
    folder,
    owner,
    address,
    ask: (sql, database, user) => ask(address(user, database), sql),
    stop: () => stop(child, folder),
  };
  await untilReady(server, child);
  return server;
}

/** The folder of the newest installed programs. */
export function findPrograms(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
  if (found) return found;
  throw new Error('PostgreSQL is not installed. Run: apt-get install postgresql');
}

/** The server refuses to run as root. */
function ownerOf(): PostgresServer['owner'] {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilReady(server: PostgresServer, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      await server.ask('SELECT 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
    }
    await wait(50);
  }
}

async function ask(connectionString: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results: pg.QueryArrayResult | pg.QueryArrayResult[] = await client.query({
      text: sql,
      rowMode: 'array',
    });
    const last = Array.isArray(results) ? results.at(-1) : results;
    return last?.rows ?? [];
  } finally {
    await client.end();
  }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null) {
    child.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
