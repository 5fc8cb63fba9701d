import { isLoopback } from '../../domain/loopback.ts';
import { PROGRAM } from '../feed.ts';
import type { ClientOptions, Question } from './messages.ts';

/** The headers of a request. The token goes only to the feed's own origin, also after a redirect. */
export function headersOf(
  { program, appToken }: Pick<ClientOptions, 'program' | 'appToken'>,
  { feed, accept, known }: Question,
  url: URL,
): Record<string, string> {
  const isOwn = url.origin === feed.url.origin && isConfidential(url);
  return {
    'user-agent': feed.user_agent.replaceAll(PROGRAM, program),
    accept,
    'accept-encoding': 'gzip',
    ...(isSendable(known?.etag) ? { 'if-none-match': known.etag } : {}),
    ...(isSendable(known?.last_modified) ? { 'if-modified-since': known.last_modified } : {}),
    ...(appToken !== null && feed.protocol === 'socrata' && isOwn ? { 'x-app-token': appToken } : {}),
  };
}

/** Whether a server's validator can be sent back to it: only printable ASCII can. */
function isSendable(header: string | null | undefined): header is string {
  return /^[\x20-\x7e]+$/.test(header ?? '');
}

/** Whether nobody can read the request on its way. */
function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}
