import { describe, expect, test } from 'vitest';
import { reconcile } from '../../../src/pipeline/sheets/reconciliation.ts';
import { texas } from '../../../src/states/tx/index.ts';
import { readDataset } from '../../../src/store/dataset.ts';
import { openReports, rankReports } from '../../../src/store/write/reports.ts';
import { factsOfListed } from '../../../src/store/write/sheet-rows.ts';
import { StateStore } from '../../../src/store/write/state-store.ts';
import { city, county, found, known, load, paid, register } from '../../rig/comparison-rig.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import {
  citySummaryCsv,
  type Payment,
  paymentsJson,
  summaryCsv,
} from '../../rig/reports/comparison-sheets.ts';
import { faultsOf } from '../../rig/verify.ts';

describe('a listed name', () => {
  test('that no jurisdiction has needs the register, in any casing', async () => {
    const rig = createPipelineRig();
    const files = {
      'payments.json': paymentsJson([paid('3990001', 'CAPITAL METRO')]),
      'summary.csv': summaryCsv([county('AUSTIN MTA', { type: 'MTA', rate: '1' })]),
    };
    await load(rig, files);
    expect(known(rig)).toEqual([['3990001', null, null]]);
    expect(found(rig, 'summary-name')).toEqual([
      expect.stringMatching(/^Names of .*: AUSTIN MTA\. .*"tx,transit,AUSTIN MTA,CODE,SOURCE"/),
    ]);
    register(rig, 'tx,transit,Austin Mta,3990001,the state');
    await rig.reprocess();
    expect(known(rig)).toEqual([['3990001', 10_000, null]]);
    expect(found(rig)).toEqual([]);
    expect(await faultsOf(rig)).toEqual([]);
    register(rig, 'tx,transit,Austin Mta,3990009,the state');
    await rig.reprocess();
    expect(known(rig)).toEqual([['3990001', null, null]]);
    expect(found(rig, 'summary-name')).toEqual([
      expect.stringContaining('AUSTIN MTA (listed-names.csv says 3990009, which'),
    ]);
  });

  test('that two jurisdictions have means neither, until the register says which', async () => {
    const rig = createPipelineRig();
    await load(rig, {
      'payments.json': paymentsJson([paid('2990001', 'RENO'), paid('2990002', 'RENO')]),
      'cities.csv': citySummaryCsv([city('Reno', 'LAMAR'), city('Reno', 'PARKER', { rate: '2' })]),
    });
    expect(known(rig)).toEqual([
      ['2990001', null, null],
      ['2990002', null, null],
    ]);
    expect(found(rig, 'summary-name')).toEqual([
      expect.stringMatching(
        /^Names of .*: Reno \(Lamar\) \(2990001 or 2990002\?\), Reno \(Parker\) \(2990001 or 2990002\?\)\. .*"tx,city,Reno \(Lamar\),CODE,SOURCE"/,
      ),
    ]);
    register(rig, 'tx,city,Reno (Lamar),2990001,the state', 'tx,city,RENO (parker),2990002,the state');
    await rig.reprocess();
    expect(known(rig)).toEqual([
      ['2990001', 15_000, 'Lamar'],
      ['2990002', 20_000, 'Parker'],
    ]);
    expect(found(rig)).toEqual([]);
  });

  test('beside another one that seems to mean the same needs the register', async () => {
    const rig = createPipelineRig();
    await load(rig, {
      'payments.json': paymentsJson([paid('3990001', 'BLUESTEM TRANSIT')]),
      'summary.csv': summaryCsv([
        county('BLUESTEM MTA', { type: 'MTA' }),
        county('BLUESTEM CTD', { type: 'CTD', rate: '0.25' }),
      ]),
    });
    expect(known(rig)).toEqual([['3990001', null, null]]);
    expect(found(rig, 'summary-name')).toEqual([
      expect.stringContaining(': BLUESTEM CTD (3990001?), BLUESTEM MTA (3990001?).'),
    ]);
    register(rig, 'tx,transit,BLUESTEM MTA,3990001,the state');
    await rig.reprocess();
    expect(known(rig)).toEqual([['3990001', 5_000, null]]);
  });

  test('matches a jurisdiction that arrives later', async () => {
    const rig = createPipelineRig();
    await load(rig, { 'summary.csv': summaryCsv([county('JUNIPER', { net: '101.00' })]) });
    expect(found(rig)).toHaveLength(1);
    await load(rig, { 'payments.json': paymentsJson([paid('4990001', 'JUNIPER CO')]) });
    expect(known(rig)).toEqual([['4990001', 5_000, null]]);
    expect(found(rig)).toEqual([expect.stringMatching(/is 101\.00 in the comparison sheet, but 100\.00/)]);
  });
});

describe('a printed change', () => {
  // +32.5175… % as published for May 2023, and −12.277%
  test.each([
    ['514323.70', '388117.31', '32.51', 'cut off', 1],
    ['514323.70', '388117.31', '32.52', 'rounded', 1],
    ['514323.70', '388117.31', '32.53', 'a hundredth off', 0],
    ['877.23', '1000.00', '-12.27', 'cut off', 1],
    ['877.23', '1000.00', '12.27', 'of another sign', 0],
  ])('of %s from %s to %s, %s', async (now, before, change, _, agreeing) => {
    const rig = createPipelineRig();
    const year = (month: string, dollars: string): Payment => ['4990001', 'A CO', month, dollars];
    await load(rig, {
      'p.json': paymentsJson([year('2023-01', before), year('2024-01', now)]),
      's.csv': summaryCsv([county('A', { net: now, change })]),
    });
    expect(found(rig)).toHaveLength(1 - agreeing);
    const { agreements } = readDataset(rig.database, (dataset) => reconcile(dataset, texas, null));
    expect(agreements).toMatchObject([
      { figure: 'net_payment_this_period', compared: 1, agreeing: 1 },
      { figure: 'percent_change_prior_year', compared: 1, agreeing },
    ]);
  });
});

test('the rate of each month is kept with its row, and a withdrawal takes it back', async () => {
  const rig = createPipelineRig();
  const inMonth = (month: string, rate: string) => county('A', { month, rate });
  await load(rig, {
    'p.json': paymentsJson([paid('4990001', 'A CO'), paid('2990001', 'ELM FORK')]),
    'one.csv': summaryCsv([inMonth('2023-12', '0.5'), inMonth('2024-01', '0.5')]),
    'cities.csv': citySummaryCsv([city('ELM FORK', 'Alder')]),
  });
  await load(rig, { 'two.csv': summaryCsv([county('B'), inMonth('2024-01', '1'), inMonth('2024-02', '')]) });
  const rates = () =>
    readDataset(rig.database, (dataset) => {
      const known = openReports(dataset);
      const files = known.byId();
      const { jurisdictions, comparisonSheets } = new StateStore(dataset, texas);
      return comparisonSheets
        .flatMap((sheets) =>
          [...sheets.listedMonths(rankReports(known.list(), sheets.kind.name))].map((listed) => {
            const {
              sales_tax_rate: rate,
              counties: [inCounty],
            } = factsOfListed(sheets.kind, listed);
            const code = jurisdictions.get(listed.jurisdictionId)?.sales_tax_id;
            const [{ reportId, row }] = listed.rows;
            return [code, listed.month, rate, inCounty, files.get(reportId)?.file_name, row].join(' ');
          }),
        )
        .sort();
    });
  expect(rates()).toEqual([
    '2990001 2024-01 15000 Alder cities.csv 2',
    '4990001 2023-12 5000  one.csv 2',
    '4990001 2024-01 10000  two.csv 3',
    '4990001 2024-02   two.csv 4',
  ]);
  expect(known(rig)[1]).toEqual(['4990001', 10_000, null]);
  const [{ sha256 } = { sha256: '' }] = rig.select<{ sha256: string }>(
    "SELECT sha256 FROM report WHERE file_name = 'two.csv'",
  );
  await rig.withdraw(sha256);
  expect(rates()).toEqual([
    '2990001 2024-01 15000 Alder cities.csv 2',
    '4990001 2023-12 5000  one.csv 2',
    '4990001 2024-01 5000  one.csv 3',
  ]);
  expect(await faultsOf(rig)).toEqual([]);
});

test('a rate that no authority has is not used', async () => {
  const rig = createPipelineRig();
  const payments = paymentsJson([paid('4990001', 'A CO'), ['4990001', 'A CO', '2024-02', '50.00']]);
  const fraction = county('A', { month: '2024-02', net: '50.00', rate: '0.005' });
  await load(rig, { 'p.json': payments, 's.csv': summaryCsv([county('A', { rate: '0.5' }), fraction]) });
  expect(known(rig)).toEqual([['4990001', 5_000, null]]);
  expect(rig.select("SELECT severity, row FROM finding WHERE code = 'unusual-rate'")).toEqual([
    { severity: 'warning', row: 3 },
  ]);
});

test('a month has one finding about jurisdictions of one file alone', async () => {
  const rig = createPipelineRig();
  const others = Array.from({ length: 5 }, (_, at) => paid(`499000${at + 1}`, `COUNTY ${'ABCDE'[at]}`));
  await load(rig, {
    'payments.json': paymentsJson([...others, paid('4990008', 'JUNIPER CO'), paid('2990001', 'CEDAR GAP')]),
    'summary.csv': summaryCsv([county('JUNIPER')]),
  });
  expect(found(rig)).toEqual([
    expect.stringMatching(
      /^In January 2024, Comparison summary of counties, .* Only in the dataset: County A \(4990001\), .*and 2 more jurisdictions\./,
    ),
  ]);
});

test('a month keeps a number of differences, and counts the others', async () => {
  const rig = createPipelineRig();
  const names = Array.from({ length: 30 }, (_, at) => `PLACE ${String.fromCharCode(65 + (at % 26))}${at}`);
  await load(rig, {
    'payments.json': paymentsJson(names.map((name, at) => paid(String(4990100 + at), name))),
    'summary.csv': summaryCsv(names.map((name) => county(name, { net: '99.00' }))),
  });
  const messages = found(rig, 'summary-differs');
  expect(messages).toHaveLength(26);
  expect(messages.at(-1)).toBe('5 more findings of this kind.');
});
