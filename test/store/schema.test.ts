import { readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { getTableColumns, getTableName, getViewName, getViewSelectedFields } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { STATES } from '../../src/states/index.ts';
import { openForWriting } from '../../src/store/dataset.ts';
import { allocationTableOf, TABLES } from '../../src/store/schema.ts';
import { DATASET_VIEWS, SCHEMA } from '../../src/store/views.ts';

describe('the committed migrations', () => {
  test('match the tables: drizzle-kit would add none', async () => {
    const { entries } = JSON.parse(readFileSync('src/store/migrations/meta/_journal.json', 'utf8'));
    const newest = String(entries.at(-1).idx).padStart(4, '0');
    const snapshot = JSON.parse(readFileSync(`src/store/migrations/meta/${newest}_snapshot.json`, 'utf8'));
    expect(await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson({ ...SCHEMA }))).toEqual(
      [],
    );
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
      expect(columns).toEqual(Object.keys(getTableColumns(table)));
    }
    sqlite.close();
  });

  test('create every view with the columns that it declares', () => {
    const { sqlite } = openForWriting(':memory:');
    const made = sqlite.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'view'").pluck();
    expect(made.all().sort()).toEqual(DATASET_VIEWS.map(getViewName).sort());
    for (const view of DATASET_VIEWS) {
      const columns = sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(getViewName(view));
      expect(columns).toEqual(Object.keys(getViewSelectedFields(view)));
    }
    sqlite.close();
  });

  test('give every field of a state a column and its delta, trend and year-to-date columns', () => {
    for (const state of STATES) {
      const columns = Object.keys(getTableColumns(allocationTableOf(state)));
      for (const { name } of state.fields) {
        expect(columns).toEqual(
          expect.arrayContaining([name, `delta_${name}`, `trend_${name}`, `ytd_${name}`]),
        );
      }
    }
  });
});
