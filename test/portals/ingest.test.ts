import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { recordsOf } from '../../src/records/list.ts';
import { series } from '../../src/records/queries/series.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { createPipelineRig, differences, type PipelineRig } from '../rig/pipeline-rig.ts';
import { createFetchRig, type FetchRig, texasFeeds } from '../rig/portals/fetch-rig.ts';
import { dataset, openPortal, type Portal, type PortalRow } from '../rig/portals/portal.ts';
import { COLUMNS } from '../rig/portals/portal-texas.ts';
import { paymentsJson, SUMMARY_API_HEADER, summaryCells } from '../rig/reports/comparison-sheets.ts';

/** Reports of the sample whose months do not overlap: 24 months from June 2021, and 24 from November 2024. */
const BY_HAND = ['payment-detail-2021-06-to-2023-05.csv', 'payment-detail-2024-11-to-2026-10.csv'].map(
  (name) => readFileSync(join('fixtures/sample/reports/tx', name), 'utf8'),
);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Aug-22`, `03/01/2026` or `8/9/2022` as the portal's API prints it. */
function timestamp(printed: string): string {
  const [, name = '', short = ''] = /^([A-Z][a-z]{2})-(\d\d)$/.exec(printed) ?? [];
  const [, month = '', day = '', year = ''] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(printed) ?? [];
  const parts = name ? [`20${short}`, String(MONTHS.indexOf(name) + 1), '1'] : [year, month, day];
  return `${parts.map((part) => part.padStart(2, '0')).join('-')}T00:00:00.000`;
}

/** A report that was downloaded by hand, as the portal's API has it. */
function portalRows(csv: string): PortalRow[] {
  const [, ...lines] = Papa.parse<string[]>(csv.trim(), { delimiter: ',' }).data;
  const cellOf = (text = '', at: number) => (at === 2 || at === 3 ? timestamp(text.trim()) : text.trim());
  return lines.map((cells) =>
    Object.fromEntries(COLUMNS.map((column, at) => [column, cellOf(cells[at], at)])),
  );
}

async function openSample() {
  const [rig, fetched, portal] = [createPipelineRig(), createFetchRig(), await openPortal()];
  const published = dataset(COLUMNS, BY_HAND.flatMap(portalRows));
  portal.datasets.set('3p4v-vsr3', published);
  return { rig, fetched, portal, published };
}

const feedsOf = (portal: Portal, more: object = {}) =>
  texasFeeds(portal.origin, { first_month: '2021-01', ...more });
const NOW = { now: () => new Date('2026-11-02T00:00:00Z') };

async function ingest(rig: PipelineRig, fetched: FetchRig) {
  return rig.run({ files: Object.keys(fetched.files()).map((name) => join(fetched.inbox, name)) });
}

describe('fetch and ingest', () => {
  test.each([
    ['CSV', { page_size: 100 }],
    ['JSON', { format: 'json', page_size: 33 }],
  ])('give the same dataset as reports downloaded by hand, as %s', async (_, more) => {
    const { rig, fetched, portal } = await openSample();
    const hand = createPipelineRig();
    for (const [at, report] of BY_HAND.entries()) hand.write(`${at}.csv`, report);
    await hand.run();
    await fetched.fetch(feedsOf(portal, more), NOW);
    const run = await ingest(rig, fetched);
    expect(run.reports.map(({ status }) => status)).toEqual(Array(6).fill('loaded'));
    expect(run.allocations.inserted).toBe(2 * 12 * 24);
    // only the reports and rows that figures came from differ
    const found = differences(hand.database, rig.database);
    expect(found.filter(({ column }) => !/_(report_id|row)$/.test(column ?? ''))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    expect((await fetched.fetch(feedsOf(portal, more), NOW)).outcome).toBe('nothing-new');
    expect((await ingest(rig, fetched)).outcome).toBe('nothing-new');
  });

  test('load a restated month from a file of the same length', async () => {
    const { rig, fetched, portal, published } = await openSample();
    await fetched.fetch(feedsOf(portal), NOW);
    await ingest(rig, fetched);
    const at = published.rows.findIndex((row) => row.allocation_month?.startsWith('2022-08'));
    const row = published.rows[at];
    published.version = 2;
    published.rows[at] = { ...row, net_payment: '1.23' };
    const { units } = await fetched.fetch(feedsOf(portal), NOW);
    expect(units.filter(({ status }) => status !== 'unchanged')).toMatchObject([
      { unit: '2022', status: 'new' },
    ]);
    await ingest(rig, fetched);
    const id = 480_000_000 + Number(row?.authority_id);
    const month = { from: '2022-08-01', to: '2022-08-01' };
    const shown = readView(rig.database, (view) => recordsOf(series, view, { id, from: month, to: month }));
    expect(shown.data[0]).toMatchObject({
      value: 1.23,
      sources: [{ origin: { etag: '"YWxwaGEuNTQzNV8.2-gzip"' } }],
    });
  });

  test.each(['csv', 'json'])('load a comparison sheet with the built-in feed, as %s', async (format) => {
    const [rig, fetched, portal] = [createPipelineRig(), createFetchRig(), await openPortal()];
    const line = (month: string, rate: string): PortalRow => {
      const cells = summaryCells({ type: 'COUNTY', name: 'Juniper', month, rate, net: '100.5' });
      return Object.fromEntries(SUMMARY_API_HEADER.map((column, at) => [column, cells[at] ?? '']));
    };
    const rows = [line('2025-12', '0.25'), line('2026-01', '0.5'), line('2026-02', '0.375')];
    portal.datasets.set('qsh8-tby8', dataset(SUMMARY_API_HEADER, rows));
    const builtIn: { tx: { name: string; url: string }[] } = JSON.parse(
      readFileSync('data/reference/portals.json', 'utf8'),
    );
    const feed = builtIn.tx.find(({ name }) => name === 'tx-comparison-summary');
    const url = feed?.url.replace('https://data.texas.gov', portal.origin);
    const tx = [{ ...feed, url, first_month: '2025-01', format }];
    const { units } = await fetched.fetch({ tx }, NOW);
    expect(units).toMatchObject([
      { unit: '2025', status: 'new' },
      { unit: '2026', status: 'new' },
    ]);
    const payments = ['2026-01', '2026-02'].map((month): [string, string, string, string] => [
      '4990001',
      'JUNIPER CO',
      month,
      '100.50',
    ]);
    await rig.load({ 'payments.json': paymentsJson(payments) });
    const { reports } = await ingest(rig, fetched);
    expect(reports).toMatchObject([
      { kind: 'tx/comparison-summary', status: 'loaded', rows: 1 },
      { kind: 'tx/comparison-summary', status: 'loaded', rows: 2 },
    ]);
    expect(rig.select('SELECT sales_tax_id AS code, sales_tax_rate AS rate FROM jurisdiction')).toEqual([
      { code: '4990001', rate: 3750 },
    ]);
  });
});
