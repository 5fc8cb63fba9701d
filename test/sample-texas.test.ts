import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Month, monthIndex } from '../src/domain/month.ts';
import { findReportFiles } from '../src/files/report-paths.ts';
import { reconcile } from '../src/pipeline/sheets/reconciliation.ts';
import { openJudgments } from '../src/records/queries/judgments.ts';
import { stateOf } from '../src/states/index.ts';
import { type Dataset, openForReading } from '../src/store/dataset.ts';
import { openReader } from '../src/store/query/view.ts';
import { createPipelineRig } from './rig/pipeline-rig.ts';

describe("Texas's comparison sheets in the sample", () => {
  const rig = createPipelineRig(afterAll);
  let dataset: Dataset;

  beforeAll(async () => {
    await rig.run({ files: await findReportFiles(['fixtures/sample/reports/tx']) });
    dataset = openForReading(rig.database);
  });

  afterAll(() => dataset?.close());

  test('give each city its county, and each place its rate', () => {
    const places = dataset.sqlite
      .prepare('SELECT name, county, sales_tax_rate FROM jurisdiction ORDER BY sales_tax_id')
      .raw()
      .all();
    expect(places).toHaveLength(12);
    expect(places.slice(0, 6)).toEqual([
      ['Cedar Ford', 'Windmill', 15_000],
      ['Larkspur Bend', 'Bluestem', 10_000],
      ['Mesquite Ridge', 'Bluestem', 10_000],
      ['New Calico', 'Windmill', 12_500],
      ['Gravel Switch', 'Windmill', 15_000],
      ['Tri Forks MTA', null, 10_000],
    ]);
  });

  test('repeat six figures of each place in 37 months', () => {
    const { agreements, differences } = reconcile(dataset, stateOf('tx'), null);
    expect(differences).toEqual([]);
    const compared = agreements.map(({ kind, compared, agreeing }) => ({ kind, compared, agreeing }));
    const all = (kind: string, places: number) =>
      Array.from({ length: 6 }, () => ({ kind, compared: places * 37, agreeing: places * 37 }));
    expect(compared).toEqual([...all('tx/comparison-summary', 7), ...all('tx/city-comparison-summary', 5)]);
  });

  test('explain a payment that is half as much again by a rate that rose by half', () => {
    const payment = openReader(dataset).read((view) => {
      const city = [...view.jurisdictions.values()].find(({ name }) => name === 'Gravel Switch');
      if (!city) throw new Error('the sample has no Gravel Switch');
      return openJudgments(view, stateOf('tx'))(city, monthIndex('2026-10' as Month)).payment;
    });
    // read off the payment details: 50,806.77 against 31,410.08
    expect(payment?.change).toBeCloseTo(617_531, -0.4);
    // 50,806.77 × 1 ÷ 1.5 = 33,871.18
    expect(payment?.comparableChange).toBeCloseTo(78_354, -0.4);
    expect(payment?.reasons).toEqual([
      { code: 'tax-changed', change: { kind: 'rate', from: 10_000, to: 15_000, month: '2025-12' } },
    ]);
  });
});
