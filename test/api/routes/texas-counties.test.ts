import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import {
  citySummaryCsv,
  type Payment,
  paymentsJson,
  type SummaryLine,
} from '../../rig/reports/comparison-sheets.ts';
import type { Page } from '../../rig/service.ts';

// Counties and rates that come with a state's reports, not with its codes.

const MONTH = '2024-01';
const CITIES: readonly Payment[] = [
  ['2990001', 'ELM FORK', MONTH, '300.00'],
  ['2990002', 'CEDAR GAP', MONTH, '100.00'],
  ['2990003', 'QUIET CREEK', MONTH, '50.00'],
];

function line(county: string, name: string): SummaryLine {
  return { type: county, name, month: MONTH, rate: '1.375', net: '1.00' };
}

const { rig, service } = serveForAll({ 'payments.json': paymentsJson(CITIES) });

async function idsOf(url: string): Promise<number[]> {
  const { data }: Page<{ id?: number; entity?: { id: number }; jurisdiction?: { id: number } }> =
    await service.json(url);
  return data.map(({ id, entity, jurisdiction }) => Number(id ?? entity?.id ?? jurisdiction?.id));
}

async function fault(url: string): Promise<string> {
  const { statusCode, body } = await service.get(url);
  expect({ url, statusCode }).toEqual({ url, statusCode: 422 });
  return JSON.parse(body).errors.county[0];
}

async function texasOverview(): Promise<object | undefined> {
  const { data } = await service.json<{ data: { states: { state: string }[] } }>('/api/overview');
  return data.states.find(({ state }) => state === 'tx');
}

const ADDRESSES = [
  '/api/jurisdictions?state=tx&county=',
  '/api/tx/sales-tax/allocations?county=',
  '/tx/sales-tax-allocations?county=',
  '/api/tx/sales-tax/comparison?county=',
];

test('afterwards, each address finds the cities of a county, and names a similar one', async () => {
  const summary = citySummaryCsv([line('ALDER', 'Elm Fork'), line('Los Angeles', 'Cedar Gap')]);
  await rig.load({ 'cities.csv': summary });
  for (const address of ADDRESSES) {
    expect(await idsOf(`${address}alder`)).toEqual([482990001]);
    expect(await idsOf(`${address}Alder%20County`)).toEqual([482990001]);
    // a county of California as well
    expect(await idsOf(`${address}Los%20Angeles`)).toEqual([482990002]);
    expect(await fault(`${address}Aldr`)).toMatch(/"Aldr".*"Alder"/);
  }
  expect(await idsOf('/api/jurisdictions?county=Los%20Angeles')).toEqual([482990002]);
  expect(await fault('/api/jurisdictions?county=Aldr')).toContain('"Alder"');
  expect(await fault('/api/changes?county=Aldr')).toContain('"Alder"');
  const { data } = await service.json<{ data: object }>('/api/jurisdictions/482990001');
  expect(data).toMatchObject({ county: 'Alder', sales_tax_rate: 0.01375 });
  expect(await texasOverview()).toMatchObject({
    has_counties: true,
    counties: ['Alder', 'Los Angeles'],
  });
});
