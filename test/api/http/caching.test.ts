import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';
import {
  CA,
  createDatasetRig,
  type DatasetRig,
  JURISDICTIONS,
  type Service,
  startService,
  TOKEN,
  TX,
  TX_HEADED,
} from '../../rig/service.ts';

const ITEM = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;
const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, ITEM];
/** Large enough to be worth encoding. */
const LARGE = [CA, TX, TX_HEADED, JURISDICTIONS];
const STRONG = /^"[\w-]{20,}"$/;

let rig: DatasetRig;
let service: Service;

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load(FEW_REPORTS);
  service = await startService(rig.database);
});

afterAll(async () => {
  await service.close();
  rig.remove();
});

const tagOf = async (url: string, headers: Record<string, string> = {}, asked = service) =>
  String((await asked.get(url, headers)).headers.etag);

describe('the entity tag', () => {
  test.each(DATA)('of %s is strong, and the same for the same address and version', async (url) => {
    const tag = await tagOf(url);
    expect(tag).toMatch(STRONG);
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

describe('If-None-Match', () => {
  test.each(DATA)('of %s gets 304 without body, with the tag', async (url) => {
    const tag = await tagOf(url);
    for (const listed of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag},"more"`, '*', ` ${tag} `]) {
      const { statusCode, headers, body } = await service.get(url, { 'if-none-match': listed });
      expect({ listed, statusCode, body, tag: headers.etag }).toEqual({
        listed,
        statusCode: 304,
        body: '',
        tag,
      });
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'dataset-version': expect.any(String),
        'x-request-id': expect.any(String),
      });
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(headers).not.toHaveProperty('content-type');
      expect(headers['content-length'] ?? '0').toBe('0');
    }
  });

  test.each(['/openapi.json', '/docs', '/docs/static/swagger-ui.css'])(
    'of %s follows the same rule',
    async (url) => {
      const tag = await tagOf(url);
      for (const listed of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
        expect([listed, (await service.get(url, { 'if-none-match': listed })).statusCode]).toEqual([
          listed,
          304,
        ]);
      expect((await service.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    },
  );

  test('with any other tag gets 200', async () => {
    const tag = await tagOf(CA);
    for (const other of ['"other"', tag.slice(1, -1), '""', tag.toUpperCase(), await tagOf(TX), '"*"'])
      expect((await service.get(CA, { 'if-none-match': other })).statusCode).toBe(200);
  });

  test('on a refused request gets the refusal', async () => {
    expect((await service.get(`${CA}?limit=0`, { 'if-none-match': '*' })).statusCode).toBe(422);
  });
});

const ENCODINGS = { gzip: gunzipSync, br: brotliDecompressSync } as const;

describe.each(['gzip', 'br'] as const)('%s', (encoding) => {
  test.each(LARGE)('of %s has a tag of its own and the same content', async (url) => {
    const plain = await service.get(url);
    const encoded = await service.get(url, { 'accept-encoding': encoding });
    expect(encoded.headers['content-encoding']).toBe(encoding);
    const inCapitals = await service.get(url, { 'accept-encoding': encoding.toUpperCase() });
    expect(inCapitals.headers.etag).toBe(encoded.headers.etag);
    expect(ENCODINGS[encoding](encoded.rawPayload).toString()).toBe(plain.body);
    expect(encoded.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${encoding}"`));
    expect(encoded.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(encoded.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    for (const { headers } of [plain, encoded])
      expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
  });

  test.each(LARGE)('of %s: 304 for the encoded tag, and for the plain one', async (url) => {
    const plain = await tagOf(url);
    const encoded = await tagOf(url, { 'accept-encoding': encoding });
    for (const tag of [encoded, `W/${encoded}`, plain, `"other", ${encoded}`]) {
      const { statusCode, headers, rawPayload } = await service.get(url, {
        'accept-encoding': encoding,
        'if-none-match': tag,
      });
      expect({ statusCode, length: rawPayload.length }).toEqual({ statusCode: 304, length: 0 });
      expect([encoded, plain]).toContain(headers.etag);
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });
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

describe('HEAD', () => {
  /** What may differ between two answers. */
  const lasting = ({ headers }: { headers: Record<string, unknown> }) => {
    const { date, connection, ...rest } = headers;
    return { ...rest, 'x-request-id': '', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' };
  };
  // over a socket: what is left out, the server's own protocol leaves out
  let port: number;
  beforeAll(async () => {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    port = Number(new URL(address).port);
  });
  const ask = async (method: string, path: string, headers: Record<string, string>) => {
    const host = 'allocations.test';
    const sent = request({
      method,
      path,
      port,
      headers: { host, authorization: `Bearer ${TOKEN}`, ...headers },
    }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (!response) throw new Error('no response');
    const body = Buffer.concat(await response.toArray());
    return { statusCode: response.statusCode, headers: response.headers, body: body.toString('latin1') };
  };
  const get = (url: string, headers: Record<string, string> = {}) => ask('GET', url, headers);
  const head = (url: string, headers: Record<string, string> = {}) => ask('HEAD', url, headers);

  test.each([...DATA, '/healthz', '/openapi.json', '/docs'])(
    'of %s answers as GET without body',
    async (url) => {
      const [got, asked] = [await get(url), await head(url)];
      expect(asked.statusCode).toBe(200);
      expect(asked.body).toBe('');
      expect(lasting(asked)).toEqual(lasting(got));
    },
  );

  test.each([`${CA}?limit=0`, `${JURISDICTIONS}/1`])('of %s, an error, too', async (url) => {
    const [got, asked] = [await get(url), await head(url)];
    expect({ status: asked.statusCode, body: asked.body }).toEqual({ status: got.statusCode, body: '' });
    expect(lasting(asked)).toEqual(lasting(got));
  });

  test.each(LARGE)('of %s with an encoding has the tag of the encoded answer', async (url) => {
    for (const encoding of ['gzip', 'br']) {
      const [got, asked] = [
        await get(url, { 'accept-encoding': encoding }),
        await head(url, { 'accept-encoding': encoding }),
      ];
      expect(asked.body).toBe('');
      expect(asked.headers.etag).toBe(got.headers.etag);
      expect(asked.headers['content-encoding']).toBe(got.headers['content-encoding']);
    }
  });

  test('gets 304 as GET does', async () => {
    const tag = await tagOf(CA);
    const { statusCode, headers } = await head(CA, { 'if-none-match': tag });
    expect({ statusCode, tag: headers.etag }).toEqual({ statusCode: 304, tag });
  });
});
