import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import {
  CA,
  HOST,
  JURISDICTIONS,
  type Page,
  type Service,
  startService,
  TOKEN,
  TX,
  TX_HEADED,
  walk,
} from '../../rig/service.ts';

const { rig, service } = serveForAll(FEW_REPORTS);

describe('links', () => {
  test.each([
    [CA, ''],
    [CA, 'limit=7'],
    [CA, `jurisdictions=${CALIFORNIAN_IDS.slice(0, 3).join('%2C')}&sort=-deltas.net_payment&limit=4`],
    [CA, 'limit=4&between=2023-01-01,2023-05-01&sort=county_pool&since=2023-02-01'],
    [TX, 'jurisdiction_type=city&limit=5&sort=-prior_collections'],
    [TX_HEADED, 'period_between=2023-01-01%2C2023-05-01&limit=3'],
    [JURISDICTIONS, 'q=los+alamos&limit=1'],
    [JURISDICTIONS, 'q=%4C%6Fs%20a&limit=1&state=ca'],
    [JURISDICTIONS, 'limit=2&type=city'],
  ])('%s?%s: absolute, with every parameter as the client wrote it', async (path, query) => {
    const base = `http://${HOST}${path}?${query}${query === '' ? '' : '&'}`;
    const { links, meta }: Page = await service.json(`${path}?${query}`);
    expect(meta.last_page).toBeGreaterThan(1);
    expect(links).toEqual({
      first: `${base}page=1`,
      last: `${base}page=${meta.last_page}`,
      prev: null,
      next: `${base}page=2`,
    });
    const last: Page = await service.json(links.last.replace(`http://${HOST}`, ''));
    expect(last.links).toEqual({
      first: links.first,
      last: links.last,
      prev: `${base}page=${meta.last_page - 1}`,
      next: null,
    });
    expect(last.meta).toMatchObject({ current_page: meta.last_page, to: meta.total, total: meta.total });
  });

  test.each([
    'limit=2&page=3&state=ca',
    'page=3&limit=2&state=ca',
    'limit=2&state=ca&page=3',
    'limit=2&%70age=3&state=ca',
    '&limit=2&&page=3&state=ca&',
  ])('?%s: page is replaced at any position', async (query) => {
    const { links }: Page = await service.json(`${JURISDICTIONS}?${query}`);
    const base = `http://${HOST}${JURISDICTIONS}?limit=2&state=ca&page=`;
    expect(links).toEqual({ first: `${base}1`, last: `${base}4`, prev: `${base}2`, next: `${base}4` });
  });

  test.each(['a?b', 'what?&limit=3', '%26page%3D7', '%23', 'd%27oro', '%25', 'a%2Bb'])(
    '?q=%j is kept unchanged',
    async (q) => {
      const { links }: Page = await service.json(`${JURISDICTIONS}?q=${q}`);
      expect(links.first).toBe(`http://${HOST}${JURISDICTIONS}?q=${q}&page=1`);
    },
  );

  test('following next lists every record once, and prev leads back', async () => {
    const records = await walk(service, `${TX}?limit=7&jurisdiction_type=city`);
    expect(records).toHaveLength(30);
    let url: string | null = `${TX}?limit=7&jurisdiction_type=city&page=5`;
    const pages: number[] = [];
    while (url !== null) {
      const { links, meta }: Page = await service.json(url.replace(`http://${HOST}`, ''));
      pages.push(meta.current_page);
      url = links.prev;
    }
    expect(pages).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('meta', () => {
  test.each([
    [CA, 'limit=25', [1, 1, 4, 25, 25, 90]],
    [CA, 'limit=25&page=4', [4, 76, 4, 25, 90, 90]],
    [CA, 'limit=90', [1, 1, 1, 90, 90, 90]],
    [CA, 'limit=45&page=2', [2, 46, 2, 45, 90, 90]],
    [CA, 'limit=89&page=2', [2, 90, 2, 89, 90, 90]],
    [CA, 'page=5', [5, null, 4, 25, null, 90]],
    [CA, 'since=2030-01-01', [1, null, 1, 25, null, 0]],
    [CA, 'since=2030-01-01&page=3&limit=10', [3, null, 1, 10, null, 0]],
    [TX, '', [1, 1, 3, 25, 25, 75]],
    [JURISDICTIONS, '', [1, 1, 1, 25, 12, 12]],
    [JURISDICTIONS, 'q=nowhere', [1, null, 1, 25, null, 0]],
    [JURISDICTIONS, 'page=2', [2, null, 1, 25, null, 12]],
  ])('of %s?%s', async (path, query, [current_page, from, last_page, per_page, to, total]) => {
    const { body } = await service.get(`${path}?${query}`);
    const page: Page = JSON.parse(body);
    expect(Object.keys(page)).toEqual(['data', 'links', 'meta']);
    expect(Object.keys(page.links)).toEqual(['first', 'last', 'prev', 'next']);
    expect(JSON.stringify(page.meta)).toBe(
      JSON.stringify({ current_page, from, last_page, per_page, to, total }),
    );
  });
});

/** Where the links of an answer begin. */
async function originOf(
  asked: Service,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<string> {
  const { body } = await asked.app.inject({
    url: JURISDICTIONS,
    remoteAddress,
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  });
  const { links }: Page = JSON.parse(body);
  return new URL(links.first).origin;
}

const FORWARDED = {
  host: 'inner:8080',
  'x-forwarded-host': 'api.example.org',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-port': '444',
  forwarded: 'host=other.example.org;proto=https',
};

describe('the address in links', () => {
  test('comes from the header Host', async () => {
    for (const host of ['allocations.test', 'allocations.test:8080', '127.0.0.1:3000', '[::1]:3000'])
      expect(await originOf(service, { host })).toBe(`http://${host}`);
  });

  test('ignores X-Forwarded headers', async () => {
    expect(await originOf(service, FORWARDED)).toBe('http://inner:8080');
  });

  test.each([
    [['127.0.0.1'], '127.0.0.1', 'https://api.example.org'],
    [['10.0.0.0/8', '::1'], '10.1.2.3', 'https://api.example.org'],
    [['10.0.0.0/8', '::1'], '11.1.2.3', 'http://inner:8080'],
    [['10.0.0.1'], '127.0.0.1', 'http://inner:8080'],
  ])('with trusted proxies %j, for a client at %s', async (trustedProxies, from, origin) => {
    const behind = await startService(rig.database, { trustedProxies });
    expect(await originOf(behind, FORWARDED, from)).toBe(origin);
    expect(await originOf(behind, { host: 'inner:8080' }, from)).toBe('http://inner:8080');
    await behind.close();
  });

  test('has the protocol in lower case', async () => {
    const behind = await startService(rig.database, { trustedProxies: ['127.0.0.1'] });
    const headers = { host: 'a.example', 'x-forwarded-proto': 'HTTPS' };
    expect(await originOf(behind, headers, '127.0.0.1')).toBe('https://a.example');
    await behind.close();
  });

  test.each([
    { 'x-forwarded-host': 'a b<script>' },
    { 'x-forwarded-host': 'a/b' },
    { 'x-forwarded-proto': 'javascript' },
  ])('never comes from headers that a trusted proxy forwards unchecked: %j', async (headers) => {
    const behind = await startService(rig.database, { trustedProxies: ['127.0.0.1'] });
    const { statusCode, body } = await behind.get(CA, headers);
    expect([statusCode, JSON.parse(body).message]).toEqual([400, expect.stringContaining('X-Forwarded')]);
    await behind.close();
  });
});

describe('over a socket', () => {
  /** Sends lines as they are and reads the answer. */
  async function send(lines: readonly string[]): Promise<{ head: string; body: string }> {
    const raw = await startService(rig.database);
    await raw.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = raw.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(lines.join('\r\n').replaceAll('PORT', String(port)));
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    await raw.close();
    return { head, body: body.replaceAll(String(port), 'PORT') };
  }

  const AUTHORIZATION = `Authorization: Bearer ${TOKEN}`;

  test('a request with an absolute address, as proxies send it', async () => {
    const { head, body } = await send([
      `GET http://127.0.0.1:PORT${JURISDICTIONS}?limit=3 HTTP/1.1`,
      'Host: 127.0.0.1:PORT',
      AUTHORIZATION,
      'Connection: close',
      '\r\n',
    ]);
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    const { links }: Page = JSON.parse(body);
    expect(links.first).toBe(`http://127.0.0.1:PORT${JURISDICTIONS}?limit=3&page=1`);
  });

  test('an HTTP/1.0 request without Host gets valid links', async () => {
    const { head, body } = await send([`GET ${JURISDICTIONS} HTTP/1.0`, AUTHORIZATION, '\r\n']);
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    const { links }: Page = JSON.parse(body);
    expect(new URL(links.first).pathname).toBe(JURISDICTIONS);
  });
});
