import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retrying } from '../../src/client/index.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => void vi.useRealTimers());

/** Answers with these in turn; the last one again and again. Returns when each request came, in seconds. */
function open(...answers: readonly (readonly [status: number, retryAfter?: string])[]) {
  const begin = Date.now();
  const times: number[] = [];
  const send = retrying(async () => {
    times.push((Date.now() - begin) / 1000);
    const [status, after] = answers[Math.min(times.length, answers.length) - 1] ?? [500];
    return new Response(`answer ${times.length}`, { status, headers: after ? { 'retry-after': after } : {} });
  });
  return { send, times };
}

const request = () => new Request('http://localhost/api/changes');

test.each([
  ['as many seconds as Retry-After names', [[429, '7'], [503, '3'], [200]], [0, 7, 10], 200],
  ['until the time that Retry-After names', [[503, 'Sun, 01 Nov 2026 00:00:30 GMT'], [200]], [0, 30], 200],
  ['one second for a time that has passed', [[503, 'Sat, 31 Oct 2026 00:00:00 GMT'], [200]], [0, 1], 200],
  ['two seconds for a Retry-After that is neither', [[503, '1.5'], [200]], [0, 2], 200],
  ['not at all if the service names no seconds', [[429, '0'], [200]], [0, 0], 200],
  ['two seconds without Retry-After', [[503], [200]], [0, 2], 200],
  ['not longer than 90 seconds', [[429, '91'], [200]], [0], 429],
  ['five times', [[503, '1']], [0, 1, 2, 3, 4, 5], 503],
  ['only while the service is busy', [[500, '1'], [200]], [0], 500],
] as const)('waits %s', async (_, answers, expected, status) => {
  const { send, times } = open(...answers);
  const asked = send(request());
  await vi.runAllTimersAsync();
  const answer = await asked;
  expect(answer.status).toBe(status);
  expect(await answer.text()).toBe(`answer ${expected.length}`);
  expect(times).toEqual(expected);
});

test('stops waiting when the request is aborted', async () => {
  const { send, times } = open([429, '60']);
  const aborting = new AbortController();
  const asked = send(new Request('http://localhost/', { signal: aborting.signal }));
  await vi.advanceTimersByTimeAsync(10_000);
  aborting.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await vi.runAllTimersAsync();
  expect(times).toEqual([0]);
});
