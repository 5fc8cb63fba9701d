import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOf } from '../../rig/hash.ts';
import { createFetchRig, texasFeeds, texasPortal } from '../../rig/portals/fetch-rig.ts';
import { COLUMNS, texasDataset, texasRow } from '../../rig/portals/portal-texas.ts';

const WHERE_2025 =
  "allocation_month >= '2025-01-01T00:00:00.000' AND allocation_month < '2026-01-01T00:00:00.000'";

test('a dataset becomes one file for each year, with the hash in its name and its origin beside it', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  const { outcome, units } = await rig.fetch(texasFeeds(portal.origin));
  expect(outcome).toBe('ok');
  expect(units).toMatchObject([
    {
      unit: '2024',
      status: 'new',
      rows: 36,
      first_month: '2024-01',
      last_month: '2024-12',
      http_status: 200,
    },
    { unit: '2025', status: 'new', rows: 9, first_month: '2025-01', last_month: '2025-03', http_status: 200 },
  ]);
  const files = Object.entries(rig.files());
  expect(files.map(([name]) => name)).toEqual(
    files.map(([, content], at) => `tx-payment-detail-${2024 + at}-${hashOf(content).slice(0, 12)}.csv`),
  );
  const [, [name, content] = ['', '']] = files;
  const lines = content.trimEnd().split('\n');
  expect([lines.length, lines[0]]).toEqual([10, COLUMNS.map((column) => `"${column}"`).join(',')]);
  expect(lines[2]).toBe(
    '"3999001","EXAMPLE ""MTA"", NORTH","2025-01-01T00:00:00.000","2025-01-10T00:00:00.000","95000","0","95000","0","0","0","0","1900","1862","1862.25","93100.25"',
  );
  expect(rig.hidden()).toEqual(['.fetched.json', ...files.map(([file]) => `.${file}.origin.json`)]);
  expect(JSON.parse(readFileSync(join(rig.inbox, `.${name}.origin.json`), 'utf8'))).toEqual({
    url: `${portal.origin}/resource/3p4v-vsr3.csv?$where=${encodeURIComponent(WHERE_2025).replaceAll('%3A', ':').replaceAll("'", '%27')}&$order=:id&$limit=50000&$offset=0`,
    fetched_at: '2025-06-15T00:00:00.000Z',
    status: 200,
    ...{ etag: '"YWxwaGEuNTQzNV8.1-gzip"', last_modified: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    ...{ bytes: Buffer.byteLength(content), sha256: hashOf(content) },
  });
});

test('a dataset is the same file for every page size', async () => {
  const [atOnce, portal] = [createFetchRig(), await texasPortal()];
  await atOnce.fetch(texasFeeds(portal.origin));
  // 36 rows are seven pages of five and one of one; nine are three full pages of three and an empty one
  for (const page_size of [5, 3]) {
    const inPages = createFetchRig();
    await inPages.fetch(texasFeeds(portal.origin, { page_size }));
    expect(inPages.files()).toEqual(atOnce.files());
  }
});

test('an unchanged dataset is not downloaded again, and a year without rows has no file', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  portal.datasets.set('3p4v-vsr3', texasDataset(['2024-12']));
  const fetch = async () =>
    (await rig.fetch(texasFeeds(portal.origin))).units.map(({ status, http_status, rows }) => [
      ...[status, http_status, rows],
    ]);
  expect(await fetch()).toEqual([
    ['new', 200, 3],
    ['empty', 200, 0],
  ]);
  portal.requests.length = 0;
  expect(await fetch()).toEqual([
    ['unchanged', 304, 3],
    ['empty', 304, 0],
  ]);
  expect(portal.requests.map(({ status }) => status)).toEqual([304, 304]);
  expect(Object.keys(rig.files())).toHaveLength(1);
});

test('an unchanged year has no new file if another year changed', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  await rig.fetch(texasFeeds(portal.origin));
  const found = portal.datasets.get('3p4v-vsr3');
  found?.rows.push(texasRow('2999001', 'EXAMPLE CITY', '2025-04', 5000));
  // a dataset that was loaded anew has its rows in another order
  found?.rows.reverse();
  if (found) found.version = 2;
  const { units } = await rig.fetch(texasFeeds(portal.origin));
  expect(units.map(({ unit, status, rows }) => [unit, status, rows])).toEqual([
    ['2024', 'unchanged', 36],
    ['2025', 'new', 10],
  ]);
  expect(Object.keys(rig.files())).toHaveLength(3);
  const again = await rig.fetch(texasFeeds(portal.origin));
  expect(again.units.map(({ http_status }) => http_status)).toEqual([304, 304]);
});
