import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchOptions } from '../../src/sources/fetch.ts';
import { createFetchBench, QUICK } from './fetch-bench.ts';
import { openPortal } from './portal.ts';
import { drips, openRawServer, pours, type Speech, says } from './raw-server.ts';

const REPORT = 'Authority Code,Authority Name\n2000001,EXAMPLE CITY\n';
const OK = 'HTTP/1.1 200 OK\r\n';
const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const GZIP = `${OK}content-encoding: gzip\r\n\r\n`;
const EMPTY_MEMBER = gzipSync('');

/** Fetches a file of a server that says this, beside one of a server where all is well. */
async function fetchBeside(speech: Speech, protocol = 'http', more: Partial<FetchOptions> = {}) {
  const [bench, portal, raw] = [createFetchBench(), await openPortal(), await openRawServer(speech)];
  portal.files.set('good.csv', { body: Buffer.from(REPORT), type: 'text/csv', etag: null });
  const sources = {
    tx: [
      { name: 'bad', protocol: 'file', url: `${protocol}://${raw.host}/bad.csv` },
      { name: 'good', protocol: 'file', url: `${portal.origin}/files/good.csv` },
    ],
  };
  const times = { connectMs: 300, headersMs: 400, idleMs: 5000, requestMs: 1500 };
  const limits = { ...QUICK, ...times, receivedBytes: 1024 * 1024 };
  const summary = await bench.fetch(sources, { limits, ...more });
  const [bad, good] = summary.units;
  return { summary, bad, good, raw, files: Object.values(bench.files()) };
}

describe('a server that breaks the protocol fails its own source, after all attempts, and no other', () => {
  const malformed = /^the answer of 127\.0\.0\.1:\d+ is not valid HTTP \(.+\); try later$/;
  const notAsLong = /^the answer of 127\.0\.0\.1:\d+ is not as long as it says; try later$/;
  const tooLong = /^no answer of 127\.0\.0\.1:\d+ within 0\.4 s; try later$/;
  const tooSlow = /^the whole answer of 127\.0\.0\.1:\d+ was not there within 1\.5 s; try later$/;
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
      tooMuch,
    ],
    ['chunks of one byte that drip', drips(CHUNKED, '1\r\nx\r\n'), tooSlow],
    ['a failure without end', pours('HTTP/1.1 404 Not Found\r\n\r\n', 'x'), tooMuch],
  ];
  test.each(cases)('%s', async (_, speech, message) => {
    const { summary, bad, good, raw, files } = await fetchBeside(speech);
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    expect(raw.asked).toBe(message === tooMuch ? 1 : 1 + QUICK.retries);
  });
});

describe('what breaks before the answer fails its own source, and no other', () => {
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
    const { summary, bad, good, raw, files } = await fetchBeside(speech, 'https');
    expect(bad).toMatchObject({ status: 'failed', file: null, message: expect.stringMatching(message) });
    expect([summary.outcome, good?.status, files]).toEqual(['partial', 'new', [REPORT]]);
    expect(raw.asked).toBe(1 + QUICK.retries);
  });

  test.each(['http', 'https'])('a proxy that wants a password, for %s', async (protocol) => {
    const proxy = await openRawServer(says('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const address = `http://user:S3cret@${proxy.host}`;
    const proxies = { http: '', https: '', none: '', [protocol]: address };
    const nowhere = says('');
    const { bad } = await fetchBeside(nowhere, protocol, { proxies });
    expect(bad?.message).toMatch(/^the proxy wants another user name or password; correct them in /);
  });
});
