import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { compareText } from '../../../src/domain/text/compare-text.ts';

/*
 * Stand-ins for the portals, on loopback, after their public documentation: Socrata's SODA 2.1 (dev.socrata.com/docs) and
 * OData 4 (docs.oasis-open.org/odata). They filter, order and page for real. The OData portal behaves as California's: it
 * refuses agents that name no browser, and redirects `www.` to the bare host. Nothing here is shared with the program.
 */

/** A row as a portal keeps it: by column, the text a CSV prints, or for OData the JSON it prints. */
export type PortalRow = Readonly<Record<string, string>>;

export interface PortalRequest {
  /** `http://127.0.0.1:40123`, or what a client asks for that takes the portal for its proxy. */
  origin: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

interface PortalAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Something that goes wrong: it answers in the portal's place. */
export type Fault = (response: ServerResponse, answer: PortalAnswer, request: IncomingMessage) => void;

export interface Portal {
  origin: string;
  host: string;
  requests: PortalRequest[];
  /** By the last part of their address, as `3p4v-vsr3`. */
  datasets: Map<string, Dataset>;
  /** Lets so many of the next requests that fit go wrong. */
  inject(fault: Fault, times?: number, fits?: (request: PortalRequest) => boolean): void;
  close(): void;
}

export interface Dataset {
  columns: readonly string[];
  /** In the order of their `:id`. */
  rows: PortalRow[];
  /** Rises with every change; named by the ETag. */
  version: number;
  /** The most records that OData sends at a time; further ones by a link. */
  serverPage: number;
}

export function dataset(columns: readonly string[], rows: readonly PortalRow[]): Dataset {
  return { columns, rows: [...rows], version: 1, serverPage: 1000 };
}

export function status(code: number, headers: Record<string, string> = {}, text = ''): Fault {
  return (response) => response.writeHead(code, headers).end(text);
}

/** Another body under the status of the right one. */
export function body(text: string | Buffer): Fault {
  return (response, { headers }) => response.writeHead(200, headers).end(text);
}

/** Opens a portal; it is closed when the test has finished. */
export async function openPortal(tls?: { key: string; cert: string }): Promise<Portal> {
  const faults: { fault: Fault; times: number; fits: (request: PortalRequest) => boolean }[] = [];
  const listener: RequestListener = (incoming, response) => {
    const { origin, pathname: path, searchParams: query } = new URL(`${incoming.url}`, portal.origin);
    const request = { origin, path, query, headers: incoming.headers };
    portal.requests.push(request);
    const answer = answerOf(portal, request);
    const injected = faults.find(({ times, fits }) => times > 0 && fits(request));
    if (injected) injected.times -= 1;
    (injected?.fault ?? send)(response, answer, incoming);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `${tls ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const portal: Portal = {
    ...{ origin: `${tls ? 'https' : 'http'}://${host}`, host, requests: [], datasets: new Map() },
    inject: (fault, times = 1, fits = () => true) => {
      faults.push({ fault, times, fits });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  onTestFinished(portal.close);
  return portal;
}

/** Sends an answer, compressed for those who take that. */
const send: Fault = (response, { status: code, headers, body: text }, { headers: asked }) => {
  const isCompressed = `${asked['accept-encoding']}`.includes('gzip') && text !== '';
  response.writeHead(code, { ...headers, ...(isCompressed && { 'content-encoding': 'gzip' }) });
  response.end(isCompressed ? gzipSync(text) : text);
};

function answerOf({ datasets }: Portal, request: PortalRequest): PortalAnswer {
  const { origin, path, query, headers } = request;
  const [, protocol, id = '', ending = ''] = /^\/(resource|odata)\/(\w+-?\w+)(\.\w+)?$/.exec(path) ?? [];
  const found = datasets.get(id);
  const isOdata = protocol === 'odata';
  if (isOdata && !`${headers['user-agent']}`.startsWith('Mozilla/5.0 (compatible;'))
    return { status: 403, headers: {}, body: '<html><title>Request Rejected</title></html>' };
  if (isOdata && origin.includes('//www.'))
    return { status: 301, headers: { location: `${origin.replace('www.', '')}${path}?${query}` }, body: '' };
  if (!found) return { status: 404, headers: {}, body: '{"message":"Not found"}' };
  const holds = readCondition(query.get('$where') ?? query.get('$filter') ?? '', found.columns);
  if (!holds) return { status: 400, headers: {}, body: '{"message":"No such column"}' };
  const etag = `"YWxwaGEuNTQzNV8.${found.version}-gzip"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
  const order = (query.get('$order') ?? query.get('$orderby') ?? '').split(',');
  const keyOf = (row: PortalRow) => order.map((column) => row[column] ?? '').join('\0');
  const matching = found.rows.filter(holds).sort((a, b) => compareText(keyOf(a), keyOf(b)));
  const text = isOdata ? writeOdata(found, matching, request) : writeSoda(found, matching, query, ending);
  return { status: 200, headers: { etag }, body: text };
}

function writeSoda(
  { columns }: Dataset,
  matching: PortalRow[],
  query: URLSearchParams,
  ending: string,
): string {
  if (query.get('$select') === 'count(*)' && ending === '.json') return `[{"count":"${matching.length}"}]`;
  const offset = Number(query.get('$offset'));
  const page = matching.slice(offset, offset + Number(query.get('$limit')));
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
  return [columns, ...page.map((row) => columns.map((name) => row[name] ?? ''))].map(line).join('');
}

function writeOdata({ columns, serverPage }: Dataset, matching: PortalRow[], request: PortalRequest): string {
  const { origin, path, query } = request;
  const skip = Number(query.get('$skip'));
  const records = matching
    .slice(skip, skip + serverPage)
    .map((row) => `{${columns.map((column) => `"${column}":${row[column] ?? 'null'}`).join(',')}}`);
  const rest = new URLSearchParams(query);
  rest.set('$skip', String(skip + serverPage));
  const link = skip + serverPage < matching.length ? `,"@odata.nextLink":"${origin}${path}?${rest}"` : '';
  return `{"@odata.count":${matching.length},"value":[${records.join(',')}]${link}}`;
}

const OPERATORS: Record<string, (left: string, right: string) => boolean> = {
  ...{ '>=': (left, right) => left >= right, ge: (left, right) => left >= right },
  ...{ '<': (left, right) => left < right, lt: (left, right) => left < right },
  eq: (left, right) => left === right,
};

/** Reads comparisons that are joined by `and` or by `or`, and lists; `null` if a column is not there. */
function readCondition(text: string, columns: readonly string[]): ((row: PortalRow) => boolean) | null {
  const written = text.replace(/^(\w+) in\((.+)\)$/, (_, column: string, list: string) =>
    list.replace(/[^, ]+/g, `${column} eq $&`).replaceAll(', ', ' or '),
  );
  const bare = (value: string) => value.replace(/^['"]|['"]$/g, '');
  const tests: ((row: PortalRow) => boolean)[] = [];
  for (const part of written.split(/ (?:and|or) /i)) {
    const [, column = '', operator = '', value = ''] = /^(\w+) (\S+) (\S+)$/.exec(part) ?? [];
    const holds = OPERATORS[operator];
    if (!columns.includes(column) || !holds) return null;
    // timestamps of one form sort as texts; texts of OData have quotation marks
    tests.push((row) => holds(bare(row[column] ?? ''), bare(value)));
  }
  return (row) => (/ or /.test(written) ? tests.some((is) => is(row)) : tests.every((is) => is(row)));
}
