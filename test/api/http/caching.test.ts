import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';
import {
  CA,
  createDatasetRig,
  JURISDICTIONS,
  listenLocally,
  startService,
  TOKEN,
  TX,
  TX_HEADED,
} from '../../rig/service.ts';

const ITEM = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;
const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, ITEM];
const FIXED = ['/', '/docs', '/openapi.json', '/docs/static/swagger-ui.css'];
/** Large enough to be worth encoding. */
const LARGE = [CA, TX, TX_HEADED, JURISDICTIONS];

const { rig, service } = serveForAll(FEW_REPORTS);

const tagOf = async (url: string, headers: Record<string, string> = {}, asked = service) =>
  String((await asked.get(url, headers)).headers.etag);

describe('the entity tag', () => {
  test.each(DATA)('of %s is the same for the same address and version', async (url) => {
    const tag = await tagOf(url);
    expect(tag).toMatch(/^W\/"\w{20,}"$/);
    expect(await tagOf(url)).toBe(tag);
    const again = await startService(rig.database);
    expect(await tagOf(url, {}, again)).toBe(tag);
    await again.close();
  });

  test('differs for every address', async () => {
    const urls = [
      ...DATA,
      `${CA}?`,
      `${CA}?page=1`,
      `${CA}?page=2`,
      `${CA}?limit=25`,
      `${CA}?sort=net_payment`,
      `${CA}?sort=-net_payment`,
    ];
    const tags = [
      ...(await Promise.all(urls.map((url) => tagOf(url)))),
      await tagOf(CA, { host: 'other.test' }),
    ];
    // "?" alone may be the same
    expect(new Set(tags).size).toBeGreaterThanOrEqual(tags.length - 1);
  });

  test('differs if the links differ', async () => {
    const behind = await startService(rig.database, { trustedProxies: ['127.0.0.1'] });
    const tags = [
      await tagOf(CA, {}, behind),
      await tagOf(CA, { 'x-forwarded-proto': 'https' }, behind),
      await tagOf(CA, { 'x-forwarded-host': 'api.example.org' }, behind),
    ];
    expect(new Set(tags).size).toBe(3);
    await behind.close();
  });

  test('differs for another program version, whose bodies may differ', async () => {
    const next = await startService(rig.database, { programVersion: 'next' });
    expect(await tagOf(CA, {}, next)).not.toBe(await tagOf(CA));
    await next.close();
  });

  test('is only on successful answers', async () => {
    for (const url of [`${CA}?limit=0`, '/nothing', `${JURISDICTIONS}/1`])
      expect((await service.get(url)).headers).not.toHaveProperty('etag');
  });

  test('changes with the version, only in a run that changes something', async () => {
    const own = createDatasetRig();
    await own.load(FEW_REPORTS);
    const served = await startService(own.database);
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
    await served.close();
    own.remove();
  });
});

describe.each([...DATA, ...FIXED])('If-None-Match of %s', (url) => {
  const ask = (listed: string, more = {}) => service.get(url, { 'if-none-match': listed, ...more });

  test.each([
    ['the tag', (tag: string) => tag],
    ['the strong form of the tag', (tag: string) => tag.replace('W/', '')],
    ['a list', (tag: string) => `"other", ${tag}`],
    ['a list without spaces', (tag: string) => `"other",${tag.replace('W/', '')},W/"more"`],
    ['any tag', () => '*'],
    ['spaces', (tag: string) => ` ${tag} `],
  ])('with %s gets 304 without body, with the tag', async (_, listedOf) => {
    const { headers: stored } = await service.get(url);
    for (const encoding of ['identity', 'gzip', 'br']) {
      const answer = await ask(listedOf(String(stored.etag)), { 'accept-encoding': encoding });
      const { statusCode, headers, body } = answer;
      expect([statusCode, body, headers['content-length'] ?? '0']).toEqual([304, '', '0']);
      for (const name of ['etag', 'cache-control', 'dataset-version', 'vary', 'content-security-policy'])
        expect([name, headers[name]]).toEqual([name, stored[name]]);
      expect(headers).toHaveProperty('x-request-id');
      for (const name of ['content-type', 'content-encoding']) expect(headers).not.toHaveProperty(name);
    }
  });

  test('with any other tag gets 200', async () => {
    const tag = await tagOf(url);
    const others = ['"other"', tag.slice(3, -1), '""', '', tag.toUpperCase(), '"*"', `"a${tag.slice(3)}`];
    for (const other of [...others, await tagOf('/healthz'), await tagOf(`${TX}?limit=9`)])
      expect([other, (await ask(other)).statusCode]).toEqual([other, 200]);
  });
});

describe('If-None-Match: *', () => {
  test('on a refused request gets the refusal', async () => {
    expect((await service.get(`${CA}?limit=0`, { 'if-none-match': '*' })).statusCode).toBe(422);
  });
});

const ENCODINGS = { gzip: gunzipSync, br: brotliDecompressSync } as const;

describe.each(['gzip', 'br'] as const)('%s', (encoding) => {
  test.each(LARGE)('of %s has the same content, tag and type', async (url) => {
    const plain = await service.get(url);
    for (const accepted of [encoding, encoding.toUpperCase(), `${encoding};q=0.1, zstd`]) {
      const encoded = await service.get(url, { 'accept-encoding': accepted });
      expect(encoded.headers['content-encoding']).toBe(encoding);
      expect(ENCODINGS[encoding](encoded.rawPayload).toString()).toBe(plain.body);
      expect(encoded.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      for (const name of ['etag', 'content-type', 'vary', 'dataset-version'])
        expect(encoded.headers[name]).toBe(plain.headers[name]);
    }
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(String(plain.headers.vary)).toContain('accept-encoding');
  });
});

test('Brotli if the client accepts both', async () => {
  for (const wanted of ['gzip, deflate, br, zstd', 'br, gzip', '*'])
    expect((await service.get(CA, { 'accept-encoding': wanted })).headers['content-encoding']).toBe('br');
});

test('no encoding if the client accepts none that the service knows', async () => {
  for (const wanted of ['identity', 'zstd', 'gzip;q=0, br;q=0', ''])
    expect((await service.get(CA, { 'accept-encoding': wanted })).headers).not.toHaveProperty(
      'content-encoding',
    );
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
    const {
      date,
      connection,
      'transfer-encoding': parts,
      'x-request-id': id,
      ...lasting
    } = response?.headers ?? {};
    const headersOf = { ...lasting, 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' };
    const body = Buffer.concat((await response?.toArray()) ?? []).length;
    return { status: response?.statusCode, headers: headersOf, body };
  };

  test.each([...DATA, ...FIXED, '/healthz', `${CA}?limit=0`, `${JURISDICTIONS}/1`, `${CA}?format=csv`])(
    'of %s answers as GET without body',
    async (url) => {
      const accepted = ['identity', 'gzip', 'br'].map((encoding) => ({ 'accept-encoding': encoding }));
      for (const headers of [...accepted, { 'if-none-match': await tagOf(url) }]) {
        const [got, asked] = [await ask('GET', url, headers), await ask('HEAD', url, headers)];
        expect(asked).toEqual({ ...got, body: 0 });
      }
    },
  );
});
