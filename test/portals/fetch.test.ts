import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import { LOCKED } from '../../src/domain/operator-error.ts';
import { acquireLock } from '../../src/files/lock.ts';
import { readNotedFiles } from '../../src/files/origin-note.ts';
import type { FetchOptions } from '../../src/portals/fetch.ts';
import { hashOf } from '../rig/hash.ts';
import { createFetchRig, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import { body, dataset, type Fault, openPortal, type PortalRow } from '../rig/portals/portal.ts';
import { texasDataset, texasRow } from '../rig/portals/portal-texas.ts';

/** A filled inbox of 2024 and 2025. `again` fetches a minute later each time, and returns the statuses. */
async function fillInbox(more: object = {}) {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  const feeds = texasFeeds(portal.origin, more);
  const { units } = await rig.fetch(feeds);
  const published = portal.datasets.get('3p4v-vsr3') ?? expect.fail();
  portal.requests.length = 0;
  let minutes = 0;
  const now = () => new Date(Date.UTC(2025, 5, 16) + 60_000 * minutes++);
  const fetch = async (options: Partial<FetchOptions> = {}) =>
    (await rig.fetch(feeds, { now, ...options })).units;
  const again = async () => (await fetch()).map(({ status }) => status);
  return { rig, portal, published, units, fetch, again, names: Object.keys(rig.files()) };
}

describe('Socrata', () => {
  test('a dataset becomes one file for each year, with its origin beside it', async () => {
    const { rig, portal, units } = await fillInbox();
    const common = { feed: 'tx-payment-detail', state: 'tx', kind: 'tx/payment-detail', status: 'new' };
    expect(units).toMatchObject([
      { ...common, unit: '2024', rows: 36, http_status: 200 },
      { ...common, unit: '2025', rows: 9, http_status: 200 },
    ]);
    const [[first], [name, content]] = Object.entries(rig.files()) as [[string, string], [string, string]];
    expect(first).toMatch(/^tx-payment-detail-2024-[0-9a-f]{12}\.csv$/);
    expect(name).toBe(`tx-payment-detail-2025-${hashOf(content).slice(0, 12)}.csv`);
    expect(content.split('\n')).toHaveLength(11);
    expect(content.split('\n')[2]).toMatch(/^"3999001","EXAMPLE ""MTA"", NORTH","2025-01-01T00:00:00.000",/);
    const where = `allocation_month%20%3E=%20%272025-01-01T00:00:00.000%27%20AND%20allocation_month%20%3C%20%272026-01-01T00:00:00.000%27`;
    expect(JSON.parse(readFileSync(join(rig.inbox, `.${name}.origin.json`), 'utf8'))).toEqual({
      url: `${portal.origin}/resource/3p4v-vsr3.csv?$where=${where.replace('%3E=', '%3E%3D')}&$order=allocation_month,authority_id,:id&$limit=50000&$offset=0`,
      ...{ fetched_at: '2025-06-15T00:00:00.000Z', status: 200, last_modified: null },
      ...{ etag: '"YWxwaGEuNTQzNV8.1-gzip"', bytes: content.length, sha256: hashOf(content) },
    });
  });

  test('a dataset is the same file for every page size', async () => {
    const { rig, portal } = await fillInbox();
    // 36 rows are seven pages of five and one of one; nine are three full pages of three and an empty one
    for (const page_size of [5, 3]) {
      const inPages = createFetchRig();
      await inPages.fetch(texasFeeds(portal.origin, { page_size }));
      expect(inPages.files()).toEqual(rig.files());
    }
    // an ETag of one page says nothing about the others
    const paged = await fillInbox({ page_size: 20 });
    expect(
      readNotedFiles(paged.rig.inbox)
        .map(({ etag }) => etag !== null)
        .sort(),
    ).toEqual([false, true]);
    expect(await paged.again()).toEqual(['unchanged', 'unchanged']);
  });

  test.each([
    ['comes', 37, (rows: PortalRow[]) => rows.unshift(texasRow('2999000', 'NEW', '2024-01', 2500))],
    ['goes', 35, (rows: PortalRow[]) => rows.shift()],
  ])('a row that %s between two pages makes the year wait', async (_, rows, change) => {
    const { rig, published, portal, fetch } = await fillInbox({ page_size: 18 });
    const before = rig.files();
    const changing: Fault = (response, answer, request) => {
      body(answer.body)(response, answer, request);
      change(published.rows);
    };
    portal.inject(changing, 1, ({ query }) => query.get('$offset') === '0');
    const [unit] = await fetch();
    expect(unit?.message).toBe(
      `The portal sent ${rows} of 36 rows. The answer is incomplete, or the data changed during the download. Try again later`,
    );
    expect(rig.files()).toEqual(before);
    expect((await fetch())[0]).toMatchObject({ status: 'new', rows });
  });
});

describe('OData', () => {
  const month = (text: string) => `"${text}-01T00:00:00Z"`;
  const ROWS = ['2024-12', '2024-11', '2024-11', '2025-01'].map((text, at) => ({
    ...{ PaymentMonth: month(text), JurisdictionCode: `"5900${4 - at}"`, NetPayment: `${at}.10` },
  }));
  const FEED = {
    ...{ name: 'ca-statement', kind: 'ca/monthly-statement', protocol: 'odata', first_month: '2024-01' },
    month_field: 'PaymentMonth',
    month_filter: { compare: 'range', write: '{yyyy}-{mm}-01T00:00:00Z' },
    order: ['PaymentMonth', 'JurisdictionCode'],
  };
  const feedsOf = (origin: string) => ({ ca: [{ ...FEED, url: `${origin}/odata/Statement` }] });

  async function openStatement(serverPage = 1000) {
    const portal = await openPortal();
    portal.datasets.set('Statement', { ...dataset(Object.keys(ROWS[0] ?? {}), ROWS), serverPage });
    return { portal, rig: createFetchRig(), feeds: feedsOf(portal.origin) };
  }

  test.each([1, 2, 1000])(
    'pages of %d records become one document, with numbers as printed',
    async (size) => {
      const { portal, rig, feeds } = await openStatement(size);
      expect((await rig.fetch(feeds)).units).toMatchObject([{ rows: 3 }, { rows: 1 }]);
      expect(Object.values(rig.files())[0]).toBe(
        `{"value":[
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59002","NetPayment":2.10},
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59003","NetPayment":1.10},
{"PaymentMonth":"2024-12-01T00:00:00Z","JurisdictionCode":"59004","NetPayment":0.10}
]}
`,
      );
      const [first] = portal.requests;
      expect(Object.fromEntries(first?.query ?? [])).toEqual({
        $filter: 'PaymentMonth ge 2024-01-01T00:00:00Z and PaymentMonth lt 2025-01-01T00:00:00Z',
        ...{ $orderby: 'PaymentMonth,JurisdictionCode', $count: 'true' },
      });
      expect(first?.headers['user-agent']).toBe('Mozilla/5.0 (compatible; sales-tax-allocations/test)');
    },
  );

  test('a portal that redirects www. to the bare host gives the same document', async () => {
    const { portal, rig } = await openStatement(1);
    // the stand-in answers for every host when it is the proxy
    const proxies = { http: portal.origin, https: '', none: '' };
    const { units } = await rig.fetch(feedsOf('http://www.portal.example'), { proxies });
    expect(units).toMatchObject([{ rows: 3 }, { rows: 1 }]);
  });

  const RECORD = '{"PaymentMonth":"2024-11-01"}';
  const pageOf = (more: string) => body(`{"value":[${RECORD}]${more}}`);
  test.each([
    ['fewer records than counted', pageOf(',"@odata.count":9'), /^The portal sent 1 of 9 rows\./],
    ['no count', pageOf(''), /^The portal sent 1 of an unknown number of rows\./],
    [
      'a link to another host',
      pageOf(',"@odata.count":9,"@odata.nextLink":"http://other.example/x"'),
      /leads to another host, other\.example\. /,
    ],
    ['a link to itself', pageOf(',"@odata.count":2,"@odata.nextLink":"?"'), /^The portal sent 3 of 2 rows\./],
    ['an array', body(`[${RECORD}]`), /sent ".*" instead of \{"value": \[…\]\}/],
    ['a document that breaks off', body('{"value":[{"PaymentMonth"'), /sent ".*" instead of \{"value"/],
  ])('%s is refused', async (_, fault, message) => {
    const { portal, rig, feeds } = await openStatement();
    portal.inject(fault, 9);
    const [unit] = (await rig.fetch(feeds)).units;
    expect([unit?.status, unit?.message]).toEqual(['failed', expect.stringMatching(message)]);
    expect(rig.files()).toEqual({});
  });

  test('a count that changes between two pages is refused', async () => {
    const { portal, rig, feeds } = await openStatement(1);
    const found = portal.datasets.get('Statement') ?? expect.fail();
    portal.inject((response, answer, request) => {
      body(answer.body)(response, answer, request);
      found.rows.pop();
      found.rows.pop();
    });
    const [unit] = (await rig.fetch(feeds)).units;
    expect(unit?.message).toBe('The dataset changed during the download. Try again later');
  });
});

describe('the inbox', () => {
  test('gets a file only for the year that changed, also if the rows have another order', async () => {
    const { rig, published, again } = await fillInbox();
    published.rows.push(texasRow('2999001', 'EXAMPLE CITY', '2025-04', 5000));
    published.rows.reverse();
    published.version = 2;
    expect(await again()).toEqual(['unchanged', 'new']);
    expect(Object.keys(rig.files())).toHaveLength(3);
    // the note of the unchanged year has the new version
    expect(new Set(readNotedFiles(rig.inbox).map(({ etag }) => etag))).toEqual(
      new Set(['"YWxwaGEuNTQzNV8.1-gzip"', '"YWxwaGEuNTQzNV8.2-gzip"']),
    );
  });

  test('names an earlier file that the portal sends again, and does not write it again', async () => {
    const { rig, published, names, fetch } = await fillInbox();
    const added = texasRow('2999001', 'EXAMPLE CITY', '2025-04', 5000);
    published.rows.push(added);
    published.version = 2;
    await fetch();
    published.rows.pop();
    published.version = 3;
    expect((await fetch())[1]).toMatchObject({ status: 'new', file: join(rig.inbox, names[1] ?? '') });
    expect((await fetch())[1]).toMatchObject({
      status: 'unchanged',
      http_status: 304,
      file: join(rig.inbox, names[1] ?? ''),
    });
    expect(Object.keys(rig.files())).toHaveLength(3);
  });

  test('gets a removed file again, and keeps one that was edited', async () => {
    const { rig, names, fetch, again } = await fillInbox();
    const before = rig.files();
    const path = join(rig.inbox, names[0] ?? '');
    rmSync(path);
    expect(await again()).toEqual(['new', 'unchanged']);
    expect(rig.files()).toEqual(before);
    writeFileSync(path, 'edited');
    const [unit] = await fetch();
    expect(unit?.message).toBe(`Another file is in the way: ${path}. Move it out of the inbox`);
    expect(readFileSync(path, 'utf8')).toBe('edited');
  });

  test('needs no note: a damaged one is written again', async () => {
    const { rig, names, again } = await fillInbox();
    const before = rig.files();
    const note = join(rig.inbox, `.${names[0]}.origin.json`);
    writeFileSync(note, '{');
    expect(await again()).toEqual(['unchanged', 'unchanged']);
    expect(rig.files()).toEqual(before);
    expect(readNotedFiles(rig.inbox)).toHaveLength(2);
  });

  test('keeps a year if the portal sends no rows of it, and has no file of a year without rows', async () => {
    const { rig, portal, fetch } = await fillInbox();
    const before = rig.files();
    portal.datasets.set('3p4v-vsr3', { ...texasDataset([]), version: 2 });
    for (const unit of await fetch())
      expect(unit.message).toMatch(/^The portal sent no rows, but \S+\.csv has some\. It may be updating /);
    expect(rig.files()).toEqual(before);
    const empty = createFetchRig();
    const { outcome, units } = await empty.fetch(texasFeeds(portal.origin));
    expect([outcome, units.map(({ status }) => status)]).toEqual(['nothing-new', ['empty', 'empty']]);
    expect(empty.files()).toEqual({});
  });

  test('does not miss the oldest year, if the portal offers later ones only', async () => {
    const { rig, portal, again } = await fillInbox();
    const before = rig.files();
    portal.datasets.set('3p4v-vsr3', { ...texasDataset(['2025-01', '2025-02', '2025-03']), version: 2 });
    expect(await again()).toEqual(['empty', 'new']);
    expect(rig.files()).toMatchObject(before);
    portal.datasets.set('3p4v-vsr3', { ...texasDataset(['2024-01', '2024-02']), version: 3 });
    expect(await again()).toEqual(['new', 'failed']);
  });

  test('gets the months of --since in a file of their own', async () => {
    const { rig, fetch, again } = await fillInbox();
    expect(await fetch({ since: '2024-11' as Month })).toMatchObject([
      { unit: '2024', status: 'new', rows: 6 },
      { unit: '2025', status: 'unchanged' },
    ]);
    expect(Object.keys(rig.files())).toHaveLength(3);
    expect(await again()).toEqual(['unchanged', 'unchanged']);
  });

  test('allows one fetch at a time, and loses what an earlier one left unfinished', async () => {
    const { rig, portal, fetch, again } = await fillInbox();
    const lock = acquireLock(join(rig.inbox, '.fetch'), 'fetch', '2026-10-09T06:00:00Z');
    await expect(fetch()).rejects.toMatchObject({
      exitCode: LOCKED,
      message: expect.stringMatching(/Another run holds the lock on .*: pid \d+ \("allocations fetch"/),
    });
    expect(portal.requests).toEqual([]);
    lock.release();
    writeFileSync(join(rig.inbox, '.tx-payment-detail-2024-0123456789ab.csv.part'), 'half');
    expect(await again()).toEqual(['unchanged', 'unchanged']);
    expect(readdirSync(rig.inbox).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('is unchanged after a dry run, which names the new files', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const { units } = await rig.fetch(texasFeeds(portal.origin), { dryRun: true });
    expect(units).toMatchObject([
      { status: 'new', rows: 36 },
      { status: 'new', rows: 9 },
    ]);
    expect(() => rig.files()).toThrow(/ENOENT/);
  });
});
