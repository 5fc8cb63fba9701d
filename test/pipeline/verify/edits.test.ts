import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFile } from '../../../src/domain/package-file.ts';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { rebuildDataset } from '../../../src/pipeline/rebuild.ts';
import { compareTable } from '../../../src/pipeline/verify/rebuilt-differences.ts';
import { STATES } from '../../../src/states/index.ts';
import { type Dataset, openForWriting } from '../../../src/store/dataset.ts';
import { attachExpected, REBUILT_TABLES, type RebuiltTable } from '../../../src/store/rebuilt-tables.ts';
import { loadedReportsOf } from '../../fixtures/loaded-case.ts';
import { city, county, paid } from '../../rig/comparison-rig.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { citySummaryCsv, paymentsJson, summaryCsv } from '../../rig/reports/comparison-sheets.ts';
import { statement } from '../../rig/reports/small-reports.ts';

// Somebody edits one cell of the sample's dataset: verify must find it.

const IN_SAMPLE = new Set(['ca', 'tx', 'il', 'nc']);

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
  for (const { code } of STATES.filter((state) => !IN_SAMPLE.has(state.code)))
    await run(await findReportFiles([packageFile(loadedReportsOf(code))]));
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
});

afterAll(() => dataset.close());

/** What verify finds while one cell has another value, in the last row that has a value. */
function findEdited(rebuilt: RebuiltTable, column: string) {
  const { name: table } = rebuilt;
  const { sqlite } = dataset;
  const key = sqlite
    .prepare<[string], string>('SELECT format(\'"%w"\', name) FROM pragma_table_info(?) WHERE pk > 0')
    .pluck()
    .all(table)
    .join(', ');
  sqlite.exec('SAVEPOINT edit');
  try {
    const { changes } = sqlite
      .prepare(
        `UPDATE ${table} SET "${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || 'x' WHEN 'null' THEN 7
           ELSE "${column}" + 1000 END
         WHERE (${key}) = (SELECT ${key} FROM ${table} ORDER BY "${column}" IS NULL, ${key} DESC LIMIT 1)`,
      )
      .run();
    expect({ table, column, changes }).toEqual({ table, column, changes: 1 });
    return compareTable(dataset, rebuilt);
  } finally {
    sqlite.exec('ROLLBACK TO edit; RELEASE edit');
  }
}

test('nothing is found in a dataset that nobody edited', () => {
  expect(REBUILT_TABLES.flatMap((table) => compareTable(dataset, table))).toEqual([]);
});

test.each(REBUILT_TABLES.map((table) => [table.name, table] as const))(
  'an edit of any column of %s is found',
  (_, table) => {
    const passed = table.columns.filter((column) => findEdited(table, column).length === 0);
    expect(passed).toEqual([]);
  },
);
