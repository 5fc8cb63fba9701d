import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

const ADVICE: Readonly<Record<number, string>> = {
  400: 'Compare the columns of the dataset with the feed in the portal file',
  401: 'Give a valid token (ALLOCATIONS_SOCRATA_TOKEN)',
  403: 'Check the token, or set "user_agent" of the feed in the portal file',
  404: 'Look up the address of the dataset on the portal, and correct the portal file',
  410: 'Look up the address of the dataset on the portal, and correct the portal file',
};

/** Explains a status that is neither data nor a redirect. */
export function explainStatus(
  status: number,
  bytes: Buffer,
  waitMs: number,
  host: string,
  { retryAfterMs }: FetchLimits,
): FetchFault {
  const said = messageIn(bytes);
  const answer = `${host} answered ${status}${said === '' ? '' : ` ("${said}")`}`;
  if (status === 202)
    return new FetchFault(`Not ready: ${answer}. It still prepares the data. Try again later`, 'later', {
      status,
    });
  if (status === 429 || status === 408 || status >= 500) {
    const wait = waitMs > 0 ? ` and asks to wait ${Math.ceil(waitMs / 1000)} s` : '';
    const excess = waitMs > retryAfterMs ? ', which is longer than the program waits' : '';
    return new FetchFault(`${answer}${wait}${excess}. Try again later`, 'retry', {
      status,
      waitMs,
      isPortalDown: true,
    });
  }
  const advice = ADVICE[status] ?? 'The program does not understand this status. Check the address';
  return new FetchFault(`${answer}. ${advice}`, 'none', { status });
}

/** How many milliseconds a `Retry-After` asks to wait, given as seconds or an HTTP date. 0 if it cannot be read. */
export function readRetryAfter(header: string | null, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime());
}

/** The message of an error in JSON, or an empty text. */
function messageIn(bytes: Buffer): string {
  const text = bytes.subarray(0, 4000).toString('utf8');
  const [, said = ''] = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text) ?? [];
  return said;
}
