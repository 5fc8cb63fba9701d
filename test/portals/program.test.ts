import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFetchRig, sha256, texasFeeds } from '../rig/portals/fetch-rig.ts';
import { openPortal, type Portal } from '../rig/portals/portal.ts';
import { texasDataset, texasRow } from '../rig/portals/portal-texas.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { type StartedProgram, startProgram } from '../rig/start-program.ts';
import { mountTmpfs, whyNoTmpfs } from '../soak/tmpfs.ts';
import { redirect, status } from './faults.ts';

const PROGRAM = resolve('dist/cli/main.js');

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-fetch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function texasPortal(tls?: { key: string; cert: string }): Promise<Portal> {
  const portal = await openPortal(tls);
  portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
  return portal;
}

/** Starts `allocations fetch` in a folder, with feeds that do not depend on what year it is. */
function startFetch(
  folder: string,
  feeds: object,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): StartedProgram {
  writeFileSync(join(folder, 'portals.json'), JSON.stringify(feeds));
  const started = startProgram(PROGRAM, folder, ['fetch', '--portals', 'portals.json', ...args], environment);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

async function fetchIn(...call: Parameters<typeof startFetch>) {
  const { texts, closed } = startFetch(...call);
  const { status: code, signal } = await closed;
  return { status: code, signal, ...texts };
}

/** The files of the inbox that `ingest` would see. */
function inboxOf(folder: string): Record<string, string> {
  const inbox = join(folder, 'data/inbox');
  if (!existsSync(inbox)) return {};
  const names = readdirSync(inbox).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(inbox, name), 'utf8')]));
}

function requireWhole(folder: string): void {
  const inbox = join(folder, 'data/inbox');
  for (const [name, content] of Object.entries(inboxOf(folder))) {
    const origin = JSON.parse(readFileSync(join(inbox, `.${name}.origin.json`), 'utf8'));
    expect(origin.sha256).toBe(sha256(content));
  }
}

/** A feed of two years however late it is: all of 2024 and 2025 in two calendar units, then empty ones. */
function feedsOf(portal: Portal, more: object = {}) {
  return texasFeeds(portal.origin, { page_size: 10, ...more });
}

describe('allocations fetch', () => {
  test('prints new files as lines or JSON, and says when there is none', async () => {
    const [folder, portal] = [place(), await texasPortal()];
    const first = await fetchIn(folder, feedsOf(portal));
    const names = Object.keys(inboxOf(folder)).sort();
    expect(first.stdout).toMatch(
      /^new tx-payment-detail 2024: data\/inbox\/\S+ \(36 rows, 2024-01 to 2024-12\)\nnew tx-payment-detail 2025: data\/inbox\/\S+ \(9 rows, 2025-01 to 2025-03\)\n2 new, 0 unchanged, \d empty, 0 failed, in \d+\.\d s\n$/,
    );
    expect([first.status, first.stderr, names.length]).toEqual([0, '', 2]);
    const second = await fetchIn(folder, feedsOf(portal), ['--json']);
    expect(second.stdout.trimEnd()).not.toContain('\n');
    const summary = JSON.parse(second.stdout);
    expect(Object.keys(summary)).toEqual(['outcome', 'units', 'off', 'duration_ms']);
    expect(summary.outcome).toBe('nothing-new');
    expect(summary.units[0]).toEqual({
      feed: 'tx-payment-detail',
      state: 'tx',
      kind: 'tx/payment-detail',
      unit: '2024',
      status: 'unchanged',
      file: `data/inbox/${names[0]}`,
      changed: false,
      stem: 'tx-payment-detail-2024',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/resource\/3p4v-vsr3\.csv\?\$where=/),
      http_status: 304,
      bytes: Buffer.byteLength(inboxOf(folder)[names[0] ?? ''] ?? ''),
      rows: 36,
      first_month: null,
      last_month: null,
      not_ready: false,
      portal_down: false,
      message: null,
    });
  });

  test('names failed units, exits with 1, and keeps the rest', async () => {
    const [folder, portal] = [place(), await texasPortal()];
    portal.inject(status(404, {}, '{"message":"gone\\nfor good"}'), 9, ({ query }) =>
      `${query.get('$where')}`.includes(">= '2024"),
    );
    const failed = await fetchIn(folder, feedsOf(portal), ['--quiet']);
    expect([failed.status, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(
      /^failed tx-payment-detail 2024: 127\.0\.0\.1:\d+ answered 404 \("gone\\nfor good"\)\. Look up the address of the dataset on the portal, and correct the portal file \(http:\/\/\S+\)\n$/,
    );
    expect(Object.keys(inboxOf(folder))).toHaveLength(1);
  });

  test.each([
    ['--since', '2024', /"2024" is not a month/],
    ['--state', 'ny', /Allowed choices are ca, tx/],
    ['--state', 'ca', /The portal file portals\.json has no feed for ca\. Add one/],
  ])('refuses %s %s', async (option, value, message) => {
    const [folder, portal] = [place(), await texasPortal()];
    const { status: code, stderr } = await fetchIn(folder, feedsOf(portal), [option, value]);
    expect([code, message.test(stderr)]).toEqual([2, true]);
    expect(portal.requests).toEqual([]);
  });

  test.each([
    ['ALLOCATIONS_SOCRATA_TOKEN', 'a b', /ALLOCATIONS_SOCRATA_TOKEN must be a token without blanks/],
    [
      'HTTPS_PROXY',
      'socks5://user:pass@proxy',
      /HTTPS_PROXY \(or https_proxy\) must be the address of a proxy, such as http:\/\/proxy\.example:3128/,
    ],
  ])('refuses a wrong %s without printing it', async (name, value, message) => {
    const [folder, portal] = [place(), await texasPortal()];
    const { status: code, stderr } = await fetchIn(folder, feedsOf(portal), [], { [name]: value });
    expect([code, message.test(stderr), stderr.includes(value)]).toEqual([2, true, false]);
  });

  test('stores an origin, which show prints after ingest', async () => {
    const [folder, portal] = [place(), await texasPortal()];
    await fetchIn(folder, feedsOf(portal));
    const run = async (...args: string[]) => {
      const { texts, closed } = startProgram(PROGRAM, folder, args);
      expect(await closed).toEqual({ status: 0, signal: null });
      return texts.stdout;
    };
    await run('ingest', 'data/inbox');
    expect(await run('show', 'EXAMPLE CITY')).toContain(`${portal.origin}/resource/3p4v-vsr3.csv?$where=`);
    const { series } = JSON.parse(await run('show', 'EXAMPLE CITY', '--json', '--from', '2025-03'));
    expect(series[0].sources[0].origin).toEqual({
      url: expect.stringContaining(portal.origin),
      fetched_at: expect.stringMatching(/^20\d\d-/),
      status: 200,
      etag: '"YWxwaGEuNTQzNV8.1-gzip"',
      last_modified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      bytes: expect.any(Number),
    });
  });

  test.skipIf(whyNoTmpfs() !== null)(
    'exits with 74 on a full disk, leaves no partial file, and completes when there is space',
    async () => {
      const [folder, portal] = [place(), await texasPortal()];
      const found = portal.datasets.get('3p4v-vsr3');
      // a year of some 90 kB
      for (let at = 0; at < 700; at += 1)
        found?.rows.push(texasRow(String(2_000_001 + at), `PLACE ${at}`, '2025-02', 2500));
      const disk = mountTmpfs(join(folder, 'data/inbox'), 'size=60k');
      try {
        const feeds = texasFeeds(portal.origin);
        const full = await fetchIn(folder, feeds);
        expect([full.status, full.stdout]).toEqual([74, '']);
        expect(full.stderr).toMatch(
          /^allocations: Cannot use the inbox data\/inbox \(ENOSPC.*\. Free some space, then run again\.\n$/,
        );
        expect(readdirSync(join(folder, 'data/inbox')).filter((name) => name.endsWith('.part'))).toEqual([]);
        requireWhole(folder);
        disk.remount('size=1m');
        expect((await fetchIn(folder, feeds)).status).toBe(0);
        expect(Object.keys(inboxOf(folder))).toHaveLength(2);
      } finally {
        disk.unmount();
      }
    },
  );

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('stops at %s, at once, with what is whole', async (signal, code) => {
    const [folder, portal] = [place(), await texasPortal()];
    let started: StartedProgram | undefined;
    portal.inject(
      () => started?.child.kill(signal),
      9,
      ({ path, query }) => path.endsWith('.csv') && query.get('$offset') === '20',
    );
    started = startFetch(folder, feedsOf(portal));
    expect(await started.closed).toEqual({ status: code, signal: null });
    expect(started.texts.stderr).toBe(
      `allocations: Stopped by ${signal}. Complete files stay. The next fetch continues.\n`,
    );
    expect(readdirSync(join(folder, 'data/inbox')).some((name) => name.endsWith('.part'))).toBe(false);
    requireWhole(folder);
  });

  test('exits with 75 while another fetch runs, which continues', async () => {
    const [folder, portal] = [place(), await texasPortal()];
    let second: Promise<Awaited<ReturnType<typeof fetchIn>>> | undefined;
    portal.inject((response, answer) => {
      second = fetchIn(folder, feedsOf(portal));
      second.then(() => {
        response.writeHead(answer.status, answer.headers);
        response.end(answer.body);
      });
    });
    const first = await fetchIn(folder, feedsOf(portal));
    expect(first.status).toBe(0);
    const { status: code, stderr } = (await second) ?? { status: null, stderr: '' };
    expect(code).toBe(75);
    expect(stderr).toMatch(/Another run holds the lock on .*\.fetched\.json: pid \d+ \("allocations fetch"/);
    expect(Object.keys(inboxOf(folder))).toHaveLength(2);
  });
});

describe('a fetch that was killed, run again', () => {
  test.each([1, 3, 7])('completes, killed at request %i', async (count) => {
    const [folder, whole, portal] = [place(), createFetchRig(), await texasPortal()];
    await whole.fetch(feedsOf(portal));
    let started: StartedProgram | undefined;
    let asked = 0;
    portal.inject(
      (response, answer) => {
        asked += 1;
        if (asked >= count) {
          started?.child.kill('SIGKILL');
          return;
        }
        response.writeHead(answer.status, answer.headers);
        response.end(answer.body);
      },
      1000,
      () => started !== undefined && asked < count,
    );
    started = startFetch(folder, feedsOf(portal));
    expect((await started.closed).signal).toBe('SIGKILL');
    requireWhole(folder);
    expect((await fetchIn(folder, feedsOf(portal))).status).toBe(0);
    expect(inboxOf(folder)).toEqual(whole.files());
    requireWhole(folder);
  });

  test.each([
    ['the first half of a file', /\.part$/],
    ['the origin of a file', /\.origin\.json$/],
    ['a file', /^tx-.*\.csv$/],
    ['the memory', /^\.fetched\.json\.\d+$|^\.fetched\.json$/],
  ])('completes, killed when %s appears', async (_, pattern) => {
    const [folder, whole, portal] = [place(), createFetchRig(), await texasPortal()];
    await whole.fetch(feedsOf(portal));
    const inbox = join(folder, 'data/inbox');
    mkdirSync(inbox, { recursive: true });
    let started: StartedProgram | undefined;
    const watcher = watch(inbox, (_event, name) => {
      if (pattern.test(`${name}`)) started?.child.kill('SIGKILL');
    });
    onTestFinished(() => watcher.close());
    started = startFetch(folder, feedsOf(portal));
    expect((await started.closed).signal).toBe('SIGKILL');
    watcher.close();
    requireWhole(folder);
    expect((await fetchIn(folder, feedsOf(portal))).status).toBe(0);
    expect(inboxOf(folder)).toEqual(whole.files());
    expect(readdirSync(inbox).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

/** A certificate of this machine's own. */
function certificate(folder: string): { key: string; cert: string; file: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8'), file: cert };
}

/** A proxy that lets everything through; `asked` is what it was asked for. */
async function openProxy(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(`${request.url}`);
    const to = connect(Number(`${request.url}`.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      to.pipe(socket).pipe(to);
    });
    for (const end of [to, socket]) end.on('error', () => [to, socket].map((side) => side.destroy()));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
  });
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

describe('by https', () => {
  test('requires a trusted certificate, and follows redirects only by https to named hosts', async () => {
    const folder = place();
    const tls = certificate(folder);
    const [portal, other, plain] = [await texasPortal(tls), await texasPortal(tls), await texasPortal()];
    const trusting = { NODE_EXTRA_CA_CERTS: tls.file };
    const untrusted = await fetchIn(folder, feedsOf(portal));
    expect([untrusted.status, untrusted.stdout]).toEqual([
      1,
      expect.stringMatching(
        /The certificate of localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
      ),
    ]);
    const toPlain = (to: Portal) =>
      portal.inject(
        (response, answer, request) => redirect(`${to.origin}${request.url}`)(response, answer, request),
        20,
      );
    toPlain(plain);
    expect((await fetchIn(folder, feedsOf(portal), ['--since', '2025-01'], trusting)).stdout).toMatch(
      /redirects from https to http\./,
    );
    expect(plain.requests).toEqual([]);
    const second = await texasPortal(tls);
    second.inject(
      (response, answer, request) => redirect(`${other.origin}${request.url}`)(response, answer, request),
      100,
    );
    const refused = await fetchIn(folder, feedsOf(second), [], trusting);
    expect(refused.stdout).toContain(
      `redirects to another host, ${other.host}. If that is right, add it to "hosts" of the feed in the portal file`,
    );
    expect(other.requests).toEqual([]);
    const followed = await fetchIn(folder, feedsOf(second, { hosts: [other.host] }), [], {
      ...trusting,
      ALLOCATIONS_SOCRATA_TOKEN: 'secret',
    });
    expect(followed.status).toBe(0);
    // the token is for the feed's own host
    expect(new Set(second.requests.slice(-3).map(({ headers }) => headers['x-app-token']))).toEqual(
      new Set(['secret']),
    );
    expect(new Set(other.requests.map(({ headers }) => headers['x-app-token']))).toEqual(
      new Set([undefined]),
    );
    const [origin = ''] = readdirSync(join(folder, 'data/inbox')).filter((name) =>
      name.endsWith('.origin.json'),
    );
    expect(JSON.parse(readFileSync(join(folder, 'data/inbox', origin), 'utf8')).url).toContain(second.origin);
  });

  test('uses the proxy of HTTPS_PROXY, except for hosts of NO_PROXY', async () => {
    const folder = place();
    const tls = certificate(folder);
    const [portal, proxy] = [await texasPortal(tls), await openProxy()];
    const environment = { NODE_EXTRA_CA_CERTS: tls.file, HTTPS_PROXY: proxy.address };
    const through = await fetchIn(folder, feedsOf(portal), [], environment);
    expect([through.status, through.stderr]).toEqual([0, '']);
    expect(new Set(proxy.asked)).toEqual(new Set([portal.host]));
    proxy.asked.length = 0;
    const beside = await fetchIn(folder, feedsOf(portal), [], { ...environment, NO_PROXY: 'localhost' });
    expect([beside.status, proxy.asked]).toEqual([0, []]);
  });
});
