import { appendFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { strictTables } from '../../.config/strict-tables.ts';
import { TABLES } from '../../src/store/schema.ts';

const COMMITTED = 'src/store/migrations';
const NAME = 'states_of_tests';

/** A folder of the committed migrations and one more, which makes the tables that these do not: as `npm run migrations`. */
export async function writeMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-migrations-'));
  cpSync(COMMITTED, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const newest = journal.entries.at(-1);
  const number = (idx: number) => String(idx).padStart(4, '0');
  const snapshot = JSON.parse(readFileSync(join(folder, `meta/${number(newest.idx)}_snapshot.json`), 'utf8'));
  const statements = await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson({ ...TABLES }));
  const entry = {
    ...newest,
    idx: newest.idx + 1,
    when: newest.when + 1,
    tag: `${number(newest.idx + 1)}_${NAME}`,
  };
  appendFileSync(
    join(folder, `${entry.tag}.sql`),
    strictTables(statements.join('\n--> statement-breakpoint\n')),
  );
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  return folder;
}
