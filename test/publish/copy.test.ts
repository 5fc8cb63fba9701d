import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { publishCopy } from '../../src/publish/copy.ts';
import { createPipelineRig, differences, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

async function paying(...months: string[]): Promise<PipelineRig & { copy: string }> {
  const rig = createPipelineRig();
  for (const month of months) {
    rig.write(`${month}.csv`, statement([{ code: '01001', month, net: 1 }]));
    await rig.run();
  }
  return { ...rig, copy: join(rig.folder, 'copies', 'allocations.sqlite') };
}

const publish = ({ database, copy }: { database: string; copy: string }) => publishCopy(database, copy, NOW);

test('a copy has every figure, and is complete in one file on a read-only disk', async () => {
  const rig = await paying('2024-05');
  expect(publish(rig)).toMatchObject({ path: rig.copy, isNew: true });
  expect(readdirSync(join(rig.folder, 'copies')).filter((name) => !name.includes('.lock'))).toEqual([
    'allocations.sqlite',
  ]);
  const elsewhere = join(rig.folder, 'elsewhere');
  mkdirSync(elsewhere);
  cpSync(rig.copy, join(elsewhere, 'copy.sqlite'));
  chmodSync(join(elsewhere, 'copy.sqlite'), 0o444);
  const sqlite = new Database(join(elsewhere, 'copy.sqlite'), { readonly: true });
  expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
  sqlite.close();
  expect(differences(rig.database, join(elsewhere, 'copy.sqlite'))).toEqual([]);
  expect(readdirSync(elsewhere)).toEqual(['copy.sqlite']);
});

test('a copy is written again for another version or if it is damaged, and not for a run that changes nothing', async () => {
  const rig = await paying('2024-05');
  const first = publish(rig);
  await rig.run();
  expect(publish(rig)).toEqual({ ...first, isNew: false });
  rig.write('later.csv', statement([{ code: '01001', month: '2024-06', net: 2 }]));
  await rig.run();
  const next = publish(rig);
  expect(next.isNew).toBe(true);
  expect(next.dataset_version).not.toBe(first.dataset_version);
  truncateSync(rig.copy, 4096);
  expect(publish(rig)).toEqual(next);
  expect(differences(rig.database, rig.copy)).toEqual([]);
});

test('a damaged dataset is not copied, and the copy stays', async () => {
  const rig = await paying('2024-05');
  publish(rig);
  const before = readFileSync(rig.copy);
  const sqlite = new Database(rig.database);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec('UPDATE ca_allocation SET jurisdiction_id = 5');
  sqlite.close();
  expect(() => publish(rig)).toThrow(/^Cannot publish .*\. Row .* refers to a row of jurisdiction/);
  expect(readFileSync(rig.copy).equals(before)).toBe(true);
  expect(existsSync(`${rig.copy}.unfinished`)).toBe(false);
});

test.each<[string, (path: string) => Promise<void>]>([
  ['a text', async (path) => writeFileSync(path, 'my notes')],
  [
    'a database of another program',
    async (path) => void new Database(path).exec('CREATE TABLE t (x)').close(),
  ],
  ['a dataset that runs write to', async (path) => cpSync((await paying('2024-05')).database, path)],
])('%s is not replaced by a copy', async (_, make) => {
  const rig = await paying('2024-05');
  const path = join(rig.folder, 'other.sqlite');
  await make(path);
  const before = readFileSync(path);
  expect(() => publish({ ...rig, copy: path })).toThrow(
    `${path} is no copy of a dataset. Name another file.`,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});
