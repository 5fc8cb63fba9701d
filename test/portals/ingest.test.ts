import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { createFetchRig } from '../rig/portals/fetch-rig.ts';
import { dataset, openPortal } from '../rig/portals/portal.ts';
import { texasDataset } from '../rig/portals/portal-texas.ts';
import { SUMMARY_API_HEADER, summaryCells } from '../rig/reports/comparison-sheets.ts';
import { monthsFrom } from '../rig/reports/months.ts';

/** A comparison sheet of two months. */
function sheet(header: readonly string[], type: string, name: string) {
  const rows = ['2025-12', '2026-01'].map((month) => {
    const cells = summaryCells({ type, name, month, rate: '0.5', net: '100.5' });
    return Object.fromEntries(header.map((column, at) => [column, cells[at] ?? '']));
  });
  return dataset(header, rows);
}

test('the feeds of the own portal file give files that ingest loads', async () => {
  const [rig, fetched, portal] = [createPipelineRig(), createFetchRig(), await openPortal()];
  portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2025-12', 2)));
  portal.datasets.set('qsh8-tby8', sheet(SUMMARY_API_HEADER, 'COUNTY', 'EXAMPLE'));
  const ofCities = ['county', 'city', ...SUMMARY_API_HEADER.slice(2)];
  portal.datasets.set('53pa-m7sm', sheet(ofCities, 'EXAMPLE', 'EXAMPLE CITY'));
  const own = readFileSync('data/reference/portals.json', 'utf8');
  const feeds = JSON.parse(own.replaceAll('https://data.texas.gov', portal.origin));
  const now = () => new Date('2026-02-02T00:00:00Z');
  const { units } = await fetched.fetch(feeds, { now });
  expect(
    units.filter(({ status }) => status !== 'empty').map(({ feed, unit, rows }) => [feed, unit, rows]),
  ).toEqual([
    ['tx-payment-detail', '2025', 3],
    ['tx-payment-detail', '2026', 3],
    ...['tx-comparison-summary', 'tx-city-comparison-summary'].flatMap((feed) => [
      [feed, '2025', 1],
      [feed, '2026', 1],
    ]),
  ]);
  const files = Object.keys(fetched.files()).map((name) => join(fetched.inbox, name));
  const { reports } = await rig.run({ files });
  expect(reports.map(({ status, rows }) => [status, rows])).toEqual(
    [1, 1, 1, 1, 3, 3].map((rows) => ['loaded', rows]),
  );
  expect(rig.select('SELECT name, county, sales_tax_rate AS rate FROM jurisdiction ORDER BY id')).toEqual([
    { name: 'Example City', county: 'Example', rate: 5000 },
    { name: 'Example "MTA", North', county: null, rate: null },
    { name: 'Example County', county: null, rate: 5000 },
  ]);
});
