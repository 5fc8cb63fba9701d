import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { acquireLock } from '../../../src/files/lock.ts';
import { verifyDataset } from '../../../src/pipeline/verify/verify.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { filesUnder } from '../../rig/folders.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import { archiveFaultsOf, faultsOf } from '../../rig/verify.ts';

function change(file: string, sql: string): void {
  const sqlite = new Database(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(sql);
  sqlite.close();
}

async function loaded(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  const months = ['2024-04', '2024-05', '2024-06'];
  await rig.load({
    'ca.csv': statement(months.map((month) => ({ code: '01001', month, net: 100 }))),
    'q.csv': quarterly([{ code: '01001', quarter: '1Q-24', pool: 5, total: 100 }]),
    'tx.csv': texasReport(months.map((month) => ({ code: '2000001', name: 'A', month, current: 100 }))),
  });
  return rig;
}

test('verify counts what it checked', async () => {
  const { database, options } = await loaded();
  const dataset = openForReading(database);
  expect(await verifyDataset(dataset, options)).toEqual({
    ...{ reports: 3, archived: 3, rows: 7, series: 2, datapoints: 6, findings: [] },
  });
  dataset.close();
});

test('a reference to a row that does not exist is a finding', async () => {
  const rig = await loaded();
  change(
    rig.database,
    `INSERT INTO finding (run_id, scope, state, severity, code, facts, report_id) VALUES (1, 'report', 'ca', 'info', 'x', 'x', 99)`,
  );
  expect(await faultsOf(rig)).toEqual([
    expect.stringMatching(
      /^database: Row \d+ of finding refers to a row of report that does not exist\. Build/,
    ),
  ]);
});

describe('the check of the archive', () => {
  test('finds files of no report, and archived files that were removed, changed or cannot be read', async () => {
    const rig = await loaded();
    const [first, second, third] = filesUnder(rig.archive).filter((file) => file.endsWith('.csv'));
    rmSync(`${first}`);
    chmodSync(`${second}`, 0o644);
    writeFileSync(`${second}`, 'something else');
    rmSync(`${third}`);
    mkdirSync(`${third}`);
    const folder = join(rig.archive, 'ca', 'monthly-statement');
    const [notes, report] = [join(rig.archive, 'notes.txt'), join(folder, `${'0'.repeat(64)}.csv`)];
    for (const path of [notes, report]) writeFileSync(path, 'x');
    // a volume has this folder, and the next run removes an incomplete file
    mkdirSync(join(rig.archive, 'lost+found'));
    writeFileSync(join(rig.archive, 'lost+found', '#1'), 'x');
    writeFileSync(join(folder, `${'0'.repeat(64)}.csv.123`), 'x');
    const expected = [
      expect.stringContaining(`${first} does not exist`),
      expect.stringContaining(`${second} is not the file that was received`),
      expect.stringContaining(`${third} cannot be read (EISDIR). Restore it from a backup.`),
      `${report} has no record. If a run was stopped, the next run adds the record when it loads the report. Otherwise move the file away.`,
      `${notes} is no file of the archive. Move it away.`,
    ];
    expect(archiveFaultsOf(rig)).toHaveLength(expected.length);
    expect(archiveFaultsOf(rig)).toEqual(expect.arrayContaining(expected));
  });

  test('finds reports that only the archive or only the dataset has', async () => {
    const [rig, other] = [await loaded(), createPipelineRig()];
    other.write('more.csv', statement([{ code: '01002', month: '2024-05', net: 1 }]));
    await other.run({ archive: rig.archive });
    expect(archiveFaultsOf(rig)).toEqual([expect.stringMatching(/^more\.csv .* not in the dataset/)]);
    expect(archiveFaultsOf({ ...other, archive: join(other.folder, 'empty') })).toEqual([
      expect.stringMatching(/.*empty does not exist\. Name another with --archive\./),
    ]);
    const nearly = join(other.folder, 'nearly-empty');
    mkdirSync(nearly);
    expect(archiveFaultsOf({ ...other, archive: nearly })).toEqual([
      expect.stringMatching(/^more\.csv .* not archived/),
    ]);
  });
});

/** The content of every archived file, by its path. */
function archivedContent({ archive }: PipelineRig): Map<string, string> {
  return new Map(filesUnder(archive).map((file) => [file, readFileSync(file, 'utf8')]));
}

const recordsOf = ({ archive }: PipelineRig) =>
  filesUnder(archive).filter((file) => file.endsWith('.report.json'));

describe('a withdrawal', () => {
  const recordOf = (rig: PipelineRig) => {
    const [record = ''] = recordsOf(rig);
    return { record, sha256: basename(record, '.report.json') };
  };
  const withdrawnIn = (record: string) => JSON.parse(readFileSync(record, 'utf8')).withdrawn;

  test('that a killed run left out of the archive is added by the next run, with its reason and time', async () => {
    const rig = await loaded();
    const { record, sha256 } = recordOf(rig);
    const before = readFileSync(record);
    await rig.withdraw(sha256);
    const withdrawn = withdrawnIn(record);
    // the process ended after the dataset committed, and before it wrote the archive
    writeFileSync(record, before);
    expect(archiveFaultsOf(rig)).toEqual([
      expect.stringMatching(
        / is withdrawn in the dataset, but not in the archive\. The next run withdraws it there\.$/,
      ),
    ]);
    await rig.run({ files: [] });
    expect(archiveFaultsOf(rig)).toEqual([]);
    expect(withdrawnIn(record)).toEqual(withdrawn);
    expect(withdrawn).toEqual({ at: expect.stringMatching(/^2026-11-01T/), reason: 'a test' });
  });

  test('of another dataset with the same archive is carried out by the next run', async () => {
    const [rig, other] = [await loaded(), createPipelineRig()];
    const { sha256 } = recordOf(rig);
    await rig.reprocess({ database: other.database });
    await rig.withdraw(sha256);
    const of = { database: other.database, archive: rig.archive };
    expect(archiveFaultsOf(of)).toEqual([
      expect.stringMatching(
        / is withdrawn in the archive, but not in the dataset\. The next run withdraws it there\.$/,
      ),
    ]);
    const { reports } = await rig.run({ database: other.database, files: [] });
    expect(reports).toMatchObject([{ sha256, status: 'withdrawn' }]);
    expect(archiveFaultsOf(of)).toEqual([]);
  });
});

describe('an archive whose records are behind the dataset', () => {
  test('is not changed by verify, and is completed by the next run', async () => {
    const rig = await loaded();
    const [record = ''] = recordsOf(rig);
    const half = `${record}.1234567`;
    const content = readFileSync(record, 'utf8');
    renameSync(record, half);
    const before = archivedContent(rig);
    expect(archiveFaultsOf(rig)).toEqual([
      expect.stringContaining('not archived. The next run writes its record.'),
    ]);
    expect(archivedContent(rig)).toEqual(before);
    await rig.run();
    expect(archiveFaultsOf(rig)).toEqual([]);
    expect(existsSync(half)).toBe(false);
    expect(readFileSync(record, 'utf8')).toBe(content);
  });

  test('is verified also if its lock cannot be taken', async () => {
    const rig = await loaded();
    rmSync(`${rig.archive}.lock`, { force: true });
    mkdirSync(`${rig.archive}.lock`);
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('is not checked while a run works on it', async () => {
    const rig = await loaded();
    const lock = acquireLock(rig.archive, 'ingest', '2026-01-01T00:00:00.000Z');
    await expect(faultsOf(rig)).rejects.toThrow(/Another run holds the lock on .*"allocations ingest"/);
    lock.release();
    expect(await faultsOf(rig)).toEqual([]);
  });
});

test('damage in any part of the database is a finding', async () => {
  const rig = await loaded();
  const sqlite = new Database(rig.database);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const root = Number(
    sqlite.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'ca_allocation'").pluck().get(),
  );
  const size = Number(sqlite.pragma('page_size', { simple: true }));
  sqlite.close();
  const bytes = readFileSync(rig.database);
  bytes.fill(0xff, (root - 1) * size, (root - 1) * size + 200);
  writeFileSync(rig.database, bytes);
  const found = await faultsOf(rig);
  expect(found).not.toEqual([]);
  for (const message of found) expect(message).toMatch(/^database: SQLite finds the file damaged/);
});

test('archived bytes with a wrong hash are replaced', async () => {
  const rig = createPipelineRig();
  const report = texasReport([{ code: '2000001', name: 'ALPHA', month: '2024-03', current: 1 }]);
  const path = rig.write('a.csv', report);
  await rig.run();
  const [kept = ''] = filesUnder(rig.archive).filter((file) => file.endsWith('.csv'));
  const [record = ''] = filesUnder(rig.archive).filter((file) => file.endsWith('.report.json'));
  rmSync(record);
  rmSync(rig.database);
  chmodSync(kept, 0o644);
  writeFileSync(kept, 'garbage');
  await rig.run({ files: [path] });
  expect(readFileSync(kept, 'utf8')).toBe(report);
  expect(archiveFaultsOf(rig)).toEqual([]);
});
