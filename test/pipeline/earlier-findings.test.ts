import { hash } from 'node:crypto';
import { renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { FINDING_SEVERITY, type Finding, findingMessage } from '../../src/domain/findings/finding.ts';
import type { Day } from '../../src/domain/month.ts';
import { writeDeliveredRun } from '../../src/files/delivered-alerts.ts';
import { verifyDataset } from '../../src/pipeline/verify/verify.ts';
import { STATES } from '../../src/states/index.ts';
import { openForReading, openForWriting } from '../../src/store/dataset.ts';
import { readStatus } from '../../src/store/query/dataset-status.ts';
import { listFindings } from '../../src/store/query/finding-list.ts';
import { openReports } from '../../src/store/write/reports.ts';
import { openStateReader } from '../../src/store/write/state-store.ts';
import {
  alerts,
  type FindingRow,
  findingRows,
  loadEarlierFindings,
  messageOfRow,
} from '../rig/datasets/many-findings.ts';
import { EVERY_REPORT, type PipelineRig } from '../rig/pipeline-rig.ts';

const ALL = { state: null, jurisdictions: null, month: null, severity: null, code: null, run: null };

/** The states of the release that stored findings as texts. */
const EARLIER_STATES = ['ca', 'tx'];

/** The code that a finding had before codes were merged. */
function earlierCode({
  code,
  column,
  facts,
}: {
  code: string;
  column: string | null;
  facts: unknown;
}): string {
  const { misfit } = facts as { misfit?: string };
  if (code === 'row-arithmetic' || code === 'blank-total') return `${column}`.replace('_', '-');
  if (code === 'correction-misfit') return `correction-${misfit}`;
  return code === 'unreadable-cell' ? 'bad-amount' : code;
}

/** Makes a dataset what the release before findings had facts would have made. */
function downgrade({ database }: PipelineRig): void {
  const digests = earlierDigests(database);
  const now = `${database}.now`;
  renameSync(database, now);
  const sqlite = new Database(database);
  applyEarlierMigrations(sqlite);
  copyTables(sqlite, now);
  const change = sqlite.prepare('UPDATE finding SET code = ?, message = ? WHERE id = ?');
  for (const row of sqlite.prepare<[], FindingRow>('SELECT * FROM now.finding').all())
    change.run(earlierCode({ ...row, facts: JSON.parse(row.facts) }), messageOfRow(row), row.id);
  const seal = sqlite.prepare('UPDATE report SET digest = ? WHERE id = ?');
  for (const [id, digest] of digests) seal.run(digest, id);
  const summaries = sqlite.prepare<[], { id: number; summary: string }>('SELECT id, summary FROM run').all();
  const tell = sqlite.prepare('UPDATE run SET summary = ? WHERE id = ?');
  for (const { id, summary } of summaries) tell.run(earlierSummary(summary), id);
  sqlite.close();
}

/** Makes the tables as they were before the migration that gave findings facts, the ninth. */
function applyEarlierMigrations(sqlite: Database.Database): void {
  const migrations = readMigrationFiles({ migrationsFolder: 'src/store/migrations' }).slice(0, 8);
  sqlite.exec('CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text, created_at numeric)');
  const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
  for (const { sql, hash: name, folderMillis } of migrations) {
    for (const statement of sql) sqlite.exec(statement);
    note.run(name, folderMillis);
  }
}

/** Copies all that another dataset has, as the schema `now`; a finding's facts become its message. */
function copyTables(sqlite: Database.Database, file: string): void {
  sqlite.prepare('ATTACH ? AS now').run(file);
  sqlite.pragma('foreign_keys = OFF');
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all()
    .filter((table) => !table.startsWith('sqlite_'));
  for (const table of tables) {
    const columns = sqlite
      .prepare<[], string>(`SELECT '"' || name || '"' FROM main.pragma_table_info('${table}')`)
      .pluck()
      .all();
    const values = columns.map((column) => (column === '"message"' ? 'facts' : column));
    sqlite.exec(`INSERT INTO main.${table} (${columns}) SELECT ${values} FROM now.${table}`);
  }
}

function earlierSummary(summary: string): string {
  const { reports, ...rest } = JSON.parse(summary) as { reports: { findings: Finding[] }[] };
  const earlier = ({ facts, ...item }: Finding) => ({
    ...item,
    code: earlierCode({ ...item, facts }),
    message: findingMessage({ ...item, facts }),
  });
  return JSON.stringify({
    ...rest,
    reports: reports.map((report) => ({ ...report, findings: report.findings.map(earlier) })),
  });
}

/** The digests of reports as they were of findings with messages, by number. */
function earlierDigests(database: string): Map<number, string> {
  const dataset = openForReading(database);
  const findings = dataset.sqlite.prepare<[number], FindingRow>(
    "SELECT * FROM finding WHERE scope = 'report' AND report_id = ?",
  );
  const stores = new Map(
    STATES.flatMap((state) => {
      const store = openStateReader(dataset, state);
      return state.kinds.map(({ name }) => [name, store.rowsOf(name)] as const);
    }),
  );
  const digests = openReports(dataset)
    .list()
    .map(({ id, record }) => {
      const texts = findings.all(id).map((item) => {
        const code = earlierCode({ ...item, facts: JSON.parse(item.facts) });
        const { severity, sheet, row, column } = item;
        return JSON.stringify([severity, code, messageOfRow(item), sheet, row, column]);
      });
      const rows = stores.get(record.kind)?.digestOfReport(id).digest;
      return [id, hash('sha256', JSON.stringify([record.loadedMonths, rows, texts.sort()]))] as const;
    });
  dataset.close();
  return new Map(digests);
}

function verify({ database, archive, options }: PipelineRig): string[] {
  const dataset = openForReading(database);
  const { findings } = verifyDataset(dataset, archive, options.registers, options.now());
  dataset.close();
  return findings.map(({ about }) => about);
}

function upgrade({ database }: PipelineRig): void {
  expect(() => openForReading(database)).toThrow(/older version/);
  openForWriting(database).close();
}

test('findings stored as texts survive the upgrade, and a reprocess gives them facts without new findings', async () => {
  const { rig, first } = await loadEarlierFindings(EARLIER_STATES);
  const before = findingRows(rig);
  const messages = before.map((row) => [row.id, row.code, messageOfRow(row)]);
  const { latestRun } = alerts(rig, first);
  const again = await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
  downgrade(rig);
  upgrade(rig);

  const upgraded = findingRows(rig);
  expect(upgraded.map((row) => [row.id, row.code, messageOfRow(row)])).toEqual(messages);
  for (const { facts } of upgraded)
    expect(Object.keys(JSON.parse(facts))).toEqual(['earlierText', 'earlierCode']);
  const dataset = openForReading(rig.database);
  const { findings } = listFindings(dataset, ALL, { offset: 0, limit: before.length });
  dataset.close();
  expect(new Set(findings.map(findingMessage))).toEqual(new Set(messages.map(([, , text]) => text)));
  // two entries of the register do not fit
  expect(verify(rig)).toEqual(['corrections', 'corrections']);

  writeDeliveredRun(rig.database, latestRun);
  const reprocessed = await rig.run({ command: 'reprocess', reports: EVERY_REPORT });
  expect(reprocessed).toMatchObject({ others: [], findings: again.findings });
  expect(findingRows(rig)).toEqual(before);
  const { topics } = alerts(rig, reprocessed);
  for (const topic of ['verify', 'fewer-rows', 'total-jump', 'rows-not-restated', 'doubtful'])
    expect(topics).not.toContain(topic);
  expect(verify(rig)).toEqual(['corrections', 'corrections']);
});

test('summaries of earlier runs are shown with the present codes', async () => {
  const { rig, first } = await loadEarlierFindings(EARLIER_STATES);
  const { attention } = alerts(rig, first);
  downgrade(rig);
  upgrade(rig);
  // the texts of months are those of before: figures, advice and all
  const details = (told: typeof attention, about: string) =>
    told.filter((item) => item.about === about).flatMap((item) => item.details);
  const upgraded = alerts(rig, first).attention;
  expect(details(upgraded, 'doubtful').join()).toContain('row-arithmetic: ');
  for (const about of ['doubtful', 'fewer-rows', 'total-jump', 'rows-not-restated']) {
    expect(details(upgraded, about)).not.toEqual([]);
    expect(details(upgraded, about)).toEqual(details(attention, about));
  }
  const dataset = openForReading(rig.database);
  const { runs } = readStatus(dataset, {
    today: '2026-11-01' as Day,
    expectedBy: rig.options.registers.expectedBy,
  });
  dataset.close();
  const refused = runs.flatMap((run) => run.refused);
  expect(refused).toContainEqual(
    expect.objectContaining({
      code: 'unreadable-cell',
      message: expect.stringContaining('cannot be read. The column needs'),
    }),
  );
  for (const { code, message } of refused) {
    expect([...FINDING_SEVERITY.keys()]).toContain(code);
    expect(message).not.toBe('');
  }
});
