import { join } from 'node:path';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFile } from '../../../src/domain/package-file.ts';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { rebuildDataset } from '../../../src/pipeline/rebuild.ts';
import { verifyCounts, verifyHistory } from '../../../src/pipeline/verify/verify.ts';
import { verifyFile } from '../../../src/pipeline/verify/verify-file.ts';
import { compareTable } from '../../../src/pipeline/verify/verify-rebuilt.ts';
import { type Dataset, openForWriting } from '../../../src/store/dataset.ts';
import { attachExpected, REBUILT_TABLES } from '../../../src/store/rebuilt-tables.ts';
import { TABLES } from '../../../src/store/schema.ts';
import { city, county, paid } from '../../rig/comparison-rig.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { citySummaryCsv, paymentsJson, summaryCsv } from '../../rig/reports/comparison-sheets.ts';
import { statement } from '../../rig/reports/small-reports.ts';

// Somebody edits one cell of the sample's dataset: verify must find it.

/** What only the history has, so that an edit may pass. `run_id` is the run that changed a row last. */
const UNTOLD: Readonly<Record<string, readonly string[]>> = {
  run: ['command', 'started_at', 'finished_at', 'outcome', 'program_version', 'summary', 'dataset_version'],
  finding: ['id'],
  revision: ['before', 'report_id'],
};
const RUN = 'run_id';

let dataset: Dataset;

beforeAll(async () => {
  const rig = createPipelineRig(afterAll);
  const run = async (files: readonly string[]) => {
    const { reports } = await rig.run({ files });
    for (const { status, findings } of reports)
      expect({ status, findings }).toMatchObject({ status: 'loaded' });
  };
  await run(await findReportFiles([packageFile('fixtures/sample/reports')]));
  await run(await findReportFiles([packageFile('fixtures/nc/published-rows/reports')]));
  const place = { code: '59998', month: '2026-09' };
  for (const net of [100, 120, 130]) await run([rig.write(`${net}.csv`, statement([{ ...place, net }]))]);
  await run([
    rig.write('payments.json', paymentsJson([paid('4990001', 'JUNIPER CO'), paid('2990001', 'ELM FORK')])),
    rig.write('summary.csv', summaryCsv([county('JUNIPER')])),
    rig.write('cities.csv', citySummaryCsv([city('ELM FORK', 'Juniper')])),
  ]);
  const database = join(rig.folder, 'rebuilt.sqlite');
  await rebuildDataset({ ...rig.options, database }, null);
  dataset = openForWriting(rig.database);
  dataset.sqlite.pragma('foreign_keys = OFF');
  attachExpected(dataset, database);
}, 60_000);

afterAll(() => dataset.close());

/** What verify finds in one table, and in what refers to it. */
function faultsOf(name: string): string[] {
  const rebuilt = REBUILT_TABLES.filter((table) => table.name === name);
  const found = rebuilt.flatMap((table) => compareTable(dataset, table));
  const all = found.length > 0 ? found : [...verifyCounts(dataset), ...verifyHistory(dataset)];
  return (all.length > 0 ? all : verifyFile(dataset)).map(({ message }) => message);
}

/** Calls `check` while one cell has another value, of the last row that has one. */
function whileEdited<Result>(table: string, column: string, check: () => Result): Result {
  const { sqlite } = dataset;
  const key = sqlite
    .prepare<[string], string>('SELECT format(\'"%w"\', name) FROM pragma_table_info(?) WHERE pk > 0')
    .pluck()
    .all(table)
    .join(', ');
  // a revision of derived figures has no figures
  const isLast = table === 'revision' ? "field = 'derived'" : 'false';
  sqlite.exec('SAVEPOINT edit');
  try {
    const { changes } = sqlite
      .prepare(
        `UPDATE ${table} SET "${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || 'x' WHEN 'null' THEN 7
           ELSE "${column}" + ${column === 'id' ? 1000 : 1} END
         WHERE (${key}) = (SELECT ${key} FROM ${table} ORDER BY ${isLast}, "${column}" IS NULL, ${key} DESC LIMIT 1)`,
      )
      .run();
    expect({ table, column, changes }).toEqual({ table, column, changes: 1 });
    return check();
  } finally {
    sqlite.exec('ROLLBACK TO edit; RELEASE edit');
  }
}

test('nothing is found in a dataset that nobody edited', () => {
  for (const table of TABLES) expect(faultsOf(getTableName(table))).toEqual([]);
});

test.each(
  TABLES.map((table) => [getTableName(table), table] as const).filter(([name]) => name !== 'seen_file'),
)(
  'an edit of any column of %s is found',
  (name, table) => {
    const columns = Object.keys(getTableColumns(table)).filter(
      (column) => column !== RUN && !UNTOLD[name]?.includes(column),
    );
    const passed = columns.filter((column) => whileEdited(name, column, () => faultsOf(name)).length === 0);
    expect(passed).toEqual([]);
  },
  60_000,
);
