import { chownSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordTables } from '../../src/publish/warehouse/published-tables.ts';
import { RECORDS } from '../../src/records/index.ts';
import { offices } from '../records/invented-record.ts';
import { mountTmpfs, whyNoTmpfs } from '../rig/datasets/tmpfs.ts';
import { allocationsBeside } from '../rig/program.ts';
import { LOCKED_USER, startPostgres } from '../rig/warehouse/postgres-server.ts';
import { usePostgres } from '../rig/warehouse/postgres-world.ts';

const whyNot = whyNoTmpfs();
const skipped = whyNot === null ? '' : ` (skipped, no small disk can be mounted: ${whyNot})`;

const world = usePostgres();

describe('readers', () => {
  test('never see two versions mixed, and never fail, while versions change', async () => {
    await world.publish();
    let isOver = false;
    const seen = new Set<string>();
    const read = async () => {
      const client = await world.connected();
      while (!isOver) {
        // every version has another number of datapoints and reports
        const { rows } = await client.query(
          `SELECT dataset_version, (SELECT count(*)::int FROM sales_tax.allocation) AS every,
             (SELECT count(*)::int FROM sales_tax.report) AS reports FROM sales_tax.dataset`,
        );
        const [{ dataset_version, every, reports }] = rows;
        seen.add(`${dataset_version} ${every} ${reports}`);
      }
    };
    const readers = Array.from({ length: 4 }, read);
    const expected = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      await world.grow();
      await world.publish();
      const facts = await world.ask(
        `SELECT dataset_version || ' ' || (SELECT count(*) FROM sales_tax.allocation) || ' ' ||
           (SELECT count(*) FROM sales_tax.report) FROM sales_tax.dataset`,
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

  test('in a long transaction do not hold a publication up, and keep their version if they ask for it', async () => {
    await world.publish();
    const reader = await world.connected();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM sales_tax.dataset');
    const before = await world.ask('SELECT count(*)::int FROM sales_tax.allocation');
    await world.grow();
    expect(await world.publish()).toMatchObject({ isNew: true });
    expect(await world.ask('SELECT count(*)::int FROM sales_tax.allocation')).not.toEqual(before);
    // the transaction sees the old version in every table, also in those that it reads only now
    const { rows } = await reader.query('SELECT count(*)::int AS count FROM sales_tax.allocation');
    expect([[rows[0].count]]).toEqual(before);
  });

  test('do not fail a publication if the server tidies a table for some seconds', async () => {
    await world.publish();
    await world.grow();
    const tidying = await world.connected();
    // the lock of an autovacuum
    await tidying.query('BEGIN; LOCK TABLE sales_tax.allocation IN SHARE UPDATE EXCLUSIVE MODE');
    const publication = world.publish();
    await wait(2_000);
    await tidying.query('COMMIT');
    expect(await publication).toMatchObject({ isNew: true });
  });

  test('in a long transaction hold up a publication with other columns, which says so', async () => {
    await world.publish();
    const reader = await world.connected();
    await reader.query('BEGIN; SELECT * FROM sales_tax.dataset');
    const other = { records: recordTables([...RECORDS, offices]) };
    await expect(world.publish(other)).rejects.toMatchObject({
      exitCode: 75,
      message: expect.stringMatching(/Publish again when the other program has finished/),
    });
    await reader.query('COMMIT');
    expect(await world.publish(other)).toMatchObject({ isNew: true });
  });
});

describe('what others made', () => {
  const grantAll = () =>
    world.ask(
      `GRANT CREATE ON DATABASE ${world.database} TO stranger; GRANT CREATE ON SCHEMA public TO stranger`,
    );
  const byStranger = (sql: string) => world.server.ask(sql, world.database, 'stranger');

  test('a function of public does not run as the publisher', async () => {
    await grantAll();
    await byStranger(
      `CREATE TABLE public.ran (who name); GRANT ALL ON public.ran TO public;
       CREATE FUNCTION public.starts_with(name, text) RETURNS boolean
       LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.ran VALUES (current_user); RETURN true; END'`,
    );
    await world.publish();
    expect(await world.ask('SELECT * FROM public.ran')).toEqual([]);
  });

  test('a schema sales_tax, whose views could run functions, is refused', async () => {
    await grantAll();
    await byStranger(
      `CREATE SCHEMA sales_tax; CREATE TABLE public.ran (who name); GRANT ALL ON public.ran TO public;
       CREATE FUNCTION public.trap() RETURNS text LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.ran VALUES (current_user); RETURN NULL; END';
       CREATE VIEW sales_tax.dataset AS SELECT public.trap() AS dataset_version; GRANT ALL ON SCHEMA sales_tax TO public; GRANT ALL ON sales_tax.dataset TO public`,
    );
    await expect(world.publish()).rejects.toThrow(
      /The schema sales_tax belongs to the user stranger\. Publish as/,
    );
    expect(await world.ask('SELECT * FROM public.ran')).toEqual([]);
  });

  test.each([
    ['rows are missing', "DELETE FROM sales_tax.allocation WHERE state = 'ca'"],
    ['a payment is another', 'UPDATE sales_tax.allocation SET net_payment = net_payment + 0.01'],
    ['a table is missing', 'DROP TABLE sales_tax.revision CASCADE'],
  ])('a known version in which %s is loaded again', async (_, change) => {
    await world.publish();
    const sums = 'SELECT count(*)::int, sum(net_payment)::text FROM sales_tax.allocation';
    const before = await world.ask(sums);
    await world.ask(change);
    expect(await world.publish()).toMatchObject({ isNew: true });
    expect(await world.ask(sums)).toEqual(before);
    expect(await world.publish()).toMatchObject({ isNew: false });
  });
});

describe('what can go wrong', () => {
  test('two publishers at once: one publishes, the other waits and finds nothing new', async () => {
    await world.grow();
    const both = await Promise.all([world.publish(), world.publish()]);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
  });

  test('a missing right leaves nothing behind', async () => {
    const error = await world
      .publish({ address: world.server.address('stranger', world.database) })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 74 });
    const grant = `GRANT CREATE ON DATABASE ${world.database} TO stranger`;
    expect(error.message).toContain(
      `Permission denied for database ${world.database}. Let an administrator run: ${grant}`,
    );
    expect(await world.ask("SELECT 1 FROM pg_namespace WHERE nspname = 'sales_tax'")).toEqual([]);
    await world.ask(grant);
    const address = world.server.address('stranger', world.database);
    expect((await world.publish({ address })).isNew).toBe(true);
  });

  test('no message has the password', async () => {
    const wrong = world.server.address(`${LOCKED_USER}:hush-hush`, world.database);
    const addresses = [
      wrong,
      wrong.replace('localhost', 'localhost:notaport'),
      'postgres://locked:hush-hush@127.0.0.1:1/none',
      `postgres://locked:hush-hush@localhost/none?host=${world.server.folder}/none`,
      'postgress://locked:hush-hush@localhost/none',
      'postgres:/locked:hush-hush@localhost/none',
      'postgres:locked:hush-hush@localhost/none',
      'postgres//locked:hush-hush@localhost/none',
      'locked:hush-hush@localhost/none',
      'http://locked:hush-hush@localhost/none',
    ];
    const folders = () => readdirSync(world.rig.folder).filter((name) => name.includes(':'));
    for (const address of addresses) {
      const { status, stdout, stderr } = await allocationsBeside(
        world.rig.folder,
        ...['publish', address, '--db', 'dataset.sqlite'],
      );
      expect([2, 74]).toContain(status);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout + stderr).not.toContain('hush');
    }
    expect(folders()).toEqual([]);
    await expect(world.publish({ address: wrong })).rejects.toThrow(
      /[Pp]assword authentication failed.*Check user and password/,
    );
  });

  test.skipIf(whyNot !== null)(`a full disk leaves the version in service${skipped}`, async () => {
    const disk = join(world.server.folder, `disk-${world.database}`);
    const mounted = mountTmpfs(disk, 'size=16m');
    onTestFinished(() => mounted.unmount());
    const place = join(disk, 'space');
    mkdirSync(place);
    if (world.server.owner) chownSync(place, world.server.owner.uid, world.server.owner.gid);
    await world.server.ask(`CREATE TABLESPACE ${world.database}_small LOCATION '${place}'`);
    await world.ask(`ALTER DATABASE ${world.database} SET default_tablespace = ${world.database}_small`);
    await world.publish();
    const sums = 'SELECT count(*)::int, sum(net_payment)::text FROM sales_tax.allocation';
    const before = await world.ask(sums);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024));
    // new tables need more space than new rows
    const other = { records: recordTables([...RECORDS, offices]) };
    const error = await world.publish(other).catch((thrown) => thrown);
    expect(error).toMatchObject({ exitCode: 74 });
    expect(error.message).toMatch(/[Nn]o space left on device.*Free some space on the disk of the server/);
    expect(await world.ask(sums)).toEqual(before);
    mounted.remount('size=64m');
    expect(await world.publish(other)).toMatchObject({ isNew: true });
    await world.ask(`ALTER DATABASE ${world.database} RESET default_tablespace`);
    // the disk can be unmounted only when nothing is on it
    await world.server.ask(`DROP DATABASE ${world.database}`);
    await world.server.ask(`DROP TABLESPACE ${world.database}_small`);
  });

  test('a server that stops in the middle is one message', async () => {
    const other = await startPostgres();
    const running = world.publish({ address: other.address() });
    const ended = other.stop();
    const error = await running.catch((thrown) => thrown);
    await ended;
    if (error instanceof Error) expect(error).toMatchObject({ name: 'OperatorError', exitCode: 74 });
    await expect(world.publish({ address: other.address() })).rejects.toThrow(/Check host and port/);
  });

  test('the address can come from the environment', async () => {
    const { status, stderr } = await allocationsBeside(world.rig.folder, 'publish', '--db', 'dataset.sqlite');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('ALLOCATIONS_PG_URL') });
  });
});
