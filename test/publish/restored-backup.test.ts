import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { publishCopy } from '../../src/publish/copy.ts';
import { openTokens, tokenFileOf } from '../../src/store/tokens/tokens.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';
import { faultsOf } from '../rig/verify.ts';

const payment = (month: string, current: number) => ({
  code: '2101001',
  name: 'EXAMPLE CITY',
  month,
  current,
});

/** Two reports: the second one restates a month of the first, so that the dataset has a revision. */
async function loadedRig(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  rig.write('first.csv', texasReport([payment('2024-01', 100), payment('2024-02', 110)]));
  await rig.run();
  rig.write('second.csv', texasReport([payment('2024-02', 115), payment('2024-03', 120)]));
  await rig.run();
  return rig;
}

/** Backs up and restores the dataset and the archive as the guide says. */
async function restore(rig: PipelineRig): Promise<PipelineRig> {
  const backup = join(rig.folder, 'backup');
  mkdirSync(backup);
  const { path } = publishCopy(rig.database, join(backup, 'allocations.sqlite'), new Date());
  cpSync(rig.archive, join(backup, 'reports'), { recursive: true });

  const restored = createPipelineRig();
  mkdirSync(dirname(restored.database), { recursive: true });
  cpSync(path, restored.database);
  cpSync(join(backup, 'reports'), restored.archive, { recursive: true });
  return restored;
}

test('a restored backup has the same figures, revisions and runs, and passes verification', async () => {
  const rig = await loadedRig();
  const restored = await restore(rig);

  expect(rig.select('SELECT * FROM revision').length).toBeGreaterThan(0);
  expect(restored.content()).toEqual(rig.content());
  expect(await faultsOf(restored)).toEqual([]);

  // the restored dataset goes on as the lost one would have
  for (const one of [rig, restored]) {
    one.write('third.csv', texasReport([payment('2024-04', 130)]));
    expect(await one.run()).toMatchObject({ outcome: 'ok' });
  }
  expect(restored.content()).toEqual(rig.content());
});

test('restored access tokens are valid, also those of a service that ran during the backup', async () => {
  const rig = await loadedRig();
  const running = openTokens(tokenFileOf(rig.database));
  const kept = running.create('kept', null);
  const revoked = running.create('revoked', null);
  running.revoke('revoked');
  const backup = join(rig.folder, 'tokens.sqlite');
  // as the command .backup of the guide; the connection of the service is still open
  const copied = new Database(tokenFileOf(rig.database), { readonly: true });
  await copied.backup(backup);
  copied.close();
  const later = running.create('later', null);
  running.close();

  const restored = await restore(rig);
  cpSync(backup, tokenFileOf(restored.database));
  const tokens = openTokens(tokenFileOf(restored.database));
  expect([kept, revoked, later].map((token) => tokens.verify(token)?.name)).toEqual([
    'kept',
    undefined,
    undefined,
  ]);
  tokens.close();
});
