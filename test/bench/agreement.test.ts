import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { writeReports } from '../rig/full-size/full-size.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { compareFigures, compareWithDuckDb } from './agreement.ts';
import { compareAnalyses } from './analysis/analysis-agreement.ts';
import { deriveWithDuckDb } from './duckdb-derivation.ts';

const SIZE = { californiaJurisdictions: 40, californiaMonths: 26, texasAuthorities: 40, texasMonths: 30 };

describe('comparing figures', () => {
  const columns = ['net_payment', 'delta_net_payment'];
  const ours = new Map([
    ['ca 1 2024-01', [5, null]],
    ['ca 1 2024-02', [6, 0]],
  ]);

  test('finds no difference between equal tables', () => {
    expect(compareFigures(columns, ours, new Map(ours))).toEqual({
      datapoints: 2,
      figures: 4,
      differing: 0,
      differences: [],
    });
  });

  test('finds other figures, missing figures and missing datapoints', () => {
    const theirs = new Map([
      ['ca 1 2024-01', [5, 0]],
      ['ca 1 2024-03', [null, 7]],
    ]);
    const { differing, differences } = compareFigures(columns, ours, theirs);
    expect(differing).toBe(5);
    expect(differences).toEqual([
      { datapoint: 'ca 1 2024-01', column: 'delta_net_payment', ours: null, theirs: 0 },
      { datapoint: 'ca 1 2024-02', column: 'net_payment', ours: 6, theirs: undefined },
      { datapoint: 'ca 1 2024-02', column: 'delta_net_payment', ours: 0, theirs: undefined },
      { datapoint: 'ca 1 2024-03', column: 'net_payment', ours: undefined, theirs: null },
      { datapoint: 'ca 1 2024-03', column: 'delta_net_payment', ours: undefined, theirs: 7 },
    ]);
  });
});

describe('DuckDB', () => {
  test('derives the same figures as the pipeline, also after later reports, and shows a difference', async () => {
    const rig = createPipelineRig();
    const [inbox, later] = [join(rig.folder, 'inbox'), join(rig.folder, 'inbox', 'later')];
    await writeReports(inbox, SIZE);
    const files = await findReportFiles([inbox]);
    await rig.run({ files });
    // an old Texas file and an old statement again, with other figures: only the statement counts
    mkdirSync(later, { recursive: true });
    const again = files.filter((path) => /payment-detail-2024-05|statements-2025-09/.test(path));
    expect(again).toHaveLength(2);
    for (const path of again) {
      const restated = readFileSync(path, 'utf8').replaceAll(/(\d)(?=\n)/g, (digit) =>
        String((Number(digit) + 1) % 10),
      );
      writeFileSync(join(later, basename(path)), restated);
    }
    await rig.run({ files: await findReportFiles([later]) });

    const database = join(rig.folder, 'allocations.duckdb');
    await deriveWithDuckDb(inbox, database, 2);
    const agreement = await compareWithDuckDb(rig.database, database);
    expect(agreement.differences).toEqual([]);
    expect(agreement.datapoints).toBeGreaterThan(2000);
    // eleven fields of California and ten of Texas, each with delta, trend and year to date
    expect(agreement.figures).toBeGreaterThan(agreement.datapoints * 4 * 10);

    const analyses = await compareAnalyses(rig.database, database);
    expect(analyses.differences).toEqual([]);
    // 19 figures of each datapoint, and comparisons
    expect(analyses.figures).toBeGreaterThan(agreement.datapoints * 19);

    const dataset = new Database(rig.database);
    dataset
      .prepare(
        'UPDATE tx_allocation SET ytd_service_fee = ytd_service_fee + 1 WHERE jurisdiction_id = ? AND allocation_period = ?',
      )
      .run(482001009, '2026-10-01');
    dataset.close();
    expect(await compareWithDuckDb(rig.database, database)).toMatchObject({
      differing: 1,
      differences: [{ datapoint: 'tx 2001009 2026-10', column: 'ytd_service_fee' }],
    });
    const changed = new Database(rig.database);
    changed
      .prepare(
        'UPDATE tx_allocation SET net_payment = net_payment + 1 WHERE jurisdiction_id = ? AND allocation_period = ?',
      )
      .run(482001009, '2026-09-01');
    changed.close();
    const { differences } = await compareAnalyses(rig.database, database);
    expect(differences.map(({ column }) => column)).toContain('rolling_year');
  });
});
