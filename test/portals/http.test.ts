import { describe, expect, test } from 'vitest';
import { explainFailure, readRetryAfter } from '../../src/portals/http/failure.ts';
import { createFetchRig, QUICK, texasFeeds } from '../rig/portals/fetch-rig.ts';
import { type Fault, openPortal, type Portal } from '../rig/portals/portal.ts';
import { texasDataset, texasRow } from '../rig/portals/portal-texas.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import {
  body,
  bomb,
  cut,
  cutGzip,
  cutUntold,
  drip,
  endless,
  firstLines,
  lessThanPromised,
  PLACEHOLDER,
  redirect,
  reset,
  silence,
  standstill,
  status,
} from './faults.ts';

async function texasPortal(): Promise<Portal> {
  const portal = await openPortal();
  portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
  return portal;
}

const isPage = ({ path }: { path: string }) => path.endsWith('.csv');
const of2024 = ({ path, query }: { path: string; query: URLSearchParams }) =>
  path.endsWith('.csv') && `${query.get('$where')}`.includes(">= '2024");

/** An answer that asks to wait until a time. */
function at(code: number, time: string): Fault {
  return status(code, { 'retry-after': new Date(time).toUTCString() });
}

/** What a fetch nobody disturbs puts into the inbox. */
async function undisturbed(): Promise<Record<string, string>> {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  await rig.fetch(texasFeeds(portal.origin));
  return rig.files();
}

const TRIES = 1 + QUICK.retries;
const NOT_READY = 1 + QUICK.notReadyRetries;
/** A fault, the status and message of its unit if it lasts, and how often the portal is then asked. */
const FAULTS: [string, Fault, number | null, RegExp, number][] = [
  ['429', status(429, { 'retry-after': '1' }), 429, /answered 429 and asks to wait 1 s\. Try /, TRIES],
  ['503 with a date', at(503, '2025-06-15T00:00:01Z'), 503, /asks to wait 1 s\. Try again/, TRIES],
  ['429 for too long', status(429, { 'retry-after': '86400' }), 429, / longer than the program waits\./, 1],
  ['500', status(500, {}, '{"message":"a \\u0007"}'), 500, /answered 500 \("a .*"\)\. Try /, TRIES],
  ['503, encoded', status(503, { 'content-encoding': 'br' }), 503, /answered 503\. Try /, TRIES],
  ['202', status(202), 202, /^Not ready: .* It still prepares the data\./, NOT_READY],
  ['a connection that breaks at once', reset, null, /closed the connection\. Try again later$/, TRIES],
  ['a body that breaks off', cut, 200, /closed the connection|does not have the length/, TRIES],
  ['less than was promised', lessThanPromised, 200, /closed the connection|does not have/, TRIES],
  ['a body without its end', cutUntold, 200, /its last line has no end\. Try/, TRIES],
  ['a compressed body without its end', cutGzip, 200, /is damaged \(Z_BUF_ERROR: .*\)\. Try/, TRIES],
  ['a stream that ends early and well', firstLines(5), 200, /^The portal sent 4 of 36 rows\./, TRIES],
  ['a row that is cut off', body('a,allocation_month\n1\n'), 200, /The answer is incomplete/, TRIES],
  ['no answer', silence, null, / did not answer within 0\.6 s/, 2],
  ['an answer that stands still', standstill, 200, / sent nothing for 0\.3 s/, TRIES],
  ['an answer that drips', drip, 200, / did not send the whole answer within 1\.5 s/, 2],
  ['a web page', body('<html><title> Sign\n in </'), 200, /sent a web page .* \("Sign in"\)/, NOT_READY],
  ['a status message', body(PLACEHOLDER), 200, /^Not ready: .* data: "Up to date /, NOT_READY],
  ['an endless body', endless, 200, /answer is larger than 8 MiB/, 1],
  ['a bomb', bomb(64 * 1024 * 1024), 200, /answer is larger than 8 MiB/, 1],
  ['JSON', body('[{"allocation_month":"2024-01"}]'), 200, /The portal sent JSON instead of CSV/, 1],
  ['another header', body('id,month\n1,2\n'), 200, /no column allocation_month\. It begins with "id,/, 1],
  ['bytes that are no text', body(Buffer.from([0x61, 0xff])), 200, /not UTF-8 text/, 1],
  ['an unknown encoding', status(200, { 'content-encoding': 'br' }, 'x'), 200, /the encoding br/, 1],
  ['403', status(403, {}, '{"message":"no"}'), 403, /answered 403 \("no"\)\. Check the token/, 1],
  ['404', status(404), 404, /answered 404\. Look up the address/, 1],
  ['204', status(204), 204, /answered 204\. The program does not understand this status/, 1],
  ['a redirect to another host', redirect('http://a.example/'), null, /another host, a\.example\. If/, 1],
  ['a redirect to nowhere', status(301), 301, /answered 301\. The program does not understand/, 1],
  ['a redirect to a file', redirect('file:///etc/passwd'), null, /in a loop, or not to a web address/, 1],
  ['a redirect with a password', redirect('http://a:b@b.example/'), null, /another host, b\./, 1],
];

describe('a fault fails its unit with one line, or is retried', () => {
  test.each(FAULTS)('%s', async (_, fault, code, message, asked) => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(fault, asked, of2024);
    const limits = { ...QUICK, headersMs: 600, idleMs: 300, requestMs: 1500 };
    const summary = await rig.fetch(texasFeeds(portal.origin), { limits });
    expect(summary.outcome).toBe('partial');
    expect(summary.units.map(({ status: is }) => is)).toEqual(['failed', 'new']);
    expect(summary.units[0]).toMatchObject({ http_status: code, file: null, bytes: null });
    expect(summary.units[0]?.message).toMatch(message);
    expect(portal.requests.filter(of2024)).toHaveLength(asked);
    // nothing of it is in the inbox, and the rest is
    const [name = '', ...others] = Object.keys(rig.files());
    expect([name.slice(0, 22), others]).toEqual(['tx-payment-detail-2025', []]);
    expect(rig.hidden()).toEqual(['.fetched.json', `.${name}.origin.json`]);
    // the fault is over after one answer
    if (asked > 1) portal.inject(fault, 1, of2024);
    const again = await rig.fetch(texasFeeds(portal.origin), { limits });
    expect(again.units.map(({ status: is }) => is)).toEqual(['new', 'unchanged']);
    expect(rig.files()).toEqual(await undisturbed());
  });

  test('skips the rest of a portal that is down', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(status(503), 1000);
    const feeds = texasFeeds(portal.origin, {
      first_month: '2016-01',
      note: 'look there',
    });
    const limits = { ...QUICK, requestsPerHost: 1, failuresOfHost: 3 };
    const { units } = await rig.fetch(feeds, { limits });
    const hint = 'See the note of this feed in the portal file';
    expect(units.map(({ message }) => message)).toEqual([
      ...Array(3).fill(`${portal.host} answered 503. Try again later. ${hint}`),
      ...Array(7).fill(
        'Skipped, because 3 downloads from this portal failed one after another. Try again later',
      ),
    ]);
    expect(portal.requests).toHaveLength(3 * (1 + QUICK.retries));
  });

  test('a host that refuses connections', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    await portal.close();
    const summary = await rig.fetch(texasFeeds(portal.origin));
    expect(summary.units.map(({ message }) => message)).toEqual(
      Array(2).fill(`${portal.host} refuses the connection. Try again later`),
    );
    expect(rig.events.map(({ attempt }) => attempt).sort()).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])('a host without an address (%s)', (code) => {
  const error = Object.assign(new Error(`getaddrinfo ${code} data.texas.gov`), { code });
  expect(explainFailure(error, 'data.texas.gov', QUICK, null)).toMatchObject({
    message: 'Cannot resolve data.texas.gov. Check DNS and network',
    remedy: 'retry',
    isPortalDown: true,
  });
});

describe('requests', () => {
  test('wait as long as the server asks, in seconds or until a date', () => {
    const now = new Date('2026-10-09T06:00:00Z');
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(readRetryAfter('Fri, 09 Oct 2026 06:01:30 GMT', now)).toBe(90_000);
    expect(readRetryAfter('Fri, 09 Oct 2026 05:00:00 GMT', now)).toBe(0);
    for (const text of [null, '', 'soon', '-5', '1e9']) expect(readRetryAfter(text, now)).toBe(0);
  });

  test('go to one host two at a time', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    let open = 0;
    let most = 0;
    portal.inject((response, answer) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
      setTimeout(() => {
        response.writeHead(200, answer.headers);
        response.end(answer.body);
      }, 20);
    }, 100);
    const [first] = Object.values(texasFeeds(portal.origin)).flat();
    const both = {
      tx: [
        { ...first, first_month: '2016-01' },
        { ...first, name: 'again', first_month: '2016-01' },
      ],
    };
    expect((await rig.fetch(both)).units).toHaveLength(20);
    expect(most).toBe(2);
  });

  test('follow redirects within the host with the token, up to a limit', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(
      (response, answer, request) =>
        redirect(`${portal.origin}${request.url}&again`, 307)(response, answer, request),
      1,
      of2024,
    );
    expect((await rig.fetch(texasFeeds(portal.origin), { appToken: 'secret' })).outcome).toBe('ok');
    expect(portal.requests.filter(of2024).map(({ headers }) => headers['x-app-token'])).toEqual([
      'secret',
      'secret',
    ]);
    portal.inject(
      (response, answer, request) =>
        redirect(`${portal.origin}${request.url}&again`)(response, answer, request),
      100,
    );
    const [unit] = (await createFetchRig().fetch(texasFeeds(portal.origin))).units;
    expect(unit?.message).toBe(`${portal.host} redirects more than 3 times. Check the address`);
  });

  test('start again if the dataset changes between two pages', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const found = portal.datasets.get('3p4v-vsr3');
    portal.inject(
      (response, answer) => {
        response.writeHead(200, answer.headers);
        response.end(answer.body);
        if (!found) return;
        found.version += 1;
        found.rows.unshift(texasRow('2999009', 'NEW CITY', '2024-02', 2500));
      },
      1,
      of2024,
    );
    const summary = await rig.fetch(texasFeeds(portal.origin, { page_size: 20 }));
    expect(summary.units.map(({ status: is, rows }) => [is, rows])).toEqual([
      ['new', 37],
      ['new', 9],
    ]);
    const text = Object.values(rig.files()).join('');
    expect(text.split('NEW CITY')).toHaveLength(2);
    const codes = text
      .split('\n')
      .filter((line) => line.includes('2024-'))
      .map((line) => line.split(',"2024')[0] + line.slice(line.indexOf('"2024'), line.indexOf('"2024') + 9));
    expect(new Set(codes).size).toBe(37);
  });

  test('accept versions that belong to each answer', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const found = portal.datasets.get('3p4v-vsr3');
    if (found) found.names = 'answer';
    const summary = await rig.fetch(texasFeeds(portal.origin, { page_size: 10 }));
    expect(summary.units.map(({ rows }) => rows)).toEqual([36, 9]);
    expect(rig.files()).toEqual(await undisturbed());
  });

  test('are logged with status, version, size and hash', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(status(500), 1, isPage);
    await rig.fetch(texasFeeds(portal.origin));
    const told = rig.events
      .filter(({ unit }) => unit === '2024')
      .map(({ status: code, attempt, bytes, sha256, etag, error, ms }) => [
        code,
        attempt,
        (bytes ?? 0) > 0,
        sha256?.length,
        etag,
        error,
        ms >= 0,
      ]);
    const whole = [true, 64, '"YWxwaGEuNTQzNV8.1-gzip"', null, true];
    expect(told).toEqual([
      [500, 1, false, undefined, null, `${portal.host} answered 500. Try again later`, true],
      [200, 2, ...whole],
      [200, 2, ...whole],
    ]);
  });
});

describe('the token', () => {
  test('goes only to Socrata, and appears in no error and no event', async () => {
    const secret = 'abcDEF123secret';
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.appToken = 'another';
    portal.files.set('report.csv', { body: Buffer.from('a,b\n'), type: 'text/csv', etag: null });
    portal.inject(body(`{"message":"for ${secret}"}`), 3, of2024);
    const [waiting] = (await rig.fetch(texasFeeds(portal.origin), { appToken: secret })).units;
    expect(waiting?.message).toContain('data: "for …"');
    portal.inject(status(403, {}, `{"message":"Invalid app_token ${secret}"}`), 100, of2024);
    const feeds = {
      ...texasFeeds(portal.origin),
      ca: [{ name: 'plain', protocol: 'file', url: `${portal.origin}/files/report.csv` }],
    };
    const summary = await rig.fetch(feeds, { appToken: secret });
    const tokens = (folder: string) =>
      new Set(
        portal.requests
          .filter(({ path }) => path.startsWith(folder))
          .map(({ headers }) => headers['x-app-token']),
      );
    expect(tokens('/resource')).toEqual(new Set([secret]));
    expect(tokens('/files')).toEqual(new Set([undefined]));
    expect(summary.units.filter(({ status: is }) => is === 'failed')).toHaveLength(2);
    expect(JSON.stringify([summary, rig.events, rig.files(), rig.hidden()])).not.toContain(secret);
    expect(summary.units.find(({ unit }) => unit === '2025')?.message).toContain(
      'Invalid app_token specified',
    );
  });
});
