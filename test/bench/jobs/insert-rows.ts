/** Lower bound of loading: inserts all rows of a dataset into a new file with indexes: `insert-rows <dataset> <file>`. */
import { argv } from 'node:process';
import Database from 'better-sqlite3';
import { beginWork } from './work.ts';

const [, , from = '', to = ''] = argv;
const source = new Database(from, { readonly: true });
const definitionsOf = (type: string) =>
  source
    .prepare<[string], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all(type);
const tables = definitionsOf('table').map((table) => {
  const rows = source.prepare<[], unknown[]>(`SELECT * FROM "${table.name}"`).raw().all();
  return { ...table, rows };
});
const indexes = definitionsOf('index');
source.close();

beginWork();
const target = new Database(to);
target.pragma('journal_mode = WAL');
target.pragma('synchronous = FULL');
target.exec('BEGIN');
for (const { name, sql, rows } of tables) {
  target.exec(sql);
  const [first] = rows;
  if (!first) continue;
  const insert = target.prepare(`INSERT INTO "${name}" VALUES (${first.map(() => '?').join(', ')})`);
  for (const row of rows) insert.run(...row);
}
for (const { sql } of indexes) target.exec(sql);
target.exec('COMMIT');
target.close();
