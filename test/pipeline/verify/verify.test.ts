import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { acquireLock } from '../../../src/files/lock.ts';
import { Archive } from '../../../src/pipeline/archive/archive.ts';
import { type Verification, verifyDataset } from '../../../src/pipeline/verify/verify.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { filesUnder } from '../../rig/files-under.ts';
import { createPipelineRig, EVERY_REPORT, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';

function verify({ database, archive, options }: PipelineRig): Verification {
  const dataset = openForReading(database);
  try {
    return verifyDataset(dataset, archive, options.registers, new Date());
  } finally {
    dataset.close();
  }
}

function messages(rig: PipelineRig): string[] {
  return verify(rig).findings.map(({ about, message }) => `${about}: ${message}`);
}

function change(file: string, sql: string): void {
  const sqlite = new Database(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(sql);
  sqlite.close();
}

async function loaded(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  const months = ['2024-04', '2024-05', '2024-06'];
  rig.write('ca.csv', statement(months.map((month) => ({ code: '01001', month, net: 100 }))));
  rig.write('q.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 5, total: 100 }]));
  rig.write(
    'tx.csv',
    texasReport(months.map((month) => ({ code: '2000001', name: 'A', month, current: 100 }))),
  );
  await rig.run();
  return rig;
}

describe('verify', () => {
  test('finds no problem after runs', async () => {
    expect(verify(await loaded())).toEqual({
      reports: 3,
      archived: 3,
      rows: 7,
      series: 2,
      datapoints: 6,
      findings: [],
    });
  });

  test.each([
    [
      'a figure',
      'UPDATE ca_allocation SET net_payment = 1 WHERE allocation_period = "2024-05-01"',
      'net_payment is 0.01,',
    ],
    ['a derived figure', 'UPDATE tx_allocation SET ytd_net_payment = 7', 'ytd_net_payment is 0.07,'],
    ['a source', 'UPDATE tx_allocation SET payment_detail_row = 77', 'payment_detail_row is 77,'],
    [
      'a datapoint too few',
      "DELETE FROM ca_allocation WHERE allocation_period = '2024-06-01'",
      '2024-06 is missing',
    ],
    [
      'a datapoint too many',
      "UPDATE tx_allocation SET allocation_period = '2025-01-01' WHERE allocation_period = '2024-06-01'",
      '2025-01-01 is stored, but no row gives it',
    ],
    [
      'a row too few',
      "DELETE FROM tx_payment_detail_row WHERE allocation_period = '2024-06-01'",
      'has 2 rows, but 3',
    ],
    [
      'a reference',
      `INSERT INTO finding (run_id, scope, state, severity, code, facts, report_id) VALUES (1, 'report', 'ca', 'info', 'x', 'x', 99)`,
      null,
    ],
  ])('finds %s changed behind its back', async (_, sql, message) => {
    const rig = await loaded();
    change(rig.database, sql.replaceAll('"', "'"));
    const found = messages(rig);
    if (message === null)
      expect(found).toEqual([expect.stringMatching(/^database: Row \d+ of finding refers/)]);
    else expect(found.join('\n')).toContain(message);
  });

  test('finds an archived file that was removed or changed', async () => {
    const rig = await loaded();
    const [first, second] = filesUnder(rig.archive).filter((file) => file.endsWith('.csv'));
    rmSync(`${first}`);
    chmodSync(`${second}`, 0o644);
    writeFileSync(`${second}`, 'something else');
    expect(messages(rig)).toEqual([
      expect.stringContaining(`${first} does not exist`),
      expect.stringContaining(`${second} is not the file that was received`),
    ]);
  });

  test('finds an archived file that cannot be read, and continues', async () => {
    const rig = await loaded();
    const [first, second] = filesUnder(rig.archive).filter((file) => file.endsWith('.csv'));
    rmSync(`${first}`);
    mkdirSync(`${first}`);
    rmSync(`${second}`);
    expect(messages(rig)).toEqual([
      expect.stringContaining(`${first} cannot be read (EISDIR). Restore it from a backup.`),
      expect.stringContaining(`${second} does not exist`),
    ]);
  });

  test('finds reports that only the archive or only the dataset has', async () => {
    const [rig, other] = [await loaded(), createPipelineRig()];
    other.write('more.csv', statement([{ code: '01002', month: '2024-05', net: 1 }]));
    await other.run({ archive: rig.archive });
    expect(messages(rig)).toEqual([expect.stringMatching(/^archive: more\.csv .* not in the dataset/)]);
    expect(verify({ ...other, archive: join(other.folder, 'empty') }).findings).toMatchObject([
      {
        about: 'archive',
        message: expect.stringContaining('empty does not exist. Name another with --archive.'),
      },
    ]);
    const nearly = join(other.folder, 'nearly-empty');
    mkdirSync(nearly);
    expect(verify({ ...other, archive: nearly }).findings).toMatchObject([
      { about: 'archive', message: expect.stringMatching(/^more\.csv .* not archived/) },
    ]);
  });

  test('finds rows of an unknown report, also if other reports have the month', async () => {
    const rig = await loaded();
    rig.write('again.csv', texasReport([{ code: '2000001', name: 'A', month: '2024-05', current: 90 }]));
    await rig.run();
    const last = '(SELECT max(report_id) FROM tx_payment_detail_row)';
    change(rig.database, `UPDATE tx_payment_detail_row SET report_id = 999 WHERE report_id = ${last}`);
    expect(messages(rig)).toContain(
      'database: A row of tx_payment_detail_row refers to a row of report that does not exist. Build the dataset again with allocations rebuild.',
    );
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
    const found = messages(rig).filter((message) => message.includes('withdrawn'));
    expect(found).toHaveLength(3);
    for (const message of found)
      expect(message).toMatch(
        /^archive: .* is withdrawn in the dataset, but not in the archive\. If it must stay out, run allocations withdraw again\. Otherwise build the dataset again with allocations rebuild\.$/,
      );
    await rig.run();
    await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
    expect(archivedContent(rig)).toEqual(before);
  });

  test('withdraw writes a withdrawal that only the dataset has to the archive, with reason and time', async () => {
    const rig = await loaded();
    const [record = ''] = recordsOf(rig);
    const sha256 = basename(record, '.report.json');
    change(rig.database, `UPDATE report SET withdrawn_at = '7' WHERE sha256 = '${sha256}'`);
    await rig.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } });
    expect(messages(rig)).toEqual([]);
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
      const withdraw = { command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } } as const;
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
      expect(messages(rig)).toEqual([
        expect.stringMatching(
          /^archive: .* is withdrawn in the archive, but not in the dataset\. The next run withdraws it there\.$/,
        ),
      ]);
      const { reports } = await rig.run(next === 'an ingest' ? {} : withdraw);
      expect(reports.filter(({ status }) => status === 'withdrawn')).toMatchObject([{ sha256 }]);
      expect(messages(rig)).toEqual([]);
      expect(JSON.parse(readFileSync(record, 'utf8')).withdrawn).toEqual(withdrawn);
    },
  );

  test('a withdrawal with another reason than in the archive is a finding', async () => {
    const rig = await loaded();
    const [sha256 = ''] = recordsOf(rig).map((file) => basename(file, '.report.json'));
    await rig.run({ command: 'withdraw', reports: { withdraw: sha256, reason: 'a test' } });
    change(rig.database, "UPDATE report SET withdrawn_reason = 'x' WHERE withdrawn_at IS NOT NULL");
    expect(messages(rig)).toEqual([
      expect.stringMatching(/^archive: .* was withdrawn at .* \(x\) in the dataset, but at .* \(a test\)/),
    ]);
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
    expect(messages(rig)).toEqual([expect.stringContaining('not archived. The next run writes its record.')]);
    expect(archivedContent(rig)).toEqual(before);
    await rig.run();
    expect(messages(rig)).toEqual([]);
    expect(existsSync(half)).toBe(false);
    expect(readFileSync(record, 'utf8')).toBe(content);
  });

  test('is verified also if its lock cannot be taken', async () => {
    const rig = await loaded();
    rmSync(`${rig.archive}.lock`, { force: true });
    mkdirSync(`${rig.archive}.lock`);
    expect(messages(rig)).toEqual([]);
  });

  test('is not checked while a run works on it', async () => {
    const rig = await loaded();
    const lock = acquireLock(rig.archive, 'ingest', '2026-01-01T00:00:00.000Z');
    expect(() => verify(rig)).toThrow(/Another run holds the lock on .*"allocations ingest"/);
    lock.release();
    expect(messages(rig)).toEqual([]);
  });

  test('a missing archive is not created', async () => {
    const rig = await loaded();
    const archive = join(rig.folder, 'nowhere');
    expect(verify({ ...rig, archive }).findings).toEqual([
      { about: 'archive', message: `The archive ${archive} does not exist. Name another with --archive.` },
    ]);
    expect(existsSync(archive) || existsSync(`${archive}.lock`)).toBe(false);
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
  expect(messages(rig)).not.toEqual([]);
  for (const message of messages(rig)) expect(message).toMatch(/^database: SQLite finds the file damaged/);
});

test('a record with another time of receipt is a finding', async () => {
  const rig = await loaded();
  const [record = ''] = filesUnder(rig.archive).filter((file) => file.endsWith('.report.json'));
  const content = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify({ ...content, received_at: '2020-01-01T00:00:00.000Z' }));
  expect(messages(rig)).toEqual([expect.stringContaining('but its record says 2020-01-01T00:00:00.000Z')]);
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
  expect(messages(rig)).toEqual([]);
});
