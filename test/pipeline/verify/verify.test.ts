import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { acquireLock } from '../../../src/files/lock.ts';
import { Archive } from '../../../src/pipeline/archive/archive.ts';
import { verifyQuickly } from '../../../src/pipeline/verify/verify.ts';
import { readDataset } from '../../../src/store/dataset.ts';
import { filesUnder } from '../../rig/folders.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import { quickFaultsOf } from '../../rig/verify.ts';

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

describe('verify --quick', () => {
  test('finds no problem after runs', async () => {
    const { archive, database } = await loaded();
    expect(readDataset(database, (dataset) => verifyQuickly(dataset, archive, new Date()))).toEqual({
      reports: 3,
      archived: 3,
      rows: 7,
      series: 2,
      datapoints: 6,
      findings: [],
    });
  });

  test.each<[string, string, RegExp]>([
    [
      'the number of rows of a report',
      "DELETE FROM tx_payment_detail_row WHERE allocation_period = '2024-06-01'",
      /^counts: tx\.csv \([0-9a-f]{64}\) has 2 rows, but 3 were loaded\. Run allocations reprocess\./,
    ],
    [
      'the number of datapoints',
      "DELETE FROM ca_allocation WHERE allocation_period = '2024-06-01'",
      /^counts: ca_allocation has 2 rows, but the reports give 3\./,
    ],
    [
      'a figure',
      "UPDATE tx_allocation SET delta_net_payment = 1 WHERE allocation_period = '2024-06-01'",
      /^datapoints: tx_allocation has other figures than the last run left\. Run allocations reprocess\./,
    ],
    [
      'a reference',
      `INSERT INTO finding (run_id, scope, state, severity, code, facts, report_id) VALUES (1, 'report', 'ca', 'info', 'x', 'x', 99)`,
      /^database: Row \d+ of finding refers to a row of report that does not exist\. Build/,
    ],
  ])('finds that %s was changed', async (_, sql, message) => {
    const rig = await loaded();
    change(rig.database, sql);
    expect(quickFaultsOf(rig)).toContainEqual(expect.stringMatching(message));
  });

  test('finds a changed figure also after a run of another state', async () => {
    const rig = await loaded();
    change(rig.database, 'UPDATE tx_allocation SET net_payment = 7');
    await rig.load({ 'july.csv': statement([{ code: '01001', month: '2024-07', net: 100 }]) });
    expect(quickFaultsOf(rig)).toEqual([
      expect.stringMatching(/^datapoints: tx_allocation has other figures/),
    ]);
  });

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
      `archive: ${report} has no record. If a run was stopped, the next run adds the record when it loads the report. Otherwise move the file away.`,
      `archive: ${notes} is no file of the archive. Move it away.`,
    ];
    expect(quickFaultsOf(rig)).toHaveLength(expected.length);
    expect(quickFaultsOf(rig)).toEqual(expect.arrayContaining(expected));
  });

  test('finds reports that only the archive or only the dataset has', async () => {
    const [rig, other] = [await loaded(), createPipelineRig()];
    other.write('more.csv', statement([{ code: '01002', month: '2024-05', net: 1 }]));
    await other.run({ archive: rig.archive });
    expect(quickFaultsOf(rig)).toEqual([expect.stringMatching(/^archive: more\.csv .* not in the dataset/)]);
    expect(quickFaultsOf({ ...other, archive: join(other.folder, 'empty') })).toEqual([
      expect.stringMatching(/^archive: .*empty does not exist\. Name another with --archive\./),
    ]);
    const nearly = join(other.folder, 'nearly-empty');
    mkdirSync(nearly);
    expect(quickFaultsOf({ ...other, archive: nearly })).toEqual([
      expect.stringMatching(/^archive: more\.csv .* not archived/),
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
  test('a withdrawal that somebody wrote into the dataset is not copied to the archive', async () => {
    const rig = await loaded();
    const before = archivedContent(rig);
    change(rig.database, "UPDATE report SET withdrawn_at = '7'");
    const [record = ''] = recordsOf(rig);
    rmSync(record.replace('.report.json', '.csv'));
    const found = quickFaultsOf(rig).filter((message) => message.includes('withdrawn'));
    expect(found).toHaveLength(3);
    for (const message of found)
      expect(message).toMatch(
        /^archive: .* is withdrawn in the dataset, but not in the archive\. If it must stay out, run allocations withdraw again\. Otherwise build the dataset again with allocations rebuild\.$/,
      );
    await rig.run();
    await rig.reprocess();
    expect(archivedContent(rig)).toEqual(before);
  });

  test('withdraw writes a withdrawal that only the dataset has to the archive, with reason and time', async () => {
    const rig = await loaded();
    const [record = ''] = recordsOf(rig);
    const sha256 = basename(record, '.report.json');
    change(rig.database, `UPDATE report SET withdrawn_at = '7' WHERE sha256 = '${sha256}'`);
    await rig.withdraw(sha256);
    expect(quickFaultsOf(rig)).toEqual([]);
    expect(JSON.parse(readFileSync(record, 'utf8')).withdrawn).toEqual({
      at: expect.stringMatching(/^2026-11-01T/),
      reason: 'a test',
    });
  });

  test.each(['an ingest', 'the same command'])(
    'cut off before the commit is completed by %s',
    async (next) => {
      const rig = await loaded();
      const [record = ''] = recordsOf(rig);
      const sha256 = basename(record, '.report.json');
      const withdraw = { command: 'withdraw', decided: { sha256, reason: 'a test' } } as const;
      const content = rig.content();
      // the process ends after the archive is written, and before the dataset commits
      const { prepareCommit } = Archive.prototype;
      const killed = vi.spyOn(Archive.prototype, 'prepareCommit').mockImplementation(function (
        this: Archive,
      ) {
        prepareCommit.call(this);
        throw new Error('killed');
      });
      await expect(rig.run(withdraw)).rejects.toThrow('killed');
      killed.mockRestore();
      expect(rig.content()).toEqual(content);
      const { withdrawn } = JSON.parse(readFileSync(record, 'utf8'));
      expect(withdrawn).toEqual({ at: expect.stringMatching(/^2026-11-01T/), reason: 'a test' });
      expect(quickFaultsOf(rig)).toEqual([
        expect.stringMatching(
          /^archive: .* is withdrawn in the archive, but not in the dataset\. The next run withdraws it there\.$/,
        ),
      ]);
      const { reports } = await rig.run(next === 'an ingest' ? {} : withdraw);
      expect(reports.filter(({ status }) => status === 'withdrawn')).toMatchObject([{ sha256 }]);
      expect(quickFaultsOf(rig)).toEqual([]);
      expect(JSON.parse(readFileSync(record, 'utf8')).withdrawn).toEqual(withdrawn);
    },
  );
});

describe('an archive whose records are behind the dataset', () => {
  test('is not changed by verify, and is completed by the next run', async () => {
    const rig = await loaded();
    const [record = ''] = recordsOf(rig);
    const half = `${record}.1234567`;
    const content = readFileSync(record, 'utf8');
    renameSync(record, half);
    const before = archivedContent(rig);
    expect(quickFaultsOf(rig)).toEqual([
      expect.stringContaining('not archived. The next run writes its record.'),
    ]);
    expect(archivedContent(rig)).toEqual(before);
    await rig.run();
    expect(quickFaultsOf(rig)).toEqual([]);
    expect(existsSync(half)).toBe(false);
    expect(readFileSync(record, 'utf8')).toBe(content);
  });

  test('is verified also if its lock cannot be taken', async () => {
    const rig = await loaded();
    rmSync(`${rig.archive}.lock`, { force: true });
    mkdirSync(`${rig.archive}.lock`);
    expect(quickFaultsOf(rig)).toEqual([]);
  });

  test('is not checked while a run works on it', async () => {
    const rig = await loaded();
    const lock = acquireLock(rig.archive, 'ingest', '2026-01-01T00:00:00.000Z');
    expect(() => quickFaultsOf(rig)).toThrow(/Another run holds the lock on .*"allocations ingest"/);
    lock.release();
    expect(quickFaultsOf(rig)).toEqual([]);
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
  expect(quickFaultsOf(rig)).not.toEqual([]);
  for (const message of quickFaultsOf(rig))
    expect(message).toMatch(/^database: SQLite finds the file damaged/);
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
  expect(quickFaultsOf(rig)).toEqual([]);
});
