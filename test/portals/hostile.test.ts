import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchOptions } from '../../src/portals/fetch.ts';
import type { FetchLimits } from '../../src/portals/http/limits.ts';
import {
  body,
  drips,
  GOOD,
  openRawServer,
  PLACEHOLDER,
  pours,
  REPORT,
  type Speech,
  says,
} from '../rig/portals/faults.ts';
import { createFetchRig, QUICK, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import type { Fault } from '../rig/portals/portal.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const GZIP = `${OK}content-encoding: gzip\r\n\r\n`;
const EMPTY_MEMBER = gzipSync('');
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
const silence: Speech = () => {};
const standsStill: Speech = (socket) => socket.write(`${OK}content-length: 100\r\n\r\nab`);

const answers = (status: string, text = '', ...headers: string[]) =>
  says([`HTTP/1.1 ${status}`, ...headers, `content-length: ${text.length}`, '', text].join('\r\n'));
const redirects = (to: string) => answers('302 Found', '', `location: ${to}`);
const asksToWait = (status: string, time: string) => answers(status, '', `retry-after: ${time}`);

/** Fetches a file of a server, beside one that is all right. */
async function fetchBeside(
  speech: Speech,
  { times = {}, protocol = 'http', ...more }: Partial<FetchOptions> & Record<string, unknown> = {},
) {
  const [rig, raw] = [createFetchRig(), await openRawServer(speech)];
  const feeds = {
    tx: [
      { name: 'bad', protocol: 'file', url: `${protocol}://${raw.host}/bad.csv` },
      { name: 'good', protocol: 'file', url: `http://${raw.host}/good.csv` },
    ],
  };
  const limits = { ...QUICK, bytes: 1024 * 1024, ...(times as object) };
  const fetch = async () => {
    const { units } = await rig.fetch(feeds, { limits, ...more });
    return units.map(({ status, message }) => [status, message?.replaceAll(raw.host, 'HOST') ?? null]);
  };
  return { rig, raw, fetch };
}

/** Limits for servers that keep the program waiting. The HTTP library rounds its own to half a second. */
const SHORT = { connectMs: 800, headersMs: 800, idleMs: 800, requestMs: 5000, retries: 1 };
const TRIES = 1 + QUICK.retries;
const NOT_READY = 1 + QUICK.notReadyRetries;
const DAMAGED = /^HOST sent a damaged answer \(.+\)\. Try again later$/;
const LENGTH = /^HOST sent an answer that does not have the length that it states\. Try again later$/;
const BROKEN = /^HOST closed the connection\. Try again later$/;
const TOO_LATE = /^HOST did not answer in time\. Try again later$/;
const TOO_SLOW = /^HOST did not send the whole answer within 1\.5 s\. Try again later$/;
const TOO_LARGE = /^The answer is larger than 1 MiB\. Set span or first_month of the feed/;
const STOPPED = /^HOST stopped in the middle of its answer\. Try again later$/;
const INSECURE = /^Cannot make a secure connection to HOST \(E[A-Z_]+\)\. Try again later$/;
const NOT_SECURE_IN_TIME = /^HOST did not (accept the connection|answer) in time\. Try again later$/;
const UNKNOWN = /^HOST answered 30[14]|20[46]\. The program does not understand this status/;

/** A server, the message if it always answers so, and how often it is asked then. */
const SERVERS: [string, Speech, RegExp, number, string?][] = [
  ['no HTTP at all', says('SSH-2.0-OpenSSH_9.6\r\n'), DAMAGED, TRIES],
  ['a status that is no number', says('HTTP/1.1 abc OK\r\n\r\n'), DAMAGED, TRIES],
  ['a head of a megabyte', says(`${OK}a: ${'x'.repeat(1024 * 1024)}\r\n\r\n`), DAMAGED, TRIES],
  ['a length that is no number', says(`${OK}content-length: ten\r\n\r\n`), DAMAGED, TRIES],
  ['two lengths', says(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), LENGTH, TRIES],
  ['a chunk without a size', says(`${CHUNKED}zz\r\nab\r\n0\r\n\r\n`), DAMAGED, TRIES],
  ['chunks that break off', says(`${CHUNKED}5\r\nab`), BROKEN, TRIES],
  ['a body that breaks off', says(GOOD.slice(0, -5)), BROKEN, TRIES],
  ['an end before the head', says('HTTP/1.1 200'), BROKEN, TRIES],
  ['an end before everything', (socket) => socket.destroy(), BROKEN, TRIES],
  ['another protocol', says('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), BROKEN, TRIES],
  ['100 that is never followed', drips('HTTP/1.1 100 Continue\r\n\r\n', ''), BROKEN, TRIES],
  ['silence', silence, TOO_LATE, 2],
  ['a status line without end', pours('HTTP/1.1 200 ', 'OK'), TOO_LATE, 2],
  ['103 without end', pours('', EARLY_HINT), TOO_SLOW, 2],
  ['a body that stands still', standsStill, STOPPED, 2],
  ['chunks of one byte that drip', drips(CHUNKED, '1\r\nx\r\n'), TOO_SLOW, 2],
  ['a chunk extension without end', pours(`${CHUNKED}1;x=`, 'y'), STOPPED, 2],
  ['a body without end', pours(`${OK}\r\n`, 'x'), TOO_LARGE, 1],
  ['a bomb', says(GZIP, BOMB), TOO_LARGE, 1],
  ['gzip that is none', says(`${GZIP}hello`), DAMAGED, TRIES],
  ['gzip without its end', says(GZIP, gzipSync(REPORT).subarray(0, -10)), DAMAGED, TRIES],
  ['gzip of empty members without end', pours(GZIP, EMPTY_MEMBER), TOO_LARGE, 1],
  ['gzip of empty members that drip', drips(GZIP, EMPTY_MEMBER), TOO_SLOW, 2],
  [
    'another encoding',
    says(`${OK}content-encoding: br\r\n\r\nx`),
    /has the encoding br, which the program /,
    1,
  ],
  ['TLS answered by plain text', says('HTTP/1.1 400 Bad Request\r\n\r\n'), INSECURE, TRIES, 'https'],
  ['TLS that is never answered', silence, NOT_SECURE_IN_TIME, 2, 'https'],
  ['a web page', answers('200 OK', '<html><title> Sign\n in </'), /^Not ready: .* \("Sign in"\)/, NOT_READY],
  ['a status message', answers('200 OK', PLACEHOLDER), /^Not ready: .* data: "Up to date /, NOT_READY],
  ['an empty file', answers('200 OK'), /^Not ready: the file is empty\./, NOT_READY],
  ['202', answers('202 Accepted'), /^Not ready: .* It still prepares the data\./, NOT_READY],
  ['204', answers('204 No Content'), UNKNOWN, 1],
  ['304 that nobody asked for', answers('304 Not Modified'), UNKNOWN, 1],
  ['403', answers('403 No', '{"message":"no"}'), /^HOST answered 403 \("no"\)\. Check the token/, 1],
  ['404', answers('404 Not Found'), /^HOST answered 404\. Look up the address/, 1],
  ['404 without end', pours('HTTP/1.1 404 Not Found\r\n\r\n', 'x'), /^HOST answered 404\. /, 1],
  ['429', asksToWait('429 Wait', '1'), /answered 429 and asks to wait 1 s\. Try /, TRIES],
  ['429 for too long', asksToWait('429 Wait', '86400'), / longer than the program waits\./, 1],
  ['500', answers('500 Oops', '{"message":"a \\u0007"}'), /answered 500 \("a .*"\)\. Try /, TRIES],
  ['503 with a date', asksToWait('503 X', 'Sun, 15 Jun 2025 00:00:01 GMT'), /to wait 1 s\. Try/, TRIES],
  ['503, encoded', answers('503 X', 'x', 'content-encoding: br'), /answered 503\. Try /, TRIES],
  ['a redirect to another host', redirects('http://a.example/'), /to another host, a\.example\. If/, 1],
  ['a redirect to a file', redirects('file:///etc/passwd'), /in a loop, or not to a web address/, 1],
  ['a redirect to nowhere', answers('301 Moved'), UNKNOWN, 1],
];

describe('a server that breaks the rules fails only its own feed, in time', () => {
  test.each(SERVERS)('%s', async (_, speech, message, asked, protocol = 'http') => {
    // what is too large comes before what is too slow, on a busy machine too
    const isSlow = [TOO_LATE, TOO_SLOW, STOPPED, NOT_SECURE_IN_TIME].includes(message);
    const times = isSlow ? { ...SHORT, ...(message === TOO_SLOW ? { requestMs: 1500 } : {}) } : {};
    const { rig, raw, fetch } = await fetchBeside(speech, { times, protocol });
    expect(await fetch()).toEqual([
      ['failed', expect.stringMatching(message)],
      ['new', null],
    ]);
    expect(Object.values(rig.files())).toEqual([REPORT]);
    expect(rig.hidden()).toHaveLength(2);
    expect(raw.asked).toBe(asked);
    if (asked === 1 || isSlow || protocol === 'https') return;
    // a fault that passes is not seen
    raw.speak = (socket) => {
      raw.speak = says(GOOD.replace('2000001', '2000002'));
      speech(socket);
    };
    expect(await fetch()).toEqual([
      ['new', null],
      ['unchanged', null],
    ]);
  });

  test.each(['http', 'https'])('a proxy that refuses the password, for %s', async (protocol) => {
    const proxy = await openRawServer(says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const proxies = { http: '', https: '', none: '', [protocol]: `http://user:S3cret@${proxy.host}` };
    const [bad] = await (await fetchBeside(silence, { protocol, proxies })).fetch();
    expect(bad?.[1]).toMatch(/^The proxy refuses the user name or password\. Correct them in /);
  });
});

describe('a portal that sends something else than was asked for fails only that unit', () => {
  const objects = `[{"allocation_month":"2024-01"}${',{}'.repeat(1001)}]`;
  const many =
    /^The answer has more than 1,000 values\. Lower page_size of the feed, or set span or first_month to /;
  const dripped: Fault = (response) => {
    setTimeout(() => response.end(`[{"allocation_month":"2024-01"}${',{}'.repeat(9)}]`), 100);
  };
  const firstLines: Fault = (response, answer, request) =>
    body(`${answer.body.toString().split('\n').slice(0, 5).join('\n')}\n`)(response, answer, request);
  const withoutEnd: Fault = (response, answer, request) =>
    body(answer.body.subarray(0, -3))(response, answer, request);
  const exchanged: Fault = (response, answer, request) => {
    const text = answer.body.toString();
    const other = text.replace('"prior_coll","current_coll"', '"current_coll","prior_coll"');
    body(`${request.url}`.includes('offset=0') ? text : other)(response, answer, request);
  };
  const json = { format: 'json', page_size: 10 };
  const cases: [string, Fault, RegExp, number, object?, Partial<FetchLimits>?][] = [
    ['the first lines', firstLines, /^The portal sent 4 of 36 rows\./, TRIES],
    ['a last line without its end', withoutEnd, /its last line has no end\. Try/, TRIES],
    ['a row without its end', body('a,allocation_month\n1\n'), /The answer is incomplete: a row /, TRIES],
    ['JSON', body('[{"allocation_month":"2024-01"}]'), /The portal sent JSON instead of CSV/, 1],
    ['another header', body('id,month\n1,2\n'), /no column allocation_month\. It begins with "id,/, 1],
    [
      'a header that changes between pages',
      exchanged,
      /^The header changed between two/,
      0,
      { page_size: 10 },
    ],
    ['bytes that are no text', body(Buffer.from([0x61, 0xff])), /not UTF-8 text/, 1],
    ['a JSON of empty objects', body(objects), many, 1, json, { values: 1000 }],
    ['a CSV of line ends', body(`allocation_month\n${'\n'.repeat(1001)}`), many, 1, {}, { values: 1000 }],
    [
      'pages without end',
      body('[{"allocation_month":"2024-01"},{}]'),
      /^The unit has more than 8 MiB, 20 rows or 50 pages\. Set span or first_month /,
      11,
      { format: 'json', page_size: 2 },
      { rows: 20 },
    ],
    // the good year has nine rows, one page
    [
      'slow pages without end',
      dripped,
      /^The download took longer than 0\.04 minutes\. Try /,
      0,
      json,
      { unitMs: 2400 },
    ],
  ];
  test.each(cases)('%s', async (_, fault, message, asked, more = {}, limits = {}) => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const of2024 = ({ query }: { query: URLSearchParams }) =>
      `${query.get('$where')}`.includes(">= '2024") && !query.has('$select');
    portal.inject(fault, 100, of2024);
    const options = { limits: { ...QUICK, ...limits } };
    const { units } = await rig.fetch(texasFeeds(portal.origin, more), options);
    expect(units.map(({ status, message: said }) => [status, said])).toEqual([
      ['failed', expect.stringMatching(message)],
      ['new', null],
    ]);
    expect(Object.keys(rig.files())).toHaveLength(1);
    if (asked > 0) expect(portal.requests.filter(of2024)).toHaveLength(asked);
  });
});

describe('after failures one after another, the rest of a portal that is down is skipped', () => {
  const down = 2;
  const cases: [string, Speech, number, pointsToNote: boolean][] = [
    ['answers that drip', drips(CHUNKED, '1\r\nx\r\n'), down, false],
    ['503', answers('503 X'), down, false],
    ['a body that breaks off', says(`${CHUNKED}5\r\nab`), 4, false],
    ['a wrong encoding', says(`${OK}content-encoding: br\r\n\r\nx`), 4, true],
    ['404', answers('404 Not Found'), 4, true],
    ['other columns', answers('200 OK', 'a,b\n1,2\n'), 4, true],
  ];
  test.each(cases)('%s', async (_, speech, asked, pointsToNote) => {
    const [rig, raw] = [createFetchRig(), await openRawServer(speech)];
    const limits = { ...QUICK, requestsPerHost: 1, requestMs: 1000, retries: 0, failuresOfHost: down };
    const feeds = texasFeeds(`http://${raw.host}`, { first_month: '2022-01', note: 'look there' });
    const { units } = await rig.fetch(feeds, { limits });
    const skipped = 'Skipped, because 2 downloads from this portal failed one after another. Try again later';
    expect(units.filter(({ message }) => message === skipped)).toHaveLength(4 - asked);
    expect(units.filter(({ portal_down }) => portal_down)).toHaveLength(asked === down ? 4 : 0);
    const note = '. See the note of this feed in the portal file';
    expect(units.map(({ message }) => message?.endsWith(note))).toEqual(Array(4).fill(pointsToNote));
    expect(raw.asked).toBe(asked);
  });
});
