import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { compareText } from '../../../src/domain/text/compare-text.ts';

/*
 * Stand-ins for the portals, on loopback, after their public documentation: Socrata's SODA 2.1
 * (dev.socrata.com/docs: queries, paging, response codes, application tokens) and OData 4
 * (docs.oasis-open.org/odata: URL conventions 5.1, JSON format 4.5). They filter, order and page for real. The OData
 * portal behaves as California's: it refuses agents that name no browser, and redirects `www.` to the bare host. Nothing
 * here is shared with the program.
 */

/** How the user agents begin that California's portal answers. */
const BROWSER = 'Mozilla/5.0 (compatible;';

/** A row as a portal keeps it: by column, the text a CSV prints, or with `raw` the JSON it prints. */
export type PortalRow = Readonly<Record<string, string>>;

export interface PortalAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PortalRequest {
  /** `http://127.0.0.1:40123`, or what a client asks for that takes the portal for its proxy. */
  origin: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  status: number | null;
}

/** Something that goes wrong: it answers in the portal's place. */
export type Fault = (response: ServerResponse, answer: PortalAnswer, request: IncomingMessage) => void;

export interface Portal {
  /** `http://127.0.0.1:40123`. */
  origin: string;
  host: string;
  requests: PortalRequest[];
  /** By the last part of their address, as `3p4v-vsr3`. */
  datasets: Map<string, Dataset>;
  files: Map<string, { body: Buffer; type: string; etag: string | null }>;
  /** The only application token that is known; without one all are. */
  appToken: string | null;
  /** Lets so many of the next requests that fit go wrong. */
  inject(fault: Fault, times?: number, fits?: (request: PortalRequest) => boolean): void;
  close(): Promise<void>;
}

export interface Dataset {
  columns: readonly string[];
  /** In the order of their `:id`. */
  rows: PortalRow[];
  /** Rises with every change; named by ETag and Last-Modified. */
  version: number;
  /** What versions are called: of the dataset, of each answer, or not at all. */
  names: 'dataset' | 'answer' | 'none';
  /** The most records OData sends at a time; further ones by a link. */
  serverPage: number | null;
  /** Whether OData counts where it is asked to. */
  counts: boolean;
}

export function dataset(columns: readonly string[], rows: readonly PortalRow[]): Dataset {
  return { columns, rows: [...rows], version: 1, names: 'dataset', serverPage: null, counts: true };
}

/** Opens a portal; it is closed when the test has finished. */
export async function openPortal(tls?: { key: string; cert: string }): Promise<Portal> {
  const faults: { fault: Fault; times: number; fits: (request: PortalRequest) => boolean }[] = [];
  const listener: RequestListener = (incoming, response) => {
    const { headers } = incoming;
    const { origin, pathname: path, searchParams: query } = new URL(`${incoming.url}`, portal.origin);
    const request: PortalRequest = { origin, path, query, headers, status: null };
    portal.requests.push(request);
    response.on('close', () => {
      request.status = response.headersSent ? response.statusCode : null;
    });
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
    ...{ origin: `${tls ? 'https' : 'http'}://${host}`, host, appToken: null },
    ...{ requests: [], datasets: new Map(), files: new Map() },
    inject: (fault, times = 1, fits = () => true) => {
      faults.push({ fault, times, fits });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  onTestFinished(() => portal.close());
  return portal;
}

/** Sends an answer, compressed for those who take that. */
const send: Fault = (response, { status, headers, body }, incoming) => {
  const isCompressed = `${incoming.headers['accept-encoding']}`.includes('gzip') && body.length > 0;
  const bytes = isCompressed ? gzipSync(body) : body;
  response.writeHead(status, {
    ...headers,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 304 ? {} : { 'content-length': String(bytes.length) }),
  });
  response.end(bytes);
};

function answer(status: number, type: string, text: string): PortalAnswer {
  return { status, headers: { 'content-type': type }, body: Buffer.from(text) };
}

function json(status: number, value: unknown): PortalAnswer {
  return answer(status, 'application/json;charset=utf-8', JSON.stringify(value));
}

function answerOf(portal: Portal, request: PortalRequest): PortalAnswer {
  const [, folder, name = ''] = /^\/(resource|odata|files)\/(.+)$/.exec(request.path) ?? [];
  const [, id = '', format = ''] = /^([^.]+)(?:\.(csv|json))?$/.exec(name) ?? [];
  const file = portal.files.get(decodeURIComponent(name));
  if (folder === 'files' && file)
    return withVersion(request, file.etag === null ? {} : { etag: file.etag }, {
      ...answer(200, file.type, ''),
      body: file.body,
    });
  const found = portal.datasets.get(id);
  const refusal = folder === 'odata' ? refuseOdata(request) : null;
  if (refusal) return refusal;
  if (!found) return json(404, { code: 'dataset.missing', error: true, message: 'Not found' });
  const given =
    folder === 'odata' ? answerOdata(found, request, id) : answerSoda(portal, found, request, format);
  return given.status === 200 ? withVersion(request, versionOf(found, given), given) : given;
}

function refuseOdata({ origin, path, query, headers }: PortalRequest): PortalAnswer | null {
  if (!`${headers['user-agent']}`.startsWith(BROWSER))
    return answer(403, 'text/html', '<html><title>Request Rejected</title></html>');
  if (!origin.includes('//www.')) return null;
  const location = `${origin.replace('//www.', '//')}${path}?${query}`;
  return { status: 301, headers: { location }, body: Buffer.alloc(0) };
}

function versionOf({ names, version }: Dataset, { body }: PortalAnswer): Record<string, string> {
  if (names === 'none') return {};
  if (names === 'answer') return { etag: `W/"${createHash('md5').update(body).digest('hex')}"` };
  const modified = new Date(Date.UTC(2026, 0, version)).toUTCString();
  return { etag: `"YWxwaGEuNTQzNV8.${version}-gzip"`, 'last-modified': modified };
}

/** The answer with its version, or 304 if the client has it. */
function withVersion(
  { headers }: PortalRequest,
  version: Record<string, string>,
  given: PortalAnswer,
): PortalAnswer {
  if (version.etag !== undefined && headers['if-none-match'] === version.etag)
    return { status: 304, headers: version, body: Buffer.alloc(0) };
  return { ...given, headers: { ...given.headers, ...version } };
}

// --- SODA 2.1 ---

function answerSoda(
  portal: Portal,
  { columns, rows }: Dataset,
  { query, headers }: PortalRequest,
  format: string,
): PortalAnswer {
  const fault = (status: number, message: string) => json(status, { code: 'query', error: true, message });
  const token = headers['x-app-token'];
  if (portal.appToken !== null && token !== undefined && token !== portal.appToken)
    return fault(403, 'Invalid app_token specified');
  const condition = readCondition(query.get('$where'), columns);
  if (typeof condition === 'string') return fault(400, `No such column: ${condition}`);
  const matching = rows.filter(condition);
  if (query.get('$select') === 'count(*)') return json(200, [{ count: String(matching.length) }]);
  const limit = Number(query.get('$limit') ?? 1000);
  if (limit > 50_000 || ![null, ':id'].includes(query.get('$order'))) return fault(400, 'limit or order');
  const offset = Number(query.get('$offset') ?? 0);
  const page = matching.slice(offset, offset + limit);
  if (format === 'json')
    // a field that is empty is absent
    return json(
      200,
      page.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))),
    );
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
  const lines = page.map((row) => line(columns.map((name) => row[name] ?? '')));
  return answer(200, 'text/csv; charset=utf-8', [line(columns), ...lines].join(''));
}

// --- OData 4 ---

function answerOdata(found: Dataset, { query, path, origin }: PortalRequest, name: string): PortalAnswer {
  const { columns, serverPage, counts } = found;
  const condition = readCondition(query.get('$filter'), columns);
  const order = (query.get('$orderby') ?? '').split(',').filter((column) => column !== '');
  const unknown =
    typeof condition === 'string' ? condition : order.find((column) => !columns.includes(column));
  if (typeof condition === 'string' || unknown !== undefined)
    return json(400, { error: { code: '', message: `Could not find a property named '${unknown}'.` } });
  const keyOf = (row: PortalRow) => order.map((column) => row[column] ?? '').join('\0');
  const matching = found.rows.filter(condition).sort((a, b) => compareText(keyOf(a), keyOf(b)));
  const skip = Number(query.get('$skip') ?? 0);
  const top = Number(query.get('$top') ?? matching.length);
  const wanted = matching.slice(skip, skip + top);
  const page = wanted.slice(0, serverPage ?? wanted.length);
  const records = page.map(
    (row) => `{${columns.map((column) => `"${column}":${row[column] ?? 'null'}`).join(',')}}`,
  );
  const parts = [
    `"@odata.context":"${origin}/odata/$metadata#${name}"`,
    ...(query.get('$count') === 'true' && counts ? [`"@odata.count":${matching.length}`] : []),
    `"value":[${records.join(',')}]`,
  ];
  if (page.length < wanted.length) {
    const rest = new URLSearchParams(query);
    rest.set('$skip', String(skip + page.length));
    rest.set('$top', String(top - page.length));
    parts.push(`"@odata.nextLink":${JSON.stringify(`${origin}${path}?${rest}`)}`);
  }
  return answer(200, 'application/json; odata.metadata=minimal', `{${parts.join(',')}}`);
}

// --- conditions of both ---

const OPERATORS: Record<string, (left: string, right: string) => boolean> = {
  ...{ '>=': (left, right) => left >= right, ge: (left, right) => left >= right },
  ...{ '<': (left, right) => left < right, lt: (left, right) => left < right },
  eq: (left, right) => left === right,
};

/**
 * Reads comparisons that are joined by `and` or by `or`, and lists. Returns the name of a column that is not there, or what
 * cannot be read. Timestamps of one form sort as texts; rows of OData are JSON, and so their texts have quotation marks.
 */
function readCondition(
  text: string | null,
  columns: readonly string[],
): ((row: PortalRow) => boolean) | string {
  if (text === null) return () => true;
  const [, listed, list = ''] = /^(\w+) in\((.+)\)$/.exec(text) ?? [];
  const written = listed
    ? list
        .split(', ')
        .map((value) => `${listed} eq ${value}`)
        .join(' or ')
    : text;
  const bare = (value: string) => value.replace(/^['"]|['"]$/g, '');
  const tests: ((row: PortalRow) => boolean)[] = [];
  for (const part of written.split(/ (?:and|or) /i)) {
    const [, column = '', operator = '', value = ''] = /^(\w+) (\S+) ('[^']*'|[^\s']+)$/.exec(part) ?? [];
    const holds = OPERATORS[operator];
    if (!columns.includes(column) || !holds) return column || part;
    tests.push((row) => holds(bare(row[column] ?? ''), bare(value)));
  }
  return (row) => (/ or /.test(written) ? tests.some((is) => is(row)) : tests.every((is) => is(row)));
}
