import { chownSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type PublishedTables, publishPostgres } from '../../src/publish/postgres/publication.ts';
import { STATE_CODES } from '../../src/states/index.ts';
import { allocationsBeside } from '../rig/program.ts';
import { createDatasetRig, type DatasetRig } from '../rig/service.ts';
import { compareCells, csvRelation } from '../rig/warehouse/agreement.ts';
import { copyOut } from '../rig/warehouse/copy-out.ts';
import { LOCKED_USER, type PostgresServer, startPostgres } from '../rig/warehouse/postgres-server.ts';
import { FIRST_REPORTS, LATER_REPORTS } from '../rig/warehouse/revised-reports.ts';
import { mountTmpfs, whyNoTmpfs } from '../soak/tmpfs.ts';

let server: PostgresServer;
let rig: DatasetRig;
/** A database of each test. */
let database: string;
let databases = 0;

const whyNot = whyNoTmpfs();
const skipped = whyNot === null ? '' : ` (skipped, no small disk can be mounted: ${whyNot})`;

beforeAll(async () => {
  server = await startPostgres();
  await server.ask(
    `CREATE ROLE analyst LOGIN; CREATE ROLE stranger LOGIN; CREATE ROLE ${LOCKED_USER} LOGIN PASSWORD 'right'`,
  );
});

afterAll(() => server.stop());

beforeEach(async () => {
  rig = createDatasetRig();
  await rig.load(FIRST_REPORTS);
  databases += 1;
  database = `d${databases}`;
  await server.ask(`CREATE DATABASE ${database}`);
});

afterEach(() => rig.remove());

let ticks = 0;
function publish(more: Partial<Parameters<typeof publishPostgres>[0]> = {}): Promise<PublishedTables> {
  return publishPostgres({
    database: rig.database,
    address: server.address(undefined, database),
    keep: null,
    programVersion: 'test',
    now: () => new Date(Date.UTC(2026, 10, 22) + ticks++),
    ...more,
  });
}

const ask = (sql: string) => server.ask(sql, database);

async function schemas(): Promise<unknown[]> {
  const rows = await ask(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sales\\_tax\\_%' ORDER BY 1`);
  return rows.flat();
}

async function connected(user?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.address(user, database) });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A new payment in each version, so that readers can tell them apart. */
let payment = 0;
async function grow(): Promise<void> {
  payment += 1;
  const [head = '', line = ''] = (LATER_REPORTS['restated.csv'] ?? '').split('\n');
  const month = `20${String(30 + payment)}-05-01`;
  await rig.load({ [`grow-${payment}.csv`]: `${head}\n${line.replace('2024-02-01', month)}\n` });
}

describe('a publication', () => {
  test('has every cell of the dataset', async () => {
    await rig.load(LATER_REPORTS);
    await publish();
    for (const code of STATE_CODES) {
      const file = join(rig.folder, `${code}.csv`);
      await copyOut(server.address(undefined, database), `SELECT * FROM sales_tax.${code}_allocation`, file);
      expect(await compareCells(rig.database, code, csvRelation(file))).toMatchObject({ differing: 0 });
    }
    const revisions = await ask(
      `SELECT field, unit, before::text, after::text FROM sales_tax.revision WHERE field = 'net_payment' AND before IS NOT NULL`,
    );
    expect(revisions).toEqual([['net_payment', 'amount', '0.500000', '1.750000']]);
    // -0.01 + 9,999,999,999.99 + 1.75 + 3; 0.98 × (1,000.10 + 2,000 + 1,500)
    const sums = await ask(
      'SELECT state, sum(net_payment)::text FROM sales_tax.allocation GROUP BY 1 ORDER BY 1',
    );
    expect(sums).toContainEqual(['ca', '10000000004.73']);
    expect(sums).toContainEqual(['tx', '4410.10']);
    const [[name]] = (await ask('SELECT name FROM sales_tax.jurisdiction ORDER BY id')) as [[string]];
    expect(name).toBe('O\'Brien "Creek", \\N');
  });

  test('has decimal numbers, dates, keys, and a comment on every column', async () => {
    const { schema } = await publish();
    const types = new Map(
      (await ask(
        `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'sales_tax.allocation'::regclass AND attnum > 0`,
      )) as [string, string][],
    );
    expect(types.get('net_payment')).toBe('numeric(18,2)');
    expect(types.get('delta_net_payment')).toBe('numeric(18,6)');
    expect(types.get('allocation_period')).toBe('date');
    const bare = await ask(
      `SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace IN ('sales_tax'::regnamespace, '${schema}'::regnamespace) AND relkind IN ('r', 'v') AND attnum > 0
         AND col_description(attrelid, attnum) IS NULL`,
    );
    expect(bare).toEqual([]);
    const [[comment]] = (await ask(
      `SELECT col_description('sales_tax.ca_allocation'::regclass, attnum) FROM pg_attribute
       WHERE attrelid = 'sales_tax.ca_allocation'::regclass AND attname = 'net_payment'`,
    )) as [[string]];
    expect(comment).toMatch(/Unit: US dollars\.$/);
    const keys = await ask(
      `SELECT count(*)::int FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = '${schema}'::regnamespace AND indisprimary`,
    );
    expect(keys).toEqual([[STATE_CODES.length + 4]]);
  });

  test('of the same version does nothing', async () => {
    const first = await publish();
    const before = await ask('SELECT txid_current()');
    const again = await publish();
    expect(again).toEqual({ ...first, isNew: false });
    expect(await schemas()).toEqual([first.schema]);
    // nothing was written: the next transaction has the next number
    expect(Number((await ask('SELECT txid_current()'))[0]?.[0])).toBe(Number(before[0]?.[0]) + 1);
  });

  test('keeps views and grants of others, and as many versions as told', async () => {
    const first = await publish();
    await ask(
      `GRANT USAGE ON SCHEMA sales_tax TO analyst; GRANT SELECT ON sales_tax.allocation TO analyst;
       CREATE VIEW public.my_sums AS SELECT state, sum(net_payment) AS total FROM sales_tax.allocation GROUP BY state`,
    );
    const before = await ask(`SELECT total::text FROM my_sums WHERE state = 'ca'`);
    await grow();
    const second = await publish({ keep: 2 });
    expect(second.removed).toEqual([]);
    expect(await ask(`SELECT total::text FROM my_sums WHERE state = 'ca'`)).not.toEqual(before);
    const analyst = await connected('analyst');
    const { rows } = await analyst.query('SELECT count(*)::int AS count FROM sales_tax.allocation');
    expect(rows[0].count).toBeGreaterThan(0);
    await expect(analyst.query(`SELECT * FROM ${second.schema}.dataset`)).rejects.toThrow(
      /permission denied/,
    );
    await grow();
    const third = await publish({ keep: 2 });
    expect(third.removed).toEqual([first.schema]);
    expect(await schemas()).toEqual([second.schema, third.schema].sort());
  });

  test('removes no version that others use, and no schema of others', async () => {
    const first = await publish();
    await ask(
      `CREATE SCHEMA sales_tax_of_mine; CREATE VIEW public.pinned AS SELECT * FROM ${first.schema}.ca_allocation`,
    );
    await grow();
    const second = await publish({ keep: 1 });
    expect(second).toMatchObject({
      removed: [],
      kept: [{ schema: first.schema, reason: expect.stringMatching(/^something else depends on it/) }],
    });
    expect(await schemas()).toEqual([first.schema, second.schema, 'sales_tax_of_mine'].sort());
    await ask('DROP VIEW public.pinned');
    expect(await publish({ keep: 1 })).toMatchObject({ isNew: false, removed: [first.schema] });
  });

  test('adds new columns at the end of a view that others use, and refuses to take one away', async () => {
    await publish();
    await ask(
      `CREATE VIEW public.mine AS SELECT name FROM sales_tax.jurisdiction;
       ALTER VIEW public.mine RENAME TO theirs`,
    );
    // as if an earlier program had published fewer columns, in another order
    await ask(
      "DROP VIEW sales_tax.report; CREATE VIEW sales_tax.report AS SELECT kind, sha256 FROM (SELECT 'a'::text AS kind, 'b'::text AS sha256) x",
    );
    await grow();
    await publish();
    const columns = await ask(
      `SELECT attname FROM pg_attribute WHERE attrelid = 'sales_tax.report'::regclass AND attnum > 0 ORDER BY attnum`,
    );
    expect(columns.flat().slice(0, 3)).toEqual(['kind', 'sha256', 'state']);
    await ask("DROP VIEW sales_tax.report; CREATE VIEW sales_tax.report AS SELECT 'x'::text AS colour");
    await grow();
    await expect(publish()).rejects.toThrow(/sales_tax\.report has the column colour.*Drop the view/);
  });
});

describe('readers', () => {
  test('never see two versions mixed, and never fail, while versions change', async () => {
    await publish();
    let isOver = false;
    const seen = new Set<string>();
    const read = async () => {
      const client = await connected();
      while (!isOver) {
        // every version has another number of datapoints and reports
        const { rows } = await client.query(
          `SELECT dataset_version, (SELECT count(*)::int FROM sales_tax.ca_allocation) AS own,
             (SELECT count(*)::int FROM sales_tax.allocation WHERE state = 'ca') AS every,
             (SELECT count(*)::int FROM sales_tax.report) AS reports FROM sales_tax.dataset`,
        );
        const [{ dataset_version, own, every, reports }] = rows;
        seen.add(`${dataset_version} ${own} ${every} ${reports}`);
      }
    };
    const readers = Array.from({ length: 4 }, read);
    const expected = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      await grow();
      await publish({ keep: 2 });
      const facts = await ask(
        `SELECT dataset_version || ' ' || (SELECT count(*) FROM sales_tax.ca_allocation) || ' ' ||
           (SELECT count(*) FROM sales_tax.allocation WHERE state = 'ca') || ' ' || (SELECT count(*) FROM sales_tax.report) FROM sales_tax.dataset`,
      );
      expected.add(String(facts[0]?.[0]));
    }
    isOver = true;
    await Promise.all(readers);
    // the version before the first switch is not in the list; at most one such answer is left
    const others = [...seen].filter((answer) => !expected.has(answer));
    expect(others.length).toBeLessThanOrEqual(1);
    expect(seen.size).toBeGreaterThan(2);
  });

  test('that hold a view in a long transaction keep their version; the publication says who they are', async () => {
    await publish();
    const reader = await connected();
    await reader.query('BEGIN; SELECT * FROM sales_tax.dataset');
    await grow();
    const error = await publish({ patienceMs: 700 }).catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 75 });
    expect(error.message).toMatch(/loaded to .*, but not in service: process \d+ of user keeper/);
    expect(await schemas()).toHaveLength(2);
    // other readers were not held up for long, and see the old version
    const before = await ask('SELECT schema_name FROM sales_tax.dataset');
    // the transaction sees the old version in every view, also in those that it reads only now
    const { rows } = await reader.query('SELECT count(*)::int AS count FROM sales_tax.ca_allocation');
    expect([[rows[0].count]]).toEqual(await ask(`SELECT count(*)::int FROM ${before[0]?.[0]}.ca_allocation`));
    await reader.query('COMMIT');
    const { isNew, schema } = await publish();
    expect(isNew).toBe(true);
    expect(await ask('SELECT schema_name FROM sales_tax.dataset')).toEqual([[schema]]);
    expect([[schema]]).not.toEqual(before);
    expect(await schemas()).toHaveLength(2);
  });
});

describe('what can go wrong', () => {
  test('two publishers at once: one publishes, the other says who holds the lock', async () => {
    const outcomes = await Promise.allSettled([publish(), publish()]);
    const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of failed) {
      expect(reason).toMatchObject({ exitCode: 75 });
      expect(reason.message).toMatch(/Another publication to .* is running: process \d+ of user keeper/);
    }
    expect(failed.length).toBeLessThan(2);
    expect(await schemas()).toHaveLength(1);
  });

  test('a missing right leaves nothing behind', async () => {
    const error = await publish({ address: server.address('stranger', database) }).catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 74 });
    expect(error.message).toMatch(/[Pp]ermission denied for database .*Give the user this right/);
    expect(await schemas()).toEqual([]);
  });

  test('no message has the password', async () => {
    const wrong = server.address(`${LOCKED_USER}:hush-hush`, database);
    const addresses = [
      wrong,
      wrong.replace('localhost', 'localhost:notaport'),
      'postgres://locked:hush-hush@127.0.0.1:1/none',
      `postgres://locked:hush-hush@localhost/none?host=${server.folder}/none`,
      'postgress://locked:hush-hush@localhost/none',
      'http://locked:hush-hush@localhost/none',
    ];
    for (const address of addresses) {
      const { status, stdout, stderr } = await allocationsBeside(
        rig.folder,
        ...['publish', address, '--db', 'dataset.sqlite'],
      );
      expect([2, 74]).toContain(status);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout + stderr).not.toContain('hush');
    }
    await expect(publish({ address: wrong })).rejects.toThrow(
      /[Pp]assword authentication failed.*Check user and password/,
    );
  });

  test.skipIf(whyNot !== null)(`a full disk leaves the version in service${skipped}`, async () => {
    const first = await publish();
    const disk = join(server.folder, `disk-${database}`);
    const mounted = mountTmpfs(disk, 'size=6m');
    onTestFinished(() => mounted.unmount());
    const place = join(disk, 'space');
    mkdirSync(place);
    if (server.owner) chownSync(place, server.owner.uid, server.owner.gid);
    await server.ask(`CREATE TABLESPACE ${database}_small LOCATION '${place}'`);
    await ask(`ALTER DATABASE ${database} SET default_tablespace = ${database}_small`);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024));
    await grow();
    const error = await publish().catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 74 });
    expect(error.message).toMatch(/[Nn]o space left on device.*Free some space on the disk of the server/);
    expect(await schemas()).toEqual([first.schema]);
    expect(await ask('SELECT schema_name FROM sales_tax.dataset')).toEqual([[first.schema]]);
    mounted.remount('size=64m');
    expect(await publish()).toMatchObject({ isNew: true });
    await ask(`ALTER DATABASE ${database} RESET default_tablespace`);
    // the disk can be unmounted only when nothing is on it
    await server.ask(`DROP DATABASE ${database}`);
    await server.ask(`DROP TABLESPACE ${database}_small`);
  });

  test('a server that stops in the middle is one message', async () => {
    const other = await startPostgres();
    const running = publish({ address: other.address() });
    const ended = other.stop();
    const error = await running.catch((thrown) => thrown);
    await ended;
    if (error instanceof Error) expect(error).toMatchObject({ name: 'OperatorError', exitCode: 74 });
    await expect(publish({ address: other.address() })).rejects.toThrow(/Check host and port/);
  });

  test('the address can come from the environment', async () => {
    const { status, stderr } = await allocationsBeside(rig.folder, 'publish', '--db', 'dataset.sqlite');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('ALLOCATIONS_PG_URL') });
  });
});
