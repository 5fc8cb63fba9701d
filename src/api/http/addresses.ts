import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

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

/** Maps the address of a request to the address of a route. `toAnswering` gives the address that answers for another. */
export function openRouting(basePath: string, toAnswering: (url: string) => string) {
  return ({ url = '/', headers }: IncomingMessage): string => {
    const { 'x-forwarded-for': clients } = headers;
    // some proxies add the client's port, which Fastify takes for a part of the address
    if (clients !== undefined)
      headers['x-forwarded-for'] = [clients].flat().join().replace(WITH_PORT, '$1$2');
    return hasReadablePath(url) ? toAnswering(withoutSurroundings(url, basePath)) : UNREADABLE_PATH;
  };
}

/** Whether the path of an address can be decoded. */
export function hasReadablePath(url: string): boolean {
  return isEncoded(splitAddress(url)[0]);
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
