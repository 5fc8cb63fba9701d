import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { texas } from '../../src/states/tx/index.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { listJurisdictions } from '../../src/store/query/jurisdictions.ts';
import { readSeries } from '../../src/store/query/series.ts';
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

/** A report as it is downloaded by hand, as the portal's API has it. */
function portalRows(csv: string): PortalRow[] {
  const [, ...lines] = Papa.parse<string[]>(csv.trim(), { delimiter: ',' }).data;
  return lines.map((cells) =>
    Object.fromEntries(
      COLUMNS.map((column, at) => {
        const cell = (cells[at] ?? '').trim();
        return [column, at === 2 || at === 3 ? timestamp(cell) : cell];
      }),
    ),
  );
}

async function samplePortal(): Promise<Portal> {
  const portal = await openPortal();
  portal.datasets.set('3p4v-vsr3', dataset(COLUMNS, BY_HAND.flatMap(portalRows)));
  return portal;
}

function byHand(): PipelineRig {
  const rig = createPipelineRig();
  for (const [at, report] of BY_HAND.entries()) rig.write(`${at}.csv`, report);
  return rig;
}

async function ingest(rig: PipelineRig, fetched: FetchRig) {
  return rig.run({ files: Object.keys(fetched.files()).map((name) => join(fetched.inbox, name)) });
}

const NOW = { now: () => new Date('2026-11-02T00:00:00Z') };

describe('fetch and ingest', () => {
  test.each([
    ['CSV', { page_size: 100 }],
    ['JSON', { format: 'json', page_size: 33 }],
  ])('give the same dataset as reports downloaded by hand, as %s', async (_, more) => {
    const [hand, rig, fetched, portal] = [
      byHand(),
      createPipelineRig(),
      createFetchRig(),
      await samplePortal(),
    ];
    await hand.run();
    const feeds = texasFeeds(portal.origin, { first_month: '2021-01', ...more });
    const summary = await fetched.fetch(feeds, NOW);
    // 2024 has November and December alone
    expect(summary.units.map(({ unit, status }) => [unit, status])).toEqual(
      ['2021', '2022', '2023', '2024', '2025', '2026'].map((year) => [year, 'new']),
    );
    const run = await ingest(rig, fetched);
    expect(run.outcome).toBe('ok');
    expect(run.reports.map(({ status }) => status)).toEqual(Array(6).fill('loaded'));
    expect(run.allocations.inserted).toBe(2 * 12 * 24);
    // only the reports and rows that figures came from differ
    const found = differences(hand.database, rig.database);
    expect(found.filter(({ column }) => !/_(report_id|row)$/.test(column ?? ''))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    expect((await fetched.fetch(feeds, NOW)).outcome).toBe('nothing-new');
    expect((await ingest(rig, fetched)).outcome).toBe('nothing-new');
  });

  test('load a restated month from a file of the same length', async () => {
    const [rig, fetched, portal] = [createPipelineRig(), createFetchRig(), await samplePortal()];
    const feeds = texasFeeds(portal.origin, { first_month: '2021-01' });
    await fetched.fetch(feeds, NOW);
    await ingest(rig, fetched);
    const found = portal.datasets.get('3p4v-vsr3');
    const at = found?.rows.findIndex((row) => row.allocation_month?.startsWith('2022-08')) ?? -1;
    const row = found?.rows[at];
    if (!found || !row) throw new Error('no row of August 2022');
    found.version = 2;
    found.rows[at] = { ...row, net_payment: '1.23' };
    expect((await fetched.fetch(feeds, NOW)).units.map(({ unit, status }) => [unit, status])).toEqual([
      ['2021', 'unchanged'],
      ['2022', 'new'],
      ['2023', 'unchanged'],
      ['2024', 'unchanged'],
      ['2025', 'unchanged'],
      ['2026', 'unchanged'],
    ]);
    await ingest(rig, fetched);
    const opened = openForReading(rig.database);
    const id = 480_000_000 + Number(row.authority_id);
    const range = { from: null, to: null };
    const series = readSeries(opened, texas, id, 'net_payment', range).filter(
      ({ month }) => month === '2022-08',
    );
    opened.close();
    expect(series.map(({ value, sources: [source] }) => [value, source?.origin?.etag])).toEqual([
      [123, '"YWxwaGEuNTQzNV8.2-gzip"'],
    ]);
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
    const tx = builtIn.tx
      .filter(({ name }) => name === 'tx-comparison-summary')
      .map(({ url, ...feed }) => {
        const more = { url: url.replace('https://data.texas.gov', portal.origin), first_month: '2025-01' };
        return { ...feed, ...more, format };
      });
    const { units } = await fetched.fetch({ tx }, NOW);
    expect(units.map(({ unit, status }) => [unit, status])).toEqual([
      ['2025', 'new'],
      ['2026', 'new'],
    ]);
    rig.write(
      'payments.json',
      paymentsJson([
        ['4990001', 'JUNIPER CO', '2026-01', '100.50'],
        ['4990001', 'JUNIPER CO', '2026-02', '100.50'],
      ]),
    );
    await rig.run();
    const { reports } = await ingest(rig, fetched);
    expect(reports.map(({ kind, status, rows: count }) => [kind, status, count])).toEqual([
      ['tx/comparison-summary', 'loaded', 1],
      ['tx/comparison-summary', 'loaded', 2],
    ]);
    const opened = openForReading(rig.database);
    const known = listJurisdictions(opened).map((one) => [one.sales_tax_id, one.sales_tax_rate]);
    opened.close();
    expect(known).toEqual([['4990001', 3750]]);
  });
});
