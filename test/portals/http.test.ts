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

/** What a fetch nobody disturbs puts into the inbox. */
async function undisturbed(): Promise<Record<string, string>> {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  await rig.fetch(texasFeeds(portal.origin));
  return rig.files();
}

const QUICKER = { ...QUICK, headersMs: 300, idleMs: 300, requestMs: 2500 };

describe('a temporary fault is retried, and gives the same files', () => {
  const cases: [string, Fault][] = [
    ['429 with Retry-After', status(429, { 'retry-after': '1' })],
    ['429 without', status(429)],
    ['500', status(500)],
    ['503 with a date', status(503, { 'retry-after': new Date('2025-06-15T00:00:01Z').toUTCString() })],
    ['503 in an encoding nobody asked for', status(503, { 'content-encoding': 'br' })],
    ['202, still at work', status(202)],
    ['a connection that breaks at once', reset],
    ['a body that breaks off', cut],
    ['less than was promised', lessThanPromised],
    ['a body without its end, whose length was not told', cutUntold],
    ['a compressed body without its end', cutGzip],
    ['a stream that ends early and well', firstLines(5)],
    ['no answer', silence],
    ['an answer that stands still', standstill],
    ['an answer that drips', drip],
    [
      'a web page',
      body('<!DOCTYPE html><html><head><title>Service Unavailable</title></head></html>', 'text/html'),
    ],
    ['a status message', body(PLACEHOLDER, 'application/json')],
  ];
  test.each(cases)('%s', async (_, fault) => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(fault, 1, of2024);
    const summary = await rig.fetch(texasFeeds(portal.origin), { limits: QUICKER });
    expect(summary.units.map(({ status: is, message }) => [is, message])).toEqual([
      ['new', null],
      ['new', null],
    ]);
    expect(rig.files()).toEqual(await undisturbed());
    expect(portal.requests.filter(of2024).length).toBe(2);
  });
});

describe('a lasting fault fails its unit with one line, and the other units continue', () => {
  const cases: [string, Fault, number | null, RegExp][] = [
    ['429', status(429, { 'retry-after': '1' }), 429, /answered 429 and asks to wait 1 s\. Try again later$/],
    [
      '429 for longer than a fetch waits',
      status(429, { 'retry-after': '86400' }),
      429,
      /asks to wait 86400 s, which is longer than the program waits\. Try again later$/,
    ],
    [
      '500',
      status(500, {}, '{"message":"internal \\u0007"}'),
      500,
      /answered 500 \("internal .*"\)\. Try again later$/,
    ],
    ['a broken connection', reset, null, /closed the connection\. Try again later$/],
    ['a body that breaks off', cut, 200, /closed the connection|does not have the length|failed/],
    ['a compressed body without its end', cutGzip, 200, /compressed answer from .* is incomplete/],
    ['a stream that ends early', firstLines(5), 200, /^The portal sent 4 of 36 rows\./],
    ['no answer', silence, null, / did not answer within 0\.3 s/],
    ['an answer that stands still', standstill, 200, / sent nothing for 0\.3 s/],
    ['an answer that drips', drip, 200, / did not send the whole answer within 2\.5 s/],
    ['an endless body', endless, 200, /The answer is larger than 8 MiB/],
    ['a little that unpacks into much', bomb(64 * 1024 * 1024), 200, /The answer is larger than 8 MiB/],
    [
      'a web page',
      body('<html><head><title> Sign\n in </title></head></html>'),
      200,
      /^Not ready: the portal sent a web page instead of data \("Sign in"\)\. Try again later$/,
    ],
    [
      'a status message',
      body(PLACEHOLDER),
      200,
      /^Not ready: the portal sent a status message instead of data \(ExportingData, 93 % done\): "Up to date download file is being generated\. Please check back again later\."\. Try again later$/,
    ],
    ['JSON', body('[{"allocation_month":"2024-01"}]'), 200, /The portal sent JSON instead of CSV/],
    [
      'another header',
      body('authority_id,month\n1,2\n'),
      200,
      /The answer has no column allocation_month\. It begins with "authority_id,month"/,
    ],
    ['a row that is cut off', body('a,allocation_month\n1,2024-01\n2'), 200, /The answer is incomplete/],
    [
      'bytes that are no text',
      (response) => {
        response.writeHead(200);
        response.end(Buffer.from([0x61, 0xff, 0xfe, 0xc3]));
      },
      200,
      /not UTF-8 text/,
    ],
    [
      'an encoding not asked for',
      (response) => {
        response.writeHead(200, { 'content-encoding': 'br' });
        response.end('x');
      },
      200,
      /the encoding br/,
    ],
    [
      '403',
      status(403, {}, '{"message":"no"}'),
      403,
      /answered 403 \("no"\)\. Check the token, or set "user_agent"/,
    ],
    ['404', status(404), 404, /answered 404\. Look up the address/],
    ['204', status(204), 204, /answered 204\. The program does not understand this status/],
    [
      'a redirect to another host',
      redirect('http://elsewhere.example/'),
      null,
      /redirects to another host, elsewhere\.example\. If that is right, give the feed an https/,
    ],
    ['a redirect to nowhere', status(301), 301, /answered 301\. The program does not understand this status/],
    ['a redirect to a file', redirect('file:///etc/passwd'), null, /in a loop, or not to a web address/],
    ['a redirect with a password', redirect('http://a:b@elsewhere.example/'), null, /to another host, else/],
  ];
  test.each(cases)('%s', async (_, fault, code, message) => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(fault, 100, of2024);
    const summary = await rig.fetch(texasFeeds(portal.origin), { limits: QUICKER });
    expect(summary.outcome).toBe('partial');
    expect(summary.units.map(({ status: is }) => is)).toEqual(['failed', 'new']);
    expect(summary.units[0]).toMatchObject({ http_status: code, file: null, bytes: null });
    expect(summary.units[0]?.message).toMatch(message);
    expect(summary.units[0]?.url).toContain('/resource/3p4v-vsr3.csv?');
    // nothing of it is in the inbox, and the rest is
    const [name = '', ...others] = Object.keys(rig.files());
    expect([name.slice(0, 22), others]).toEqual(['tx-payment-detail-2025', []]);
    expect(rig.hidden()).toEqual(['.fetched.json', `.${name}.origin.json`]);
    // and the next fetch has it
    const again = await openPortal();
    again.datasets = portal.datasets;
    expect((await rig.fetch(texasFeeds(again.origin))).units[0]?.status).toBe('new');
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
  test('wait as long as the server asks, in seconds or until a date', async () => {
    const now = new Date('2026-10-09T06:00:00Z');
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(readRetryAfter('Fri, 09 Oct 2026 06:01:30 GMT', now)).toBe(90_000);
    expect(readRetryAfter('Fri, 09 Oct 2026 05:00:00 GMT', now)).toBe(0);
    for (const text of [null, '', 'soon', '-5', '1e9']) expect(readRetryAfter(text, now)).toBe(0);
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const times: number[] = [];
    portal.inject(
      (response, answer, request) => {
        times.push(performance.now());
        status(429, { 'retry-after': '1' })(response, answer, request);
      },
      1,
      of2024,
    );
    portal.inject(
      (response, answer) => {
        times.push(performance.now());
        response.writeHead(200, answer.headers);
        response.end(answer.body);
      },
      1,
      of2024,
    );
    await rig.fetch(texasFeeds(portal.origin));
    const [first = 0, second = 0] = times;
    // timers may be a moment early
    expect(second - first).toBeGreaterThan(990);
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
    portal.inject(body(`{"status":"Waiting","message":"for ${secret}"}`), 3, of2024);
    const [waiting] = (await rig.fetch(texasFeeds(portal.origin), { appToken: secret })).units;
    expect(waiting?.message).toContain('(Waiting): "for …"');
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
