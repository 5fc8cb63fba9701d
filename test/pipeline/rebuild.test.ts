import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import readReport from '../../src/pipeline/intake/read-report.ts';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { filesUnder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { createPipelineRig, differences, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';
import { readContent, type StoredRows } from '../rig/stored-rows.ts';
import { faultsOf } from '../rig/verify.ts';

/** Rebuilds into a new file beside the dataset. */
async function rebuild(rig: PipelineRig, name: string, asOf: Date | null): Promise<string> {
  const database = join(dirname(rig.database), name);
  await rebuildDataset({ ...rig.options, database }, asOf);
  return database;
}

/** Restatements, an old file that came late, a quarterly report, and two withdrawals. */
const STEPS: readonly ((rig: PipelineRig) => Promise<unknown>)[] = [
  async (rig) => {
    rig.write('ca-may.csv', statement([{ code: '01001', month: '2024-05', net: 100 }]));
    rig.write('tx-1.csv', texasReport([2, 3, 4].map((month) => tx(month, 100 + month))));
    await rig.run();
  },
  async (rig) => {
    rig.write('tx-2.csv', texasReport([3, 4, 5].map((month) => tx(month, 200 + month))));
    rig.write('ca-may-corrected.csv', statement([{ code: '01001', month: '2024-05', net: 110 }]));
    await rig.run();
  },
  async (rig) => {
    rig.write('tx-old.csv', texasReport([1, 2, 3].map((month) => tx(month, 7 * month))));
    const later = rig.write('tx-3.csv', texasReport([4, 5, 6, 7].map((month) => tx(month, 300 + month))));
    const to = '2024-06' as Month;
    await rig.run({ files: [later], command: 'backfill', months: { from: '2024-05' as Month, to } });
    await rig.run();
  },
  (rig) => rig.withdraw(hashOf(MAY_AGAIN), 'mistaken'),
  async (rig) => {
    rig.write('ca-2q.csv', quarterly([{ code: '01001', quarter: '1Q 2024', pool: 12.34, total: 110 }]));
    const old = texasReport([1, 2, 3].map((month) => tx(month, 7 * month)));
    await rig.run();
    await rig.withdraw(hashOf(old), 'another place');
  },
];
const MAY_AGAIN = statement([{ code: '01001', month: '2024-05', net: 110 }]);

function tx(month: number, current: number) {
  return { code: '2000001', name: 'ALPHA', month: `2024-0${month}`, current };
}

describe('a dataset rebuilt from the archive', () => {
  test('equals the live dataset except for its history, also as of each earlier time', async () => {
    const rig = createPipelineRig();
    const known: { time: Date; content: StoredRows }[] = [];
    for (const step of STEPS) {
      await step(rig);
      known.push({ time: rig.options.now(), content: rig.content() });
    }
    const archived = filesUnder(rig.archive);
    const whole = await rebuild(rig, 'whole.sqlite', null);
    expect(readContent(whole)).toEqual(rig.content());
    expect(differences(rig.database, whole)).toEqual([]);
    for (const [at, { time, content }] of known.entries()) {
      const file = await rebuild(rig, `at-${at}.sqlite`, time);
      const { ca_allocation, tx_allocation, jurisdiction, report } = readContent(file);
      expect({ ca_allocation, tx_allocation, jurisdiction, report }).toEqual({
        ca_allocation: content.ca_allocation,
        tx_allocation: content.tx_allocation,
        jurisdiction: content.jurisdiction,
        report: content.report,
      });
    }
    expect(filesUnder(rig.archive)).toEqual(archived);
    await rig.run();
    // the archive's records are as they were: withdrawn stays withdrawn
    expect(readContent(await rebuild(rig, 'again.sqlite', null))).toEqual(rig.content());
  });

  test('appears only when it is complete, and never replaces a file', async () => {
    const rig = await loadedRig({ 'may.csv': MAY_AGAIN });
    const file = join(dirname(rig.database), 'new.sqlite');
    const options = { ...rig.options, database: file };
    const aborted = AbortSignal.abort(new Error('given up'));
    await expect(rebuildDataset({ ...options, signal: aborted }, null)).rejects.toThrow('given up');
    expect(existsSync(file)).toBe(false);
    // what a rebuild left that was killed is in nobody's way
    writeFileSync(`${file}.rebuilding`, 'half');
    await rebuildDataset(options, null);
    await expect(rebuildDataset(options, null)).rejects.toThrow(/new\.sqlite exists\. Name a new file/);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('rebuilding'))).toEqual([]);
  });
});

test('a rebuild does not disturb another rebuild into the same file', async () => {
  const rig = await loadedRig({ 'may.csv': MAY_AGAIN });
  const options = { ...rig.options, database: join(rig.folder, 'new.sqlite') };
  const [first, second] = await Promise.allSettled([
    rebuildDataset(options, null),
    rebuildDataset(options, null),
  ]);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { exitCode: 75 } });
  expect(readContent(options.database)).toEqual(rig.content());
});

test('a rebuild reads nothing from files of an earlier dataset', async () => {
  const rig = await loadedRig({ 'may.csv': MAY_AGAIN });
  const database = join(rig.folder, 'new.sqlite');
  for (const ending of ['-wal', '-shm', '-journal']) {
    writeFileSync(database + ending, 'of another file');
    const options = { ...rig.options, database };
    await expect(rebuildDataset(options, null)).rejects.toThrow(
      `new.sqlite${ending} exists. Name a new file`,
    );
    rmSync(database + ending);
  }
  const elsewhere = { ...rig.options, database, archive: join(rig.folder, 'empty') };
  await expect(rebuildDataset(elsewhere, null)).rejects.toThrow(
    /has no reports\. Name another archive with --archive/,
  );
  await rig.run();
  const early = { ...rig.options, database };
  await expect(rebuildDataset(early, new Date('2026-10-01T00:00:00Z'))).rejects.toThrow(
    /The first report arrived at 2026-11-01T/,
  );
  expect(existsSync(database)).toBe(false);
});

test('the next run repeats a withdrawal in a dataset restored from an older backup', async () => {
  const rig = await loadedRig({ 'a.csv': texasReport([1, 2].map((month) => tx(month, 100))) });
  const b = texasReport([1, 2, 3].map((month) => tx(month, 200)));
  await rig.load({ 'b.csv': b });
  const before = readFileSync(rig.database);
  await rig.withdraw(hashOf(b), 'mistaken');
  const after = rig.content();
  for (const ending of ['', '-wal', '-shm']) rmSync(rig.database + ending, { force: true });
  writeFileSync(rig.database, before);
  const { reports } = await rig.run({ files: [] });
  expect(reports).toMatchObject([{ path: 'b.csv', status: 'withdrawn' }]);
  expect(rig.content()).toEqual(after);
});

test('a dataset whose run was killed before the first migration counts as empty', async () => {
  const rig = createPipelineRig();
  const sqlite = new Database(rig.database);
  sqlite.exec(
    'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  );
  sqlite.close();
  expect((await rig.load({ 'may.csv': MAY_AGAIN })).outcome).toBe('ok');
});

describe('verification of a dataset rebuilt as of an earlier time', () => {
  const verify = (rig: PipelineRig, database: string) =>
    faultsOf({ database, options: { ...rig.options, read: readReport } });

  test('does not count a later withdrawal as a problem', async () => {
    const rig = createPipelineRig();
    const wrong = statement([{ code: '01001', month: '2024-05', net: 100 }]);
    await rig.load({ 'a.csv': wrong });
    const before = rig.options.now();
    await rig.withdraw(hashOf(wrong), 'mistaken');
    expect(await verify(rig, await rebuild(rig, 'before.sqlite', before))).toEqual([
      expect.stringContaining('The next run withdraws it there.'),
    ]);
  });
});
