import { describe, expect, test } from 'vitest';
import type { Cents } from '../../src/domain/money.ts';
import { recordTables } from '../../src/publish/warehouse/published-tables.ts';
import { RECORDS } from '../../src/records/index.ts';
import { STATE_CODES } from '../../src/states/index.ts';
import { offices } from '../records/invented-record.ts';
import { countDiffering } from '../rig/warehouse/agreement.ts';
import { usePostgres } from '../rig/warehouse/postgres-world.ts';
import { LATER_REPORTS } from '../rig/warehouse/revised-reports.ts';

const world = usePostgres();

describe('a publication', () => {
  test('has every cell of the dataset', async () => {
    await world.rig.load(LATER_REPORTS);
    await world.publish();
    for (const code of STATE_CODES) {
      const published = `(SELECT * FROM sales_tax.allocation WHERE state = '${code}') AS own`;
      const ask = (sql: string) => world.ask(sql);
      expect(await countDiffering(world.rig.database, code, published, ask)).toBe(0);
    }
    const revisions = await world.ask(
      `SELECT field, unit, before::text, after::text FROM sales_tax.revision WHERE field = 'net_payment' AND before IS NOT NULL`,
    );
    expect(revisions).toEqual([['net_payment', 'amount', '0.500000', '1.750000']]);
    // -0.01 + 9,999,999,999.99 + 1.75 + 3; 0.98 × (1,000.10 + 2,000 + 1,500)
    const sums = await world.ask(
      'SELECT state, sum(net_payment)::text FROM sales_tax.allocation GROUP BY 1 ORDER BY 1',
    );
    expect(sums).toContainEqual(['ca', '10000000004.73']);
    expect(sums).toContainEqual(['tx', '4410.10']);
    const [[name]] = (await world.ask('SELECT name FROM sales_tax.jurisdiction ORDER BY id')) as [[string]];
    expect(name).toBe('O\'Brien "Creek", \\N');
  });

  test('has the tables of records as they are described', async () => {
    await world.publish({ records: recordTables([...RECORDS, offices]) });
    const rows = await world.ask(
      'SELECT name, opened::text, budget::text FROM sales_tax.office ORDER BY name',
    );
    expect(rows).toEqual([
      ['=Cedar', '2022-12-01', '-0.05'],
      ['Alder', '2020-05-01', '1234.56'],
      ['Birch', '2021-01-01', null],
    ]);
    const told = await world.ask(
      `SELECT obj_description('sales_tax.office'::regclass), col_description('sales_tax.office'::regclass, 3)`,
    );
    expect(told).toEqual([['One office.', 'Its year. Unit: US dollars.']]);
  });

  test('has decimal numbers, dates, keys, and a comment on every column', async () => {
    await world.publish();
    const types = new Map(
      (await world.ask(
        `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'sales_tax.allocation'::regclass AND attnum > 0`,
      )) as [string, string][],
    );
    expect(types.get('net_payment')).toBe('numeric(18,2)');
    expect(types.get('delta_net_payment')).toBe('numeric(18,6)');
    expect(types.get('allocation_period')).toBe('date');
    const bare = await world.ask(
      `SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'sales_tax'::regnamespace AND relkind = 'r' AND attnum > 0
         AND col_description(attrelid, attnum) IS NULL`,
    );
    expect(bare).toEqual([]);
    const [[comment]] = (await world.ask(
      `SELECT col_description('sales_tax.allocation'::regclass, attnum) FROM pg_attribute
       WHERE attrelid = 'sales_tax.allocation'::regclass AND attname = 'net_payment'`,
    )) as [[string]];
    expect(comment).toMatch(/Unit: US dollars\.$/);
    const keys = await world.ask(
      `SELECT count(*)::int FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'sales_tax'::regnamespace AND indisprimary`,
    );
    // of each published list, the datapoints, and the version
    expect(keys).toEqual([[recordTables().length + 2]]);
  });

  test('of the same version does nothing', async () => {
    const first = await world.publish();
    const before = await world.ask('SELECT txid_current()');
    const again = await world.publish();
    expect(again).toEqual({ ...first, isNew: false });
    // nothing was written: the next transaction has the next number
    expect(Number((await world.ask('SELECT txid_current()'))[0]?.[0])).toBe(Number(before[0]?.[0]) + 1);
  });

  test('with another budget is new', async () => {
    const budgeted = (cents: number) =>
      world.publish({
        budgets: [{ state: 'tx', code: '2999001', fiscalYear: '2023-24', amount: cents as Cents, note: '' }],
      });
    await budgeted(120_000);
    expect(await budgeted(120_000)).toMatchObject({ isNew: false });
    expect(await budgeted(130_000)).toMatchObject({ isNew: true });
    const budgets = await world.ask(
      'SELECT jurisdiction_name, budget::text FROM sales_tax.projection WHERE budget IS NOT NULL',
    );
    expect(budgets).toEqual([['=Place("A")', '1300.00']]);
  });

  test('keeps the tables, and views and grants of others', async () => {
    await world.publish();
    await world.ask(
      `GRANT USAGE ON SCHEMA sales_tax TO analyst; GRANT SELECT ON sales_tax.allocation TO analyst;
       CREATE VIEW public.my_sums AS SELECT state, sum(net_payment) AS total FROM sales_tax.allocation GROUP BY state`,
    );
    const before = await world.ask(`SELECT total::text FROM my_sums WHERE state = 'ca'`);
    await world.grow();
    expect(await world.publish()).toMatchObject({ isNew: true });
    expect(await world.ask(`SELECT total::text FROM my_sums WHERE state = 'ca'`)).not.toEqual(before);
    const analyst = await world.connected('analyst');
    const { rows } = await analyst.query('SELECT count(*)::int AS count FROM sales_tax.allocation');
    expect(rows[0].count).toBeGreaterThan(0);
    await expect(analyst.query('SELECT * FROM sales_tax.dataset')).rejects.toThrow(/permission denied/);
  });

  test('with other columns makes new tables, unless others depend on the old ones', async () => {
    await world.publish();
    await world.ask('CREATE VIEW public.names AS SELECT name FROM sales_tax.jurisdiction');
    const sums = 'SELECT count(*)::int, sum(net_payment)::text FROM sales_tax.allocation';
    const before = await world.ask(sums);
    const other = { records: recordTables([...RECORDS, offices]) };
    await expect(world.publish(other)).rejects.toThrow(/Drop what depends on it, then publish again/);
    expect(await world.ask(sums)).toEqual(before);
    await world.ask('DROP VIEW public.names');
    expect(await world.publish(other)).toMatchObject({ isNew: true });
    expect(await world.ask(sums)).toEqual(before);
    expect(await world.publish(other)).toMatchObject({ isNew: false });
  });

  test('says what to do about the views of version 0.2.0', async () => {
    await world.ask('CREATE SCHEMA sales_tax; CREATE VIEW sales_tax.jurisdiction AS SELECT 1 AS id');
    await expect(world.publish()).rejects.toThrow(/Run DROP SCHEMA sales_tax CASCADE, then publish again/);
  });
});
