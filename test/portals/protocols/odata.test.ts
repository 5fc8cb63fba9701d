import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { isHostOf, type OdataFeed } from '../../../src/portals/feed.ts';
import { odata } from '../../../src/portals/protocols/odata.ts';
import { body } from '../../rig/portals/faults.ts';
import { createFetchRig } from '../../rig/portals/fetch-rig.ts';
import { dataset, openPortal, type Portal, type PortalRow } from '../../rig/portals/portal.ts';

const STATEMENT = ['PaymentMonth', 'JurisdictionCode', 'NetPayment'];

/** A row of a statement as JSON; the amount as it is printed. */
const statementRow = (month: string, code: string, net: string): PortalRow => ({
  PaymentMonth: `"${month}-01T00:00:00Z"`,
  JurisdictionCode: `"${code}"`,
  NetPayment: net,
});

const ROWS = [
  statementRow('2024-11', '59001', '110.10'),
  statementRow('2024-11', '59002', '1234567890.00'),
  statementRow('2024-12', '59001', '-0.50'),
  statementRow('2025-01', '59001', '7'),
  statementRow('2024-12', '59002', '0.10'),
];

async function openStatement(rows: readonly PortalRow[] = ROWS) {
  const [rig, portal] = [createFetchRig(), await openPortal()];
  const statement = dataset(STATEMENT, rows);
  portal.datasets.set('Statement', statement);
  return { rig, portal, statement };
}

function feedOf(origin: string, more: object = {}): object {
  return {
    ca: [
      {
        ...{ name: 'ca-statement', kind: 'ca/monthly-statement', protocol: 'odata' },
        url: `${origin}/odata/Statement`,
        user_agent: 'Mozilla/5.0 (compatible; {program})',
        month_field: 'PaymentMonth',
        month_filter: { compare: 'range', write: '{yyyy}-{mm}-01T00:00:00Z' },
        order: ['PaymentMonth', 'JurisdictionCode'],
        ...{ span: 'year', first_month: '2024-01' },
        ...more,
      },
    ],
  };
}

describe('an OData dataset', () => {
  test('becomes one document of all records, with numbers as printed', async () => {
    const { rig, portal } = await openStatement(ROWS.slice(0, 3));
    const { units } = await rig.fetch(feedOf(portal.origin));
    expect(units).toMatchObject([
      { unit: '2024', status: 'new', rows: 3, first_month: '2024-11', last_month: '2024-12' },
      { unit: '2025', status: 'empty', rows: 0, first_month: null, last_month: null },
    ]);
    expect(Object.values(rig.files())).toEqual([
      `{"@odata.context":"${portal.origin}/odata/$metadata#Statement","value":[
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59001","NetPayment":110.10},
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59002","NetPayment":1234567890.00},
{"PaymentMonth":"2024-12-01T00:00:00Z","JurisdictionCode":"59001","NetPayment":-0.50}
]}
`,
    ]);
  });

  test('is requested as the standard says, by an agent that names a browser and the program', async () => {
    const { rig, portal } = await openStatement();
    await rig.fetch(feedOf(portal.origin), { since: '2025-01' as Month });
    const query = {
      $filter: 'PaymentMonth ge 2025-01-01T00:00:00Z and PaymentMonth lt 2026-01-01T00:00:00Z',
      $orderby: 'PaymentMonth,JurisdictionCode',
      ...{ $top: '5000', $skip: '0', $count: 'true' },
    };
    expect(portal.requests.map((request) => [request.path, Object.fromEntries(request.query)])).toEqual([
      ['/odata/Statement', query],
    ]);
    expect(portal.requests[0]?.headers['user-agent']).toBe(
      'Mozilla/5.0 (compatible; sales-tax-allocations/test)',
    );
  });

  test.each([
    ['pages asked for, of a server that does not count', { page_size: 2 }, null, false],
    ['pages asked for, the last one full, of a server that does not count', { page_size: 4 }, null, false],
    ['pages the server makes, within pages asked for', { page_size: 3 }, 2, true],
    ['the same without count', { page_size: 3, count: false }, 2, false],
    ['one record a page', { page_size: 1 }, null, true],
  ])('is the same document in %s', async (_, more, serverPage, counts) => {
    const { rig: whole, portal, statement } = await openStatement();
    await whole.fetch(feedOf(portal.origin));
    Object.assign(statement, { serverPage, counts });
    const paged = createFetchRig();
    const { units } = await paged.fetch(feedOf(portal.origin, more));
    expect(units.map(({ rows }) => rows)).toEqual([4, 1]);
    expect(paged.files()).toEqual(whole.files());
  });

  test('with versions for each answer is downloaded again if a later page grew', async () => {
    const { rig, portal, statement } = await openStatement();
    statement.names = 'answer';
    const paged = feedOf(portal.origin, { page_size: 3 });
    await rig.fetch(paged);
    expect((await rig.fetch(paged)).outcome).toBe('nothing-new');
    // the first page is as it was
    statement.rows.push(statementRow('2024-12', '59003', '5'));
    const { units } = await rig.fetch(paged);
    expect(units.map(({ status, rows }) => [status, rows])).toEqual([
      ['new', 5],
      ['unchanged', 1],
    ]);
  });

  test('with quarters as text is filtered by a list of quarters', async () => {
    const { rig, portal } = await openStatement();
    const rows = ['4Q-23', '1Q-24', '3Q-24', '4Q-24', '1Q-25'].map((text) => ({ Quarter: `"${text}"` }));
    portal.datasets.set('Quarterly', dataset(['Quarter'], rows));
    const { units } = await rig.fetch(
      feedOf(portal.origin, {
        ...{ kind: 'ca/quarterly-allocations', url: `${portal.origin}/odata/Quarterly` },
        ...{ month_field: 'Quarter', month_filter: { compare: 'list', write: "'{q}Q-{yy}'" } },
        ...{ order: [], first_month: '2024-02' },
      }),
    );
    // a quarter is paid out two months after it: the fourth of 2023 in February 2024
    expect(units).toMatchObject([
      { unit: '2023', rows: 1, first_month: '2024-02', last_month: '2024-02' },
      { unit: '2024', rows: 3, first_month: '2024-05', last_month: '2025-02' },
      { unit: '2025', rows: 1, first_month: '2025-05', last_month: '2025-05' },
    ]);
    expect(portal.requests[1]?.query.get('$filter')).toBe(
      "Quarter eq '1Q-24' or Quarter eq '2Q-24' or Quarter eq '3Q-24' or Quarter eq '4Q-24'",
    );
  });
});

test('a portal that redirects www. to the bare host, and links its pages, gives the same document', async () => {
  const { rig: whole, portal, statement } = await openStatement();
  statement.serverPage = 2;
  // the stand-in answers for every host when it is the proxy
  const proxies = { http: portal.origin, https: '', none: '' };
  await whole.fetch(feedOf('http://portal.example'), { proxies });
  portal.requests.length = 0;
  const rig = createFetchRig();
  expect((await rig.fetch(feedOf('http://www.portal.example'), { proxies })).outcome).toBe('ok');
  const statuses = portal.requests.map(({ origin, status }) => `${status} ${origin}`);
  expect(statuses.sort()).toEqual([
    ...Array(3).fill('200 http://portal.example'),
    ...Array(2).fill('301 http://www.portal.example'),
  ]);
  expect(rig.files()).toEqual(whole.files());
});

test('links and redirects may lead to the same site, or by https to hosts that the feed names', () => {
  const feed = { url: new URL('https://portal.example/x'), hosts: ['mirror.example'] };
  const isAllowed = (address: string, of = feed) => isHostOf(new URL(address), of);
  for (const host of ['mirror.example', 'www.portal.example', 'portal.example', 'a:b@portal.example'])
    expect(isAllowed(`https://${host}/`)).toBe(true);
  for (const host of ['a.example', 'portal.example:8443']) expect(isAllowed(`https://${host}/`)).toBe(false);
  const plain = { ...feed, url: new URL('http://portal.example/x') };
  expect(isAllowed('http://mirror.example/', plain)).toBe(false);
});

test('a link to http counts as https, which a server behind a TLS proxy means', () => {
  const feed = { url: new URL('https://portal.example/x'), hosts: [], month_field: 'a' };
  const { nextPage } = odata(feed as unknown as OdataFeed);
  const page = { rows: ['{}'], months: [], head: '', body: '{}', etag: null, last_modified: null };
  const last = { ...page, nextLink: 'http://portal.example/?a', url: 'https://portal.example/' };
  const unit = { name: '2024', filter: null, has: () => true };
  expect(nextPage(unit, [last])?.href).toBe('https://portal.example/?a');
});

test.each([
  ['an unknown column', { order: ['Payment'] }, 400, /400 \("Could not find a .*Payment'\."\)\. Compare the/],
  ['a plain agent', { user_agent: '{program}' }, 403, /answered 403\..*set "user_agent" of the feed/],
])('a request with %s fails with advice', async (_, more, http_status, message) => {
  const { rig, portal } = await openStatement();
  const [unit] = (await rig.fetch(feedOf(portal.origin, more))).units;
  expect(unit).toMatchObject({ status: 'failed', http_status, message: expect.stringMatching(message) });
});

describe('a page is refused if it contains', () => {
  const month = '"PaymentMonth":"2024-11-01"';
  const linkTo = (link: string) => () => `{"value":[{${month}}],"@odata.nextLink":"${link}"}`;
  const OTHER_HOST = / leads to another host, .*\. If that is right, add it to "hosts"/;
  const cases: [string, (portal: Portal) => string, RegExp][] = [
    ['a link to another host', linkTo('http://other.example/odata'), OTHER_HOST],
    [
      'a link to itself',
      ({ requests, origin }) => linkTo(`${origin}/odata/Statement?${requests.at(-1)?.query}`)(),
      /leads back to an earlier page/,
    ],
    [
      'a very long link',
      linkTo(`?$skip=1&x=${'x'.repeat(8000)}`),
      /^The portal gives "\?\$skip=1&x=x+…" as the address of the next page, which is not valid\./,
    ],
    ['an array', () => `[{${month}}]`, /sent ".*" instead of \{"value": \[…\]\} with records/],
    ['no month', () => '{"value":[{"Month":"2024-11-01"}]}', /no column PaymentMonth\. They have Month/],
    [
      'a month not asked for',
      () => '{"@odata.count":1,"value":[{"PaymentMonth":"2019-11-01"}]}',
      /sent a row of 2019-11 .* for the filter PaymentMonth ge 2024/,
    ],
    ['the same page, uncounted', () => `{"value":[{${month}}]}`, /the same records for two pages/],
    ['JSON that is cut off', () => '{"value":[{"PaymentMonth":"2024-', /incomplete or malformed/],
    ['CSV', () => 'PaymentMonth,Net\n', /The portal sent "PaymentMonth,Net" instead of JSON/],
    ['fewer records than counted', () => '{"@odata.count":9,"value":[]}', /The portal sent 0 of 9 rows/],
  ];
  test.each(cases)('%s', async (_, text, message) => {
    const { rig, portal } = await openStatement();
    portal.inject(
      (response, answer, request) => body(text(portal))(response, answer, request),
      50,
      ({ query }) => `${query.get('$filter')}`.includes('2024-01-01'),
    );
    const { units } = await rig.fetch(feedOf(portal.origin));
    expect(units.map(({ status, message: said }) => [status, said])).toEqual([
      ['failed', expect.stringMatching(message)],
      ['new', null],
    ]);
  });
});
