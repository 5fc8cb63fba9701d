import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFeedKeys } from '../../docs/build/tables/portals.ts';
import { readFedKinds } from '../../src/cli/commands/load/fetch.ts';
import type { Month } from '../../src/domain/month.ts';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { LARGEST_FILE } from '../../src/domain/text/bytes.ts';
import { LIMITS } from '../../src/portals/http/limits.ts';
import { readPortalFile } from '../../src/portals/portal-file.ts';
import { unitsOf } from '../../src/portals/protocols/unit.ts';
import { california } from '../../src/states/ca/index.ts';
import { texas } from '../../src/states/tx/index.ts';
import { scratchFolder } from '../rig/folders.ts';
import { createFetchRig, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';

const FEED = {
  name: 'texas',
  kind: 'tx/payment-detail',
  protocol: 'socrata',
  url: 'https://portal.example/resource/abcd-1234',
  month_field: 'allocation_month',
  month_filter: { compare: 'range', write: "'{yyyy}-{mm}-01'" },
  span: 'year',
  first_month: '2024-01',
};

function read(content: object | string) {
  const path = join(scratchFolder(), 'portals.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readPortalFile(path);
}

describe('the built-in feeds', () => {
  const feeds = readPortalFile('data/reference/portals.json');

  test('cover every kind of California and Texas', () => {
    const kinds = new Set(feeds.map(({ kind }) => kind?.name));
    for (const { kinds: ofState, comparisonSheets } of [california, texas])
      for (const { name } of [...ofState, ...comparisonSheets]) expect(kinds).toContain(name);
  });

  test('have the published addresses of Texas, and mark those of California as guesses', () => {
    const ofTexas = feeds.filter(({ state }) => state === 'tx');
    // the addresses are published; the note says what is not known of the columns
    expect(ofTexas.map(({ url, is_guess, note }) => [url.href, is_guess, note !== null])).toEqual([
      ['https://data.texas.gov/resource/3p4v-vsr3', false, false],
      ['https://data.texas.gov/resource/qsh8-tby8', false, true],
      ['https://data.texas.gov/resource/53pa-m7sm', false, true],
    ]);
    for (const { url, is_guess, note, user_agent } of feeds.filter(({ state }) => state === 'ca')) {
      expect(url.href).toMatch(/^https:\/\/cdtfa\.ca\.gov\/dataportal\/api\/odata\/\w+$/);
      expect([is_guess, note]).toEqual([true, expect.stringMatching(/^These are guesses: .*cdtfa\.ca\.gov/)]);
      // the portal refuses agents that name no browser
      expect(user_agent).toBe('Mozilla/5.0 (compatible; {program})');
    }
  });

  test('have a unit for each calendar year', () => {
    const today = new Date('2026-02-03T00:00:00Z');
    const units = feeds.map((feed) => (feed.protocol === 'file' ? [] : unitsOf(feed, null, today)));
    const years = ['2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025', '2026'];
    expect(units.map((ofFeed) => ofFeed.map(({ name }) => name))).toEqual(Array(5).fill(years));
    const of2024 = units.map((ofFeed) => ofFeed.find(({ name }) => name === '2024')?.filter);
    expect(of2024.filter((filter) => !/^(PaymentMonth|Quarter) /.test(`${filter}`))).toEqual([
      "allocation_month >= '2024-01-01T00:00:00.000' AND allocation_month < '2025-01-01T00:00:00.000'",
      'report_year in(2024)',
      'report_year in(2024)',
    ]);
  });
});

test('a feed whose address nobody has verified is off, and named', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  const off = { ...FEED, is_guess: true, note: 'look there' };
  const guess = { ...off, name: 'guess', kind: 'tx/comparison-summary', url: `${portal.origin}/x/guess` };
  const summary = await rig.fetch({ tx: [...texasFeeds(portal.origin).tx, guess] });
  expect([summary.outcome, summary.off]).toEqual(['ok', ['guess']]);
  expect(new Set(summary.units.map(({ feed }) => feed))).toEqual(new Set(['tx-payment-detail']));
  expect(portal.requests.filter(({ path }) => path.includes('guess'))).toEqual([]);
  expect([...(await readFedKinds(join(rig.folder, 'portals.json')))]).toEqual(['tx/payment-detail']);
  await expect(rig.fetch({ tx: [off] })).rejects.toThrow(
    /^Nobody has verified the addresses of texas, so these feeds are off\. Find the right addresses /,
  );
});

test('a byte order mark before a portal file is skipped', () => {
  const named = read(`\ufeff${JSON.stringify({ tx: [FEED] })}`).map(({ name }) => name);
  expect(named).toEqual(['texas']);
});

test('the download limit is that of ingest', () => {
  expect(LIMITS.bytes).toBe(LARGEST_FILE);
});

describe('a feed', () => {
  const unitsFrom = (more: object, since: string | null = null) => {
    const [feed] = read({ tx: [{ ...FEED, ...more }] });
    if (!feed || feed.protocol === 'file') throw new Error('no dataset');
    return unitsOf(feed, since as Month | null, new Date('2025-06-15T00:00:00Z'));
  };
  const all = { span: 'all' };
  const quarterly = { compare: 'list', write: "'{yy}-{mm}/{q}'" };
  const until = (from: string, to: string) => `allocation_month >= '${from}' AND allocation_month < '${to}'`;

  test.each([
    ['starts at its first month', { first_month: '2024-11' }, null, ['2024-11-01', '2025-01-01']],
    ['starts at a later month', {}, '2024-03', ['2024-03-01', '2025-01-01']],
  ])('%s', (_, more, since, [from = '', to = '']) => {
    expect(unitsFrom(more, since).map(({ name, filter }) => [name, filter])).toEqual([
      ['2024', until(from, to)],
      ['2025', until('2025-01-01', '2026-01-01')],
    ]);
  });

  test.each([
    ['may download all months at once', all, null, ["allocation_month >= '2024-01-01'"]],
    ['may download all months without a filter', { ...all, month_filter: null }, '2025-01', [null]],
    ['has no unit before it begins', all, '2027-01', []],
    ['has no unit for years that have not begun', {}, '2026-01', []],
    [
      'may list the months',
      { month_filter: quarterly },
      '2025-11',
      ["allocation_month in('25-11/4', '25-12/4')"],
    ],
  ])('%s', (_, more, since, expected) => {
    const units = unitsFrom(more, since);
    expect(units.map(({ filter }) => filter)).toEqual(expected);
    for (const { filter, has } of units) expect(has('2020-01' as Month)).toBe(filter === null);
  });

  const faulty = (more: object) => ({ tx: [{ ...FEED, ...more }] });
  const file = (url: string) => ({ tx: [{ name: 'x', protocol: 'file', url }] });
  const noYear = { compare: 'range', write: '{mm}' };
  const faults: [string, object | string, RegExp][] = [
    [
      'an agent that hides the program',
      faulty({ user_agent: 'Mozilla' }),
      /user_agent: must contain \{program/,
    ],
    ['an unknown state', { ny: [FEED] }, /: the key "ny" is not known; check the spelling/],
    ['an unknown key', faulty({ colour: 'red' }), /tx\.0: the key "colour" is not known; check the spelling/],
    ['an unknown protocol', faulty({ protocol: 'ftp' }), /protocol: must be one of socrata, odata, file\. /],
    ['no kind', faulty({ kind: undefined }), /tx\.0\.kind: is missing\. /],
    ['an unknown kind', faulty({ kind: 'tx/a' }), /"tx\/a" is not a report kind\. The kinds are ca\//],
    ['a kind of another state', faulty({ kind: 'ca/monthly-statement' }), /texas: ca\S+ is not a kind of tx/],
    ['two of one name', { tx: [FEED, FEED] }, /two feeds have the name "texas"/],
    ['no address', faulty({ url: 'portal.example' }), /url: must be an address that begins with https/],
    [
      'a password',
      faulty({ url: 'https://a:b@c.example/x' }),
      /url: must not contain a user name or password/,
    ],
    ['an ending', faulty({ url: `${FEED.url}.csv` }), /url: must be the address of the dataset without/],
    ['a query', faulty({ url: `${FEED.url}?a=1` }), /url: must be the address of the dataset without/],
    ['no year', faulty({ month_filter: noYear }), /tx\.0\.month_filter\.write/],
    ['years without a condition', faulty({ month_filter: null }), /texas: span "year" needs a month_filter/],
    ['too large a page', faulty({ page_size: 100_000 }), /page_size: must be at most 50000\. /],
    ['a guess without a note', faulty({ is_guess: true }), /texas: is_guess needs a note/],
    ['a file on another machine', file('file://server/x.csv'), /on another machine/],
    ['a file by another protocol', file('ftp://server/x.csv'), /must be a path, or an address with https/],
    ['a file with a password', file('https://a:b@server/x.csv'), /without user name or password/],
  ];
  test.each(faults)('with %s is refused with one line', (_, content, message) => {
    const refused = () => read(content);
    expect(refused).toThrow(OperatorError);
    expect(refused).toThrow(message);
    expect(refused).toThrow(/^Cannot use the portal file [^\n]*portals\.json: [^\n]*$/);
  });

  test('is described key by key', () => {
    const ofCalifornia = { ...FEED, name: 'a', kind: 'ca/monthly-statement', protocol: 'odata' };
    const keys = describeFeedKeys();
    for (const { state: _, ...feed } of read({
      tx: [FEED],
      ca: [ofCalifornia, { name: 'b', protocol: 'file', url: '.' }],
    })) {
      const described = keys.filter(({ protocols }) => protocols.includes(feed.protocol));
      expect(described.map(({ key }) => key).sort()).toEqual(Object.keys(feed).sort());
      for (const { description } of described) expect(description).toMatch(/^[A-Z`].*\.$/);
    }
    const first = keys.find(({ key }) => key === 'first_month');
    expect([first?.protocols, first?.defaultValue]).toEqual([['socrata', 'odata'], undefined]);
  });
});
