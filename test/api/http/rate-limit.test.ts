import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OPEN_RATE } from '../../../src/api/http/limits.ts';
import { loadForAll, serveAnother } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, JURISDICTIONS, type Service, startService, TX, TX_HEADED } from '../../rig/service.ts';

const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`];
const LIMIT = 5;
const LEFT = ['x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];

let service: Service;

/** Whoever says a name of one letter is known by it. */
const knowLetters = (text: string) => (/^[a-z]$/.test(text) ? { id: text, name: text } : null);

const rig = loadForAll(FEW_REPORTS);

beforeEach(async () => {
  service = await startService(rig.database, {
    rateLimit: LIMIT,
    verifyToken: knowLetters,
  });
});

afterEach(() => service.close());

const ask = (url: string, token: string) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

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

test('starts again when the minute since the first request is over', async () => {
  const clock = vi.spyOn(Date, 'now');
  const start = Date.now();
  const at = (seconds: number) => clock.mockReturnValue(start + seconds * 1000);
  const remaining = async () => {
    const { statusCode, headers } = await ask(CA, 'a');
    return [statusCode, ...LEFT.map((name) => headers[name])];
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

test('counts each token separately, and refused, unchanged and HEAD requests too', async () => {
  const { headers } = await ask(CA, 'a');
  const counted: [number, InjectOptions][] = [
    [304, { url: CA, headers: { 'if-none-match': String(headers.etag) } }],
    [422, { url: `${CA}?limit=0` }],
    [200, { url: TX, method: 'HEAD' }],
    [404, { url: `${JURISDICTIONS}/1` }],
    [429, { url: TX, method: 'HEAD' }],
    [404, { url: '/nothing' }],
  ];
  const answers = [];
  for (const [status, asked] of counted) {
    const sent = { ...asked, headers: { authorization: 'Bearer a', ...asked.headers } };
    const answer = await service.app.inject(sent);
    expect({ ...asked, status: answer.statusCode }).toEqual({ ...asked, status });
    answers.push(answer);
  }
  const left = [...answers, await ask(CA, 'b')].map((answer) => answer.headers['x-ratelimit-remaining']);
  // an address that does not exist needs no token
  expect(left).toEqual(['3', '2', '1', '0', '0', '599', '4']);
});

describe('requests without a valid token', () => {
  const ADDRESS = '203.0.113.7';
  const REFUSED: [string, number, InjectOptions][] = [
    ['no token', 401, { url: CA }],
    ['an unknown token', 401, { url: CA, headers: { authorization: 'Bearer unknown' } }],
    ['an unknown path', 404, { url: '/nothing' }],
    ['a path that cannot be decoded', 400, { url: '/%zz' }],
    ['a long address', 414, { url: `/${'a'.repeat(33_000)}` }],
    ['another method', 405, { url: CA, method: 'POST' }],
    ['a preflight', 204, { url: CA, method: 'OPTIONS' }],
    ['the OpenAPI document', 200, { url: '/openapi.json' }],
    ['a file of the docs page', 200, { url: '/docs/static/swagger-initializer.js' }],
  ];

  /** Makes as many requests as one address may make in a minute. */
  async function useUp(asked: Service, options: InjectOptions = { remoteAddress: ADDRESS }): Promise<void> {
    for (let at = 0; at < OPEN_RATE; at++) await asked.app.inject({ url: '/nothing', ...options });
  }

  test('600 a minute from one address, for any request and any token limit', async () => {
    for (const [name, status, options] of REFUSED) {
      const { statusCode, headers } = await service.app.inject({ remoteAddress: ADDRESS, ...options });
      expect([name, statusCode, headers['x-ratelimit-limit']]).toEqual([name, status, '600']);
    }
    await useUp(service);
    for (const [name, , options] of REFUSED) {
      const { statusCode, headers } = await service.app.inject({ remoteAddress: ADDRESS, ...options });
      expect({ name, statusCode }).toEqual({ name, statusCode: 429 });
      expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    }
    expect((await service.app.inject({ url: CA, remoteAddress: '203.0.113.8' })).statusCode).toBe(401);
  });

  test('do not change the count of a token, even from the same address', async () => {
    await useUp(service);
    const headers = { authorization: 'Bearer a' };
    const answer = await service.app.inject({ url: CA, remoteAddress: ADDRESS, headers });
    expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([200, String(LIMIT - 1)]);
  });

  test('health checks have a separate 600 a minute', async () => {
    await useUp(service);
    const probe = (url: string) => service.app.inject({ url, remoteAddress: ADDRESS });
    for (let at = 0; at < OPEN_RATE / 2; at++) {
      expect((await probe('/healthz')).statusCode).toBe(200);
      expect((await probe('/readyz')).statusCode).toBe(200);
    }
    expect((await probe('/healthz')).statusCode).toBe(429);
    expect((await probe('/readyz')).statusCode).toBe(429);
  });

  test('behind a trusted proxy each forwarded address has its own count', async () => {
    const behind = await serveAnother(rig.database, { trustedProxies: ['127.0.0.1'] });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    await useUp(behind, from('203.0.113.7'));
    const statusFor = async (address: string) =>
      (await behind.app.inject({ url: '/nothing', ...from(address) })).statusCode;
    expect(await statusFor('203.0.113.7')).toBe(429);
    expect(await statusFor('203.0.113.8')).toBe(404);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1'],
    ['[2001:db8:1:2::1]:4711', '2001:DB8:1:2:0:0:0:9', '2001:db8::1'],
    ['::1', '::2', '0:0:0:1::1'],
    ['198.51.100.7:40123', '198.51.100.7', '198.51.100.8:40123'],
    ['::ffff:198.51.100.7', '198.51.100.7:1', '::ffff:198.51.100.8'],
    ['::ffff:c633:6407', '198.51.100.7', '::ffff:c633:6408'],
    ['198.51.100.7:1, 127.0.0.1:2', '203.0.113.1, 198.51.100.7', '198.51.100.8, 127.0.0.1:2'],
  ])('%s has the count of %s, and not that of %s', async (first, same, other) => {
    const behind = await serveAnother(rig.database, {
      ...{ trustedProxies: ['127.0.0.1'], verifyToken: null, rateLimit: 9 },
    });
    const leftFor = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await behind.app.inject({ url: '/nothing', headers })).headers['x-ratelimit-remaining'];
    };
    expect([await leftFor(first), await leftFor(same), await leftFor(other)]).toEqual(['8', '7', '8']);
    // the log has the address without its port
    expect(behind.log.join('')).not.toMatch(/"address":"[^"]*(?:\]|\.\d+:\d)/);
  });

  test('an address forwarded by another client is ignored', async () => {
    for (let at = 0; at < OPEN_RATE; at++)
      await service.app.inject({ url: '/nothing', headers: { 'x-forwarded-for': `198.51.100.${at % 250}` } });
    expect((await service.app.inject('/nothing')).statusCode).toBe(429);
  });
});

test('without tokens, each address has the limit of a token', async () => {
  const open = await serveAnother(rig.database, { rateLimit: 2, verifyToken: null });
  const from = (remoteAddress: string) => open.app.inject({ url: CA, remoteAddress });
  for (const status of [200, 200, 429, 429]) expect((await from('127.0.0.1')).statusCode).toBe(status);
  expect((await from('127.0.0.2')).statusCode).toBe(200);
});
