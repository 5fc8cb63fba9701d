import { describe, expect, test } from 'vitest';
import { explainFailure, readRetryAfter } from '../../src/portals/http/fault.ts';
import { body, status } from '../rig/portals/faults.ts';
import { createFetchRig, QUICK, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import type { Fault, Portal } from '../rig/portals/portal.ts';
import { texasRow } from '../rig/portals/portal-texas.ts';

const isPage = ({ path }: { path: string }) => path.endsWith('.csv');
const of2024 = ({ path, query }: { path: string; query: URLSearchParams }) =>
  path.endsWith('.csv') && `${query.get('$where')}`.includes(">= '2024");

/** Redirects to the same address with an addition. */
const again =
  ({ origin }: Portal): Fault =>
  (response, _, { url }) =>
    response.writeHead(307, { location: `${origin}${url}&again` }).end();

test('a pause that a server asks for is in seconds or until a date', () => {
  const now = new Date('2026-10-09T06:00:00Z');
  expect(readRetryAfter('120', now)).toBe(120_000);
  expect(readRetryAfter('Fri, 09 Oct 2026 06:01:30 GMT', now)).toBe(90_000);
  expect(readRetryAfter('Fri, 09 Oct 2026 05:00:00 GMT', now)).toBe(0);
  for (const text of [null, '', 'soon', '-5', '1e9']) expect(readRetryAfter(text, now)).toBe(0);
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])('a host without an address (%s)', (code) => {
  const error = Object.assign(new Error(`getaddrinfo ${code} data.texas.gov`), { code });
  expect(explainFailure(error, 'data.texas.gov', QUICK, null)).toMatchObject({
    message: 'Cannot resolve data.texas.gov. Check DNS and network',
    remedy: 'retry',
    isPortalDown: true,
  });
});

test('a host that refuses connections is asked again', async () => {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  await portal.close();
  const { units } = await rig.fetch(texasFeeds(portal.origin));
  const refusal = `${portal.host} refuses the connection. Try again later`;
  expect(units.map(({ message }) => message)).toEqual([refusal, refusal]);
  expect(rig.events.map(({ attempt }) => attempt).sort()).toEqual([1, 1, 2, 2, 3, 3]);
});

describe('requests', () => {
  test('go to one host two at a time', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    let [open, most] = [0, 0];
    portal.inject((response, answer) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
      setTimeout(() => body(answer.body)(response, answer, response.req), 20);
    }, 100);
    const feeds = ['tx', 'again'].flatMap((name) => {
      const { tx } = texasFeeds(portal.origin, { name, first_month: '2016-01' });
      return tx;
    });
    expect((await rig.fetch({ tx: feeds })).units).toHaveLength(20);
    expect(most).toBe(2);
  });

  test('follow redirects within the host with the token, up to a limit', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(again(portal), 1, of2024);
    expect((await rig.fetch(texasFeeds(portal.origin), { appToken: 'secret' })).outcome).toBe('ok');
    const tokens = portal.requests.filter(of2024).map(({ headers }) => headers['x-app-token']);
    expect(tokens).toEqual(['secret', 'secret']);
    portal.inject(again(portal), 100);
    const [unit] = (await createFetchRig().fetch(texasFeeds(portal.origin))).units;
    expect(unit?.message).toBe(`${portal.host} redirects more than 3 times. Check the address`);
  });

  test('start again if the dataset changes between two pages', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const found = portal.datasets.get('3p4v-vsr3');
    const change: Fault = (response, answer, request) => {
      body(answer.body)(response, answer, request);
      if (found) found.version += 1;
      found?.rows.unshift(texasRow('2999009', 'NEW CITY', '2024-02', 2500));
    };
    portal.inject(change, 1, of2024);
    const { units } = await rig.fetch(texasFeeds(portal.origin, { page_size: 20 }));
    expect(units.map(({ status: is, rows }) => [is, rows])).toEqual([
      ['new', 37],
      ['new', 9],
    ]);
    const lines = Object.values(rig.files()).flatMap((text) => text.trim().split('\n').slice(1));
    expect(new Set(lines).size).toBe(37 + 9);
    expect(lines.filter((line) => line.includes('NEW CITY'))).toHaveLength(1);
  });

  test('are logged with status, version, size and hash', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    portal.inject(status(500), 1, isPage);
    await rig.fetch(texasFeeds(portal.origin));
    const events = rig.events.filter(({ unit }) => unit === '2024');
    const size = Buffer.byteLength(Object.values(rig.files())[0] ?? '');
    const common = { feed: 'tx-payment-detail', unit: '2024', ms: expect.any(Number) };
    const version = { etag: '"YWxwaGEuNTQzNV8.1-gzip"', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const error = `${portal.host} answered 500. Try again later`;
    expect(events).toMatchObject([
      { ...common, attempt: 1, status: 500, etag: null, sha256: null, bytes: 0, error },
      { ...common, ...version, attempt: 2, status: 200, bytes: size, error: null },
      { ...common, ...version, attempt: 2, status: 200, error: null },
    ]);
  });
});

test('the token goes only to Socrata, and appears in no error and no event', async () => {
  const secret = 'abcDEF123secret';
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  portal.appToken = 'another';
  portal.files.set('report.csv', { body: Buffer.from('a,b\n'), type: 'text/csv', etag: null });
  portal.inject(body(`{"message":"for ${secret}"}`), 3, of2024);
  const [waiting] = (await rig.fetch(texasFeeds(portal.origin), { appToken: secret })).units;
  expect(waiting?.message).toContain('data: "for …"');
  portal.inject(status(403, {}, `{"message":"Invalid app_token ${secret}"}`), 100, of2024);
  const plain = { name: 'plain', protocol: 'file', url: `${portal.origin}/files/report.csv` };
  const feeds = { ...texasFeeds(portal.origin), ca: [plain] };
  const summary = await rig.fetch(feeds, { appToken: secret });
  const tokens = (folder: string) =>
    portal.requests.flatMap(({ path, headers }) => (path.startsWith(folder) ? [headers['x-app-token']] : []));
  expect([new Set(tokens('/resource')), new Set(tokens('/files'))]).toEqual([
    new Set([secret]),
    new Set([undefined]),
  ]);
  expect(summary.units.map(({ status: is }) => is).sort()).toEqual(['failed', 'failed', 'new']);
  expect(JSON.stringify([summary, rig.events, rig.files(), rig.hidden()])).not.toContain(secret);
});
