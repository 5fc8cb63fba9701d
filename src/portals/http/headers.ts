import { isLoopback } from '../../domain/loopback.ts';
import type { ClientOptions, Question } from './messages.ts';

/** The headers of a request. A token goes to the feed's own origin alone, whatever redirects there are. */
export function headersOf(
  { userAgent, appToken }: Pick<ClientOptions, 'userAgent' | 'appToken'>,
  { feed, accept, known }: Question,
  url: URL,
): Record<string, string> {
  const isOwn = url.origin === feed.url.origin && isConfidential(url);
  return {
    'user-agent': userAgent,
    accept,
    'accept-encoding': 'gzip',
    ...(isSendable(known?.etag) ? { 'if-none-match': known.etag } : {}),
    ...(isSendable(known?.last_modified) ? { 'if-modified-since': known.last_modified } : {}),
    ...(appToken !== null && feed.protocol === 'socrata' && isOwn ? { 'x-app-token': appToken } : {}),
  };
}

/** Whether what a server said can be said back to it: a header of printable ASCII. */
function isSendable(header: string | null | undefined): header is string {
  return /^[\x20-\x7e]+$/.test(header ?? '');
}

/** Whether what is sent there cannot be read on the way. */
function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}
