import { expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { createPipelineRig } from '../pipeline-rig.ts';
import { measureUnusual } from './unusual-rates.ts';

test('of the sample, few payments are marked, and nearly all errors are found', async () => {
  const rig = createPipelineRig();
  await rig.run({ files: await findReportFiles(['fixtures/sample/reports']) });
  const dataset = openForReading(rig.database);
  const rates = measureUnusual(dataset.sqlite);
  dataset.close();
  expect(rates.map(({ state }) => state)).toEqual(['ca', 'tx', 'il', 'nc']);
  for (const { state, marked, found } of rates) {
    console.log(`${state}: ${marked.toFixed(2)}% marked, ${found?.toFixed(1)}% of errors found`);
    expect(marked).toBeLessThanOrEqual(0.5);
    expect(found).toBeGreaterThanOrEqual(95);
  }
});
