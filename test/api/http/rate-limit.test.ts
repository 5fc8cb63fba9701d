import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitRate } from '../../../src/api/http/rate-limit.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import {
  type Bench,
  CA,
  createBench,
  JURISDICTIONS,
  type Service,
  startService,
  TX,
  TX_HEADED,
} from '../../rig/service.ts';

const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`];
const LIMIT = 5;

let bench: Bench;
let service: Service;

beforeAll(async () => {
  bench = createBench();
  await bench.load(FEW_REPORTS);
});

afterAll(() => bench.remove());

beforeEach(async () => {
  service = await startService(bench.database, {
    rateLimit: LIMIT,
    // whoever says a name of one letter is known by it
    verifyToken: (text) => (/^[a-z]$/.test(text) ? { id: text, name: text } : null),
  });
});

afterEach(() => service.close());

const ask = (url: string, token: string, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });

test('counts down over all routes of one token, then refuses on each', async () => {
  for (const [at, url] of DATA.entries()) {
    const { statusCode, headers } = await ask(url, 'a');
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
    expect(headers).toMatchObject({
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(LIMIT - 1 - at),
      'x-ratelimit-reset': expect.stringMatching(/^(60|5\d)$/),
    });
  }
  for (const url of DATA) {
    const { statusCode, headers, body } = await ask(url, 'a');
    expect(statusCode).toBe(429);
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining(String(LIMIT)), errors: {} });
    expect(Object.keys(JSON.parse(body))).toEqual(['message', 'errors']);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('etag');
  }
});

test('goes on when the minute that the first request began is over', async () => {
  const clock = vi.spyOn(performance, 'now');
  const start = performance.now();
  const at = (seconds: number) => clock.mockReturnValue(start + seconds * 1000);
  const remaining = async () => {
    const { statusCode, headers } = await ask(CA, 'a');
    return [
      statusCode,
      headers['x-ratelimit-remaining'],
      headers['x-ratelimit-reset'],
      headers['retry-after'],
    ];
  };
  try {
    at(0);
    expect(await remaining()).toEqual([200, '4', '60', undefined]);
    at(59.2);
    for (const left of ['3', '2', '1', '0']) expect(await remaining()).toEqual([200, left, '1', undefined]);
    expect(await remaining()).toEqual([429, '0', '1', '1']);
    at(60);
    expect(await remaining()).toEqual([200, '4', '60', undefined]);
    // the minute of another, and one that begins late
    at(75.5);
    expect((await ask(CA, 'b')).headers['x-ratelimit-reset']).toBe('60');
    expect(await remaining()).toEqual([200, '3', '45', undefined]);
  } finally {
    clock.mockRestore();
  }
});

test('is each token its own', async () => {
  for (let at = 0; at < LIMIT + 1; at++) await ask(CA, 'a');
  expect((await ask(CA, 'a')).statusCode).toBe(429);
  const { statusCode, headers } = await ask(CA, 'b');
  expect({ statusCode, left: headers['x-ratelimit-remaining'] }).toEqual({ statusCode: 200, left: '4' });
});

test('counts what is refused, unchanged or asked with HEAD as well', async () => {
  const { headers } = await ask(CA, 'a');
  const unchanged = await service.app.inject({
    url: CA,
    headers: { authorization: 'Bearer a', 'if-none-match': String(headers.etag) },
  });
  expect(unchanged.statusCode).toBe(304);
  expect(unchanged.headers['x-ratelimit-remaining']).toBe('3');
  expect((await ask(`${CA}?limit=0`, 'a')).headers['x-ratelimit-remaining']).toBe('2');
  expect((await ask(TX, 'a', 'HEAD')).headers['x-ratelimit-remaining']).toBe('1');
  expect((await ask(`${JURISDICTIONS}/1`, 'a')).headers['x-ratelimit-remaining']).toBe('0');
  expect((await ask(TX, 'a', 'HEAD')).statusCode).toBe(429);
});

test('an unknown token is 401 however often, and uses up nothing', async () => {
  for (let at = 0; at < LIMIT * 3; at++) expect((await ask(CA, 'unknown')).statusCode).toBe(401);
  expect((await ask(CA, 'a')).headers['x-ratelimit-remaining']).toBe(String(LIMIT - 1));
});

describe('routes without token', () => {
  test.each(['/healthz', '/nothing'])('%s is not limited: a refusal is as much work', async (url) => {
    for (let at = 0; at < 700; at++) expect((await service.app.inject(url)).statusCode).not.toBe(429);
    expect((await service.app.inject(url)).headers).not.toHaveProperty('x-ratelimit-limit');
  });

  test.each([['/readyz'], ['/openapi.json', '/docs', '/docs/static/start.js']])(
    '%s: 600 a minute from an address, whatever limit tokens have',
    async (...urls) => {
      const ask = (at: number, remoteAddress = '203.0.113.7') =>
        service.app.inject({ url: urls[at % urls.length] ?? '', remoteAddress });
      for (let at = 0; at < 600; at++) expect((await ask(at)).statusCode).toBe(200);
      for (let at = 0; at < urls.length; at++) {
        const { statusCode, headers, body } = await ask(at);
        expect([statusCode, headers['x-ratelimit-limit']]).toEqual([429, '600']);
        expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('600'), errors: {} });
      }
      expect((await ask(0, '203.0.113.8')).statusCode).toBe(200);
      expect((await service.app.inject({ url: '/healthz', remoteAddress: '203.0.113.7' })).statusCode).toBe(
        200,
      );
    },
  );

  test('neither is what is answered 405, nor a preflight', async () => {
    for (let at = 0; at < LIMIT * 2; at++) {
      expect((await service.app.inject({ method: 'POST', url: CA })).statusCode).toBe(405);
      expect((await service.app.inject({ method: 'OPTIONS', url: CA })).statusCode).toBe(204);
    }
    expect((await ask(CA, 'a')).headers['x-ratelimit-remaining']).toBe(String(LIMIT - 1));
  });
});

test('where everybody is served, each address is its own', async () => {
  const open = await startService(bench.database, { rateLimit: 2, verifyToken: null });
  const from = (remoteAddress: string) => open.app.inject({ url: CA, remoteAddress });
  for (const status of [200, 200, 429, 429]) expect((await from('127.0.0.1')).statusCode).toBe(status);
  expect((await from('127.0.0.2')).statusCode).toBe(200);
  await open.close();
});

test('callers who asked longest ago are forgotten, not those who go on asking', () => {
  const limit = limitRate(1);
  const reply = { header: () => reply };
  const refusalFor = (ip: string) => {
    let refusal: unknown;
    limit({ caller: null, ip } as FastifyRequest, reply as unknown as FastifyReply, (given) => {
      refusal = given;
    });
    return refusal;
  };
  expect(refusalFor('first')).toBeUndefined();
  expect(refusalFor('second')).toBeUndefined();
  for (let other = 0; other < 4998; other++) refusalFor(`other ${other}`);
  expect(refusalFor('first')).toMatchObject({ statusCode: 429 });
  refusalFor('one more');
  expect(refusalFor('first')).toMatchObject({ statusCode: 429 });
  expect(refusalFor('second')).toBeUndefined();
});
