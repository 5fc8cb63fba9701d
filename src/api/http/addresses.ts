import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ID, LIST_COMMA } from '../../records/filters/readers.ts';
import { listingOf } from '../../records/listings.ts';
import { STATES, stateOfId } from '../../states/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The path before all addresses, without a slash at its end; empty by default. */
    basePath: string;
  }
}

/** No route has this path. Fastify would answer a path that it cannot decode without running a hook. */
const UNREADABLE_PATH = '/%25';
/** Segments of letters, digits and `.~_-`; `.` and `..` would change the path. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** `198.51.100.7:4711`, or an IPv6 address in brackets, with or without a port. */
const WITH_PORT = /(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?/gi;

/** Reads the path prefix of the service's addresses, without a final slash; `null` if the text is not a path. */
export function readBasePath(text: string): string | null {
  const path = text.trim().replace(/\/$/, '');
  return BASE_PATH.test(path) ? path : null;
}

/** The path before all addresses as the client sees it; `null` if the prefix that a proxy sent is not a path. */
export function prefixOf(request: FastifyRequest): string | null {
  const { 'x-forwarded-prefix': named } = request.headers;
  // only a trusted proxy adds a second address
  if (named === undefined || (request.ips?.length ?? 0) < 2) return request.server.basePath;
  return readBasePath([named].flat().join().split(',').at(-1) ?? '');
}

export function addressOf(request: FastifyRequest): string {
  const path = withoutSurroundings(request.originalUrl, request.server.basePath);
  return `${request.protocol.toLowerCase()}://${request.host || 'localhost'}${prefixOf(request) ?? ''}${path}`;
}

/** Maps the address of a request to the address of a route. */
export function openRouting(basePath: string) {
  return ({ url = '/', headers }: IncomingMessage): string => {
    const { 'x-forwarded-for': clients } = headers;
    // some proxies add the client's port, which Fastify takes for a part of the address
    if (clients !== undefined)
      headers['x-forwarded-for'] = [clients].flat().join().replace(WITH_PORT, '$1$2');
    return isEncoded(splitAddress(url)[0])
      ? atOwnAddress(withoutSurroundings(url, basePath))
      : UNREADABLE_PATH;
  };
}

/** Whether all percent escapes of a text are valid. */
export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Removes host, base path and the slash at the end of the path. */
function withoutSurroundings(asked: string, basePath: string): string {
  // a proxy may send the absolute address
  const url = asked.startsWith('/') ? asked : asked.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '', query] = splitAddress(url);
  const own = path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const route = own.endsWith('/') ? own.slice(0, -1) : own;
  return `${route || '/'}${query}`;
}

/** The path, and the query with its question mark. */
export function splitAddress(url: string): [path: string, query: string] {
  const end = url.indexOf('?');
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}

/** Returns the address of the list that has every requested id, if this address answers for it. */
function atOwnAddress(url: string): string {
  const [path, query] = splitAddress(url);
  const guest = STATES.find((state) => listingOf(state).guestPaths.includes(path));
  if (!guest || query === '') return url;
  const parameters = new URLSearchParams(query);
  const ids = ['jurisdictions', 'entities'].flatMap((name) =>
    parameters.getAll(name).flatMap((list) => list.split(LIST_COMMA)),
  );
  const hasAllIds = ids.length > 0 && ids.every((id) => ID.test(id) && stateOfId(Number(id)) === guest);
  return hasAllIds ? `${listingOf(guest).paths[0]}${query}` : url;
}
