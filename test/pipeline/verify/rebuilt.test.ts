import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { finding } from '../../../src/domain/findings/finding.ts';
import readReport, { type ReportReader } from '../../../src/pipeline/intake/read-report.ts';
import { loadManyFindings } from '../../rig/datasets/many-findings.ts';
import { filesUnder } from '../../rig/folders.ts';
import { copyPipelineRig, createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';
import { faultsOf } from '../../rig/verify.ts';

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
  await rig.load({ 'tx-june.csv': texas(MONTHS.slice(0, 2), 100) + later.join('\n') });
  const wrong = reportOf(rig, 'wrong.csv');
  await rig.withdraw(wrong);
  return rig;
}

function reportOf(rig: PipelineRig, name: string): string {
  return String(rig.select(`SELECT sha256 FROM report WHERE file_name = '${name}'`)[0]?.sha256);
}

function change(file: string, sql: string): void {
  const sqlite = new Database(file);
  const changes = sqlite.exec(`PRAGMA foreign_keys = OFF; ${sql}`).prepare('SELECT total_changes()');
  expect(changes.pluck().get(), 'rows the test changes').toBeGreaterThan(0);
  sqlite.close();
}

/** Refuses every report. */
const refusing: ReportReader = async (task) => {
  const { kind } = await readReport(task);
  return {
    kind,
    findings: [finding('sheet-unread', { what: 'This sheet is unknown.', advice: 'Load it again.' })],
  };
};

describe('reading every report again finds nothing', () => {
  test('in what runs made, and changes nothing', async () => {
    const rig = loaded();
    const files = () => filesUnder(rig.folder).filter((file) => !/-(wal|shm)$|lock/.test(file));
    const before = files().map((file) => [file, readFileSync(file, 'base64')]);
    const temporary = join(rig.folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await faultsOf(rig)).toEqual([]);
    expect(await faultsOf(rig)).toEqual([]);
    expect(files().map((file) => [file, readFileSync(file, 'base64')])).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('but entries of corrections.json that do not fit, in a dataset of all fixtures', async () => {
    const found = await faultsOf(await loadManyFindings());
    expect(found.filter((line) => !line.startsWith('corrections: '))).toEqual([]);
    expect(found).not.toEqual([]);
  });

  test('of a dataset that took a part of what its archive has', async () => {
    const rig = loaded();
    const database = `${rig.folder}/other.sqlite`;
    const other = { ...rig, database, options: { ...rig.options, database } };
    const files = [rig.write('tx-may.csv', texas(MONTHS.slice(0, 2), 90))];
    await rig.run({ files, database });
    const found = await faultsOf(other);
    expect(found).toHaveLength(3);
    for (const message of found)
      expect(message).toMatch(/^archive: (ca|q|tx-june)\.csv .* is archived, but not in the dataset\. If/);
  });
});

test('an archived record with another time of receipt is a finding', async () => {
  const rig = loaded();
  const record = filesUnder(rig.archive).find((file) => file.endsWith('.report.json')) ?? '';
  const content = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify({ ...content, received_at: '2020-01-01T00:00:00.000Z' }));
  expect(await faultsOf(rig)).toContainEqual(
    expect.stringMatching(/^reports: .* but the archive and the registers give "2020-01-01T00:00:00\.000Z"/),
  );
});

test('a report that is refused when it is read again is a finding', async () => {
  const rig = loaded();
  rig.options.read = refusing;
  const found = await faultsOf(rig);
  expect(found).toHaveLength(4);
  expect(found).toContainEqual(
    expect.stringMatching(
      /^reports: ca\.csv \([0-9a-f]{64}\) is refused when it is read again, so the tables were not compared\. This sheet is unknown\. Load it again\. The dataset still has its rows\. If a run used --layouts, verify with the same file\./,
    ),
  );
});

test('of many differences of a table the first are listed', async () => {
  const rig = createPipelineRig();
  const codes = Array.from({ length: 30 }, (_, at) => `20000${at + 10}`);
  await rig.load({
    'tx.csv': texasReport(codes.map((code) => ({ code, name: 'A', month: '2024-04', current: 100 }))),
  });
  change(rig.database, "UPDATE tx_payment_detail_row SET name = 'B'");
  const rows = (await faultsOf(rig)).filter((message) => message.includes('tx_payment_detail_row'));
  expect(rows).toHaveLength(20);
  expect(await faultsOf(rig)).toContain('rows: There are more problems of this kind.');
});

describe('an edit', () => {
  const GIVEN = 'but the archive and the registers give';

  test.each<[string, string, string]>([
    ['of a figure', 'UPDATE ca_allocation SET net_payment = 1', `net_payment is 1, ${GIVEN} 10000. If`],
    [
      'that exchanges the figures of two datapoints',
      `UPDATE ca_allocation SET net_payment = CASE allocation_period WHEN '2024-04-01' THEN 20000 ELSE 30000 END
       WHERE allocation_period IN ('2024-04-01', '2024-05-01');
       UPDATE ca_allocation SET net_payment = 50000 - net_payment WHERE net_payment > 10000`,
      `net_payment is 30000, ${GIVEN} 10000. If`,
    ],
    [
      'of a row',
      'UPDATE tx_payment_detail_row SET net_payment = 1',
      'rows: tx_payment_detail_row 482000001 2024-04-01',
    ],
    [
      'that removes a datapoint',
      "DELETE FROM ca_allocation WHERE allocation_period = '2024-06-01'",
      'datapoints: ca_allocation 60001001 2024-06-01: this row is not stored, but the archive and the registers give it.',
    ],
    [
      'that adds a finding',
      `INSERT INTO finding (run_id, scope, state, severity, code, facts) VALUES (1, 'state', 'ca', 'info', 'x', '{"y":1}')`,
      'findings: finding state ca info x {"y":1}: this row is stored, but the archive and the registers do not give it.',
    ],
    [
      'that repeats a finding',
      'INSERT INTO finding SELECT NULL, run_id, scope, state, report_id, jurisdiction_id, allocation_period, severity, code, facts, sheet, "row", "column" FROM finding LIMIT 1',
      'findings: finding: ',
    ],
    [
      'that removes the findings of a state',
      "DELETE FROM finding WHERE scope = 'state'",
      'this row is not stored, but the archive and the registers give it',
    ],
  ])('%s is found', async (_, sql, message) => {
    const rig = loaded();
    change(rig.database, sql);
    expect((await faultsOf(rig)).join('\n')).toContain(message);
  });
});

test('a datapoint that another report gives with the same figures keeps its run', async () => {
  const rig = createPipelineRig();
  const first = rig.write('first.csv', texas(MONTHS, 100));
  await rig.run();
  rmSync(first);
  await rig.load({ 'second.csv': texas([...MONTHS, '2024-07'], 100) });
  expect(rig.select('SELECT run_id FROM tx_allocation ORDER BY allocation_period')).toEqual(
    [1, 1, 1, 2].map((run_id) => ({ run_id })),
  );
  await rig.withdraw(reportOf(rig, 'first.csv'));
  expect(await faultsOf(rig)).toEqual([]);
});
