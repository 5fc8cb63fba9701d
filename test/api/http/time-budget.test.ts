import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, type Service, startService } from '../../rig/service.ts';

let service: Service;

const rig = loadForAll(FEW_REPORTS);

beforeEach(async () => {
  service = await startService(rig.database, {
    computingMs: 0.001,
    verifyToken: (text) => (/^[a-z]$/.test(text) ? { id: text, name: text } : null),
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const ask = (url: string, token: string) =>
  service.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

test.each([
  ['a page', `${CA}?limit=1`],
  ['a whole list', `${CA}?format=csv`],
])('a caller whose answers took too long to compute, such as %s, waits', async (_, url) => {
  expect((await ask(url, 'a')).statusCode).toBe(200);
  for (const other of [`${CA}?limit=2`, `${CA}?format=ndjson`]) {
    const { statusCode, headers, body } = await ask(other, 'a');
    expect({ statusCode, wait: headers['retry-after'] }).toEqual({
      statusCode: 429,
      wait: expect.stringMatching(/^(60|5\d)$/),
    });
    expect(JSON.parse(body).message).toContain('took too long to compute');
  }
  // others are served, and an answer from memory takes no time
  expect((await ask(`${CA}?limit=1`, 'b')).statusCode).toBe(200);
  expect((await ask(`${CA}?limit=1`, 'a')).statusCode).toBe(200);
});

test('the time is forgotten after a minute', async () => {
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  const statusAt = async (seconds: number, url: string) => {
    clock.mockImplementation(() => clock.mock.calls.length / 10 + start + seconds * 1000);
    // the cache reads the clock once a millisecond
    await setTimeout(5);
    return (await ask(url, 'a')).statusCode;
  };
  expect(await statusAt(0, `${CA}?limit=1`)).toBe(200);
  expect(await statusAt(58, `${CA}?limit=2`)).toBe(429);
  expect(await statusAt(62, `${CA}?limit=2`)).toBe(200);
});
