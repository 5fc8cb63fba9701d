import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Month, monthsBetween } from '../../src/domain/month.ts';
import { STATES } from '../../src/states/index.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

type Row = Record<string, string | number | null>;

/** Reads as a person with a client of SQLite does. */
function query({ database }: PipelineRig, sql: string): Row[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    return sqlite.prepare<[], Row>(sql).all();
  } finally {
    sqlite.close();
  }
}

test('the views of states have dollars, names, counties and leading zeros', async () => {
  const rig = createPipelineRig();
  rig.write('may.csv', statement([{ code: '01001', name: 'ALDER CREEK', month: '2024-05', net: 1234.5 }]));
  rig.write('quarter.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 7.25 }]));
  rig.write('tx.csv', texasReport([{ code: '2999001', name: 'ELM', month: '2024-05', current: 50 }]));
  await rig.run();
  const [ca, tx] = ['ca', 'tx'].map((code) => query(rig, `SELECT * FROM ${code}_datapoint`));
  expect(ca).toEqual([
    expect.objectContaining({
      ...{ jurisdiction_id: 60_001_001, sales_tax_id: '01001', name: 'Alder Creek', type: 'city' },
      ...{ county: 'Alameda', allocation_period: '2024-05-01', sales_period: '2024-03-01', quarter: 3 },
      ...{ payment: 1234.5, net_payment: 1234.5, countywide_pool: 7.25, countywide_pool_percentage: 12.5 },
    }),
  ]);
  // two percent of 50 dollars is kept
  expect(tx).toEqual([
    expect.objectContaining({
      ...{ sales_tax_id: '2999001', county: null, payment: 49, service_fee: 1 },
    }),
  ]);
});

test('doubted_payment has the payments that the checks doubt', async () => {
  const rig = createPipelineRig();
  // 1,000 dollars a month and five more each month; Texas's sums begin in October. June 2023 lacks a digit
  const months = monthsBetween('2022-01' as Month, '2024-11' as Month);
  const current = (month: string, at: number) => (1000 + 5 * at) * (month === '2023-06' ? 0.1 : 1);
  await rig.load({
    'a.csv': texasReport(
      months.map((month, at) => ({ code: '2999001', name: 'ELM', month, current: current(month, at) })),
    ),
  });
  expect(query(rig, 'SELECT state, jurisdiction_id, allocation_period, code FROM doubted_payment')).toEqual([
    {
      ...{ state: 'tx', jurisdiction_id: 482_999_001 },
      ...{ allocation_period: '2023-06-01', code: 'unusual-payment' },
    },
  ]);
});

test('the program removes views of older versions, and keeps those of other people', async () => {
  const rig = createPipelineRig();
  rig.write('may.csv', statement([{ code: '01001', month: '2024-05', net: 1 }]));
  await rig.run();
  const sqlite = new Database(rig.database);
  sqlite.exec(
    'DROP VIEW ca_datapoint; CREATE VIEW comparison_latest AS SELECT 1; CREATE VIEW mine AS SELECT 2',
  );
  sqlite.close();
  rig.write('june.csv', statement([{ code: '01001', month: '2024-06', net: 1 }]));
  await rig.run();
  const views = query(rig, "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY 1").map(
    ({ name }) => name,
  );
  const ofStates = STATES.map(({ code }) => `${code}_datapoint`);
  expect(views).toEqual(['doubted_payment', 'mine', ...ofStates].sort());
});
