import { type Dataset, openForWriting } from '../dataset.ts';

/** A table, index, view or trigger. */
interface SchemaObject {
  type: string;
  name: string;
  table: string;
  sql: string | null;
}

/** How the schema of a dataset differs from the schema that the migrations make. */
export interface SchemaDifferences {
  /** Objects that are missing or defined in another way. If there are any, no other check is possible. */
  changed: string[];
  /** Objects that no migration makes. */
  unknown: string[];
}

/** Compares the schema of a dataset with a new one that all migrations made. */
export function compareSchema(dataset: Dataset): SchemaDifferences {
  const expected = expectedObjects();
  const differences: SchemaDifferences = { changed: [], unknown: [] };
  for (const { type, name, table, sql } of objectsOf(dataset)) {
    const known = expected.get(name);
    expected.delete(name);
    if (!known) differences.unknown.push(`${type} ${name}${table === name ? '' : ` on ${table}`}`);
    else if (known.type !== type || spaced(known.sql) !== spaced(sql))
      differences.changed.push(`${type} ${name}`);
  }
  for (const { type, name } of expected.values()) differences.changed.push(`${type} ${name}`);
  return differences;
}

function expectedObjects(): Map<string, SchemaObject> {
  const empty = openForWriting(':memory:');
  try {
    return new Map(objectsOf(empty).map((object) => [object.name, object]));
  } finally {
    empty.close();
  }
}

/** All objects but those of SQLite, such as statistics, and the list of migrations. */
function objectsOf({ sqlite }: Dataset): SchemaObject[] {
  return sqlite
    .prepare<[], SchemaObject>(
      String.raw`SELECT type, name, tbl_name AS "table", sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> '__drizzle_migrations' ORDER BY name`,
    )
    .all();
}

function spaced(sql: string | null): string {
  return (sql ?? '').replaceAll(/\s+/g, ' ');
}
