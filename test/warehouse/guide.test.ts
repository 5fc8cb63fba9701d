import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishParquet } from '../../src/publish/parquet/publication.ts';
import { publishPostgres } from '../../src/publish/postgres.ts';
import { FEW_REPORTS } from '../rig/few-reports.ts';
import { createDatasetRig, type DatasetRig } from '../rig/service.ts';
import { askDuckDb } from '../rig/warehouse/agreement.ts';
import { type PostgresServer, startPostgres } from '../rig/warehouse/postgres-server.ts';

// Runs the examples of the guide that say so.

const PAGE = readFileSync('docs/guides/warehouse.md', 'utf8');

function examples(engine: string): string[] {
  const blocks = PAGE.matchAll(/^<!-- run: ([\w-]+) -->\n\n```sql\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, named, sql = '']) => (named === engine ? [sql] : []));
}

let rig: DatasetRig;
let server: PostgresServer;

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load(FEW_REPORTS);
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
  rig.remove();
});

const options = () => ({ database: rig.database, keep: null, programVersion: 'test', now: () => new Date() });

test('says of each example whether it is run', () => {
  const shown = [...PAGE.matchAll(/^```(?:sql|python|bash)$/gm)].length;
  const run = [...PAGE.matchAll(/^<!-- run: /gm)].length;
  const notRun = [...PAGE.matchAll(/^Not run here/gm)].length;
  expect(shown).toBe(run + notRun);
  expect(run).toBe(['duckdb', 'postgres-admin', 'postgres', 'postgres-analyst'].flatMap(examples).length);
});

test('DuckDB runs its examples', async () => {
  const folder = join(rig.folder, 'warehouse');
  await publishParquet({ ...options(), folder });
  const [version = '', ...questions] = examples('duckdb').map((example) =>
    example
      .replace("'warehouse/", `'${folder}/`)
      .replace('2026-', '2023-')
      .replace("'now.parquet'", `'${folder}/*/state=tx/*.parquet'`)
      .replace("'then.parquet'", `'${folder}/*/state=ca/*.parquet'`),
  );
  expect(questions.length).toBe(3);
  for (const question of questions)
    expect((await askDuckDb(version, question)).length, question).toBeGreaterThan(0);
});

test('PostgreSQL runs its examples', async () => {
  await server.ask('CREATE DATABASE finance');
  await server.ask('CREATE ROLE publisher LOGIN; CREATE ROLE analyst LOGIN');
  const [grant = '', ...laterByAdmin] = examples('postgres-admin');
  const refused = await publishPostgres({
    ...options(),
    address: server.address('publisher', 'finance'),
  }).catch((error) => error);
  expect(refused.message).toContain(`run: ${grant.trim().replace(';', '')}`);
  await server.ask(grant);
  await publishPostgres({ ...options(), address: server.address('publisher', 'finance') });
  const [question = '', ...others] = examples('postgres');
  expect((await server.ask(question, 'finance')).length).toBeGreaterThan(0);
  for (const example of others) await server.ask(example, 'finance', 'publisher');
  for (const example of laterByAdmin) await server.ask(example, 'finance');
  for (const example of examples('postgres-analyst')) await server.ask(example, 'finance', 'analyst');
  const rows = await server.ask('SELECT * FROM analysis.payments_by_year', 'finance', 'analyst');
  expect(rows.length).toBeGreaterThan(0);
  await expect(server.ask('CREATE VIEW public.mine AS SELECT 1', 'finance', 'analyst')).rejects.toThrow(
    'permission denied for schema public',
  );
});
