import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFedKinds } from '../../src/cli/commands/load/fetch.ts';
import type { Month } from '../../src/domain/month.ts';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { listYears } from '../../src/portals/feed-year.ts';
import { readPortalFile } from '../../src/portals/portal-file.ts';
import { scratchFolder } from '../rig/folders.ts';

const OWN = 'data/reference/portals.json';
const FEED = {
  ...{ name: 'texas', kind: 'tx/payment-detail', protocol: 'socrata', first_month: '2024-01' },
  ...{ url: 'https://portal.example/resource/abcd-1234', month_field: 'allocation_month' },
  month_filter: { compare: 'range', write: "'{yyyy}-{mm}-01'" },
};

function read(content: object | string) {
  const path = join(scratchFolder(), 'portals.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readPortalFile(path);
}

test('the own portal file asks Texas for the years since 2018, at published addresses', async () => {
  const feeds = readPortalFile(OWN);
  expect(feeds.map(({ url }) => url.href)).toEqual(
    ['3p4v-vsr3', 'qsh8-tby8', '53pa-m7sm'].map((id) => `https://data.texas.gov/resource/${id}`),
  );
  const units = feeds.map((feed) => listYears(feed, null, new Date('2026-02-03T00:00:00Z')));
  const years = '2018 2019 2020 2021 2022 2023 2024 2025 2026'.split(' ');
  expect(units.map((ofFeed) => ofFeed.map(({ year }) => year))).toEqual(Array(3).fill(years));
  expect(units.map((ofFeed) => ofFeed[6]?.filter)).toEqual([
    "allocation_month >= '2024-01-01T00:00:00.000' AND allocation_month < '2025-01-01T00:00:00.000'",
    // a literal text fits a column of texts and one of numbers
    ...Array(2).fill("report_year in('2024')"),
  ]);
  const kinds = ['tx/payment-detail', 'tx/comparison-summary', 'tx/city-comparison-summary'];
  expect([...(await readFedKinds(OWN))]).toEqual(kinds);
});

const QUARTERS = {
  ...{ kind: 'ca/quarterly-allocations', protocol: 'odata', month_field: 'Quarter', first_month: '2024-02' },
  month_filter: { compare: 'list', write: "'{q}Q-{yy}'" },
};
const until = (from: string, to: string) => `allocation_month >= '${from}' AND allocation_month < '${to}'`;
test.each([
  [
    'from its first month',
    {},
    '2023-01',
    [until('2024-01-01', '2025-01-01'), until('2025-01-01', '2026-01-01')],
  ],
  [
    'from a later month',
    {},
    '2024-11',
    [until('2024-11-01', '2025-01-01'), until('2025-01-01', '2026-01-01')],
  ],
  ['of no year that has not begun', {}, '2026-01', []],
  // a quarter is paid out two months after it: the fourth of 2024 in February 2025
  [
    'by quarters',
    QUARTERS,
    '2025-01',
    ["Quarter eq '4Q-24'", /^Quarter eq '1Q-25' or .* or Quarter eq '4Q-25'$/],
  ],
])('a feed asks for months %s', (_, more, since, expected) => {
  const [feed = expect.fail()] = read({ [more === QUARTERS ? 'ca' : 'tx']: [{ ...FEED, ...more }] });
  const units = listYears(feed, since as Month, new Date('2025-06-15T00:00:00Z'));
  expect(units.map(({ filter }) => filter)).toEqual(
    expected.map((filter) => (filter instanceof RegExp ? expect.stringMatching(filter) : filter)),
  );
});

test('a byte order mark before a portal file is skipped', () => {
  const named = read(`\ufeff${JSON.stringify({ tx: [FEED] })}`).map(({ name }) => name);
  expect(named).toEqual(['texas']);
});

describe('a portal file is refused with one line if it has', () => {
  const faulty = (more: object) => ({ tx: [{ ...FEED, ...more }] });
  const faults: [string, object | string, RegExp][] = [
    ['no JSON', '{\n"tx"', / in JSON at position /],
    ['an unknown state', { ny: [FEED] }, /: the key "ny" is not known; check the spelling/],
    ['an unknown key', faulty({ span: 'year' }), /tx\.0: the key "span" is not known; check the spelling/],
    [
      'an unknown protocol',
      faulty({ protocol: 'file' }),
      /tx\.0\.protocol: must be one of socrata, odata\. /,
    ],
    ['an unknown kind', faulty({ kind: 'tx/a' }), /tx\.0\.kind: must be one of ca\//],
    ['a kind of another state', faulty({ kind: 'ca/monthly-statement' }), /texas: ca\S+ is not a kind of tx/],
    ['two feeds of one name', { tx: [FEED, FEED] }, /two feeds have the name "texas"/],
    ['no web address', faulty({ url: 'drop' }), /url: must be an address that begins with https:/],
    ['a local address', faulty({ url: 'file:///drop' }), /url: must be an address that begins with https:/],
    ['a password', faulty({ url: 'https://a:b@c.example/x' }), /url: must not contain a user name or/],
    ['an ending', faulty({ url: `${FEED.url}.csv` }), /url: must not have \.csv, \.json, a query/],
    ['no year', faulty({ month_filter: { compare: 'range', write: '{mm}' } }), /tx\.0\.month_filter\.write/],
    ['too large a page', faulty({ page_size: 100_000 }), /page_size: must be at most 50000\. /],
  ];
  test.each(faults)('%s', (_, content, message) => {
    const refused = () => read(content);
    expect(refused).toThrow(OperatorError);
    expect(refused).toThrow(message);
    expect(refused).toThrow(/^Cannot use the portal file [^\n]*portals\.json: [^\n]*$/);
  });
});
