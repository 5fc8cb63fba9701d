import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from './few-reports.ts';
import {
  type Bench,
  CA,
  createBench,
  JURISDICTIONS,
  type Page,
  type Service,
  startService,
  TX,
  TX_HEADED,
} from './service.ts';

let bench: Bench;
let service: Service;

beforeAll(async () => {
  bench = createBench();
  await bench.load(FEW_REPORTS);
  service = await startService(bench.database);
});

afterAll(async () => {
  await service.close();
  bench.remove();
});

/** Refused with 422 for this parameter alone; returns what is said of it. */
async function refusal(url: string, parameter: string): Promise<string> {
  const { statusCode, headers, body } = await service.get(url);
  const parsed = JSON.parse(body);
  expect({ url, statusCode, parsed }).toEqual({
    url,
    statusCode: 422,
    parsed: { message: expect.any(String), errors: { [parameter]: [expect.any(String)] } },
  });
  expect(Object.keys(parsed)).toEqual(['message', 'errors']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const [text] = parsed.errors[parameter];
  expect(text).not.toMatch(/undefined|invalid input/i);
  expect(parsed.message).toContain(parameter);
  return text;
}

async function totalOf(url: string): Promise<number> {
  const { meta }: Page = await service.json(url);
  return meta.total;
}

const LISTS = [CA, TX, TX_HEADED];
const EVERYWHERE = [...LISTS, JURISDICTIONS];

describe.each(EVERYWHERE)('limit and page of %s', (path) => {
  test('good values', async () => {
    for (const limit of [1, 2, 999, 1000]) {
      const { data, meta }: Page = await service.json(`${path}?limit=${limit}`);
      expect(meta.per_page).toBe(limit);
      expect(data).toHaveLength(Math.min(limit, meta.total));
    }
    const { meta }: Page = await service.json(path);
    expect(meta).toMatchObject({ per_page: 25, current_page: 1 });
  });

  test.each(['0', '1001', '1.5', '', '-1', 'abc', '1e2', '%2010', '0x10', '99999999999999999999', 'NaN'])(
    'limit "%s" is refused',
    async (limit) => {
      const text = await refusal(`${path}?limit=${limit}`, 'limit');
      if (limit !== '') expect(text).toContain('from 1 to 1000');
    },
  );

  test.each(['0', '-1', '1.5', '', 'last', '99999999999999999999'])('page "%s" is refused', async (page) => {
    await refusal(`${path}?page=${page}`, 'page');
  });

  test('a page beyond the last is empty', async () => {
    for (const page of [100, 1_000_000_000]) {
      const { data, links, meta }: Page = await service.json(`${path}?limit=25&page=${page}`);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ current_page: page, from: null, to: null, per_page: 25 });
      expect(meta.last_page).toBe(Math.ceil(meta.total / 25));
      expect(links.next).toBe(null);
      expect(links.prev).toContain(`page=${page - 1}`);
    }
  });
});

describe.each(EVERYWHERE)('parameters of %s', (path) => {
  test.each([
    ['limti', 'limit'],
    ['pages', 'page'],
    ['Limit', 'limit'],
    ['LIMIT', 'limit'],
    ['page[number]', 'page'],
    ['limit[]', 'limit'],
  ])('the unknown name %s: %s is named as the nearest', async (unknown, nearest) => {
    expect(await refusal(`${path}?${unknown}=5`, unknown)).toContain(`"${nearest}"`);
  });

  test.each(['zzz', 'constructor', '__proto__', 'toString', 'a.b', 'access_token'])(
    'the unknown name %s is refused, also without a value',
    async (name) => {
      await refusal(`${path}?${name}=1`, name);
      await refusal(`${path}?${name}`, name);
    },
  );

  test('given twice', async () => {
    for (const [name, value] of [
      ['limit', '5'],
      ['page', '1'],
    ] as const) {
      for (const other of [value, '2', ''])
        expect(await refusal(`${path}?${name}=${value}&${name}=${other}`, name)).toContain('once');
    }
  });

  test('each fault is said, of each parameter', async () => {
    const { statusCode, body } = await service.get(`${path}?limit=0&page=x&foo=1`);
    expect(statusCode).toBe(422);
    const { message, errors } = JSON.parse(body);
    expect(Object.keys(errors).sort()).toEqual(['foo', 'limit', 'page']);
    for (const name of ['foo', 'limit', 'page']) expect(message).toContain(name);
  });
});

describe.each(LISTS)('jurisdictions of %s', (path) => {
  const [ids, others] = path === CA ? [CALIFORNIAN_IDS, TEXAN_IDS] : [TEXAN_IDS, CALIFORNIAN_IDS];
  const [first = 0, second = 0] = ids;

  test.each(['jurisdictions', 'entities'])('%s: one, several, unknown, twice the same', async (name) => {
    expect(await totalOf(`${path}?${name}=${first}`)).toBe(15);
    expect(await totalOf(`${path}?${name}=${first},${second}`)).toBe(30);
    expect(await totalOf(`${path}?${name}=${second}%2C${first}`)).toBe(30);
    expect(await totalOf(`${path}?${name}=${first},${first}`)).toBe(15);
    expect(await totalOf(`${path}?${name}=${first},1`)).toBe(15);
    // California's address answers ids of Texas alone as Texas does
    for (const unknown of [1, 0, 999_999_999, ...(path === CA ? [] : [others.join(',')])])
      expect(await totalOf(`${path}?${name}=${unknown}`)).toBe(0);
    expect(await totalOf(`${path}?${name}=${ids.join(',')}`)).toBe(ids.length * 15);
  });

  test.each([
    'abc',
    '1.5',
    '-1',
    '',
    ',',
    '1,',
    ',1',
    '1,,2',
    '60001990;60001998',
    '1e3',
    '6000199O',
    '%D9%A1',
    '1,x',
  ])('"%s" is refused', async (value) => {
    for (const name of ['jurisdictions', 'entities']) await refusal(`${path}?${name}=${value}`, name);
  });

  test('the first that is no id is named', async () => {
    expect(await refusal(`${path}?jurisdictions=1,abc,def`, 'jurisdictions')).toContain('"abc"');
  });

  test('given twice, or under both names', async () => {
    for (const name of ['jurisdictions', 'entities'])
      expect(await refusal(`${path}?${name}=${first}&${name}=${second}`, name)).toContain('once');
    const { statusCode, body } = await service.get(`${path}?jurisdictions=${first}&entities=${first}`);
    expect(statusCode).toBe(422);
    const { errors } = JSON.parse(body);
    expect(Object.keys(errors)).toEqual(['entities']);
    expect(errors.entities[0]).toContain('jurisdictions');
  });
});

describe('sort', () => {
  test.each([
    [CA, 'net_paymnet', 'net_payment'],
    [CA, '-net_paymnet', '-net_payment'],
    [CA, 'deltas.net_paymnet', 'deltas.net_payment'],
    [CA, 'delta.net_payment', 'deltas.net_payment'],
    [CA, 'counti_pool', 'county_pool'],
    [CA, 'NET_PAYMENT', 'net_payment'],
    [CA, 'ytd', 'ytd.net_payment'],
    [TX, 'prior_collectionss', 'prior_collections'],
    [TX_HEADED, '-revenue_perid', '-revenue_period'],
  ])('%s by %s: %s is named as the nearest', async (path, sort, nearest) => {
    expect(await refusal(`${path}?sort=${sort}`, 'sort')).toContain(`"${nearest}"`);
  });

  test.each([
    '',
    '-',
    '--net_payment',
    '%2Bnet_payment',
    'net_payment,allocation_period',
    'NET_PAYMENT',
    'id',
    'deltas',
    'deltas.',
    'trends.dates',
    'jurisdiction.name',
    'constructor',
    'net_payment%20',
    'net_payment;drop',
  ])('"%s" is refused everywhere', async (sort) => {
    for (const path of LISTS) await refusal(`${path}?sort=${sort}`, 'sort');
  });

  test("one variant's names in the other", async () => {
    for (const name of ['prior_collections', 'audit_collections'])
      await refusal(`${CA}?sort=${name}`, 'sort');
    for (const name of ['current_distributions', 'county_pool', 'trends.net_payment', 'ytd.net_payment'])
      for (const path of [TX, TX_HEADED]) await refusal(`${path}?sort=${name}`, 'sort');
  });

  test('given twice', async () => {
    for (const path of LISTS)
      expect(await refusal(`${path}?sort=net_payment&sort=-net_payment`, 'sort')).toContain('once');
  });
});
