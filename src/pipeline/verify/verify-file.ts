import Database from 'better-sqlite3';
import { type Dataset, openForWriting } from '../../store/dataset.ts';
import type { VerifyFinding } from './verify-finding.ts';

const REBUILD = 'Build the dataset again with allocations rebuild.';

/** Checks the dataset file: damage, schema, references and JSON columns. The other checks need a sound file. */
export function verifyFile(dataset: Dataset): VerifyFinding[] {
  const damage = findDamage(dataset);
  if (damage.length > 0) return damage;
  const changed = findChangedObjects(dataset);
  return changed.length > 0 ? changed : [...findBrokenReferences(dataset), ...findMalformed(dataset)];
}

/** Runs the integrity check of SQLite. */
function findDamage({ sqlite }: Dataset): VerifyFinding[] {
  const found = (line: string) => fault(`SQLite finds the file damaged: ${line}. ${REBUILD}`);
  try {
    const lines = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    return lines.filter((line) => line !== 'ok').map(found);
  } catch (error) {
    if (error instanceof Database.SqliteError) return [found(error.message)];
    throw error;
  }
}

/** Finds tables, indexes, views and triggers that are missing, unknown, or not as this version defines them. */
function findChangedObjects(dataset: Dataset): VerifyFinding[] {
  const empty = openForWriting(':memory:');
  try {
    const [stored, expected] = [dataset, empty].map(objectsOf);
    const names = new Set([...(stored?.keys() ?? []), ...(expected?.keys() ?? [])]);
    // a run that was killed as it created the file may not have made the views; the next one does
    const hasRun =
      dataset.sqlite.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'run'").get() !== undefined;
    return [...names]
      .filter((name) => stored?.get(name) !== expected?.get(name))
      .filter((name) => hasRun || stored?.has(name) || !name.startsWith('view '))
      .map((name) =>
        fault(
          expected?.has(name)
            ? `The ${name} is missing or is not as this version defines it. ${REBUILD}`
            : `The ${name} does not belong to a dataset. Remove it, or build the dataset again with allocations rebuild.`,
        ),
      );
  } finally {
    empty.close();
  }
}

/** The definition of each object by its name, except those of SQLite and the list of migrations. */
function objectsOf({ sqlite }: Dataset): Map<string, string> {
  const objects = sqlite.prepare<[], [string, string]>(
    String.raw`SELECT format('%s %s', type, name), tbl_name || ' ' || ifnull(sql, '') FROM sqlite_master
     WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> '__drizzle_migrations' ORDER BY name`,
  );
  return new Map(
    objects
      .raw()
      .all()
      .map(([name, definition]) => [name, definition.replaceAll(/\s+/g, ' ')]),
  );
}

function findBrokenReferences({ sqlite }: Dataset): VerifyFinding[] {
  const broken = sqlite
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all();
  const messages = broken.map(({ table, rowid, parent }) => {
    const row = rowid === null ? 'A row' : `Row ${rowid}`;
    return `${row} of ${table} refers to a row of ${parent} that does not exist. ${REBUILD}`;
  });
  return [...new Set(messages)].map(fault);
}

/** Finds reports whose JSON columns are malformed: they cannot be read. */
function findMalformed({ sqlite }: Dataset): VerifyFinding[] {
  const types = { taken: 'array', origin: 'object', held: 'object' };
  return Object.entries(types).flatMap(([column, type]) =>
    sqlite
      .prepare<[string], string>(
        `SELECT file_name FROM report WHERE ${column} IS NOT NULL
         AND CASE WHEN json_valid(${column}) THEN json_type(${column}) <> ? ELSE true END`,
      )
      .pluck()
      .all(type)
      .map((name) => fault(`${column} of report ${name} is not a JSON ${type}. ${REBUILD}`)),
  );
}

function fault(message: string): VerifyFinding {
  return { about: 'database', message };
}
