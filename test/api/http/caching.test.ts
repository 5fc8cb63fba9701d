import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveAnother, serveForAll, serveHere } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';
import { CA, JURISDICTIONS, listenLocally, TOKEN, TX, TX_HEADED } from '../../rig/service.ts';

const ITEM = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;
const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, ITEM];
const FIXED = ['/', '/docs', '/openapi.json', '/docs/static/swagger-ui-bundle.js'];

const { rig, service } = serveForAll(FEW_REPORTS);

const tagOf = async (url: string, headers: Record<string, string> = {}, asked = service) =>
  String((await asked.get(url, headers)).headers.etag);

describe('the entity tag', () => {
  test.each(DATA)('of %s is the same for the same address and version', async (url) => {
    const tag = await tagOf(url);
    expect(tag).toMatch(/^W\/"[\w+/=]{20,}"$/);
    expect(await tagOf(url)).toBe(tag);
    const again = await serveAnother(rig.database);
    expect(await tagOf(url, {}, again)).toBe(tag);
  });

  test('differs for every content, which includes the beginning of links', async () => {
    const behind = await serveAnother(rig.database, { trustedProxies: ['127.0.0.1'] });
    const tags = await Promise.all([
      ...[...DATA, `${CA}?page=2`, `${CA}?sort=net_payment`].map((url) => tagOf(url)),
      tagOf(CA, { host: 'other.test' }),
      tagOf(CA, { 'x-forwarded-proto': 'https' }, behind),
      tagOf(CA, { 'x-forwarded-host': 'api.example.org' }, behind),
    ]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('of a whole list differs for every address, beginning of links and version of the program', async () => {
    const list = `${CA}?format=csv`;
    const next = await serveAnother(rig.database, { programVersion: 'next' });
    const tags = await Promise.all([
      ...[list, `${list}&sort=net_payment`, `${CA}?format=ndjson`].map((url) => tagOf(url)),
      tagOf(list, { host: 'other.test' }),
      tagOf(list, {}, next),
    ]);
    expect(new Set(tags).size).toBe(tags.length);
    expect(await tagOf(list)).toBe(tags[0]);
  });

  test('is only on successful answers', async () => {
    for (const url of [`${CA}?limit=0`, '/nothing', `${JURISDICTIONS}/1`])
      expect((await service.get(url)).headers).not.toHaveProperty('etag');
  });

  test('changes with the version, only in a run that changes something', async () => {
    const { rig: own, service: served } = await serveHere(FEW_REPORTS);
    const before = await served.get(TX);
    await own.load(FEW_REPORTS);
    const unchanged = await served.get(TX, { 'if-none-match': String(before.headers.etag) });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers['dataset-version']).toBe(before.headers['dataset-version']);
    const row = { code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 1 };
    await own.load({ 'next.csv': texasReport([row]) });
    const after = await served.get(TX, { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect(after.headers['dataset-version']).not.toBe(before.headers['dataset-version']);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(JSON.parse(after.body).meta.total).toBe(76);
  });
});

describe.each([...DATA, ...FIXED])('If-None-Match of %s', (url) => {
  const ask = (listed: string, more = {}) => service.get(url, { 'if-none-match': listed, ...more });

  test('gets 304 without body, with the tag, in every form', async () => {
    const { headers: stored } = await service.get(url);
    const tag = String(stored.etag);
    const strong = tag.replace('W/', '');
    for (const listed of [tag, strong, `"other", ${tag}`, `"other",${strong},W/"more"`, '*', ` ${tag} `])
      for (const encoding of ['identity', 'gzip']) {
        const { statusCode, headers, body } = await ask(listed, { 'accept-encoding': encoding });
        expect([listed, statusCode, body, headers['content-length'] ?? '0']).toEqual([listed, 304, '', '0']);
        for (const name of ['etag', 'cache-control', 'dataset-version', 'vary', 'content-security-policy'])
          expect([name, headers[name]]).toEqual([name, stored[name]]);
        for (const name of ['content-type', 'content-encoding']) expect(headers).not.toHaveProperty(name);
      }
  });

  test('with any other tag gets 200', async () => {
    const tag = await tagOf(url);
    for (const other of [
      '"other"',
      tag.slice(3, -1),
      '""',
      '',
      tag.toUpperCase(),
      await tagOf(`${TX}?limit=9`),
    ])
      expect([other, (await ask(other)).statusCode]).toEqual([other, 200]);
  });
});

test('If-None-Match: * on a refused request gets the refusal', async () => {
  expect((await service.get(`${CA}?limit=0`, { 'if-none-match': '*' })).statusCode).toBe(422);
});

test('gzip has the same content, tag and type', async () => {
  for (const url of [CA, '/openapi.json']) {
    const plain = await service.get(url);
    for (const accepted of ['GZIP', 'gzip;q=0.1, zstd', 'br, gzip']) {
      const encoded = await service.get(url, { 'accept-encoding': accepted });
      expect([url, encoded.headers['content-encoding']]).toEqual([url, 'gzip']);
      expect(gunzipSync(encoded.rawPayload).equals(plain.rawPayload)).toBe(true);
      for (const name of ['etag', 'content-type', 'vary', 'dataset-version'])
        expect(encoded.headers[name]).toBe(plain.headers[name]);
    }
    expect(String(plain.headers.vary)).toContain('accept-encoding');
  }
});

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['br', undefined],
  ['zstd', undefined],
  ['', undefined],
])('the encoding for "%s" is %s', async (wanted, encoding) => {
  expect((await service.get(CA, { 'accept-encoding': wanted })).headers['content-encoding']).toBe(encoding);
});

test('Cache-Control: clients store data but check them, and do not store errors', async () => {
  for (const url of DATA) expect((await service.get(url)).headers['cache-control']).toBe('private, no-cache');
  expect((await service.get('/openapi.json')).headers['cache-control']).toMatch(/max-age=\d+/);
});

// over a socket: Node itself leaves out the body
describe('HEAD', () => {
  let port: number;
  beforeAll(async () => {
    port = await listenLocally(service.app);
  });

  /** The answer without what may differ between two. */
  const ask = async (method: string, path: string, more: Record<string, string>) => {
    const headers = { host: 'allocations.test', authorization: `Bearer ${TOKEN}`, ...more };
    const [response]: IncomingMessage[] = await once(
      request({ method, path, port, headers }).end(),
      'response',
    );
    const { date, connection, ...lasting } = response?.headers ?? {};
    const headersOf = Object.entries(lasting).filter(
      ([name]) => !/^(transfer-encoding|x-request-id|x-ratelimit-re.*)$/.test(name),
    );
    const body = Buffer.concat((await response?.toArray()) ?? []).length;
    return { status: response?.statusCode, headers: headersOf, body };
  };

  test.each([...DATA, ...FIXED, '/healthz', `${CA}?limit=0`, `${JURISDICTIONS}/1`, `${CA}?format=csv`])(
    'of %s answers as GET without body',
    async (url) => {
      const accepted = ['identity', 'gzip'].map((encoding) => ({ 'accept-encoding': encoding }));
      for (const headers of [...accepted, { 'if-none-match': await tagOf(url) }]) {
        const [got, asked] = [await ask('GET', url, headers), await ask('HEAD', url, headers)];
        expect(asked).toEqual({ ...got, body: 0 });
      }
    },
  );
});
