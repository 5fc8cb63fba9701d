import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ID, LIST_COMMA } from '../../records/filters/readers.ts';
import { stateOfId } from '../../states/index.ts';

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

/** The address that the client asked, of a route below the base path. */
export function addressOf(request: FastifyRequest): string {
  const [path, query] = splitAddress(withoutHost(request.originalUrl));
  const own = path.slice(request.server.basePath.length).replace(/\/$/, '');
  return `${request.protocol.toLowerCase()}://${request.host || 'localhost'}${prefixOf(request) ?? ''}${own || '/'}${query}`;
}

/** Makes the address that Fastify routes, and the addresses of clients that it counts. */
export function routedAddress({ url = '/', headers }: IncomingMessage): string {
  const { 'x-forwarded-for': clients } = headers;
  // some proxies add the client's port, which Fastify takes for a part of the address
  if (clients !== undefined) headers['x-forwarded-for'] = [clients].flat().join().replace(WITH_PORT, '$1$2');
  return isEncoded(splitAddress(url)[0]) ? withoutHost(url) : UNREADABLE_PATH;
}

/** A proxy may send the absolute address. */
function withoutHost(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '');
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

/** The path, and the query with its question mark. */
export function splitAddress(url: string): [path: string, query: string] {
  const end = url.indexOf('?');
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}

/** Lets a route answer only requests for places of one state. */
export function byStateOfIds() {
  return {
    name: 'stateOfIds',
    storage: <Route>() => {
      const routes = new Map<unknown, Route>();
      const set = (state: unknown, route: Route) => void routes.set(state, route);
      return { get: (state: unknown) => routes.get(state) ?? null, set };
    },
    deriveConstraint: stateOfIds,
  };
}

/** The state of all ids that an address asks for; empty if there are none, or those of several states. */
function stateOfIds({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const parameters = new URLSearchParams(splitAddress(url)[1]);
  const ids = ['jurisdictions', 'entities'].flatMap((name) =>
    parameters.getAll(name).flatMap((list) => list.split(LIST_COMMA)),
  );
  const states = new Set(ids.map((id) => (ID.test(id) ? stateOfId(Number(id))?.code : undefined)));
  const [state = ''] = states;
  return states.size === 1 ? state : '';
}
