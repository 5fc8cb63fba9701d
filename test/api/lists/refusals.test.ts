import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import {
  CA,
  JURISDICTIONS,
  listenLocally,
  refusalBy,
  requestText,
  type Service,
  sendText,
  startService,
  TOKEN,
  TX,
  TX_HEADED,
} from '../../rig/service.ts';

const ITEM = `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`;
const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, ITEM];
const ROUTES = [...DATA, '/healthz', '/readyz', '/openapi.json', '/docs'];

const { rig, service } = serveForAll(FEW_REPORTS);

interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Of this status, as JSON in the one form of all faults, to be kept by nobody; returns the message. */
function messageOf({ statusCode, headers, body }: Answer, status: number): string {
  expect({ statusCode, body: JSON.parse(body) }).toEqual({
    statusCode: status,
    body: { message: expect.any(String), errors: {} },
  });
  expect(Object.keys(JSON.parse(body))).toEqual(['message', 'errors']);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  return JSON.parse(body).message;
}

describe('404', () => {
  test.each([
    '/nothing',
    '/api/zz/sales-tax/allocations',
    `${CA}//`,
    '/API/ca/sales-tax/allocations',
    '/API/ca/sales-tax/allocations',
    '/docs/../../etc/passwd',
    '/docs/static/%2e%2e/%2e%2e/package.json',
    "/<script>alert('x')</script>",
    `${JURISDICTIONS}//`,
    `${JURISDICTIONS}//sources`,
  ])('%s', async (url) => {
    const answer = await service.get(url);
    expect(messageOf(answer, 404)).not.toContain('<script>');
  });
});

test.each(ROUTES.filter((url) => url !== '/docs'))('%s: a slash at the end is ignored', async (url) => {
  const { statusCode, body } = await service.get(url);
  for (const slashed of [`${url}/`, `${url}/?`]) {
    const answer = await service.get(slashed);
    expect([slashed, answer.statusCode]).toEqual([slashed, statusCode]);
    if (url !== '/readyz') expect(answer.body).toContain(body.slice(0, 200));
  }
});

describe('405', () => {
  test.each([...ROUTES, '/nothing'])('%s: with Allow, whatever the body', async (url) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const bodies = [
        {},
        { payload: '{"a":', headers: { 'content-type': 'application/json' } },
        { payload: '<a/>', headers: { 'content-type': 'application/xml' } },
        { payload: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } },
      ];
      for (const body of bodies) {
        const answer = await service.app.inject({ method, url, ...body });
        expect(messageOf(answer, 405)).toContain(method);
        expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
      }
    }
  });
});

describe('addresses', () => {
  test('of 16,384 characters are read; longer ones get 414', async () => {
    const url = (length: number) => `${JURISDICTIONS}?q=al`.padEnd(length, '&');
    expect((await service.get(url(16_384))).statusCode).toBe(200);
    for (const path of [url(16_385), `/${'a'.repeat(17_000)}`, url(45_000)])
      expect(messageOf(await service.get(path), 414)).toContain('16384');
  });

  test('have at most 200 characters of text for a parameter', async () => {
    const named = async (address: string, name: string, text: string) =>
      JSON.parse((await service.get(`${address}?${name}=${encodeURIComponent(text)}`)).body).errors?.[name];
    expect(await named(JURISDICTIONS, 'q', 'ñ'.repeat(200))).toBeUndefined();
    for (const [address, name] of [
      [JURISDICTIONS, 'q'],
      [JURISDICTIONS, 'sales_tax_id'],
      ['/api/tx/sales-tax/months', 'field'],
      ['/api/changes', 'since_version'],
      [CA, 'since_version'],
    ] as const)
      expect(await named(address, name, 'ñ'.repeat(201))).toEqual([
        'has 201 characters, but the limit is 200. Shorten it.',
      ]);
  });

  test('have at most 1,000 ids', async () => {
    const ids = (count: number) => new Array(count).fill(CALIFORNIAN_IDS[0]).join();
    for (const name of ['jurisdictions', 'entities']) {
      expect((await service.get(`${CA}?${name}=${ids(1000)}`)).statusCode).toBe(200);
      expect(await refusalBy(service, `${CA}?${name}=${ids(1001)}`, name)).toBe(
        'has 1001 ids, but the limit is 1000. Send several requests, or leave the parameter out for all.',
      );
    }
  });

  test.each(['/%', '/%zz', '/api/%E0%A4%A', `${JURISDICTIONS}/%`, `${JURISDICTIONS}/%ff`])(
    '%s cannot be decoded, and gets the usual error body',
    async (url) => {
      const answer = await service.get(url);
      expect([400, 404, 422]).toContain(answer.statusCode);
      expect(Object.keys(JSON.parse(answer.body))).toEqual(['message', 'errors']);
      const { 'x-request-id': id } = answer.headers;
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      });
      const lines = service.log.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id);
      expect(lines).toMatchObject([{ status: answer.statusCode, url }]);
    },
  );

  test.each(['ca%F1ada', '%zz', '100%', '%C3%28'])('q=%s is not valid text, and is refused', async (q) => {
    const { errors } = JSON.parse((await service.get(`${JURISDICTIONS}?state=ca&q=${q}`)).body);
    expect(errors).toEqual({ q: [expect.stringContaining('%25')] });
  });

  test('the error names every wrong parameter of path and query', async () => {
    const errorsOf = async (url: string) =>
      Object.keys(JSON.parse((await service.get(url)).body).errors).sort();
    // under one name, however it is written
    for (const query of ['%6Cimit=0', '%6Cimit=%zz'])
      expect(await errorsOf(`${CA}?${query}`)).toEqual(['limit']);
    expect(await errorsOf(`${CA}?jurisdictions=1&entities=2&limit=0&foo=1`)).toEqual([
      'entities',
      'foo',
      'limit',
    ]);
  });
});

test.each([
  ['many unknown parameters', Array.from({ length: 2700 }, (_, at) => `a${at}`).join('&')],
  ['many broken escapes', Array.from({ length: 4000 }, () => 'a=%').join('&')],
  ['many unknown ids', `jurisdictions=${Array.from({ length: 1000 }, (_, at) => at).join()}`],
])('an error about %s is short', async (_, query) => {
  const { statusCode, body } = await service.get(`${CA}?${query}`);
  expect(statusCode).toBe(422);
  expect(body.length).toBeLessThan(6000);
});

test('an error names ten wrong parameters, and counts the others', async () => {
  const query = Array.from({ length: 13 }, (_, at) => `a${at}=1`).join('&');
  const { message, errors } = JSON.parse((await service.get(`${CA}?${query}`)).body);
  expect(Object.keys(errors)).toEqual(Array.from({ length: 10 }, (_, at) => `a${at}`));
  expect(message).toMatch(/ 3 more parameters are wrong\.$/);
});

describe('over a socket', () => {
  let listening: Service;
  let port: number;

  beforeAll(async () => {
    listening = await startService(rig.database);
    port = await listenLocally(listening.app);
  });

  afterAll(() => listening.close());

  /** Sends a text and reads all that comes. */
  async function send(request: string): Promise<{ status: number; type: string; body: string }> {
    const socket = await sendText(port, request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
    return { status: Number(head.split(' ')[1]), type, body };
  }

  const get = (path: string, ...headers: string[]) =>
    send(requestText(path, `Authorization: Bearer ${TOKEN}`, 'Connection: close', ...headers));

  test.each([
    ['a path that cannot be decoded', 400, () => get('/%')],
    ['two Hosts', 400, () => get(CA, 'host: localhost')],
  ])('%s: %i as JSON', async (_, status, ask) => {
    const answer = await ask();
    expect(answer).toMatchObject({ status, type: expect.stringContaining('application/json') });
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['message', 'errors']);
    expect(listening.log.filter((line) => JSON.parse(line).status === status)).not.toEqual([]);
  });

  test.each([
    ['headers of 50,000 bytes', 431, () => get(CA, `X-Long: ${'a'.repeat(50_000)}`)],
    ['many headers', 431, () => get(CA, ...Array.from({ length: 3500 }, (_, at) => `X-${at}: aaaaaaaa`))],
    ['bytes that are not HTTP', 400, () => send('hello\r\n\r\n')],
    ['no Host', 400, () => send(`GET ${CA} HTTP/1.1\r\nConnection: close\r\n\r\n`)],
  ])('%s: %i before any route', async (_, status, ask) => {
    expect((await ask()).status).toBe(status);
    // the service goes on
    expect((await get('/healthz')).status).toBe(200);
  });

  test.each(['a b', 'user:pw@a', 'a/x?', 'a:b', '[::1'])('Host: %s is refused', async (host) => {
    const answer = await send(`GET ${CA} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect([answer.status, JSON.parse(answer.body).message]).toEqual([
      400,
      'The header Host is not a host name.',
    ]);
  });

  test.each(['a.example:8080', '127.0.0.1', '[::1]:80', 'under_score', ''])(
    'Host: %s is one',
    async (host) => {
      const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect((await send(request)).status).toBe(200);
    },
  );

  test('headers within the limit are read', async () => {
    expect((await get(CA, `X-Long: ${'a'.repeat(12_000)}`, 'X-Name: host', 'X-Other: Host')).status).toBe(
      200,
    );
  });

  test('links of a request with an absolute address, and of HTTP/1.0 without Host', async () => {
    const url = `http://127.0.0.1:${port}${JURISDICTIONS}?limit=3`;
    const proxied = requestText(url, `Authorization: Bearer ${TOKEN}`, 'Connection: close').replace(
      'localhost',
      `127.0.0.1:${port}`,
    );
    expect(JSON.parse((await send(proxied)).body).links.first).toBe(`${url}&page=1`);
    const { status, body } = await send(
      `GET ${JURISDICTIONS} HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
    );
    expect([status, new URL(JSON.parse(body).links.first).pathname]).toEqual([200, JURISDICTIONS]);
  });

  test('a list of 1,000 ids is read, and the error names only the unknown ones', async () => {
    const [own = 0] = TEXAN_IDS;
    const ids = Array.from({ length: 1000 }, (_, at) => (at < 966 ? own : 482_100_834 + at));
    const { status, body } = await get(`${TX}?jurisdictions=${ids.join('%2C%20')}`);
    expect([status, JSON.parse(body).errors.jurisdictions]).toEqual([
      422,
      [expect.stringMatching(/^No jurisdiction has the id 482101800, 482101801, .* and 24 more\. Find/)],
    ]);
  });
});
