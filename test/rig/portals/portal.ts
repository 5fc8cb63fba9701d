import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

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

/** What a portal would answer. */
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
  /** The status that was sent, once it was. */
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
  /** Whether answers are compressed for those who take that. */
  compresses: boolean;
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
    const url = new URL(`${incoming.url}`, portal.origin);
    const request: PortalRequest = {
      origin: url.origin,
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      status: null,
    };
    portal.requests.push(request);
    const answer = answerOf(portal, request);
    const injected = faults.find(({ times, fits }) => times > 0 && fits(request));
    response.on('close', () => {
      request.status = response.headersSent ? response.statusCode : null;
    });
    if (injected) {
      injected.times -= 1;
      injected.fault(response, answer, incoming);
    } else send(portal, incoming, response, answer);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `${tls ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const portal: Portal = {
    origin: `${tls ? 'https' : 'http'}://${host}`,
    host,
    requests: [],
    datasets: new Map(),
    files: new Map(),
    appToken: null,
    compresses: true,
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

function send(
  portal: Portal,
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: PortalAnswer,
): void {
  const takesGzip = `${incoming.headers['accept-encoding']}`.includes('gzip');
  const isCompressed = portal.compresses && takesGzip && answer.body.length > 0;
  const body = isCompressed ? gzipSync(answer.body) : answer.body;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    ...(answer.status === 304 ? {} : { 'content-length': String(body.length) }),
  });
  response.end(body);
}

function json(status: number, value: unknown): PortalAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

function answerOf(portal: Portal, request: PortalRequest): PortalAnswer {
  const [, folder, name = ''] = /^\/(resource|odata|files)\/(.+)$/.exec(request.path) ?? [];
  if (folder === 'files') return answerFile(portal, request, decodeURIComponent(name));
  if (folder === 'odata') {
    const refusal = refuseOdata(request);
    if (refusal) return refusal;
  }
  const [, id = '', format = ''] = /^([^.]+)(?:\.(csv|json))?$/.exec(name) ?? [];
  const found = portal.datasets.get(id);
  if (!found) return json(404, { code: 'dataset.missing', error: true, message: 'Not found' });
  const answer =
    folder === 'odata' ? answerOdata(found, request, id) : answerSoda(portal, found, request, format);
  return answer.status === 200 ? withNames(found, request, answer) : answer;
}

function refuseOdata({ origin, path, query, headers }: PortalRequest): PortalAnswer | null {
  if (!`${headers['user-agent']}`.startsWith(BROWSER))
    return {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<html><title>Request Rejected</title></html>'),
    };
  if (!origin.includes('//www.')) return null;
  const location = `${origin.replace('//www.', '//')}${path}?${query}`;
  return { status: 301, headers: { location }, body: Buffer.alloc(0) };
}

function withNames(found: Dataset, request: PortalRequest, answer: PortalAnswer): PortalAnswer {
  if (found.names === 'none') return answer;
  const ofAnswer = createHash('md5').update(answer.body).digest('hex');
  const etag = found.names === 'answer' ? `W/"${ofAnswer}"` : `"YWxwaGEuNTQzNV8.${found.version}-gzip"`;
  const modified = new Date(Date.UTC(2026, 0, found.version)).toUTCString();
  const headers = { etag, ...(found.names === 'dataset' ? { 'last-modified': modified } : {}) };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

function answerFile({ files }: Portal, request: PortalRequest, name: string): PortalAnswer {
  const file = files.get(name);
  if (!file)
    return {
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<html><title>Not Found</title></html>'),
    };
  const named: Record<string, string> = file.etag === null ? {} : { etag: file.etag };
  if (file.etag !== null && request.headers['if-none-match'] === file.etag)
    return { status: 304, headers: named, body: Buffer.alloc(0) };
  return { status: 200, headers: { 'content-type': file.type, ...named }, body: file.body };
}

// --- SODA 2.1 ---

function answerSoda(
  portal: Portal,
  { columns, rows }: Dataset,
  { query, headers }: PortalRequest,
  format: string,
): PortalAnswer {
  const token = headers['x-app-token'];
  if (portal.appToken !== null && token !== undefined && token !== portal.appToken)
    return json(403, { code: 'permission_denied', error: true, message: 'Invalid app_token specified' });
  const where = query.get('$where');
  const condition = where === null ? () => true : readSoql(where, columns);
  if (typeof condition === 'string')
    return json(400, { code: 'query.soql.no-such-column', error: true, message: condition });
  const matching = rows.filter(condition);
  if (query.get('$select') === 'count(*)') return json(200, [{ count: String(matching.length) }]);
  if (![null, ':id'].includes(query.get('$order')))
    return json(400, { code: 'query.soql.no-such-column', error: true, message: 'No such column' });
  const limit = Number(query.get('$limit') ?? 1000);
  const offset = Number(query.get('$offset') ?? 0);
  if (limit > 50_000)
    return json(400, { code: 'query.execution.limit', error: true, message: 'limit too large' });
  const page = matching.slice(offset, offset + limit);
  if (format === 'json')
    return json(
      200,
      // a field that is empty is absent
      page.map((row) =>
        Object.fromEntries(columns.flatMap((name) => (row[name] ? [[name, row[name]]] : []))),
      ),
    );
  const quoted = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const lines = [quoted(columns), ...page.map((row) => quoted(columns.map((name) => row[name] ?? '')))];
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: Buffer.from(`${lines.join('\n')}\n`),
  };
}

/** Comparisons and lists of numbers joined by AND; the text of what is wrong where one cannot be read. */
function readSoql(where: string, columns: readonly string[]): ((row: PortalRow) => boolean) | string {
  const tests: ((row: PortalRow) => boolean)[] = [];
  for (const part of where.split(/ AND /i)) {
    const [, listed = '', numbers] = /^\s*(\w+) in\(([\d, ]+)\)\s*$/.exec(part) ?? [];
    if (numbers !== undefined && columns.includes(listed)) {
      tests.push((row) => numbers.split(', ').includes(row[listed] ?? ''));
      continue;
    }
    const [, column = '', operator = '', value = ''] =
      /^\s*(\w+)\s*(>=|<=|<|>|=)\s*'([^']*)'\s*$/.exec(part) ?? [];
    if (!columns.includes(column)) return `No such column: ${column || part}`;
    // timestamps of one form sort as texts
    tests.push((row) => compare(row[column] ?? '', operator, value));
  }
  return (row) => tests.every((holds) => holds(row));
}

function compare(left: string, operator: string, right: string): boolean {
  if (operator === '>=' || operator === 'ge') return left >= right;
  if (operator === '<=' || operator === 'le') return left <= right;
  if (operator === '<' || operator === 'lt') return left < right;
  if (operator === '>' || operator === 'gt') return left > right;
  return left === right;
}

// --- OData 4 ---

function answerOdata(found: Dataset, { query, path, origin }: PortalRequest, name: string): PortalAnswer {
  const fault = (message: string) => json(400, { error: { code: '', message } });
  const filter = query.get('$filter');
  const condition = filter === null ? () => true : readFilter(filter, found.columns);
  if (typeof condition === 'string') return fault(condition);
  const order = (query.get('$orderby') ?? '').split(',').filter((column) => column !== '');
  const unknown = order.find((column) => !found.columns.includes(column));
  if (unknown) return fault(`Could not find a property named '${unknown}'.`);
  const matching = found.rows.filter(condition).sort((a, b) => {
    for (const column of order) {
      const [left, right] = [a[column] ?? '', b[column] ?? ''];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  });
  const skip = Number(query.get('$skip') ?? 0);
  const top = Number(query.get('$top') ?? matching.length);
  const wanted = matching.slice(skip, skip + top);
  const page = wanted.slice(0, found.serverPage ?? wanted.length);
  const parts = [`"@odata.context":"${origin}/odata/$metadata#${name}"`];
  if (query.get('$count') === 'true' && found.counts) parts.push(`"@odata.count":${matching.length}`);
  const records = page.map(
    (row) => `{${found.columns.map((column) => `"${column}":${row[column] ?? 'null'}`).join(',')}}`,
  );
  parts.push(`"value":[${records.join(',')}]`);
  if (page.length < wanted.length) {
    const rest = new URLSearchParams(query);
    rest.set('$skip', String(skip + page.length));
    rest.set('$top', String(top - page.length));
    parts.push(`"@odata.nextLink":${JSON.stringify(`${origin}${path}?${rest}`)}`);
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; odata.metadata=minimal', 'odata-version': '4.0' },
    body: Buffer.from(`{${parts.join(',')}}`),
  };
}

/** Comparisons joined by `and` or by `or`. Rows hold JSON, so that a date is compared without its quotation marks. */
function readFilter(filter: string, columns: readonly string[]): ((row: PortalRow) => boolean) | string {
  const isEither = / or /.test(filter);
  const tests: ((row: PortalRow) => boolean)[] = [];
  for (const part of filter.split(/ and | or /)) {
    const [, column = '', operator = '', value = ''] =
      /^\(?(\w+) (ge|gt|le|lt|eq) ('[^']*'|[^\s']+)\)?$/.exec(part) ?? [];
    if (!columns.includes(column)) return `Could not find a property named '${column || part}'.`;
    const bare = (text: string) => text.replace(/^['"]|['"]$/g, '');
    tests.push((row) => compare(bare(row[column] ?? ''), operator, bare(value)));
  }
  return (row) => (isEither ? tests.some((holds) => holds(row)) : tests.every((holds) => holds(row)));
}
