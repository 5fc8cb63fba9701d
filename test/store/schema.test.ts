import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForReading, openForWriting } from '../../src/store/dataset.ts';
import { TABLES } from '../../src/store/schema.ts';
import { DATASET_VIEWS } from '../../src/store/views/dataset-views.ts';

describe('the committed migrations', () => {
  test('match the tables: drizzle-kit would add none', async () => {
    const { entries } = JSON.parse(readFileSync('src/store/migrations/meta/_journal.json', 'utf8'));
    const newest = String(entries.at(-1).idx).padStart(4, '0');
    const snapshot = JSON.parse(readFileSync(`src/store/migrations/meta/${newest}_snapshot.json`, 'utf8'));
    const missing = await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson({ ...TABLES }));
    expect(missing, 'The tables changed: npm run migrations').toEqual([]);
  });

  test('create STRICT tables with foreign keys and the columns of the schema in order', () => {
    const { sqlite } = openForWriting(':memory:');
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    const made = sqlite
      .prepare<[], { name: string; strict: number }>(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
      )
      .all()
      .filter(({ name }) => !name.startsWith('sqlite_') && !name.startsWith('__'));
    expect(made.map(({ name }) => name).sort()).toEqual(TABLES.map(getTableName).sort());
    expect(made.filter(({ strict }) => strict !== 1)).toEqual([]);
    for (const table of TABLES) {
      const columns = sqlite
        .prepare('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(getTableName(table));
      const advice = `${getTableName(table)}: if your migration is new, make it again; see docs/guides/add-a-state.md`;
      expect(columns, advice).toEqual(Object.keys(getTableColumns(table)));
    }
    sqlite.close();
  });

  test('are followed by every view with the columns that it declares', () => {
    const { sqlite } = openForWriting(':memory:');
    const made = sqlite.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'view'").pluck();
    expect(made.all().sort()).toEqual(DATASET_VIEWS.map(({ name }) => name).sort());
    for (const { name, columns } of DATASET_VIEWS)
      expect(sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name)).toEqual(columns);
    sqlite.close();
  });
});

describe('a dataset', () => {
  const changed = (sql: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'allocations-schema-')), 'dataset.sqlite');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    openForWriting(file).close();
    const sqlite = new Database(file);
    sqlite.exec(sql);
    sqlite.close();
    return file;
  };

  test('of an earlier version is to be rebuilt', () => {
    const file = changed("UPDATE __drizzle_migrations SET hash = 'of an earlier version', created_at = 1");
    for (const open of [openForReading, openForWriting])
      expect(() => open(file)).toThrow(
        `An earlier version of this program wrote ${file}. Move it away with its -wal and -shm files. Then build it again from the archive: allocations rebuild --db FILE. If it is a copy, publish it again. docs/guides/upgrade.md has the steps.`,
      );
  });

  test('of version 0.2.0 gets the tables of this version at the next run', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'allocations-schema-')), 'dataset.sqlite');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const sqlite = new Database(file);
    sqlite.pragma(`application_id = ${0x53544454}`);
    sqlite.exec(
      'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
    for (const { sql, hash, folderMillis } of readMigrationFiles({
      migrationsFolder: 'src/store/migrations',
    }).slice(0, 2)) {
      for (const statement of sql) sqlite.exec(statement);
      note.run(hash, folderMillis);
    }
    sqlite.close();
    expect(() => openForReading(file)).toThrow(
      `An earlier version of this program wrote ${file}. Bring it to this version: allocations reprocess --db ${file}`,
    );
    openForWriting(file).close();
    openForReading(file).close();
  });

  test.each([
    ['a view is missing', 'DROP VIEW ca_datapoint'],
    [
      'another version made a view',
      'DROP VIEW ca_datapoint; CREATE VIEW ca_datapoint AS SELECT 1 AS payment',
    ],
  ])('whose views are not those of the program gets them at the next run: %s', (_, sql) => {
    const { sqlite, close } = openForWriting(changed(sql));
    const [view] = DATASET_VIEWS;
    const columns = sqlite.prepare("SELECT name FROM pragma_table_info('ca_datapoint')").pluck().all();
    expect(columns).toEqual(view?.columns);
    close();
  });
});
