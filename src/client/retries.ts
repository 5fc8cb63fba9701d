import { pause } from './waiting.ts';

/** What sends a request. */
export type Send = (request: Request) => Promise<Response>;

const TOO_BUSY: readonly number[] = [429, 503];
const MOST_RETRIES = 5;
/** The service counts requests by the minute. */
const LONGEST_WAIT_MS = 90_000;
/** For an answer without Retry-After. */
const USUAL_WAIT_MS = 2000;
/** Until a time that `Retry-After` names: the clocks of two machines differ. */
const SHORTEST_WAIT_MS = 1000;

/**
 * Sends requests again that the service was too busy for (429, 503), after the time that `Retry-After` names. Gives up
 * after five retries, or if it names more than 90 seconds. Then the last answer is the result.
 */
export function retrying(send: Send): Send {
  return async (request) => {
    for (let retries = 0; ; retries += 1) {
      const response = await send(request.clone());
      const wait = waitOf(response);
      if (!TOO_BUSY.includes(response.status) || retries === MOST_RETRIES || wait > LONGEST_WAIT_MS)
        return response;
      await response.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

/** `Retry-After` is a number of seconds, or a time such as `Sun, 01 Nov 2026 00:00:30 GMT`. */
function waitOf({ headers }: Response): number {
  const named = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(named)) return Number(named) * 1000;
  const until = /^[A-Z][a-z]+, .* GMT$/.test(named) ? Date.parse(named) : Number.NaN;
  return Number.isNaN(until) ? USUAL_WAIT_MS : Math.max(SHORTEST_WAIT_MS, until - Date.now());
}
