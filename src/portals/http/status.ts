import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

/** What an answer means that is neither data nor a redirect. */
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
    return new FetchFault(
      `not ready: ${answer}, which means that it is still at work; try later`,
      'later',
      202,
    );
  if (status === 429 || status === 408 || status >= 500) {
    const wait = waitMs > 0 ? ` and asks to wait ${Math.ceil(waitMs / 1000)} s` : '';
    const excess = waitMs > retryAfterMs ? ', longer than a fetch waits' : '';
    return new FetchFault(`${answer}${wait}${excess}; try later`, 'retry', status, waitMs);
  }
  const advice: Readonly<Record<number, string>> = {
    400: 'the dataset has another form than the portal file says: compare its columns there',
    401: 'it wants a token, or another one',
    403: 'it refuses this program, or its token',
    404: 'there is no such dataset: look for its address on the portal and mend the portal file',
    410: 'the dataset is gone: look for its address on the portal and mend the portal file',
  };
  return new FetchFault(`${answer}; ${advice[status] ?? 'that is not understood'}`, 'none', status);
}

/** What an answer that is an error says, where it is JSON that says something. */
function messageIn(bytes: Buffer): string {
  const text = bytes.subarray(0, 4000).toString('utf8');
  const [, said = ''] = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text) ?? [];
  return said;
}
