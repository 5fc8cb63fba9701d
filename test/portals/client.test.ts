import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { FetchOptions } from '../../src/portals/fetch.ts';
import { createFetchRig, QUICK, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import { body, type Fault, type Portal, type PortalRequest, status } from '../rig/portals/portal.ts';

/** Requests for the pages of 2024. */
const of2024 = ({ path, query }: PortalRequest) =>
  path.endsWith('.csv') && `${query.get('$where')}`.includes(">= '2024");

/** Says so much and ends the connection. */
function says(text: string): Fault {
  return ({ socket }) => socket?.end(text);
}

/** Fetches 2024, whose pages go wrong, and 2025. Returns the year that went wrong, and the status of the other. */
async function fetch2024(fault: Fault, options: Partial<FetchOptions> = {}, times = 99) {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  portal.inject(fault, times, of2024);
  const { units } = await rig.fetch(texasFeeds(portal.origin), options);
  const [unit = expect.fail(), other = expect.fail()] = units;
  const asked = portal.requests.filter(of2024).length;
  return {
    ...unit,
    message: `${unit.message?.replaceAll(portal.host, 'HOST')}`,
    other: other.status,
    asked,
    rig,
  };
}

test('a request is repeated after 500, and after 429 when the portal says', async () => {
  const started = performance.now();
  const answers = [status(500), status(429, { 'retry-after': '1' })];
  const found = await fetch2024((...call) => answers.shift()?.(...call), {}, 2);
  expect(found).toMatchObject({ status: 'new', rows: 36, other: 'new', asked: 3 });
  expect(performance.now() - started).toBeGreaterThan(990);
});

const TRIES = 1 + QUICK.retries;
const WEB_PAGE = '<!doctype html><title>Sign in';
const CUT = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n"authority_id"\n';
const GZIP = { 'content-encoding': 'gzip' };
const NO_TEXT = Buffer.from([0x61, 0xff, 0x0a]);

/** What goes wrong, the message, how often the page is asked for, and whether the other year is. */
const REFUSED: [string, Fault, RegExp, number, 'asks on' | 'asks no more'][] = [
  ['429 for ever', status(429), /^HOST answered 429\. Try again later$/, TRIES, 'asks no more'],
  ['500 for ever', status(500), /^HOST answered 500\. Try again later$/, TRIES, 'asks on'],
  ['404', status(404, {}, '{"message":"gone"}'), /^HOST answered 404 \("gone"\)\. Look up /, 1, 'asks on'],
  ['304 without a condition', status(304), /^HOST answered 304\. /, 1, 'asks on'],
  ['no answer', says(''), /^Cannot connect to HOST \(UND_ERR_SOCKET\)\. Try /, TRIES, 'asks no more'],
  ['an answer that breaks off', says(CUT), /^HOST stopped in the middle of its answer\./, 1, 'asks on'],
  [
    'no HTTP',
    says('SSH-2.0-OpenSSH\r\n'),
    /^HOST sent a damaged answer \(Response does not match/,
    TRIES,
    'asks no more',
  ],
  ['gzip that is none', status(200, GZIP, 'a'), /^HOST sent a damaged answer \(Z_BUF/, 1, 'asks on'],
  ['a sign-in page', body(WEB_PAGE), /^Not ready: .*: "<!doctype html><title>Sign in"/, 1, 'asks on'],
  ['a status message', body('{"message":"Generating the file"}'), /^Not ready: .*Generating/, 1, 'asks on'],
  ['nothing', body(' \n'), /^Not ready: /, 1, 'asks on'],
  ['202', status(202), /^Not ready: HOST answered 202\. Try again later$/, 1, 'asks on'],
  ['bytes that are no text', body(NO_TEXT), /^The answer is not UTF-8 text\. /, 1, 'asks on'],
  ['a line without its end', body('authority_id'), /^The answer is incomplete: its last line /, 1, 'asks on'],
];

test.each(REFUSED)('%s is never saved', async (_, fault, message, asked, then) => {
  const { rig, ...found } = await fetch2024(fault);
  const isAsked = then === 'asks on';
  expect(found).toMatchObject({ status: 'failed', file: null, asked, other: isAsked ? 'new' : 'failed' });
  expect(found.message).toMatch(message);
  expect([found.not_ready, found.portal_down]).toEqual([found.message.startsWith('Not ready'), !isAsked]);
  expect(Object.keys(rig.files())).toHaveLength(isAsked ? 1 : 0);
});

test.each([
  ['as it comes', {}, 'x'.repeat(5000)],
  ['after decompression', GZIP, gzipSync('x'.repeat(5000))],
])('an answer that is too large is refused, %s', async (_, headers, bytes) => {
  const large: Fault = (response) => response.writeHead(200, headers).end(bytes);
  const found = await fetch2024(large, { limits: { ...QUICK, bytes: 4000 } });
  expect(found).toMatchObject({ asked: 1, message: 'The answer is too large. Lower page_size of the feed' });
});

test('a redirect leads to the same host, and to no other one', async () => {
  const [rig, portal, other] = [createFetchRig(), await texasPortal(), await texasPortal()];
  const leadTo = (from: Portal, origin: string, times: number) => {
    const redirect: Fault = (response, _, { url }) =>
      response.writeHead(307, { location: `${origin}${url}&again` }).end();
    from.inject(redirect, times, of2024);
  };
  leadTo(portal, '', 1);
  expect((await rig.fetch(texasFeeds(portal.origin))).outcome).toBe('ok');
  leadTo(portal, other.origin, 1);
  const { units } = await createFetchRig().fetch(texasFeeds(portal.origin));
  expect(units.map(({ message }) => message)).toEqual([
    `${portal.host} leads to another host, ${other.host}. If that is right, add it to "hosts" of the feed in the portal file, and give the feed an https address`,
    null,
  ]);
  expect(other.requests).toEqual([]);
  leadTo(other, '', 99);
  const [loop] = (await createFetchRig().fetch(texasFeeds(other.origin))).units;
  expect(loop?.message).toMatch(/ redirects too often, or not to a web address\. Check the address$/);
});

test.each(['', '4000'])('304 means that nothing changed, with the length "%s"', async (length) => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  await rig.fetch(texasFeeds(portal.origin));
  const before = rig.files();
  portal.requests.length = 0;
  portal.inject(status(304, length === '' ? {} : { 'content-length': length }), 99, of2024);
  const { outcome, units } = await rig.fetch(texasFeeds(portal.origin));
  expect([outcome, units.map(({ http_status }) => http_status)]).toEqual(['nothing-new', [304, 304]]);
  const pages = portal.requests.filter(({ path }) => path.endsWith('.csv'));
  const conditions = pages.map(({ headers: asked }) => asked['if-none-match']);
  expect(conditions).toEqual(Array(2).fill('"YWxwaGEuNTQzNV8.1-gzip"'));
  expect(rig.files()).toEqual(before);
});

test('by http, the proxy is asked, and nobody gets the token', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  const proxies = { http: portal.origin, https: '', none: '' };
  const feeds = texasFeeds('http://portal.example');
  expect((await rig.fetch(feeds, { proxies, appToken: 'secret' })).outcome).toBe('ok');
  expect(new Set(portal.requests.map(({ origin }) => origin))).toEqual(new Set(['http://portal.example']));
  expect(portal.requests.filter(({ headers }) => 'x-app-token' in headers)).toEqual([]);
});

test('a fetch that is stopped throws the reason, and saves nothing', async () => {
  const [rig, portal, stop] = [createFetchRig(), await texasPortal(), new AbortController()];
  portal.inject(() => stop.abort(new Error('stopped')), 1, of2024);
  await expect(rig.fetch(texasFeeds(portal.origin), { signal: stop.signal })).rejects.toThrow('stopped');
  expect(rig.files()).toEqual({});
});

test('each request is logged with its status, or why it failed', async () => {
  const { rig } = await fetch2024(status(404));
  expect(rig.events.map(({ status: code, error }) => [code, error])).toEqual([
    [200, null],
    [404, expect.stringMatching(/ answered 404\. /)],
    [200, null],
    [200, null],
  ]);
});
