import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { createFetchRig, sha256, texasFeeds } from '../../rig/portals/fetch-rig.ts';
import { openPortal, type Portal } from '../../rig/portals/portal.ts';
import { COLUMNS, texasDataset, texasRow } from '../../rig/portals/portal-texas.ts';
import { monthsFrom } from '../../rig/reports/months.ts';

async function texasPortal(months = monthsFrom('2024-01', 15)): Promise<Portal> {
  const portal = await openPortal();
  portal.datasets.set('3p4v-vsr3', texasDataset(months));
  return portal;
}

describe('a Socrata dataset', () => {
  test('becomes one file for each year, with the hash in its name', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const summary = await rig.fetch(texasFeeds(portal.origin));
    expect(summary.outcome).toBe('ok');
    expect(
      summary.units.map(({ unit, status, rows, first_month, last_month, http_status }) => [
        unit,
        status,
        rows,
        first_month,
        last_month,
        http_status,
      ]),
    ).toEqual([
      ['2024', 'new', 36, '2024-01', '2024-12', 200],
      ['2025', 'new', 9, '2025-01', '2025-03', 200],
    ]);
    const files = rig.files();
    const names = Object.keys(files);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const content = files[name] ?? '';
      expect(name).toMatch(/^tx-payment-detail-202[45]-[0-9a-f]{12}\.csv$/);
      expect(name).toContain(sha256(content).slice(0, 12));
    }
    const lines = (files[names[0] ?? ''] ?? '').trimEnd().split('\n');
    expect(lines[0]).toBe(COLUMNS.map((column) => `"${column}"`).join(','));
    expect(lines).toHaveLength(37);
    expect(lines[2]).toBe(
      '"3999001","EXAMPLE ""MTA"", NORTH","2024-01-01T00:00:00.000","2024-01-10T00:00:00.000","5000","0","5000","0","0","0","0","100","98","98.25","4900.25"',
    );
  });

  test('is requested as the documentation says', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    await rig.fetch(texasFeeds(portal.origin), { since: '2025-01' as Month });
    expect(portal.requests.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      [
        '/resource/3p4v-vsr3.csv',
        {
          $where:
            "allocation_month >= '2025-01-01T00:00:00.000' AND allocation_month < '2026-01-01T00:00:00.000'",
          $order: ':id',
          $limit: '50000',
          $offset: '0',
        },
      ],
      [
        '/resource/3p4v-vsr3.json',
        {
          $select: 'count(*)',
          $where:
            "allocation_month >= '2025-01-01T00:00:00.000' AND allocation_month < '2026-01-01T00:00:00.000'",
        },
      ],
    ]);
    expect(portal.requests[0]?.headers['user-agent']).toBe('sales-tax-allocations/test');
  });

  test('is the same file for every page size', async () => {
    const [atOnce, inPages, portal] = [createFetchRig(), createFetchRig(), await texasPortal()];
    await atOnce.fetch(texasFeeds(portal.origin));
    // 36 rows are seven pages of five and one of one; nine are four full pages of three with one of none after them
    await inPages.fetch(texasFeeds(portal.origin, { page_size: 5 }));
    expect(inPages.files()).toEqual(atOnce.files());
    const again = createFetchRig();
    await again.fetch(texasFeeds(portal.origin, { page_size: 3 }));
    expect(again.files()).toEqual(atOnce.files());
  });

  test('may come as JSON, without empty fields', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal(['2024-03'])];
    portal.datasets
      .get('3p4v-vsr3')
      ?.rows.push({ ...texasRow('2999002', 'OTHER', '2024-04', 2500), audit_coll: '' });
    await rig.fetch(texasFeeds(portal.origin, { format: 'json', page_size: 2 }));
    const [[name = '', content = ''] = []] = Object.entries(rig.files());
    expect(name).toMatch(/\.json$/);
    const records = JSON.parse(content);
    expect(records).toHaveLength(4);
    expect(records[3]).toEqual({
      authority_id: '2999002',
      authority_name: 'OTHER',
      allocation_month: '2024-04-01T00:00:00.000',
      allocation_date: '2024-04-10T00:00:00.000',
      total_coll: '2500',
      prior_coll: '0',
      current_coll: '2500',
      future_coll: '0',
      unidentified_coll: '0',
      single_local_tax_coll: '0',
      service_fee: '50',
      current_retainage: '49',
      prior_retainage: '49.25',
      net_payment: '2450.25',
    });
  });

  test('has no file for a year without rows', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal(['2024-12'])];
    const summary = await rig.fetch(texasFeeds(portal.origin));
    expect(summary.units.map(({ unit, status, file }) => [unit, status, file !== null])).toEqual([
      ['2024', 'new', true],
      ['2025', 'empty', false],
    ]);
    expect(Object.keys(rig.files())).toHaveLength(1);
    expect((await rig.fetch(texasFeeds(portal.origin))).units.map(({ status }) => status)).toEqual([
      'unchanged',
      'empty',
    ]);
  });
});

describe('a known dataset', () => {
  test('is not downloaded again: the second fetch gets two answers 304', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    await rig.fetch(texasFeeds(portal.origin));
    const before = rig.files();
    portal.requests.length = 0;
    const summary = await rig.fetch(texasFeeds(portal.origin));
    expect(summary.outcome).toBe('nothing-new');
    expect(summary.units.map(({ status, http_status, rows }) => [status, http_status, rows])).toEqual([
      ['unchanged', 304, 36],
      ['unchanged', 304, 9],
    ]);
    expect(portal.requests.map(({ status }) => status)).toEqual([304, 304]);
    expect(rig.files()).toEqual(before);
  });

  test('has no new file for an unchanged year if another year changed', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    await rig.fetch(texasFeeds(portal.origin));
    const found = portal.datasets.get('3p4v-vsr3');
    found?.rows.push(texasRow('2999001', 'EXAMPLE CITY', '2025-04', 5000));
    // a dataset that was loaded anew has its rows in another order
    found?.rows.reverse();
    if (found) found.version = 2;
    const summary = await rig.fetch(texasFeeds(portal.origin));
    expect(summary.units.map(({ unit, status, rows }) => [unit, status, rows])).toEqual([
      ['2024', 'unchanged', 36],
      ['2025', 'new', 10],
    ]);
    expect(Object.keys(rig.files())).toHaveLength(3);
    portal.requests.length = 0;
    expect((await rig.fetch(texasFeeds(portal.origin))).outcome).toBe('nothing-new');
    expect(portal.requests.map(({ status }) => status)).toEqual([304, 304]);
  });

  test('has an origin note beside each file of the inbox', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal(['2024-12'])];
    await rig.fetch(texasFeeds(portal.origin));
    const [[name = '', content = ''] = []] = Object.entries(rig.files());
    expect(rig.hidden()).toEqual(['.fetched.json', `.${name}.origin.json`]);
    expect(JSON.parse(readFileSync(join(rig.inbox, `.${name}.origin.json`), 'utf8'))).toEqual({
      url: `${portal.origin}/resource/3p4v-vsr3.csv?$where=allocation_month%20%3E%3D%20%272024-01-01T00:00:00.000%27%20AND%20allocation_month%20%3C%20%272025-01-01T00:00:00.000%27&$order=:id&$limit=50000&$offset=0`,
      fetched_at: '2025-06-15T00:00:00.000Z',
      status: 200,
      etag: '"YWxwaGEuNTQzNV8.1-gzip"',
      last_modified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      bytes: Buffer.byteLength(content),
      sha256: sha256(content),
    });
  });
});
