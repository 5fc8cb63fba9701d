import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../src/api/server.ts';
import { openTokens } from '../../../src/store/tokens/tokens.ts';
import { loadForAll, serveAnother } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, JURISDICTIONS, type Service, startService, TX } from '../../rig/service.ts';

const ITEM = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;

const ORIGIN = 'https://tax.example.org:8443';

const rig = loadForAll(FEW_REPORTS);
const tokens = openTokens(':memory:');
const token = tokens.create('a name', null);
let service: Service;

afterAll(() => tokens.close());

beforeEach(async () => {
  service = await startService(rig.database, { verifyToken: (text) => tokens.verify(text), rateLimit: 50 });
});

afterEach(() => service.close());

const ask = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });

async function answerOfEachStatus(): Promise<Record<string, Awaited<ReturnType<typeof ask>>>> {
  const { headers } = await ask(CA);
  const answers = {
    ok: await ask(CA),
    unchanged: await ask(CA, { 'if-none-match': String(headers.etag) }),
    refused: await service.app.inject(CA),
    missing: await ask('/nothing'),
    method: await service.app.inject({ method: 'POST', url: CA }),
    long: await ask(`${JURISDICTIONS}?q=${'a'.repeat(33_000)}`),
    wrong: await ask(`${CA}?limit=0`),
    description: await ask('/openapi.json'),
    page: await ask('/docs'),
  };
  for (let at = 0; at < 50; at++) await ask(ITEM);
  const often = await ask(ITEM);
  expect(often.statusCode).toBe(429);
  return { ...answers, often };
}

test('every answer has the security headers, and a page of any origin may read it', async () => {
  for (const [name, { statusCode, headers }] of Object.entries(await answerOfEachStatus())) {
    expect({ name, statusCode, ...headers }).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining(
        name === 'page' ? "default-src 'self'" : "default-src 'none'",
      ),
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'access-control-allow-origin': '*',
      // all of them, where no cookies go along, which a missing header below is about
      'access-control-expose-headers': '*',
    });
    for (const none of ['x-powered-by', 'server', 'access-control-allow-credentials'])
      expect(headers).not.toHaveProperty(none);
  }
});

describe('CORS', () => {
  test('a preflight allows Authorization, without a token', async () => {
    const { statusCode, headers, body } = await service.app.inject({
      method: 'OPTIONS',
      url: CA,
      headers: {
        origin: 'https://dashboard.example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,if-none-match',
      },
    });
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
    expect(headers['access-control-allow-origin']).toBe('*');
    const allowed = String(headers['access-control-allow-headers']).toLowerCase();
    expect(allowed).toMatch(/authorization.*if-none-match/);
    const methods = String(headers['access-control-allow-methods']);
    expect(methods).toMatch(/GET.*HEAD/);
    expect(methods).not.toMatch(/POST|PUT|PATCH|DELETE/);
  });

  test('no web page may read the state of the dataset, which needs no token', async () => {
    const { statusCode, headers } = await service.app.inject({
      url: '/readyz',
      headers: { origin: 'https://evil.example' },
    });
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

test.each<[Partial<ServiceOptions>, string, number, string | undefined]>([
  // no page of another origin reads it, also if its name leads to this machine
  [{}, 'localhost:8080', 200, undefined],
  [{}, '[::1]:8080', 200, undefined],
  [{}, 'evil.example', 403, undefined],
  [{}, 'localhost.evil.example:8080', 403, undefined],
  [{}, '127.0.0.1.evil.example', 403, undefined],
  [{ readers: ORIGIN }, 'localhost', 200, ORIGIN],
  [{ readers: ORIGIN }, 'tax.example.org', 200, ORIGIN],
  [{ readers: ORIGIN }, 'evil.example', 403, ORIGIN],
  // a trusted proxy checks the names
  [{ trustedProxies: ['127.0.0.1'] }, 'tax.example.org', 200, undefined],
])('a service without tokens with %o answers the host %s with %i', async (options, host, status, origin) => {
  const open = await serveAnother(rig.database, { verifyToken: null, readers: null, ...options });
  for (const url of [CA, '/']) {
    const { statusCode, headers } = await open.app.inject({ url, headers: { host } });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([status, origin]);
    expect(headers['cross-origin-resource-policy']).toBe(origin ? 'cross-origin' : 'same-origin');
  }
});

describe('the log', () => {
  test('has one JSON line for each request, with the request id of the answer', async () => {
    const answers = await Promise.all([
      ...[`${CA}?limit=3&sort=-net_payment`, '/nothing', '/healthz', `${CA}?limit=0`].map((url) => ask(url)),
      service.app.inject(TX),
    ]);
    const lines = service.log.map((line) => JSON.parse(line));
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(5);
    for (const answer of answers) {
      const [line] = requests.filter(({ reqId }) => reqId === answer.headers['x-request-id']);
      expect(line).toMatchObject({ level: 30, method: 'GET', status: answer.statusCode });
      expect(line).toMatchObject({ time: expect.any(Number), ms: expect.any(Number) });
    }
    const [sorted] = requests.filter(({ url }) => url === `${CA}?limit=3&sort=-net_payment`);
    expect(sorted).toMatchObject({ status: 200, caller: 'a name' });
    expect(requests.find(({ url }) => url === TX)).not.toHaveProperty('caller');
    for (const line of service.log) expect(line).toMatch(/^\{.*\}\n$/);
  });

  test('has one line for any address, and ignores request ids of the client', async () => {
    const headers = { 'user-agent': 'a\u0001b', 'x-request-id': 'mine', 'request-id': 'mine' };
    const answer = await ask('/a%0Ab%22%5C', headers);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    for (const line of service.log) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('never has a token, wherever the client put it', async () => {
    const secret = token.slice(13);
    const encodings = [
      token,
      token.replaceAll('_', '%5F'),
      token.replace('sta', 's%74a'),
      token.replace('sta_', ''),
      token.replaceAll('_', '%255F'),
      token.replaceAll('_', '%25255F'),
      [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    ];
    for (const written of encodings) {
      for (const url of [
        `${CA}?access_token=${written}`,
        `${CA}?${written}`,
        `${CA}?jurisdictions=${written}`,
        `${CA}?sort=${written}`,
        `${JURISDICTIONS}?q=${written}`,
        `${JURISDICTIONS}/${written}`,
        `/${written}`,
        `/${written}/%`,
      ]) {
        await ask(url);
        await service.app.inject({ url, headers: { referer: `https://example.org/?t=${token}` } });
        await service.app.inject({ method: 'POST', url, payload: { token } });
      }
    }
    for (const authorization of [token, `Bearer  ${token}`, `Token ${token}`, `Bearer ${token}x`])
      await ask(CA, { authorization });
    expect(service.log.length).toBeGreaterThan(80);
    for (const line of service.log) {
      // also where it can be read back
      const parsed = JSON.parse(line);
      for (const text of [line, decoded(String(parsed.url ?? ''))]) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(secret);
        expect(text).not.toContain(secret.replaceAll('_', '%5F'));
      }
    }
  });

  test.each([
    ['cut at its end', (key: string) => key.slice(0, -1)],
    ['cut at its start', (key: string) => key.slice(8)],
    ['in capitals', (key: string) => key.toUpperCase()],
    ['without its prefix', (key: string) => key.replace('feed_', '')],
    ['broken over two lines', (key: string) => `${key.slice(0, 40)}=%0D%0A${key.slice(40)}`],
  ])('has no key of the feed that is %s', async (_, breakKey) => {
    const key = tokens.feedKey('a name') ?? '';
    const broken = breakKey(key);
    for (const url of [`/updates.atom?key=${broken}`, `/updates.atom?state=ca&key=${broken}`])
      await service.app.inject(url);
    expect(service.log).toHaveLength(2);
    const written = service.log.join('').toLowerCase();
    expect(written).toContain('/updates.atom?key=…');
    for (const secret of [key.slice(14, 30), key.slice(-16, -1)])
      expect(written).not.toContain(secret.toLowerCase());
  });

  test('has no token if a query fails', async () => {
    const broken = await serveAnother(rig.database, {
      verifyToken: (text) => {
        throw new Error(`no luck with ${text.length} characters`);
      },
    });
    await broken.app.inject({ url: `${CA}?q=${token}`, headers: { authorization: `Bearer ${token}` } });
    expect(broken.log.join('')).toContain('no luck');
    expect(broken.log.join('')).not.toContain(token);
  });
});

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
