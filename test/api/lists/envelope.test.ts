import { describe, expect, test } from 'vitest';
import { serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, HOST, JURISDICTIONS, type Page, type Service, TOKEN, TX } from '../../rig/service.ts';

const { rig, service } = serveForAll(FEW_REPORTS);

describe('links', () => {
  test.each([
    [CA, ''],
    [CA, `jurisdictions=${CALIFORNIAN_IDS.slice(0, 3).join('%2C')}&sort=-deltas.net_payment&limit=4`],
    [JURISDICTIONS, 'q=%4C%6Fs%20a&limit=1&state=ca'],
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

  test.each(['page=3&limit=2&state=ca', 'limit=2&%70age=3&state=ca', '&limit=2&&page=3&state=ca&'])(
    '?%s: page is replaced at any position',
    async (query) => {
      const { links }: Page = await service.json(`${JURISDICTIONS}?${query}`);
      const base = `http://${HOST}${JURISDICTIONS}?limit=2&state=ca&page=`;
      expect(links).toEqual({ first: `${base}1`, last: `${base}4`, prev: `${base}2`, next: `${base}4` });
    },
  );

  test.each(['a?b', 'what?&limit=3', '%26page%3D7', '%23', 'd%27oro', '%25', 'a%2Bb'])(
    '?q=%j is kept unchanged',
    async (q) => {
      const { links }: Page = await service.json(`${JURISDICTIONS}?q=${q}`);
      expect(links.first).toBe(`http://${HOST}${JURISDICTIONS}?q=${q}&page=1`);
    },
  );
});

describe('meta', () => {
  test.each([
    [CA, 'limit=25&page=4', [4, 76, 4, 25, 90, 90]],
    [CA, 'limit=89&page=2', [2, 90, 2, 89, 90, 90]],
    [CA, 'page=5', [5, null, 4, 25, null, 90]],
    [CA, 'since=2030-01-01', [1, null, 1, 25, null, 0]],
    [CA, 'since=2030-01-01&page=3&limit=10', [3, null, 1, 10, null, 0]],
    [JURISDICTIONS, '', [1, 1, 1, 25, 12, 12]],
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
async function originOf(asked: Service, headers: object, remoteAddress = '127.0.0.1'): Promise<string> {
  const all = { authorization: `Bearer ${TOKEN}`, ...headers };
  const { body } = await asked.app.inject({ url: JURISDICTIONS, remoteAddress, headers: all });
  return new URL(JSON.parse(body).links.first).origin;
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
  test.each([
    [['10.0.0.0/8', '::1'], '10.1.2.3', 'https://api.example.org'],
    [['10.0.0.0/8', '::1'], '11.1.2.3', 'http://inner:8080'],
    [['10.0.0.1'], '127.0.0.1', 'http://inner:8080'],
  ])('with trusted proxies %j, for a client at %s', async (trustedProxies, from, origin) => {
    const behind = await serveAnother(rig.database, { trustedProxies });
    expect(await originOf(behind, FORWARDED, from)).toBe(origin);
    expect(await originOf(behind, { host: 'inner:8080' }, from)).toBe('http://inner:8080');
  });

  test.each([
    { 'x-forwarded-host': 'a b<script>' },
    { 'x-forwarded-host': 'a/b' },
    { 'x-forwarded-proto': 'javascript' },
  ])('never comes from headers that a trusted proxy forwards unchecked: %j', async (headers) => {
    const behind = await serveAnother(rig.database, { trustedProxies: ['127.0.0.1'] });
    const { statusCode, body } = await behind.get(CA, headers);
    expect([statusCode, JSON.parse(body).message]).toEqual([400, expect.stringContaining('X-Forwarded')]);
  });
});

type Members = Record<string, unknown>;

/** The names of all members, as a request asks for them. */
function namesOf(record: Members): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.keys(value).map((member) => `${name}.${member}`)
      : [name],
  );
}

describe.each([
  [CA, 'jurisdiction'],
  [TX, 'entity'],
])('%s', (path, subject) => {
  test('gives exactly the asked members, in the order of the record', async () => {
    const asked = `${subject}.name,deltas.net_payment,net_payment`;
    const { data } = await service.json<Page<Members>>(`${path}?limit=1000&fields=${asked}`);
    for (const lean of data)
      expect(namesOf(lean)).toEqual([`${subject}.name`, 'net_payment', 'deltas.net_payment']);
  });

  test('gives every member by its name, alone and as part of its object', async () => {
    const [record = {}] = (await service.json<Page<Members>>(`${path}?limit=1`)).data;
    for (const name of [...Object.keys(record), ...namesOf(record)]) {
      const [lean = {}] = (await service.json<Page<Members>>(`${path}?limit=1&fields=${name}`)).data;
      expect(name.includes('.') ? namesOf(lean) : Object.keys(lean)).toEqual([name]);
      expect(record).toMatchObject(lean);
    }
    const names = namesOf(record);
    const [same] = (await service.json<Page<Members>>(`${path}?limit=1&fields=${names.join(',%20')}`)).data;
    expect(JSON.stringify(same)).toBe(JSON.stringify(record));
  });
});

test("California's address gives the members of Texas's records if every id is of Texas", async () => {
  const { data } = await service.json<Page<Members>>(
    `${CA}?entities=482999001&fields=entity.name,net_payment&limit=1`,
  );
  expect(data.map(namesOf)).toEqual([['entity.name', 'net_payment']]);
});
