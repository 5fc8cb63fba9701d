import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchOptions } from '../../src/portals/fetch.ts';
import type { FetchLimits } from '../../src/portals/http/limits.ts';
import { createFetchBench, QUICK, texasFeeds } from '../rig/fetch-rig.ts';
import { dataset, type Fault, openPortal } from '../rig/portal.ts';
import { texasDataset } from '../rig/portal-texas.ts';
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
  const [bench, portal, raw] = [createFetchBench(), await openPortal(), await openRawServer(speech)];
  portal.files.set('good.csv', { body: Buffer.from(REPORT), type: 'text/csv', etag: null });
  const feeds = {
    tx: [
      { name: 'bad', protocol: 'file', url: `${protocol}://${raw.host}/bad.csv` },
      { name: 'good', protocol: 'file', url: `${portal.origin}/files/good.csv` },
    ],
  };
  const limits = { ...QUICK, ...times, receivedBytes: 1024 * 1024 };
  const summary = await bench.fetch(feeds, { limits, ...more });
  const [bad, good] = summary.units;
  return { summary, bad, good, raw, files: Object.values(bench.files()) };
}

describe('a server that breaks the protocol fails its own feed, after all attempts, and no other', () => {
  const malformed = /^the answer of 127\.0\.0\.1:\d+ is not valid HTTP \(.+\); try later$/;
  const notAsLong = /^the answer of 127\.0\.0\.1:\d+ is not as long as it says; try later$/;
  const tooLong = /^no answer of 127\.0\.0\.1:\d+ within 0\.4 s; try later$/;
  const tooSlow = /^the whole answer of 127\.0\.0\.1:\d+ was not there within 1\.5 s; try later$/;
  const tooMuchOrCut = /sent more than 1 MiB for one request; |failed \(ABORT_ERR: /;
  const tooMuch = /^127\.0\.0\.1:\d+ sent more than 1 MiB for one request; /;
  const largeHead = /^the head of the answer of 127\.0\.0\.1:\d+ is too large; try later$/;
  const broken = /^127\.0\.0\.1:\d+ broke the connection off; try later$/;
  const cases: [string, Speech, RegExp][] = [
    ['no HTTP at all', says('SSH-2.0-OpenSSH_9.6\r\n'), malformed],
    ['a status that is no number', says('HTTP/1.1 abc OK\r\n\r\n'), malformed],
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
    ['a head of a megabyte', says(`${OK}a: ${'x'.repeat(1024 * 1024)}\r\n\r\n`), largeHead],
    ['an end before the head', says('HTTP/1.1 200'), broken],
    [
      'a compressed body that is none',
      says(`${GZIP}hello`),
      /^the compressed answer of 127\.0\.0\.1:\d+ is damaged; try later$/,
    ],
    ['a status line without end', pours('HTTP/1.1 200 ', 'OK'), tooMuch],
    ['a status line that drips', drips('HTTP/1.1 200 ', 'O'), tooLong],
    ['103 without end', pours('', EARLY_HINT), tooMuch],
    ['103 that drip', drips('', EARLY_HINT), tooLong],
    ['a chunk extension without end', pours(`${CHUNKED}1;x=`, 'y'), tooMuch],
    ['trailers without end', pours(`${CHUNKED}0\r\n`, 'a: b\r\n'), largeHead],
    ['gzip of empty members without end', pours(GZIP, EMPTY_MEMBER), tooMuch],
    ['gzip of empty members that drip', drips(GZIP, EMPTY_MEMBER), tooSlow],
    [
      'gzip with zeros without end behind it',
      pours(Buffer.concat([Buffer.from(GZIP), EMPTY_MEMBER]), '\0'),
      // zlib of Node 22 and 26 ends at the zeros, and the rest of the answer is cut off
      tooMuchOrCut,
    ],
    ['chunks of one byte that drip', drips(CHUNKED, '1\r\nx\r\n'), tooSlow],
    ['a failure without end', pours('HTTP/1.1 404 Not Found\r\n\r\n', 'x'), tooMuch],
  ];
  test.each(cases)('%s', async (_, speech, message) => {
    // what is too much comes before what is too slow, on a busy machine too
    const times = message === tooLong || message === tooSlow ? SHORT : {};
    const { summary, bad, good, raw, files } = await fetchBeside(speech, times);
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    const attempts = new Map([
      [tooMuch, 1],
      [tooMuchOrCut, /ABORT_ERR/.test(`${bad?.message}`) ? 1 + QUICK.retries : 1],
      [tooSlow, 2],
      [tooLong, 2],
    ]);
    expect(raw.asked).toBe(attempts.get(message) ?? 1 + QUICK.retries);
  });
});

describe('what breaks before the answer fails its own feed, and no other', () => {
  const cases: [string, Speech, RegExp][] = [
    [
      'plain text in place of TLS',
      says('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /^no secure connection to 127\.0\.0\.1:\d+ is possible \(E[A-Z_]+\); try later$/,
    ],
    [
      'a handshake that is never answered',
      () => {},
      /^no (connection to|answer of) 127\.0\.0\.1:\d+ within 0\.[34] s; try later$/,
    ],
    [
      'a handshake that is answered by noise',
      pours('', '\x16\x03\x03\x00\x01\x02'),
      /^no secure connection to 127\.0\.0\.1:\d+ is possible \(E[A-Z_]+\); try later$/,
    ],
  ];
  test.each(cases)('%s', async (_, speech, message) => {
    const { summary, bad, good, raw, files } = await fetchBeside(speech, SHORT, 'https');
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    expect(raw.asked).toBe(1 + QUICK.retries);
  });

  test.each(['http', 'https'])('a proxy that wants a password, for %s', async (protocol) => {
    const proxy = await openRawServer(says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const address = `http://user:S3cret@${proxy.host}`;
    const proxies = { http: '', https: '', none: '', [protocol]: address };
    const nowhere = says('');
    const { bad } = await fetchBeside(nowhere, {}, protocol, { proxies });
    expect(bad?.message).toMatch(/^the proxy wants another user name or password; correct them in /);
  });
});

describe('a portal without measure fails the dataset it lets down', () => {
  /** Fetches 2024 and 2025 of a portal that answers the one with this, and the other well. */
  async function fetchYears(fault: Fault, more: object, limits: Partial<FetchLimits>) {
    const [bench, portal] = [createFetchBench(), await openPortal()];
    portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
    portal.inject(fault, 100, ({ query }) => `${query.get('$where')}`.includes(">= '2024"));
    return await bench.fetch(texasFeeds(portal.origin, more), { limits: { ...QUICK, ...limits } });
  }

  const objects = `[{"allocation_month":"2024-01"}${',{}'.repeat(1001)}]`;
  const lines = `allocation_month\n${'\n'.repeat(1001)}`;
  const many = 'the answer has more than 1,000 values; ask for less at a time (page_size, span, first_month)';
  const cases: [string, object, Fault, Partial<FetchLimits>, string][] = [
    ['a JSON of empty objects', { format: 'json' }, body(objects), { values: 1000 }, many],
    ['a CSV of line ends', {}, body(lines), { values: 1000 }, many],
    [
      'pages without end',
      { format: 'json', page_size: 2 },
      body('[{"allocation_month":"2024-01"},{}]'),
      { rows: 20 },
      'the pages together have more than 8 MiB or 20 rows, or are more than 50; ask for less at a time (span, first_month)',
    ],
    [
      'pages that take too long together',
      // the good year has nine rows, one page
      { format: 'json', page_size: 10 },
      (response) => {
        setTimeout(() => response.end(`[{"allocation_month":"2024-01"}${',{}'.repeat(9)}]`), 100);
      },
      { unitMs: 600 },
      'the download took longer than 0.01 minutes; try later, or ask for less at a time (span, first_month)',
    ],
  ];
  test.each(cases)('%s', async (_, more, fault, limits, message) => {
    const { units } = await fetchYears(fault, more, limits);
    expect(units.map(({ status, message: said }) => [status, said])).toEqual([
      ['failed', message],
      ['new', null],
    ]);
  });

  test('answers that never end under a good status count as a portal that is down', async () => {
    const [bench, raw] = [createFetchBench(), await openRawServer(drips(CHUNKED, '1\r\nx\r\n'))];
    const limits = { ...QUICK, requestsPerHost: 1, requestMs: 200, retries: 0, failuresOfHost: 2 };
    const feeds = texasFeeds(`http://${raw.host}`, { first_month: '2022-01' });
    const { units } = await bench.fetch(feeds, { limits });
    const slow = `the whole answer of ${raw.host} was not there within 0.2 s; try later`;
    const left = 'not asked for, because 2 others before it failed; try later';
    expect(units.map(({ message }) => message)).toEqual([slow, slow, left, left]);
    expect(raw.asked).toBe(2);
  });

  test('a link to the next page that is as long as a book', async () => {
    const [bench, portal] = [createFetchBench(), await openPortal()];
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
    const { units } = await bench.fetch({ ca: [feed] });
    expect(units[0]?.message).toMatch(
      /^the next page is given as "\?\$skip=1&x=x+…", which is not a usable address$/,
    );
  });
});
