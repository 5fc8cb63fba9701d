import { expect, test } from 'vitest';
import { hashOf } from '../../rig/hash.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { citySummaryCsv, paymentsJson } from '../../rig/reports/comparison-sheets.ts';
import { faultsOf } from '../../rig/verify.ts';

const PAYMENTS = paymentsJson([['2990001', 'ELM FORK', '2024-01', '100.00']]);
const LINE = { type: 'Alder', name: 'ELM FORK', month: '2024-01', rate: '1.5', net: '100.00' };
const SUMMARY = citySummaryCsv([LINE]);
/** Another county and another rate, and a month that has not begun. */
const OTHER = { ...LINE, type: 'Birch', rate: '2' };
const FUTURE = citySummaryCsv([OTHER, { ...OTHER, month: '2062-01' }]);

const FROM_SUMMARY = { sales_tax_rate: 15_000, county: 'Alder' };
const FROM_FUTURE = { sales_tax_rate: 20_000, county: 'Birch' };

/** The rate and the county of the only jurisdiction, in a dataset that verifies. */
async function facts(rig: PipelineRig) {
  expect(await faultsOf(rig)).toEqual([]);
  return rig.select('SELECT sales_tax_rate, county FROM jurisdiction');
}

async function ingest(rig: PipelineRig, name: string, content: string, accept?: string) {
  const files = [rig.write(name, content)];
  const { reports } = await rig.run({ files, onDoubt: 'refuse', ...(accept !== undefined && { accept }) });
  return reports[0]?.status;
}

test('a doubtful summary gives its rate and county once it is accepted, and none after its withdrawal', async () => {
  const rig = createPipelineRig();
  await ingest(rig, 'payments.json', PAYMENTS);
  await ingest(rig, 'cities.csv', SUMMARY);
  expect(await ingest(rig, 'future.csv', FUTURE)).toBe('refused');
  expect(await facts(rig)).toEqual([FROM_SUMMARY]);
  expect(await ingest(rig, 'future.csv', FUTURE, 'a test')).toBe('loaded');
  expect(await facts(rig)).toEqual([FROM_FUTURE]);
  await rig.withdraw(hashOf(FUTURE));
  expect(await facts(rig)).toEqual([FROM_SUMMARY]);
});
