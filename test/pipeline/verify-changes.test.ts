import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { finding } from '../../src/domain/findings/finding.ts';
import type { Month } from '../../src/domain/month.ts';
import { type ReportReader, readReport } from '../../src/pipeline/intake/read-report.ts';
import { verifyDataset } from '../../src/pipeline/verify/verify.ts';
import { verifyDeep } from '../../src/pipeline/verify/verify-deep.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { filesUnder } from '../rig/files-under.ts';
import { copyPipelineRig, createPipelineRig, EVERY_REPORT, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

const ID = 482_000_001;
const MONTHS = ['2024-04', '2024-05', '2024-06'];

const texas = (months: readonly string[], current: number, name = 'ALPHA') =>
  texasReport(months.map((month) => ({ code: '2000001', name, month, current })));

let prepared: PipelineRig;
beforeAll(async () => {
  prepared = await prepare();
});

const loaded = () => copyPipelineRig(prepared);

/** Reports that restate others, findings of every scope, a withdrawn report and revisions. */
async function prepare(): Promise<PipelineRig> {
  const rig = createPipelineRig(afterAll);
  rig.write('ca.csv', statement(MONTHS.map((month) => ({ code: '01001', month, net: 100 }))));
  rig.write('q.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 5, total: 100 }]));
  rig.write('tx-may.csv', texas(MONTHS.slice(0, 2), 90));
  rig.write('wrong.csv', statement([{ code: '01001', month: '2024-07', net: 7 }]));
  await rig.run();
  const [, ...later] = texas(['2024-06', '2031-06'], 100, 'BETA').split('\n');
  rig.write('tx-june.csv', texas(MONTHS.slice(0, 2), 100) + later.join('\n'));
  await rig.run();
  const wrong = reportOf(rig, 'wrong.csv');
  await rig.run({ command: 'withdraw', reports: { withdraw: wrong, reason: 'a test' } });
  return rig;
}

function reportOf(rig: PipelineRig, name: string): string {
  return String(rowsOf(rig, `SELECT sha256 FROM report WHERE file_name = '${name}'`)[0]?.sha256);
}

function rowsOf({ database }: PipelineRig, sql: string): Record<string, unknown>[] {
  const sqlite = new Database(database, { readonly: true });
  const rows = sqlite.prepare<[], Record<string, unknown>>(sql).all();
  sqlite.close();
  return rows;
}

function change(file: string, sql: string): void {
  const sqlite = new Database(file);
  const changes = sqlite.exec(`PRAGMA foreign_keys = OFF; ${sql}`).prepare('SELECT total_changes()');
  expect(changes.pluck().get(), 'rows the test changes').toBeGreaterThan(0);
  sqlite.close();
}

function verify({ database, archive, options }: PipelineRig): string[] {
  const dataset = openForReading(database);
  try {
    const { findings } = verifyDataset(dataset, archive, options.registers, new Date());
    return findings.map(({ about, message }) => `${about}: ${message}`);
  } finally {
    dataset.close();
  }
}

async function verifyAgain({ database, options }: PipelineRig): Promise<string[]> {
  const dataset = openForReading(database);
  try {
    const { findings } = await verifyDeep(dataset, options);
    return findings.map(({ about, message }) => `${about}: ${message}`);
  } finally {
    dataset.close();
  }
}

const ROWS_CHANGED =
  /^rows: The rows, findings or loaded months of .* were changed after they were loaded\. To/;

/** Reads only rows of these months, or refuses every report. */
function reading(months: readonly string[] | null): ReportReader {
  return async (bytes, layouts) => {
    const read = await readReport(bytes, layouts);
    if (!('rows' in read)) return read;
    const rows = read.rows.filter(({ month }) => months?.includes(month));
    if (months === null)
      return { kind: read.kind, findings: [finding('several-tables', { tables: 'headers' })] };
    return { ...read, rows };
  };
}

describe('reading every report again finds nothing', () => {
  test('in what runs made, and changes nothing', async () => {
    const rig = loaded();
    const files = () => filesUnder(rig.folder).filter((file) => !/-(wal|shm)$|lock/.test(file));
    const before = files().map((file) => [file, readFileSync(file, 'base64')]);
    const temporary = join(rig.folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(verify(rig)).toEqual([]);
    expect(await verifyAgain(rig)).toEqual([]);
    expect(files().map((file) => [file, readFileSync(file, 'base64')])).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('of a report that was emptied by a change of how it is read', async () => {
    const rig = createPipelineRig();
    rig.write('tx.csv', texas(MONTHS, 100));
    await rig.run();
    rig.write('more.csv', texas(['2024-07'], 100));
    const to = '2024-04' as Month;
    rig.write('part.csv', texas(MONTHS, 50));
    await rig.run({ command: 'backfill', months: { from: null, to } });
    const readReport = reading(['2024-05', '2024-06', '2024-07']);
    rig.options.readReport = readReport;
    await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
    expect(rowsOf(rig, "SELECT row_count FROM report WHERE file_name = 'part.csv'")).toEqual([
      { row_count: 0 },
    ]);
    expect(verify(rig)).toEqual([]);
    expect(await verifyAgain(rig)).toEqual([]);
  });

  test('of a month that a withdrawal removed and another report brought back', async () => {
    const rig = createPipelineRig();
    rig.write('tx.csv', texas(MONTHS, 100));
    const wrong = rig.write('wrong.csv', texas(['2024-07'], 10));
    await rig.run();
    await rig.run({
      command: 'withdraw',
      reports: { withdraw: reportOf(rig, 'wrong.csv'), reason: 'a test' },
    });
    rmSync(wrong);
    rig.write('right.csv', texas(['2024-07'], 70));
    await rig.run();
    expect(rowsOf(rig, "SELECT 1 FROM revision WHERE field = 'datapoint'")).toHaveLength(1);
    expect(await verifyAgain(rig)).toEqual([]);
  });

  test('of a dataset that took a part of what its archive has', async () => {
    const rig = loaded();
    const database = `${rig.folder}/other.sqlite`;
    const other = { ...rig, database, options: { ...rig.options, database } };
    const files = [rig.write('tx-may.csv', texas(MONTHS.slice(0, 2), 90))];
    await rig.run({ command: 'backfill', files, database, months: { from: null, to: '2024-04' as Month } });
    const notThere = /^archive: (ca|q|tx-june)\.csv .* is archived, but not in the dataset\. Run/;
    for (const found of [verify(other), await verifyAgain(other)]) {
      expect(found).toHaveLength(3);
      for (const message of found) expect(message).toMatch(notThere);
    }
  });
});

test('a report without a digest is a finding until a reprocess computes it', async () => {
  const rig = loaded();
  change(rig.database, 'UPDATE report SET digest = NULL');
  // reports are loaded in the order in which their reading ends
  expect(verify(rig).toSorted()).toEqual(
    ['ca', 'q', 'tx-june', 'tx-may'].map((name) =>
      expect.stringMatching(
        `^rows: ${name}\\.csv .* has no digest of its rows and findings\\. Run allocations reprocess\\.`,
      ),
    ),
  );
  expect((await verifyAgain(rig)).join('\n')).toContain(
    'digest is null, but the archive and the registers give',
  );
  await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
  const digests = rowsOf(rig, 'SELECT digest FROM report WHERE withdrawn_at IS NULL');
  expect(digests).toHaveLength(4);
  for (const { digest } of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(verify(rig)).toEqual([]);
});

test.each([
  ['taken', 'x'],
  ['taken', '7'],
  ['origin', '[]'],
])('a report whose %s is %s is a finding', async (column, value) => {
  const rig = loaded();
  change(rig.database, `UPDATE report SET ${column} = '${value}' WHERE file_name = 'q.csv'`);
  const found = [expect.stringMatching(`database: ${column} of report q.csv is not a JSON`)];
  expect(verify(rig)).toEqual(found);
  expect(await verifyAgain(rig)).toEqual(found);
});

test('a report that is refused when it is read again is a finding', async () => {
  const rig = loaded();
  rig.options.readReport = reading(null);
  const found = await verifyAgain(rig);
  expect(found).toHaveLength(5);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^reports: ca\.csv \([0-9a-f]{64}\) is refused when it is read again\. A second header .*\. The dataset still has its rows\. If a run used --layouts, verify with the same file\./,
      ),
      expect.stringMatching(
        /^reports: At least \d+ differences in the tables are not listed, because a refused report /,
      ),
    ]),
  );
});

test('of many differences of a table the first are listed', async () => {
  const rig = createPipelineRig();
  const codes = Array.from({ length: 30 }, (_, at) => `20000${at + 10}`);
  rig.write(
    'tx.csv',
    texasReport(codes.map((code) => ({ code, name: 'A', month: '2024-04', current: 100 }))),
  );
  await rig.run();
  change(rig.database, "UPDATE tx_payment_detail_row SET name = 'B'");
  const rows = (await verifyAgain(rig)).filter((message) => message.includes('tx_payment_detail_row'));
  expect(rows).toHaveLength(20);
  expect(await verifyAgain(rig)).toContain('rows: 10 more differences found.');
});

describe('a change that somebody made in the dataset is found', () => {
  test.each<[string, string, RegExp, string]>([
    [
      'names of all jurisdictions',
      "UPDATE jurisdiction SET name = 'X'",
      /^jurisdictions: tx 482000001 X: name is X, but the reports and the registers give Beta\. If a run used another --reference, verify with the same one\./,
      `jurisdictions: jurisdiction ${ID}: name is "X", but the archive and the registers give "Beta"`,
    ],
    [
      'types of all jurisdictions',
      "UPDATE jurisdiction SET type = 'county'",
      /^jurisdictions: ca 60001001 .*: type is county, but the reports and the registers give city/,
      `jurisdictions: jurisdiction 60001001: type is "county", but the archive and the registers give "city"`,
    ],
    [
      'rates of all jurisdictions',
      'UPDATE jurisdiction SET sales_tax_rate = 1',
      /^jurisdictions: .*: sales_tax_rate is 1, but the reports and the registers give null/,
      `jurisdictions: jurisdiction ${ID}: sales_tax_rate is 1, but the archive and the registers give null`,
    ],
    [
      'a code',
      "UPDATE jurisdiction SET sales_tax_id = '2000002' WHERE state = 'tx'",
      /^jurisdictions: .*: id is 482000001, but the reports and the registers give 482000002/,
      `jurisdictions: jurisdiction ${ID}: sales_tax_id is "2000002", but the archive and the registers give "2000001"`,
    ],
    [
      'findings of reports that were deleted',
      "DELETE FROM finding WHERE scope = 'report'",
      ROWS_CHANGED,
      'future-month',
    ],
    [
      'findings of series that were deleted',
      "DELETE FROM finding WHERE scope = 'series'",
      /^findings: tx 482000001 Beta: name-changed is not stored/,
      'name-changed',
    ],
    [
      'findings of states that were deleted',
      "DELETE FROM finding WHERE scope = 'state'",
      /^findings: tx: missing-report is not stored/,
      'missing-report',
    ],
    [
      'a finding that was made up',
      `INSERT INTO finding (run_id, scope, state, severity, code, facts) VALUES (1, 'state', 'ca', 'info', 'x', '{"y":1}')`,
      /^findings: ca: x is stored, but the rows do not give it \(\{"y":1\}\)/,
      'this row is stored, but the archive and the registers do not give it',
    ],
    [
      'facts of a finding',
      "UPDATE finding SET facts = '{}' WHERE code = 'missing-report'",
      /^findings: tx: missing-report is stored, but the rows do not give it/,
      'missing-report',
    ],
    [
      'facts of a finding that are none any more',
      "UPDATE finding SET facts = 'y' WHERE code = 'name-changed'",
      /^findings: tx 482000001 Beta: name-changed is stored, but the rows do not give it/,
      'name-changed',
    ],
    [
      'a finding of no known scope',
      `INSERT INTO finding (run_id, scope, state, severity, code, facts) VALUES (1, 'x', 'ca', 'info', 'x', 'y')`,
      /^findings: x is stored with the scope "x" \(ca\), but belongs to no report, jurisdiction or state/,
      'finding x ca info x y: this row is stored, but the archive and the registers do not give it',
    ],
    [
      'figures of a superseded row',
      "UPDATE tx_payment_detail_row SET net_payment = 7 WHERE report_id = (SELECT id FROM report WHERE file_name = 'tx-may.csv')",
      ROWS_CHANGED,
      'net_payment is 7, but the archive and the registers give 8820',
    ],
    [
      'a total that no field uses',
      'UPDATE tx_payment_detail_row SET total_collections = 7',
      ROWS_CHANGED,
      'total_collections is 7, but the archive and the registers give 10000',
    ],
    [
      'the place of a row',
      "UPDATE ca_monthly_statement_row SET name = 'X' WHERE allocation_period = '2024-04-01'",
      ROWS_CHANGED,
      'ca_monthly_statement_row 60001001 2024-04-01',
    ],
    [
      'the kind of a report',
      "UPDATE report SET kind = 'ca/quarterly-allocations' WHERE file_name = 'ca.csv'",
      /^archive: ca\.csv .*: kind in the dataset is ca\/quarterly-allocations, but its record says ca\/monthly-statement/,
      'kind is "ca/quarterly-allocations", but the archive and the registers give "ca/monthly-statement"',
    ],
    [
      'a kind that there is not',
      "UPDATE report SET kind = 'x' WHERE file_name = 'tx-may.csv'",
      /^archive: tx-may\.csv .*: kind in the dataset is x/,
      'kind is "x"',
    ],
    [
      'the months of a report',
      "UPDATE report SET first_month = '2020-01-01' WHERE file_name = 'ca.csv'",
      /^archive: ca\.csv .*: first_month in the dataset is 2020-01, but its record says 2024-04/,
      'first_month is "2020-01-01", but the archive and the registers give "2024-04-01"',
    ],
    [
      'the months taken of a report',
      `UPDATE report SET taken = '[{"first":"2024-04","last":"2024-05"}]' WHERE file_name = 'ca.csv'`,
      ROWS_CHANGED,
      'ca_monthly_statement_row 60001001 2024-06-01',
    ],
    [
      'the origin of a report',
      `UPDATE report SET origin = '{"url":"x"}' WHERE file_name = 'ca.csv'`,
      /^archive: ca\.csv .*: origin in the dataset is \{"url":"x"\}, but its record says null/,
      'but the archive and the registers give null',
    ],
    [
      'the name and format of a report',
      "UPDATE report SET file_name = 'x.json', format = 'json' WHERE file_name = 'ca.csv'",
      /^archive: ca\.csv .*: file_name in the dataset is x\.json, but its record says ca\.csv/,
      'format is "json", but the archive and the registers give "csv"',
    ],
    [
      'rows that were counted wrongly',
      'UPDATE report SET row_count = row_count + 1 WHERE withdrawn_at IS NULL',
      /^rows: .* has 3 rows, but 4 were loaded/,
      'row_count is 4, but the archive and the registers give 3',
    ],
    [
      'a finding of a withdrawn report',
      `INSERT INTO finding (run_id, scope, state, report_id, severity, code, facts)
       SELECT 1, 'report', 'ca', id, 'info', 'x', 'y' FROM report WHERE withdrawn_at IS NOT NULL`,
      ROWS_CHANGED,
      'this row is stored, but the archive and the registers do not give it',
    ],
  ])('%s', async (_, sql, quick, deep) => {
    const rig = loaded();
    change(rig.database, sql);
    expect(verify(rig)).toContainEqual(expect.stringMatching(quick));
    expect((await verifyAgain(rig)).join('\n')).toContain(deep);
  });

  const CHANGED = /^runs: The record or the revisions of run \d+ \(\w+, .*Z\) were changed later\. Run/;

  test.each([
    ['the oldest revision is gone', 'DELETE FROM revision WHERE id = 1', CHANGED],
    ['the newest revision is gone', 'DELETE FROM revision ORDER BY id DESC LIMIT 1', CHANGED],
    [
      'a revision is gone, which the numbers show',
      'DELETE FROM revision WHERE id = 1',
      /^revisions: \d+ revisions were recorded, but \d+ are stored\. Run/,
    ],
    [
      'a revision has another figure after',
      "UPDATE revision SET after = 7 WHERE field = 'net_payment'",
      /^revisions: revision \d+ \d{4}-\d\d-01 net_payment: "after" is 7, but (ca|tx)_allocation has (null|9800)/,
    ],
    ['a revision has another figure before', 'UPDATE revision SET before = 7 WHERE id = 1', CHANGED],
    [
      'a revision has another report',
      'UPDATE revision SET report_id = 1 WHERE report_id IS NOT NULL',
      CHANGED,
    ],
    [
      'the command of a run',
      "UPDATE run SET command = 'x' WHERE id = 1",
      /^runs: The record or the revisions of run 1 \(x, .*Z\)/,
    ],
    [
      'the time of a run',
      "UPDATE run SET finished_at = started_at || 'x' WHERE id = 2",
      /^runs: The record or the revisions of run 2 /,
    ],
    [
      'the outcome of a run',
      "UPDATE run SET outcome = 'x' WHERE id = 3",
      /^runs: The record or the revisions of run 3 /,
    ],
    [
      'the version of the dataset',
      "UPDATE run SET dataset_version = 'x' WHERE id = 3",
      /^runs: The record or the revisions of run 3 /,
    ],
    [
      'the summary of a run',
      "UPDATE run SET summary = '[]' WHERE id = 1",
      /^runs: The summary of run 1 .* was changed later\. Run/,
    ],
    [
      'the digest of a run',
      'UPDATE run SET digest = NULL WHERE id = 1',
      /^runs: No digest is stored for run 1 .*\. Run/,
    ],
    [
      'the newest run',
      `UPDATE revision SET run_id = 1; UPDATE finding SET run_id = 1; UPDATE ca_allocation SET run_id = 1;
       UPDATE tx_allocation SET run_id = 1; DELETE FROM run WHERE id = 3`,
      /^runs: Run 3, the newest one, is not stored\. Run/,
    ],
    [
      'the run of a datapoint: none',
      'UPDATE tx_allocation SET run_id = NULL',
      /^runs: tx_allocation 482000001 2024-04-01: run_id is null, but no such run changed the dataset\. Run/,
    ],
    [
      'the run of a datapoint: one before its newest revision',
      "UPDATE tx_allocation SET run_id = 1 WHERE allocation_period = '2024-05-01'",
      /^runs: tx_allocation 482000001 2024-05-01: run_id is 1, but run 2 changed it later\. Run/,
    ],
    [
      'the run of a datapoint: one before its first report',
      "UPDATE tx_allocation SET run_id = 1 WHERE allocation_period = '2024-06-01'",
      /^runs: tx_allocation 482000001 2024-06-01: run_id is 1, but that run ended before a report of the month was received\. Run/,
    ],
    [
      'a table that no migration makes',
      "CREATE TABLE notes (text); INSERT INTO notes VALUES ('x')",
      /^database: The table notes does not belong to a dataset\. Remove it/,
    ],
    [
      'a trigger',
      "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM revision; END; UPDATE run SET command = 'x' WHERE id = 1",
      /^database: The trigger t on run does not belong to a dataset\. Remove it/,
    ],
    [
      'an index that is gone',
      "DROP INDEX revision_of_run; UPDATE run SET command = 'x' WHERE id = 1",
      /^database: The index revision_of_run is missing or is not as this version defines it\./,
    ],
    [
      'a column more',
      "ALTER TABLE report ADD COLUMN note TEXT; UPDATE report SET note = 'x'",
      /^database: The table report is missing or is not as this version defines it\./,
    ],
  ])('%s, with and without reading every report again', async (_, sql, message) => {
    const rig = loaded();
    change(rig.database, sql);
    expect(verify(rig)).toContainEqual(expect.stringMatching(message));
    expect(await verifyAgain(rig)).toContainEqual(expect.stringMatching(message));
  });
});

test('the run of a datapoint: one that changed nothing', async () => {
  const rig = loaded();
  await rig.run();
  change(rig.database, "UPDATE ca_allocation SET run_id = 4 WHERE allocation_period = '2024-05-01'");
  expect(verify(rig)).toEqual([
    expect.stringMatching(
      /^runs: ca_allocation 60001001 2024-05-01: run_id is 4, but no such run changed the dataset/,
    ),
  ]);
});

test('a datapoint that another report gives with the same figures keeps its run', async () => {
  const rig = createPipelineRig();
  const first = rig.write('first.csv', texas(MONTHS, 100));
  await rig.run();
  rmSync(first);
  rig.write('second.csv', texas([...MONTHS, '2024-07'], 100));
  await rig.run();
  expect(rowsOf(rig, 'SELECT run_id FROM tx_allocation ORDER BY allocation_period')).toEqual(
    [1, 1, 1, 2].map((run_id) => ({ run_id })),
  );
  await rig.run({
    command: 'withdraw',
    reports: { withdraw: reportOf(rig, 'first.csv'), reason: 'a test' },
  });
  expect(verify(rig)).toEqual([]);
});

test('a file that runs would skip although it has other bytes is a finding', async () => {
  const rig = createPipelineRig();
  const path = rig.write('tx.csv', texas(MONTHS, 100));
  await rig.run();
  const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
  const stamp = `size = ${size}, modified_ns = '${mtimeNs}', changed_ns = '${ctimeNs}', inode = '${ino}'`;
  // a file written so recently has no stamp yet
  change(rig.database, `UPDATE seen_file SET ${stamp}`);
  expect(verify(rig)).toEqual([]);
  change(rig.database, `UPDATE seen_file SET sha256 = '${'0'.repeat(64)}'`);
  const found = [
    expect.stringMatching(/^files: Runs would skip .*tx\.csv, because the dataset has another hash/),
  ];
  expect(verify(rig)).toEqual(found);
  expect(await verifyAgain(rig)).toEqual(found);
  // another stamp makes the next run read the file
  change(rig.database, 'UPDATE seen_file SET size = 7');
  expect(verify(rig)).toEqual([]);
});

test('a summary that a later run shortened is no finding', async () => {
  const rig = loaded();
  await rig.run({ keepRuns: 0 });
  expect(rowsOf(rig, "SELECT id FROM run WHERE summary = '{}'").length).toBeGreaterThan(0);
  expect(verify(rig)).toEqual([]);
});
