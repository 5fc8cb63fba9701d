import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, MONTHS, TEXAN_IDS } from '../../rig/few-reports.ts';
import {
  CA,
  HOST,
  JURISDICTIONS,
  type Page,
  refusalBy,
  TX,
  TX_HEADED,
  TX_SHORT,
  walk,
} from '../../rig/service.ts';

const { service } = serveForAll(FEW_REPORTS);

const [creek = 0, alamos = 0] = CALIFORNIAN_IDS;
const [city = 0, other = 0, transit = 0] = TEXAN_IDS;

const LISTS = [CA, TX, TX_HEADED, TX_SHORT];
const EVERYWHERE = [...LISTS, JURISDICTIONS];
const IDS = ['jurisdictions', 'entities'];
const MONTHLY = [CA, TX_HEADED];

const NO_DATES = [
  '2023-02-29',
  '2024-13-01',
  '2024-1-1',
  '2024-01',
  'January',
  '12024-01-01',
  '2024-01-01%20',
];
const NO_PAIRS = ['', ',', '2024-01-01', '2024-01-01,', '2024-01-01,2024-02-01,2024-03-01'];
const NO_ENDS = NO_DATES.flatMap((text) => [`${text},2030-01-01`, `2000-01-01,${text}`]);
/** Dates of a month within the data that are not its first. */
const NO_FIRSTS = ['2024-02-02', '2024-02-29'];
const FIFTEEN = Array.from({ length: 15 }, (_, at) => at).join();

/** What is said of a wrong parameter: of each address, name and value. */
test.each<[paths: readonly string[], names: readonly string[], text: string, values: readonly string[]]>([
  [EVERYWHERE, ['limit'], 'from 1 to 1000', ['0', '1001', '1.5', '1e2', '%2010', '010', '9'.repeat(20)]],
  [EVERYWHERE, ['limit'], 'once', ['5&limit=5', '5&limit=2', '5&limit=']],
  [EVERYWHERE, ['limit', 'page'], '', ['']],
  [EVERYWHERE, ['page'], '', ['0', '1.5', '9'.repeat(20)]],
  [EVERYWHERE, ['limti', 'LIMIT', 'limit[]'], '"limit"', ['1', '']],
  [EVERYWHERE, ['__proto__', 'toString', 'access_token'], '', ['1', '']],
  [LISTS, IDS, '"abc"', ['abc', '1,abc,def']],
  [LISTS, IDS, '', ['1.5', '-1', '', '1,', '1,,2', '6000199;6000199', '1e3', '%D9%A1', '1 ,2', '%201']],
  [LISTS, IDS, 'No jurisdiction has the id 1. ', ['1', '1,1']],
  [[CA], IDS, ' 60000000, 0. ', [`60000000,${creek},0`]],
  [[TX], IDS, ' 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 5 more. ', [FIFTEEN]],
  [[CA], IDS, ' 480000001. ', ['480000001']],
  [
    [TX, TX_HEADED],
    IDS,
    `lists Texas. For ${creek} of California, use ${CA}.`,
    [`${creek}`, `${city},${creek}`],
  ],
  [[CA], IDS, `lists California. For ${city} of Texas, use ${TX}.`, [`${city},${creek}`]],
  [[CA], ['entities'], 'jurisdictions', [`${creek}&jurisdictions=${creek}`]],
  [['/api/revisions'], ['jurisdictions'], ' 7. ', [`${city},7`]],
  [MONTHLY, ['allocation_period'], 'YYYY-MM-DD', NO_DATES],
  [MONTHLY, ['allocation_period'], '2024-02-01', NO_FIRSTS],
  [
    MONTHLY,
    ['allocation_period'],
    '',
    ['', '2024-01-01,2024-02-01', '2024-01-01&allocation_period=2024-01-01'],
  ],
  [[CA], ['since'], '', [...NO_DATES, '', '2024-01-01,2024-02-01']],
  [[CA], ['between'], '', [...NO_PAIRS, ...NO_ENDS, '2023-05-01%20,2023-07-31']],
  [[CA], ['between'], '2024-02-01', ['2024-02-01,2024-01-01']],
  [[CA], ['period_between'], 'between', ['2024-01-01,2024-02-01&between=2024-01-01,2024-02-01']],
  [[TX], ['since'], '', ['2024-01-01']],
  [
    ['/api/ca/sales-tax/months'],
    ['field'],
    'California has no field "service_fee". All names: ',
    ['service_fee'],
  ],
  [['/api/ca/sales-tax/months'], ['months'], 'is later than the last', ['2024-05..2024-04']],
  [[TX_HEADED], ['period_between'], '', [...NO_PAIRS, ...NO_ENDS]],
  [[TX], ['period_between'], '2024-02-01', NO_FIRSTS.map((text) => `2000-01-01,${text}`)],
  [[`${CA}?entities=${city}&`], ['since', 'between'], '', ['2023-05-01']],
  [
    [TX],
    ['jurisdiction_type'],
    'city, county, transit, special_district',
    ['town', 'special%20district', 'city,county'],
  ],
  [[CA], ['county'], '"Alameda"', ['Almeda']],
  // until a report names it
  [[TX], ['county'], 'does not know yet which county', ['Alameda']],
  [
    LISTS,
    ['sort'],
    '',
    ['', '-', '--net_payment', 'net_payment,allocation_period', 'id', 'deltas.', 'constructor'],
  ],
  [[CA], ['sort'], '"net_payment"', ['net_paymnet', 'NET_PAYMENT']],
  [[CA], ['sort'], '"deltas.net_payment"', ['deltas.net_paymnet', 'delta.net_payment']],
  [[CA], ['sort'], '"ytd.net_payment"', ['ytd']],
  [[TX_HEADED], ['sort'], '"-revenue_period"', ['-revenue_perid']],
  [
    [CA, TX],
    ['fields'],
    'No member of a record is named "net_paymnt". Did you mean "net_payment"?',
    ['net_paymnt'],
  ],
  [[CA, TX], ['fields'], '', ['', 'deltas.nothing', '__proto__']],
])('%j: %j is refused with "%s": %j', async (paths, names, text, values) => {
  for (const path of paths)
    for (const name of names)
      for (const value of values) {
        const url = `${path}${path.includes('?') ? '' : '?'}${name}=${value}`;
        expect([url, await refusalBy(service, url, name)]).toEqual([url, expect.stringContaining(text)]);
      }
});

test('the error lists every fault of a parameter', async () => {
  const { statusCode, body } = await service.get(`${TX}?entities=1,${creek}`);
  expect([statusCode, JSON.parse(body).errors]).toEqual([
    422,
    {
      entities: [
        'No jurisdiction has the id 1. Find ids by name with /api/jurisdictions?q=<name>.',
        `This address lists Texas. For ${creek} of California, use ${CA}.`,
      ],
    },
  ]);
});

test.each(EVERYWHERE)('%s: a page beyond the last is empty', async (path) => {
  const { data, links, meta }: Page = await service.json(`${path}?limit=25&page=1000000000`);
  expect(data).toEqual([]);
  expect(meta).toMatchObject({ from: null, to: null, last_page: Math.ceil(meta.total / 25) });
  expect([links.next, links.prev]).toEqual([null, expect.stringContaining('page=999999999')]);
});

test.each([
  ...[CA, TX].flatMap((path) => {
    const [first, second] = path === CA ? [creek, alamos] : [city, other];
    return IDS.flatMap((name): [string, number][] => [
      [`${path}?${name}=${first}`, 15],
      [`${path}?${name}=${first},${first}`, 15],
      ...['%2C', ', ', ',%20%20', ',+'].map((comma): [string, number] => [
        `${path}?${name}=${second}${comma}${first}`,
        30,
      ]),
    ]);
  }),
  [`${CA}?county=los%20angeles`, 75],
  [`${CA}?county=Los+Angeles+County`, 75],
  [`${CA}?county=Yuba`, 0],
  [`${CA}?county=Alameda&allocation_period=2024-01-01`, 1],
  [`${CA}?between=2023-05-01,%202023-07-31`, 18],
  [`${CA}?allocation_period=2024-01-01&since=2024-01-02`, 0],
  [`${CA}?allocation_period=2024-01-01&between=2023-12-01,2024-01-01`, 6],
  [`${CA}?between=2023-06-01,2024-02-01&since=2024-01-01`, 12],
  [`${CA}?since=2024-01-01&jurisdictions=${creek},${alamos}`, 4],
  [`${CA}?entities=${city}&period_between=2023-05-01,2023-07-01`, 3],
  [`${TX}?jurisdiction_type=SPD`, 15],
  [`${TX}?jurisdiction_type=Special_District`, 15],
  [`${TX}?jurisdiction_type=special_district&period_between=2024-01-01,+2024-02-01`, 2],
  [`${TX}?jurisdiction_type=city&jurisdictions=${city},${transit}`, 15],
  [`${TX}?allocation_period=2024-02-01&period_between=2023-01-01,2024-01-01`, 0],
] as [string, number][])('%s has %i records', async (url, total) => {
  for (const sort of ['', '&sort=-net_payment'])
    expect(await walk(service, `${url}&limit=1000${sort}`)).toHaveLength(total);
});

/** Which months are listed: from the first to the last of those named, or none. */
test.each([
  [[`${CA}?allocation_period=2024-02-01`, `${TX_HEADED}?allocation_period=2024-02-01`], '2024-02', '2024-02'],
  [['2022-11', '0000-01', '9999-12'].map((month) => `${TX}?allocation_period=${month}-01`), '9', '9'],
  [[`${CA}?since=2023-12-01`], '2023-12', '9'],
  [[`${CA}?since=2023-12-02`, `${CA}?since=2023-12-31`], '2024-01', '9'],
  [[`${CA}?since=0000-01-01`], '2022-12', '9'],
  [[`${CA}?since=2024-02-02`, `${CA}?since=9999-12-31`], '9', '9'],
  [[`${CA}?between=2023-03-01,2023-05-01`, `${CA}?between=2023-03-01%2C2023-05-01`], '2023-03', '2023-05'],
  [[`${CA}?period_between=2023-03-01,2023-05-01`], '2023-03', '2023-05'],
  [
    [`${TX}?between=2023-03-01,2023-05-01`, `${TX}?period_between=2023-03-01,2023-05-01`],
    '2023-03',
    '2023-05',
  ],
  [[`${TX_HEADED}?period_between=2023-05-01,2023-05-01`], '2023-05', '2023-05'],
  [[`${CA}?between=2024-02-01,9999-12-01`, `${TX}?between=2024-02-01,9999-12-01`], '2024-02', '2024-02'],
  // the months that begin in a range
  [[`${CA}?between=2023-03-02,2023-05-31`], '2023-04', '2023-05'],
  [[`${CA}?between=2023-03-15,2023-03-20`, `${CA}?between=2024-03-01,2024-05-01`], '9', '9'],
])('%j has the months from %s to %s', async (urls, from, to) => {
  const expected = MONTHS.filter((month) => month >= from && month <= to);
  for (const url of urls) {
    const records = await walk(service, `${url}&limit=1000`);
    const months = new Set(records.map(({ dates }) => dates.allocation_period.slice(0, 7)));
    expect([url, [...months].sort()]).toEqual([url, expected]);
  }
});

test("California's address with ids of Texas alone answers like Texas's", async () => {
  const asked = `?entities=${city},${other}&sort=-revenue_period&limit=4`;
  const lent: Page = await service.json(`${CA}${asked}`);
  const { data, meta }: Page = await service.json(`${TX}${asked}`);
  expect({ data: lent.data, meta: lent.meta }).toEqual({ data, meta });
  expect(lent.links.next).toBe(`http://${HOST}${CA}${asked}&page=2`);
  const next: Page = await service.json(`${CA}${asked}&page=2`);
  expect(next.meta).toMatchObject({ from: 5, to: 8, total: 30 });
});
