import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchOptions } from '../../src/portals/fetch.ts';
import type { FetchLimits } from '../../src/portals/http/limits.ts';
import { createFetchRig, QUICK, texasFeeds } from '../rig/portals/fetch-rig.ts';
import { dataset, type Fault, openPortal } from '../rig/portals/portal.ts';
import { texasDataset } from '../rig/portals/portal-texas.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { body } from './faults.ts';
import { drips, openRawServer, pours, type Speech, says } from './raw-server.ts';

const REPORT = 'Authority Code,Authority Name\n2000001,EXAMPLE CITY\n';
const OK = 'HTTP/1.1 200 OK\r\n';
const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const GZIP = `${OK}content-encoding: gzip\r\n\r\n`;
const EMPTY_MEMBER = gzipSync('');

const SHORT = { connectMs: 300, headersMs: 400, idleMs: 5000, requestMs: 1500 };

/** Fetches a file of a server that says this, beside one of a server where all is well. */
async function fetchBeside(
  speech: Speech,
  times: Partial<FetchLimits>,
  protocol = 'http',
  more: Partial<FetchOptions> = {},
) {
  const [rig, portal, raw] = [createFetchRig(), await openPortal(), await openRawServer(speech)];
  portal.files.set('good.csv', { body: Buffer.from(REPORT), type: 'text/csv', etag: null });
  const feeds = {
    tx: [
      { name: 'bad', protocol: 'file', url: `${protocol}://${raw.host}/bad.csv` },
      { name: 'good', protocol: 'file', url: `${portal.origin}/files/good.csv` },
    ],
  };
  const limits = { ...QUICK, ...times, receivedBytes: 1024 * 1024 };
  const summary = await rig.fetch(feeds, { limits, ...more });
  const [bad, good] = summary.units;
  return { summary, bad, good, raw, files: Object.values(rig.files()) };
}

describe('a server that breaks the protocol fails only its own feed, after all attempts', () => {
  const malformed = /^The answer from 127\.0\.0\.1:\d+ is damaged \(.+\)\. Try again later$/;
  const notAsLong =
    /^The answer from 127\.0\.0\.1:\d+ does not have the length that it states\. Try again later$/;
  const tooLong = /^127\.0\.0\.1:\d+ did not answer within 0\.4 s\. Try again later$/;
  const tooSlow = /^127\.0\.0\.1:\d+ did not send the whole answer within 1\.5 s\. Try again later$/;
  const tooMuchOrCut = /sent more than 1 MiB for one request\. |is damaged \(ABORT_ERR: /;
  const tooMuch = /^127\.0\.0\.1:\d+ sent more than 1 MiB for one request\. /;
  const notFound = /^127\.0\.0\.1:\d+ answered 404\. /;
  const broken = /^127\.0\.0\.1:\d+ closed the connection\. Try again later$/;
  const cases: [string, Speech, RegExp][] = [
    ['no HTTP at all', says('SSH-2.0-OpenSSH_9.6\r\n'), malformed],
    ['a status that is no number', says('HTTP/1.1 abc OK\r\n\r\n'), malformed],
    ['status 000', says('HTTP/1.1 000 OK\r\n\r\n'), malformed],
    ['a version there is not', says('HTTP/9.9 200 OK\r\n\r\n'), malformed],
    ['NUL in a header', says(`${OK}a: b\0c\r\n\r\n`), malformed],
    ['a header without a colon', says(`${OK}no colon here\r\n\r\n`), malformed],
    ['a length that is no number', says(`${OK}content-length: ten\r\n\r\n`), malformed],
    ['two lengths', says(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), notAsLong],
    [
      'length and chunks',
      says(`${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      notAsLong,
    ],
    ['a chunk without a size', says(`${CHUNKED}zz\r\nab\r\n0\r\n\r\n`), malformed],
    ['a chunk that is too long for a number', says(`${CHUNKED}${'f'.repeat(40)}\r\n`), malformed],
    ['chunks that break off', says(`${CHUNKED}5\r\nab`), broken],
    [
      'another protocol',
      says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      broken,
    ],
    ['100 that is never followed', drips('HTTP/1.1 100 Continue\r\n\r\n', ''), broken],
    ['a head of a megabyte', says(`${OK}a: ${'x'.repeat(1024 * 1024)}\r\n\r\n`), malformed],
    ['an end before the head', says('HTTP/1.1 200'), broken],
    ['a compressed body that is none', says(`${GZIP}hello`), malformed],
    ['a status line without end', pours('HTTP/1.1 200 ', 'OK'), tooMuch],
    ['a status line that drips', drips('HTTP/1.1 200 ', 'O'), tooLong],
    ['103 without end', pours('', EARLY_HINT), tooMuch],
    ['103 that drip', drips('', EARLY_HINT), tooLong],
    ['a chunk extension without end', pours(`${CHUNKED}1;x=`, 'y'), tooMuch],
    ['trailers without end', pours(`${CHUNKED}0\r\n`, 'a: b\r\n'), malformed],
    ['gzip of empty members without end', pours(GZIP, EMPTY_MEMBER), tooMuch],
    ['gzip of empty members that drip', drips(GZIP, EMPTY_MEMBER), tooSlow],
    [
      'gzip with zeros without end behind it',
      pours(Buffer.concat([Buffer.from(GZIP), EMPTY_MEMBER]), '\0'),
      // zlib of Node 22 and 26 ends at the zeros, and the rest of the answer is cut off
      tooMuchOrCut,
    ],
    ['chunks of one byte that drip', drips(CHUNKED, '1\r\nx\r\n'), tooSlow],
    ['a failure without end', pours('HTTP/1.1 404 Not Found\r\n\r\n', 'x'), notFound],
  ];
  test.each(cases)('%s', async (_, speech, message) => {
    // what is too much comes before what is too slow, on a busy machine too
    const times = message === tooLong || message === tooSlow ? SHORT : {};
    const { summary, bad, good, raw, files } = await fetchBeside(speech, times);
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    const attempts = new Map([
      [tooMuch, 1],
      [notFound, 1],
      [tooMuchOrCut, /ABORT_ERR/.test(`${bad?.message}`) ? 1 + QUICK.retries : 1],
      [tooSlow, 2],
      [tooLong, 2],
    ]);
    expect(raw.asked).toBe(attempts.get(message) ?? 1 + QUICK.retries);
  });
});

describe('a connection that breaks before the answer fails only its own feed', () => {
  const cases: [string, Speech, RegExp][] = [
    [
      'plain text in place of TLS',
      says('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /^Cannot make a secure connection to 127\.0\.0\.1:\d+ \(E[A-Z_]+\)\. Try again later$/,
    ],
    [
      'a handshake that is never answered',
      () => {},
      /^(Cannot connect to 127\.0\.0\.1:\d+|127\.0\.0\.1:\d+ did not answer) within 0\.[34] s\. Try again later$/,
    ],
    [
      'a handshake that is answered by noise',
      pours('', '\x16\x03\x03\x00\x01\x02'),
      /^Cannot make a secure connection to 127\.0\.0\.1:\d+ \(E[A-Z_]+\)\. Try again later$/,
    ],
  ];
  test.each(cases)('%s', async (_, speech, message) => {
    const { summary, bad, good, raw, files } = await fetchBeside(speech, SHORT, 'https');
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    expect(raw.asked).toBe(1 + QUICK.retries);
  });

  test.each(['http', 'https'])('a proxy that refuses the password, for %s', async (protocol) => {
    const proxy = await openRawServer(says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const address = `http://user:S3cret@${proxy.host}`;
    const proxies = { http: '', https: '', none: '', [protocol]: address };
    const nowhere = says('');
    const { bad } = await fetchBeside(nowhere, {}, protocol, { proxies });
    expect(bad?.message).toMatch(/^The proxy refuses the user name or password\. Correct them in /);
  });
});

describe('a portal that sends too much fails only that unit', () => {
  /** Fetches 2024 and 2025 of a portal that answers the one with this, and the other well. */
  async function fetchYears(fault: Fault, more: object, limits: Partial<FetchLimits>) {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
    portal.inject(fault, 100, ({ query }) => `${query.get('$where')}`.includes(">= '2024"));
    return await rig.fetch(texasFeeds(portal.origin, more), { limits: { ...QUICK, ...limits } });
  }

  const objects = `[{"allocation_month":"2024-01"}${',{}'.repeat(1001)}]`;
  const lines = `allocation_month\n${'\n'.repeat(1001)}`;
  const many =
    'The answer has more than 1,000 values. Lower page_size of the feed, or set span or first_month to download less at a time';
  const cases: [string, object, Fault, Partial<FetchLimits>, string][] = [
    ['a JSON of empty objects', { format: 'json' }, body(objects), { values: 1000 }, many],
    ['a CSV of line ends', {}, body(lines), { values: 1000 }, many],
    [
      'pages without end',
      { format: 'json', page_size: 2 },
      body('[{"allocation_month":"2024-01"},{}]'),
      { rows: 20 },
      'The unit has more than 8 MiB, 20 rows or 50 pages. Set span or first_month of the feed to download less at a time',
    ],
    [
      'pages that take too long together',
      // the good year has nine rows, one page
      { format: 'json', page_size: 10 },
      (response) => {
        setTimeout(() => response.end(`[{"allocation_month":"2024-01"}${',{}'.repeat(9)}]`), 100);
      },
      { unitMs: 600 },
      'The download took longer than 0.01 minutes. Try again later. Set span or first_month of the feed to download less at a time',
    ],
  ];
  test.each(cases)('%s', async (_, more, fault, limits, message) => {
    const { units } = await fetchYears(fault, more, limits);
    expect(units.map(({ status, message: said }) => [status, said])).toEqual([
      ['failed', message],
      ['new', null],
    ]);
  });

  test('endless answers with status 200 count as a portal that is down', async () => {
    const [rig, raw] = [createFetchRig(), await openRawServer(drips(CHUNKED, '1\r\nx\r\n'))];
    const limits = { ...QUICK, requestsPerHost: 1, requestMs: 200, retries: 0, failuresOfHost: 2 };
    const feeds = texasFeeds(`http://${raw.host}`, { first_month: '2022-01' });
    const { units } = await rig.fetch(feeds, { limits });
    const slow = `${raw.host} did not send the whole answer within 0.2 s. Try again later`;
    const left = 'Skipped, because 2 downloads from this portal failed one after another. Try again later';
    expect(units.map(({ message }) => message)).toEqual([slow, slow, left, left]);
    expect(raw.asked).toBe(2);
  });

  test.each([
    ['a body that breaks off', says(`${CHUNKED}5\r\nab`)],
    ['a wrong encoding', says(`${OK}content-encoding: br\r\n\r\nx`)],
    ['404', says('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')],
  ])('%s does not count as a portal that is down', async (_, speech) => {
    const [rig, raw] = [createFetchRig(), await openRawServer(speech)];
    const limits = { ...QUICK, requestsPerHost: 1, retries: 0, failuresOfHost: 2 };
    const feeds = texasFeeds(`http://${raw.host}`, { first_month: '2022-01' });
    const { units } = await rig.fetch(feeds, { limits });
    expect(units.map(({ status, portal_down }) => [status, portal_down])).toEqual(
      Array(4).fill(['failed', false]),
    );
    expect(raw.asked).toBe(4);
  });

  test.each([
    ['no answer', says('')],
    ['a malformed answer', says(`${OK}content-length: ten\r\n\r\n`)],
    ['503', says('HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\n\r\n')],
    ['429', says('HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n')],
  ])('%s counts as a portal that is down', async (_, speech) => {
    const [rig, raw] = [createFetchRig(), await openRawServer(speech)];
    const limits = { ...QUICK, requestsPerHost: 1, retries: 0, failuresOfHost: 2 };
    const feeds = texasFeeds(`http://${raw.host}`, { first_month: '2022-01' });
    const { units } = await rig.fetch(feeds, { limits });
    expect(units.map(({ portal_down }) => portal_down)).toEqual(Array(4).fill(true));
    expect(raw.asked).toBe(2);
  });

  test('a very long link to the next page', async () => {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    const link = `?$skip=1&x=${'x'.repeat(8000)}`;
    const page = { value: [{ CalendarMonth: '2024-01' }], '@odata.nextLink': link };
    portal.datasets.set('statement', dataset(['CalendarMonth'], []));
    portal.inject(body(JSON.stringify(page)), 100);
    const feed = {
      name: 'ca-statement',
      kind: 'ca/monthly-statement',
      protocol: 'odata',
      url: `${portal.origin}/odata/statement`,
      month_field: 'CalendarMonth',
      span: 'all',
      first_month: '2024-01',
    };
    const { units } = await rig.fetch({ ca: [feed] });
    expect(units[0]?.message).toMatch(
      /^The portal gives "\?\$skip=1&x=x+…" as the address of the next page, which is not valid\./,
    );
  });
});
