import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readLayoutFile } from '../../src/extract/layouts/layout-file.ts';
import { findReportFiles } from '../../src/files/report-paths.ts';
import type { RunOptions } from '../../src/pipeline/run.ts';
import { readPortalFile } from '../../src/portals/portal-file.ts';
import { publishSnapshot, snapshotPath } from '../../src/publish/snapshot.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { openTokens, tokenFileOf } from '../../src/store/tokens/tokens.ts';
import { createPipelineRig, differences, EVERY_REPORT, type PipelineRig } from '../rig/pipeline-rig.ts';
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
  const { name } = await publishSnapshot({
    ...{ database: rig.database, folder: join(backup, 'dataset'), keep: 3 },
    ...{ programVersion: 'test', now: () => new Date() },
  });
  cpSync(rig.archive, join(backup, 'reports'), { recursive: true });

  const restored = createPipelineRig();
  mkdirSync(dirname(restored.database), { recursive: true });
  cpSync(snapshotPath(join(backup, 'dataset'), name), restored.database);
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

test('a restored layout file reads the archived reports again, and a restored portal file has the same feeds', async () => {
  const renamed = 'fixtures/ca/layout-change';
  const rig = createPipelineRig();
  const files = { layouts: join(rig.folder, 'layouts.json'), portals: join(rig.folder, 'portals.json') };
  cpSync(join(renamed, 'layouts.json'), files.layouts);
  cpSync('data/reference/portals.json', files.portals);
  const layoutsOf = (path: string) => readLayoutFile(readFileSync(path, 'utf8'), REPORT_KINDS);
  const reports = await findReportFiles([join(renamed, 'reports')]);
  await rig.run({ files: reports, layouts: layoutsOf(files.layouts) });

  const restored = await restore(rig);
  for (const path of Object.values(files)) cpSync(path, join(restored.folder, basename(path)));
  const reprocess = (more: Partial<RunOptions> = {}) =>
    restored.run({ files: [], command: 'reprocess', reports: EVERY_REPORT, ...more });
  // without its layout file, the renamed report cannot be read again
  const refused = (await reprocess({ dryRun: true })).reports.filter(({ status }) => status === 'refused');
  const bytes = readFileSync(join(renamed, 'reports/statement-2024-01.csv'));
  expect(refused.map(({ sha256 }) => sha256)).toEqual([hash('sha256', bytes)]);
  const again = await reprocess({ layouts: layoutsOf(join(restored.folder, 'layouts.json')) });
  expect(again.outcome).toBe('nothing-new');
  expect(differences(restored.database, rig.database)).toEqual([]);
  expect(readPortalFile(join(restored.folder, 'portals.json'))).toEqual(readPortalFile(files.portals));
});
