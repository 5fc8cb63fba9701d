import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { readPortalFile } from '../../../src/portals/portal-file.ts';
import { odata } from '../../../src/portals/protocols/odata.ts';
import { createFetchRig } from '../../rig/portals/fetch-rig.ts';
import { dataset, openPortal, type Portal, type PortalRow } from '../../rig/portals/portal.ts';
import { body } from '../faults.ts';

const STATEMENT = [
  'PaymentMonth',
  'JurisdictionCode',
  'JurisdictionName',
  'CurrentDistributions',
  'CurrentAdvance',
  'NetPayment',
];

/** A row of a statement as JSON; the amount as it is printed. */
function statementRow(month: string, code: string, net: string): PortalRow {
  const cells = [`"${month}-01T00:00:00Z"`, `"${code}"`, `"Place ${code}"`, net, '0', net];
  return Object.fromEntries(STATEMENT.map((column, at) => [column, cells[at] ?? 'null']));
}

const ROWS = [
  statementRow('2024-11', '59001', '110.10'),
  statementRow('2024-11', '59002', '1234567890.00'),
  statementRow('2024-12', '59001', '-0.50'),
  statementRow('2025-01', '59001', '7'),
  statementRow('2024-12', '59002', '0.10'),
];

async function statementPortal(rows: readonly PortalRow[] = ROWS): Promise<Portal> {
  const portal = await openPortal();
  portal.datasets.set('Statement', dataset(STATEMENT, rows));
  return portal;
}

function feedOf(origin: string, more: object = {}): object {
  return {
    ca: [
      {
        name: 'ca-statement',
        kind: 'ca/monthly-statement',
        protocol: 'odata',
        url: `${origin}/odata/Statement`,
        user_agent: 'Mozilla/5.0 (compatible; {program})',
        month_field: 'PaymentMonth',
        month_filter: { compare: 'range', write: '{yyyy}-{mm}-01T00:00:00Z' },
        order: ['PaymentMonth', 'JurisdictionCode'],
        span: 'year',
        first_month: '2024-01',
        ...more,
      },
    ],
  };
}

function contentOf(rig: ReturnType<typeof createFetchRig>): string {
  const [content = '', ...others] = Object.values(rig.files());
  expect(others).toEqual([]);
  return content;
}

describe('an OData dataset', () => {
  test('becomes one document of all records, with numbers as printed', async () => {
    const [rig, portal] = [createFetchRig(), await statementPortal(ROWS.slice(0, 3))];
    const summary = await rig.fetch(feedOf(portal.origin));
    expect(
      summary.units.map(({ unit, status, rows, first_month, last_month }) => [
        unit,
        status,
        rows,
        first_month,
        last_month,
      ]),
    ).toEqual([
      ['2024', 'new', 3, '2024-11', '2024-12'],
      ['2025', 'empty', 0, null, null],
    ]);
    expect(contentOf(rig)).toBe(
      `{"@odata.context":"${portal.origin}/odata/$metadata#Statement","value":[
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59001","JurisdictionName":"Place 59001","CurrentDistributions":110.10,"CurrentAdvance":0,"NetPayment":110.10},
{"PaymentMonth":"2024-11-01T00:00:00Z","JurisdictionCode":"59002","JurisdictionName":"Place 59002","CurrentDistributions":1234567890.00,"CurrentAdvance":0,"NetPayment":1234567890.00},
{"PaymentMonth":"2024-12-01T00:00:00Z","JurisdictionCode":"59001","JurisdictionName":"Place 59001","CurrentDistributions":-0.50,"CurrentAdvance":0,"NetPayment":-0.50}
]}
`,
    );
  });

  test('is requested as the standard says', async () => {
    const [rig, portal] = [createFetchRig(), await statementPortal()];
    await rig.fetch(feedOf(portal.origin), { since: '2025-01' as Month });
    expect(portal.requests.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      [
        '/odata/Statement',
        {
          $filter: 'PaymentMonth ge 2025-01-01T00:00:00Z and PaymentMonth lt 2026-01-01T00:00:00Z',
          $orderby: 'PaymentMonth,JurisdictionCode',
          $top: '5000',
          $skip: '0',
          $count: 'true',
        },
      ],
    ]);
  });

  test.each([
    ['pages asked for', { page_size: 2 }, null, true],
    ['pages asked for, the last one full', { page_size: 4 }, null, true],
    ['pages asked for, of a server that does not count', { page_size: 2 }, null, false],
    ['pages asked for, the last one full, of a server that does not count', { page_size: 4 }, null, false],
    ['pages the server makes', {}, 3, true],
    ['pages the server makes, within pages asked for', { page_size: 3 }, 2, true],
    ['the same without count', { page_size: 3, count: false }, 2, false],
    ['one record a page', { page_size: 1 }, null, true],
  ])('is the same document in %s', async (_, more, serverPage, counts) => {
    const [whole, paged, portal] = [createFetchRig(), createFetchRig(), await statementPortal()];
    await whole.fetch(feedOf(portal.origin));
    const found = portal.datasets.get('Statement');
    if (found) Object.assign(found, { serverPage, counts });
    const summary = await paged.fetch(feedOf(portal.origin, more));
    expect(summary.units.map(({ rows }) => rows)).toEqual([4, 1]);
    expect(paged.files()).toEqual(whole.files());
  });

  test('with versions for each answer is downloaded again if a later page grew', async () => {
    const [rig, portal] = [createFetchRig(), await statementPortal()];
    const found = portal.datasets.get('Statement');
    if (found) found.names = 'answer';
    const paged = feedOf(portal.origin, { page_size: 3 });
    await rig.fetch(paged);
    expect((await rig.fetch(paged)).outcome).toBe('nothing-new');
    // the first page is as it was
    found?.rows.push(statementRow('2024-12', '59003', '5'));
    const summary = await rig.fetch(paged);
    expect(summary.units.map(({ status, rows }) => [status, rows])).toEqual([
      ['new', 5],
      ['unchanged', 1],
    ]);
  });

  test('with quarters as text is filtered by a list of quarters', async () => {
    const portal = await openPortal();
    const columns = ['Quarter', 'JurisdictionCode'];
    const rows = ['4Q-23', '1Q-24', '3Q-24', '4Q-24', '1Q-25'].map((quarter) => ({
      Quarter: `"${quarter}"`,
      JurisdictionCode: '"59001"',
    }));
    portal.datasets.set('Quarterly', dataset(columns, rows));
    const rig = createFetchRig();
    const quarterly = feedOf(portal.origin, {
      kind: 'ca/quarterly-allocations',
      url: `${portal.origin}/odata/Quarterly`,
      month_field: 'Quarter',
      month_filter: { compare: 'list', write: "'{q}Q-{yy}'" },
      order: [],
      first_month: '2024-02',
    });
    const summary = await rig.fetch(quarterly);
    // a quarter is paid out two months after it: the fourth of 2023 in February 2024
    expect(
      summary.units.map(({ unit, rows, first_month, last_month }) => [unit, rows, first_month, last_month]),
    ).toEqual([
      ['2023', 1, '2024-02', '2024-02'],
      ['2024', 3, '2024-05', '2025-02'],
      ['2025', 1, '2025-05', '2025-05'],
    ]);
    expect(portal.requests[1]?.query.get('$filter')).toBe(
      "Quarter eq '1Q-24' or Quarter eq '2Q-24' or Quarter eq '3Q-24' or Quarter eq '4Q-24'",
    );
  });
});

test('the next page may be on the same site or on a host that the feed names, by https', () => {
  const unit = { name: '2024', filter: null, has: () => true };
  const next = (link: string, hosts: string[] = []) => {
    const file = join(createFetchRig().folder, 'portals.json');
    writeFileSync(file, JSON.stringify(feedOf('https://portal.example', { hosts })));
    const [feed] = readPortalFile(file);
    if (feed?.protocol !== 'odata') throw new Error('no feed');
    const version = { etag: null, last_modified: null };
    const content = { rows: ['{}'], months: [], head: '', body: '{}', nextLink: `${link}/?$skip=1` };
    return odata(feed).nextPage(unit, [{ ...content, ...version, url: 'https://portal.example/' }])?.href;
  };
  for (const host of ['mirror.example', 'www.portal.example', 'portal.example'])
    expect(next(`https://${host}`, ['mirror.example'])).toBe(`https://${host}/?$skip=1`);
  // a server behind a TLS proxy may write http into its links
  expect(next('http://portal.example')).toBe('https://portal.example/?$skip=1');
  for (const link of [
    'https://mirror.example',
    'https://www.portal.example:8443',
    'https://a:b@portal.example',
  ])
    expect(() => next(link)).toThrow(/another host, .* add it to/);
});

describe("a portal that behaves as California's", () => {
  const agents = (portal: Portal) => new Set(portal.requests.map(({ headers }) => headers['user-agent']));

  test('answers an agent that names a browser and the program', async () => {
    const [rig, portal] = [createFetchRig(), await statementPortal()];
    expect((await rig.fetch(feedOf(portal.origin))).outcome).toBe('ok');
    expect(agents(portal)).toEqual(new Set(['Mozilla/5.0 (compatible; sales-tax-allocations/test)']));
  });

  test('refuses a plain agent', async () => {
    const [rig, portal] = [createFetchRig(), await statementPortal()];
    const { units } = await rig.fetch(feedOf(portal.origin, { user_agent: '{program}' }));
    for (const { status, http_status, message } of units) {
      expect([status, http_status]).toEqual(['failed', 403]);
      expect(message).toMatch(/answered 403\..*set "user_agent" of the feed/);
    }
    expect(agents(portal)).toEqual(new Set(['sales-tax-allocations/test']));
  });

  test('redirects www. to the bare host, and links its pages', async () => {
    const [whole, rig, portal] = [createFetchRig(), createFetchRig(), await statementPortal()];
    const found = portal.datasets.get('Statement');
    if (found) found.serverPage = 2;
    // the stand-in answers for every host when it is the proxy
    const proxies = { http: portal.origin, https: '', none: '' };
    await whole.fetch(feedOf('http://portal.example'), { proxies });
    expect(portal.requests.map(({ origin }) => origin)).toEqual(Array(3).fill('http://portal.example'));
    portal.requests.length = 0;
    expect((await rig.fetch(feedOf('http://www.portal.example'), { proxies })).outcome).toBe('ok');
    const statuses = portal.requests.map(({ origin, status }) => `${status} ${origin}`);
    expect(statuses.sort()).toEqual([
      ...Array(3).fill('200 http://portal.example'),
      ...Array(2).fill('301 http://www.portal.example'),
    ]);
    expect(rig.files()).toEqual(whole.files());
  });
});

describe('a page is refused if it contains', () => {
  const month = '"PaymentMonth":"2024-11-01"';
  const cases: [string, (portal: Portal) => string, RegExp][] = [
    [
      'a link to another host',
      () => '{"value":[],"@odata.nextLink":"https://other.example/odata/Statement?$skip=1"}',
      /link to the next page leads to another host, other\.example/,
    ],
    [
      'a link to itself',
      ({ requests, origin }) =>
        `{"value":[{${month}}],"@odata.nextLink":"${origin}/odata/Statement?${requests.at(-1)?.query}"}`,
      /leads back to an earlier page/,
    ],
    ['an array', () => `[{${month}}]`, /sent an array instead of \{"value": \[…\]\}/],
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
    const [rig, portal] = [createFetchRig(), await statementPortal()];
    portal.inject(
      (response, answer, request) => body(text(portal))(response, answer, request),
      50,
      ({ query }) => `${query.get('$filter')}`.includes('2024-01-01'),
    );
    const summary = await rig.fetch(feedOf(portal.origin));
    expect(summary.outcome).toBe('partial');
    expect(summary.units.map(({ status }) => status)).toEqual(['failed', 'new']);
    expect(summary.units[0]?.message).toMatch(message);
  });
});

test('an error of the portal is printed with advice', async () => {
  const [rig, portal] = [createFetchRig(), await statementPortal()];
  const [unit] = (await rig.fetch(feedOf(portal.origin, { order: ['Payment'] }))).units;
  expect(unit).toMatchObject({ status: 'failed', http_status: 400 });
  expect(unit?.message).toContain(
    `answered 400 ("Could not find a property named 'Payment'."). Compare the columns of the dataset`,
  );
});
