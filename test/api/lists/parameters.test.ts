import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { CA, HOST, JURISDICTIONS, type Page, refusalBy, TX, TX_HEADED, TX_SHORT } from '../../rig/service.ts';

const { service } = serveForAll(FEW_REPORTS);

const refusal = (url: string, parameter: string) => refusalBy(service, url, parameter);

async function totalOf(url: string): Promise<number> {
  const { meta }: Page = await service.json(url);
  return meta.total;
}

const LISTS = [CA, TX, TX_HEADED, TX_SHORT];
const EVERYWHERE = [...LISTS, JURISDICTIONS];

describe.each(EVERYWHERE)('limit and page of %s', (path) => {
  test.each(['0', '1001', '1.5', '', '1e2', '%2010', '010', '99999999999999999999'])(
    'limit "%s" is refused',
    async (limit) => {
      const text = await refusal(`${path}?limit=${limit}`, 'limit');
      if (limit !== '') expect(text).toContain('from 1 to 1000');
    },
  );

  test.each(['0', '1.5', '', '99999999999999999999'])('page "%s" is refused', async (page) => {
    await refusal(`${path}?page=${page}`, 'page');
  });

  test('a page beyond the last is empty', async () => {
    const { data, links, meta }: Page = await service.json(`${path}?limit=25&page=1000000000`);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ from: null, to: null, last_page: Math.ceil(meta.total / 25) });
    expect(links.next).toBe(null);
    expect(links.prev).toContain('page=999999999');
  });
});

describe.each(EVERYWHERE)('parameters of %s', (path) => {
  test.each([
    ['limti', '"limit"'],
    ['LIMIT', '"limit"'],
    ['limit[]', '"limit"'],
    ['__proto__', ''],
    ['toString', ''],
    ['access_token', ''],
  ])(
    'the unknown name %s is refused, also without a value, and a similar one named',
    async (name, nearest) => {
      expect(await refusal(`${path}?${name}=1`, name)).toContain(nearest);
      await refusal(`${path}?${name}`, name);
    },
  );

  test('given twice is refused', async () => {
    for (const other of ['5', '2', ''])
      expect(await refusal(`${path}?limit=5&limit=${other}`, 'limit')).toContain('once');
  });
});

describe.each(LISTS)('jurisdictions of %s', (path) => {
  const ids = path === CA ? CALIFORNIAN_IDS : TEXAN_IDS;
  const [first = 0, second = 0] = ids;

  test.each(['jurisdictions', 'entities'])('%s: one id, several ids, one id twice', async (name) => {
    expect(await totalOf(`${path}?${name}=${first}`)).toBe(15);
    expect(await totalOf(`${path}?${name}=${first},${second}`)).toBe(30);
    expect(await totalOf(`${path}?${name}=${second}%2C${first}`)).toBe(30);
    for (const list of [`${first}, ${second}`, `${first},%20%20${second}`, `${first},+${second}`])
      expect(await totalOf(`${path}?${name}=${list}`)).toBe(30);
    expect(await totalOf(`${path}?${name}=${ids.join(',')}`)).toBe(ids.length * 15);
  });

  test.each(['jurisdictions', 'entities'])('%s: the error names ids that match nothing', async (name) => {
    for (const unknown of [1, 0, 999_999_999, Math.trunc(first / 1_000_000) * 1_000_000])
      for (const list of [`${unknown}`, `${first},${unknown}`])
        expect(await refusal(`${path}?${name}=${list}`, name)).toContain(
          `No jurisdiction has the id ${unknown}. `,
        );
    expect(await refusal(`${path}?${name}=1,${first},2`, name)).toContain(' 1, 2. ');
    const many = Array.from({ length: 15 }, (_, at) => at);
    expect(await refusal(`${path}?${name}=${many}`, name)).toContain(
      ' 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 5 more. ',
    );
  });

  test.each(['abc', '1.5', '-1', '', '1,', '1,,2', '60001990;60001998', '1e3', '%D9%A1', '1 ,2', '%201'])(
    '"%s" is refused',
    async (value) => {
      for (const name of ['jurisdictions', 'entities']) await refusal(`${path}?${name}=${value}`, name);
    },
  );

  test('the error names the first value that is not an id', async () => {
    expect(await refusal(`${path}?jurisdictions=1,abc,def`, 'jurisdictions')).toContain('"abc"');
  });

  test('given twice, or under both names, is refused', async () => {
    for (const name of ['jurisdictions', 'entities'])
      expect(await refusal(`${path}?${name}=${first}&${name}=${second}`, name)).toContain('once');
    const { statusCode, body } = await service.get(`${path}?jurisdictions=${first}&entities=${first}`);
    expect(statusCode).toBe(422);
    const { errors } = JSON.parse(body);
    expect(Object.keys(errors)).toEqual(['entities']);
    expect(errors.entities[0]).toContain('jurisdictions');
  });
});

describe('ids of another state', () => {
  const [californian] = CALIFORNIAN_IDS;
  const [texan] = TEXAN_IDS;

  test.each(['jurisdictions', 'entities'])('%s: the error names the right address', async (name) => {
    for (const path of [TX, TX_HEADED, TX_SHORT])
      for (const list of [californian, `${texan},${californian}`])
        expect(await refusal(`${path}?${name}=${list}`, name)).toBe(
          `This address lists Texas. For ${californian} of California, use ${CA}.`,
        );
    expect(await refusal(`${CA}?${name}=${texan},${californian}`, name)).toBe(
      `This address lists California. For ${texan} of Texas, use ${TX}.`,
    );
  });

  test('with an unknown id: the error lists both', async () => {
    const { statusCode, body } = await service.get(`${TX}?entities=1,${californian}`);
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      422,
      {
        entities: [
          'No jurisdiction has the id 1. Find ids by name with /api/jurisdictions?q=<name>.',
          `This address lists Texas. For ${californian} of California, use ${CA}.`,
        ],
      },
    ]);
  });
});

describe("California's address with ids of Texas alone", () => {
  const [first, second] = TEXAN_IDS;

  test.each(['jurisdictions', 'entities'])("%s: answers like Texas's address", async (name) => {
    const asked = `?${name}=${first},${second}&sort=-revenue_period&limit=4`;
    const lent: Page = await service.json(`${CA}${asked}`);
    const { data, meta }: Page = await service.json(`${TX}${asked}`);
    expect({ data: lent.data, meta: lent.meta }).toEqual({ data, meta });
    expect(lent.data).toHaveLength(4);
    expect(lent.links.next).toBe(`http://${HOST}${CA}${asked}&page=2`);
    const next: Page = await service.json(String(lent.links.next).replace(`http://${HOST}`, ''));
    expect(next.meta).toMatchObject({ from: 5, to: 8, total: 30 });
  });

  test('takes the parameters of Texas, and no others', async () => {
    const url = `${CA}?entities=${first}`;
    expect(await totalOf(`${url}&period_between=2023-05-01,2023-07-01`)).toBe(3);
    expect(await totalOf(`${url}&jurisdiction_type=SPD`)).toBe(0);
    for (const parameter of ['since', 'between']) await refusal(`${url}&${parameter}=2023-05-01`, parameter);
  });

  test('names an unknown id', async () => {
    expect(await refusal(`${CA}?entities=480000001`, 'entities')).toContain(' 480000001. ');
  });
});

test('a county', async () => {
  for (const [county, total] of [
    ['los angeles', 75],
    ['Los+Angeles+County', 75],
    ['Yuba', 0],
  ] as const)
    expect(await totalOf(`${CA}?county=${county}`)).toBe(total);
  expect(await totalOf(`${CA}?county=Alameda&allocation_period=2024-01-01`)).toBe(1);
  expect(await refusal(`${CA}?county=Almeda`, 'county')).toContain('"Alameda"');
  // until a report names it
  expect(await refusal(`${TX}?county=Alameda`, 'county')).toContain('does not know yet which county');
});

test('capitals, the alias spd, and spaces after a comma', async () => {
  for (const type of ['spd', 'SPD', 'Special_District'])
    expect(await totalOf(`${TX}?jurisdiction_type=${type}`)).toBe(15);
  expect(await totalOf(`${CA}?between=2023-05-01,%202023-07-31`)).toBe(18);
  expect(await totalOf(`${TX}?period_between=2023-05-01,+2023-07-01`)).toBe(15);
  await refusal(`${CA}?between=2023-05-01%20,2023-07-31`, 'between');
});

describe('sort', () => {
  test.each([
    [CA, 'net_paymnet', 'net_payment'],
    [CA, 'delta.net_payment', 'deltas.net_payment'],
    [CA, 'NET_PAYMENT', 'net_payment'],
    [CA, 'ytd', 'ytd.net_payment'],
    [TX_HEADED, '-revenue_perid', '-revenue_period'],
  ])('%s by %s: the error suggests %s', async (path, sort, nearest) => {
    expect(await refusal(`${path}?sort=${sort}`, 'sort')).toContain(`"${nearest}"`);
  });

  test.each(['', '-', '--net_payment', 'net_payment,allocation_period', 'id', 'deltas.', 'constructor'])(
    '"%s" is refused everywhere',
    async (sort) => {
      for (const path of LISTS) await refusal(`${path}?sort=${sort}`, 'sort');
    },
  );
});
