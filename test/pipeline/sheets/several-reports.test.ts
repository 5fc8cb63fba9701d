import { describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/pipeline/sheets/reconciliation.ts';
import { reconciliationRecord } from '../../../src/records/descriptions/reconciliation.ts';
import { jsonWriter } from '../../../src/records/json-record.ts';
import { texas } from '../../../src/states/tx/index.ts';
import { readDataset } from '../../../src/store/dataset.ts';
import { city, county, found, known, load, paid } from '../../rig/comparison-rig.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import {
  citySummaryCsv,
  type Payment,
  paymentsJson,
  summaryCsv,
} from '../../rig/reports/comparison-sheets.ts';

const FEBRUARY = { month: '2024-02', net: '50.00' };

function inFebruary(code: string, name: string): Payment {
  return [code, name, '2024-02', '50.00'];
}

function compared(rig: PipelineRig) {
  return readDataset(rig.database, (dataset) => reconcile(dataset, texas, null));
}

function codes(rig: PipelineRig): string[] {
  return rig.select<{ code: string }>('SELECT code FROM finding ORDER BY id').map(({ code }) => code);
}

describe('a later report that spells otherwise', () => {
  test('the county of a city replaces the row of the earlier report', async () => {
    const rig = createPipelineRig();
    const payments = paymentsJson([paid('2990001', 'ELM FORK'), inFebruary('2990001', 'ELM FORK')]);
    await load(rig, {
      'p.json': payments,
      'jan.csv': citySummaryCsv([city('ELM FORK', 'ALDER', { net: '90.00' })]),
    });
    await load(rig, {
      'feb.csv': citySummaryCsv([city('ELM FORK', 'BIRCH'), city('ELM FORK', 'BIRCH', FEBRUARY)]),
    });
    expect(found(rig)).toEqual([]);
    expect(compared(rig).agreements).toMatchObject([{ compared: 2, agreeing: 2 }]);
    expect(known(rig)).toEqual([['2990001', 15_000, 'Birch']]);
    expect(codes(rig)).not.toContain('rows-not-restated');
  });

  test('of the payments, with the same figures, is the one that a difference names', async () => {
    const rig = createPipelineRig();
    const january = paid('2990001', 'ELM FORK');
    await load(rig, {
      'p.json': paymentsJson([january]),
      'jan.csv': citySummaryCsv([city('ELM FORK', 'ALDER', { net: '90.00' })]),
    });
    expect(found(rig)).toEqual([expect.stringContaining('(p.json row 1)')]);
    await load(rig, { 'q.json': paymentsJson([inFebruary('2990001', 'ELM FORK'), january]) });
    expect(found(rig)).toEqual([expect.stringContaining('(q.json row 2)')]);
  });

  test('a name replaces its row, rate and all', async () => {
    const rig = createPipelineRig();
    await load(rig, {
      'p.json': paymentsJson([paid('4990001', 'SAINT CLAIR CO')]),
      'one.csv': summaryCsv([county('ST. CLAIR', { net: '90.00', rate: '0.25' })]),
    });
    await load(rig, { 'two.csv': summaryCsv([county('Saint Clair County', { rate: '0.75' })]) });
    expect(found(rig)).toEqual([]);
    expect(compared(rig).agreements).toMatchObject([{ compared: 1, agreeing: 1 }]);
    expect(known(rig)).toEqual([['4990001', 7_500, null]]);
  });

  test('a blank rate leaves that of the month before, also of another name', async () => {
    const rig = createPipelineRig();
    const old = county('ST. CLAIR', { month: '2023-12', rate: '0.25' });
    await load(rig, {
      'p.json': paymentsJson([paid('4990001', 'SAINT CLAIR CO'), inFebruary('4990001', 'SAINT CLAIR CO')]),
      'one.csv': summaryCsv([old, county('SAINT CLAIR'), county('SAINT CLAIR', { ...FEBRUARY, rate: '' })]),
    });
    expect(known(rig)).toEqual([['4990001', 5_000, null]]);
  });

  test('three names of fourteen does not make the next month look short', async () => {
    const rig = createPipelineRig();
    const names = Array.from({ length: 14 }, (_, at) => `${at < 3 ? 'ST' : 'FORT'} ${'ABCDEFGHIJKLMN'[at]}X`);
    const payments = names.map((name, at) => paid(`${4_990_001 + at}`, `${name} CO`));
    await load(rig, {
      'p.json': paymentsJson(payments),
      'one.csv': summaryCsv(names.map((name) => county(name))),
    });
    const spelled = names.map((name) => name.replace('ST ', 'SAINT '));
    await load(rig, {
      'two.csv': summaryCsv([
        ...spelled.map((name) => county(name)),
        ...spelled.map((name) => county(name, FEBRUARY)),
      ]),
    });
    expect(found(rig)).toEqual([]);
    expect(codes(rig)).not.toContain('fewer-rows');
    expect(codes(rig)).not.toContain('rows-not-restated');
  });
});

test('a later report that leaves a jurisdiction out is still reported', async () => {
  const rig = createPipelineRig();
  await load(rig, {
    'p.json': paymentsJson([paid('4990001', 'ALDER CO'), paid('4990002', 'BIRCH CO')]),
    'one.csv': summaryCsv([county('ALDER'), county('BIRCH')]),
  });
  await load(rig, { 'two.csv': summaryCsv([county('ALDER COUNTY')]) });
  const rows = rig.select<{ facts: string }>("SELECT facts FROM finding WHERE code = 'rows-not-restated'");
  expect(rows.map(({ facts }) => JSON.parse(facts))).toMatchObject([
    { rows: ['Birch (4990002) in January 2024 (one.csv row 3)'] },
  ]);
});

describe('two rows of one city', () => {
  const payments = paymentsJson([paid('2990001', 'ELM FORK')]);

  test('repeat a figure if they print the same one, and else add up to it', async () => {
    const rig = createPipelineRig();
    const repeated = { before: '90.00', change: '11.11' };
    await load(rig, {
      'p.json': paymentsJson([paid('2990001', 'ELM FORK'), ['2990001', 'ELM FORK', '2023-01', '90.00']]),
      'cities.csv': citySummaryCsv([
        city('ELM FORK', 'Alder', { ...repeated, toDate: '40.00' }),
        city('ELM FORK', 'Birch', { ...repeated, toDate: '60.01' }),
      ]),
    });
    const { differences, agreements } = compared(rig);
    expect(found(rig)).toEqual([
      expect.stringMatching(/to date is 100\.01 \(rows 2 and 3\) in the comparison sheet, but 100\.00/),
    ]);
    expect(differences.map(({ listed }) => listed.map(({ row }) => row))).toEqual([[2, 3]]);
    expect(agreements).toMatchObject([
      { figure: 'net_payment_this_period', compared: 1, agreeing: 1 },
      { figure: 'comparable_payment_prior_year', compared: 1, agreeing: 1 },
      { figure: 'percent_change_prior_year', compared: 1, agreeing: 1 },
      { figure: 'payments_to_date', compared: 1, agreeing: 0 },
    ]);
  });

  test('without a payment of the month are parts if their sums to date differ', async () => {
    const rig = createPipelineRig();
    const zero = { ...FEBRUARY, net: '0.00' };
    await load(rig, {
      'p.json': paymentsJson([paid('2990001', 'ELM FORK'), ['2990001', 'ELM FORK', '2024-02', '0.00']]),
      'cities.csv': citySummaryCsv([
        city('ELM FORK', 'Alder', { ...zero, toDate: '40.00' }),
        city('ELM FORK', 'Birch', { ...zero, toDate: '60.00' }),
      ]),
    });
    expect(found(rig)).toEqual([]);
  });

  test('that add up are all cited', async () => {
    const rig = createPipelineRig();
    const [alder, birch] = [
      city('ELM FORK', 'Alder', { net: '40.00' }),
      city('ELM FORK', 'Birch', { net: '61.00' }),
    ];
    await load(rig, { 'p.json': payments, 'cities.csv': citySummaryCsv([alder, birch]) });
    const [difference] = compared(rig).differences;
    expect(difference).toMatchObject({ printed: 10_100, ours: 10_000, source: { row: 1 } });
    expect(difference && jsonWriter(reconciliationRecord.members)(difference).summary_source).toMatchObject({
      ...{ file: 'cities.csv', row: 2, other_rows: 'row 3' },
    });
  });
});
