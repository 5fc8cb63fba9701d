import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { writeReports } from '../rig/full-size.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { compareWithDuckDb, deriveWithDuckDb } from './agreement.ts';
import { compareSumsBySale } from './sums-by-sale.ts';

const SIZE = { california: 40, texas: 40, months: 30 };

test('DuckDB derives the same figures as the pipeline, also after later reports, and shows a difference', async () => {
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

  const odd = new Database(rig.database, { readonly: true });
  for (const state of ['ca', 'tx']) {
    const series = `SELECT max(allocation_period) AS last, count(*) AS months,
      12 * (substr(max(allocation_period), 1, 4) - substr(min(allocation_period), 1, 4))
      + substr(max(allocation_period), 6, 2) - substr(min(allocation_period), 6, 2) + 1 AS life
      FROM ${state}_allocation GROUP BY jurisdiction_id`;
    const count = odd.prepare(
      `SELECT sum(last < '2026-10') AS ended, sum(months < life) AS gaps FROM (${series})`,
    );
    expect(count.get()).toEqual({ ended: 1, gaps: 1 });
  }
  odd.close();

  const copy = join(rig.folder, 'copy.sqlite');
  const bySale = await compareSumsBySale(rig.database, copy, database);
  expect(bySale.differences).toEqual([]);
  // four sums, each with that of the year before and two changes
  expect(bySale.figures).toBe(bySale.datapoints * 16);

  const dataset = new Database(rig.database);
  dataset.exec(`
    UPDATE tx_allocation SET ytd_service_fee = ytd_service_fee + 1
    WHERE jurisdiction_id = 482001009 AND allocation_period = '2026-10-01';
    DELETE FROM ca_allocation WHERE allocation_period = '2026-10-01'
    AND jurisdiction_id = (SELECT min(jurisdiction_id) FROM ca_allocation WHERE allocation_period = '2026-10-01')`);
  dataset.close();
  const { differing, differences } = await compareWithDuckDb(rig.database, database);
  // the eleven fields of the lost datapoint, four figures each
  expect(differing).toBe(1 + 44);
  // the service fee is in no sum; the lost payment is in all its sums
  const lost = await compareSumsBySale(rig.database, copy, database);
  expect(lost.differing).toBeGreaterThanOrEqual(4);
  expect(lost.differences[0]).toMatch(/^ca by sales \w+ 2026-08 payment: ours undefined, DuckDB's \d/);
  expect(differences[0]).toMatch(/^ca \w+ 2026-10 net_payment: ours undefined, DuckDB's \d/);
});
