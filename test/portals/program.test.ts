import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mountTmpfs, whyNoTmpfs } from '../rig/datasets/tmpfs.ts';
import { scratchFolder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { status } from '../rig/portals/faults.ts';
import { createFetchRig, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import type { Portal } from '../rig/portals/portal.ts';
import { texasRow } from '../rig/portals/portal-texas.ts';
import { type StartedProgram, startProgram } from '../rig/program.ts';

const PROGRAM = resolve('dist/cli/main.js');

/** The options and settings of a fetch, and what differs from a feed of two years in pages of ten rows. */
interface Call {
  args?: string[];
  settings?: Record<string, string>;
  page_size?: number;
  hosts?: string[];
}

function startFetch(
  folder: string,
  portal: Portal,
  { args = [], settings = {}, ...more }: Call = {},
): StartedProgram {
  const feeds = texasFeeds(portal.origin, { page_size: 10, ...more });
  writeFileSync(join(folder, 'portals.json'), JSON.stringify(feeds));
  const started = startProgram(PROGRAM, folder, ['fetch', '--portals', 'portals.json', ...args], settings);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

async function fetchIn(...call: Parameters<typeof startFetch>) {
  const { texts, closed } = startFetch(...call);
  return { ...(await closed), ...texts };
}

/** The files of the inbox that `ingest` would see. Each must have its origin, and none may be incomplete. */
function readInbox(folder: string): Record<string, string> {
  const inbox = join(folder, 'data/inbox');
  const all = existsSync(inbox) ? readdirSync(inbox) : [];
  const names = all.filter((name) => !name.startsWith('.'));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(inbox, name), 'utf8')]));
  for (const [name, content] of Object.entries(files)) {
    const origin = JSON.parse(readFileSync(join(inbox, `.${name}.origin.json`), 'utf8'));
    expect(origin.sha256).toBe(hashOf(content));
  }
  return files;
}

function unfinishedFiles(folder: string): string[] {
  return readdirSync(join(folder, 'data/inbox')).filter((name) => name.endsWith('.part'));
}

describe('allocations fetch', () => {
  test('prints new files as lines or JSON, and says when there is none', async () => {
    const [folder, portal] = [scratchFolder(), await texasPortal()];
    const first = await fetchIn(folder, portal);
    const [name = '', ...others] = Object.keys(readInbox(folder)).sort();
    expect(first.stdout).toMatch(
      /^new "Local Allocation Payment Detail" of Texas \(2024\): data\/inbox\/\S+ \(36 rows, January 2024 to December 2024\)\nnew "Local Allocation Payment Detail" of Texas \(2025\): data\/inbox\/\S+ \(9 rows, January 2025 to March 2025\)\n2 new, 0 unchanged, \d empty, 0 failed, in \d+\.\d s\n$/,
    );
    expect([first.status, first.stderr, others.length]).toEqual([0, '', 1]);
    const second = await fetchIn(folder, portal, { args: ['--json'] });
    expect(second.stdout.trimEnd()).not.toContain('\n');
    const summary = JSON.parse(second.stdout);
    expect(Object.keys(summary)).toEqual(['outcome', 'units', 'off', 'duration_ms']);
    expect(summary.outcome).toBe('nothing-new');
    expect(summary.units[0]).toEqual({
      ...{ feed: 'tx-payment-detail', state: 'tx', kind: 'tx/payment-detail', unit: '2024' },
      ...{ status: 'unchanged', file: `data/inbox/${name}`, changed: false, stem: 'tx-payment-detail-2024' },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/resource\/3p4v-vsr3\.csv\?\$where=/),
      ...{ http_status: 304, bytes: Buffer.byteLength(readInbox(folder)[name] ?? ''), rows: 36 },
      ...{ first_month: null, last_month: null, not_ready: false, portal_down: false, message: null },
    });
  });

  test('names failed units, exits with 1, and keeps the rest', async () => {
    const [folder, portal] = [scratchFolder(), await texasPortal()];
    portal.inject(status(404, {}, '{"message":"gone\\nfor good"}'), 9, ({ query }) =>
      `${query.get('$where')}`.includes(">= '2024"),
    );
    const failed = await fetchIn(folder, portal, { args: ['--quiet'] });
    expect([failed.status, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(
      /^failed "Local Allocation Payment Detail" of Texas \(2024\): 127\.0\.0\.1:\d+ answered 404 \("gone\\nfor good"\)\. Look up the address of the dataset on the portal, and correct the portal file \(http:\/\/\S+\)\n$/,
    );
    expect(Object.keys(readInbox(folder))).toHaveLength(1);
  });

  test.skipIf(whyNoTmpfs() !== null)(
    'exits with 74 on a full disk, leaves no partial file, and completes when there is space',
    async () => {
      const [folder, portal] = [scratchFolder(), await texasPortal()];
      // a year of some 90 kB
      for (let at = 0; at < 700; at += 1)
        portal.datasets
          .get('3p4v-vsr3')
          ?.rows.push(texasRow(String(2_000_001 + at), `PLACE ${at}`, '2025-02', 2500));
      const disk = mountTmpfs(join(folder, 'data/inbox'), 'size=60k');
      try {
        const full = await fetchIn(folder, portal, { page_size: 1000 });
        expect([full.status, full.stdout]).toEqual([74, '']);
        expect(full.stderr).toMatch(
          /^allocations: Cannot use the inbox data\/inbox \(ENOSPC.*\. Free some space, then run again\.\n$/,
        );
        expect(unfinishedFiles(folder)).toEqual([]);
        readInbox(folder);
        disk.remount('size=1m');
        expect((await fetchIn(folder, portal, { page_size: 1000 })).status).toBe(0);
        expect(Object.keys(readInbox(folder))).toHaveLength(2);
      } finally {
        disk.unmount();
      }
    },
  );

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('stops at %s, at once, with what is whole', async (signal, code) => {
    const [folder, portal] = [scratchFolder(), await texasPortal()];
    let started: StartedProgram | undefined;
    portal.inject(
      () => started?.child.kill(signal),
      9,
      ({ path, query }) => path.endsWith('.csv') && query.get('$offset') === '20',
    );
    started = startFetch(folder, portal);
    expect(await started.closed).toEqual({ status: code, signal: null });
    expect(started.texts.stderr).toBe(
      `allocations: Stopped by ${signal}. Complete files stay. The next fetch continues.\n`,
    );
    expect(unfinishedFiles(folder)).toEqual([]);
    readInbox(folder);
  });
});

test.each([
  ['request 1', null],
  ['request 7', null],
  ['the first half of a file', /\.part$/],
  ['the origin of a file', /\.origin\.json$/],
  ['a file', /^tx-.*\.csv$/],
  ['the history', /^\.fetched\.json\.\d+$|^\.fetched\.json$/],
])('a fetch that is killed at %s completes when it runs again', async (moment, file) => {
  const [folder, whole, portal] = [scratchFolder(), createFetchRig(), await texasPortal()];
  await whole.fetch(texasFeeds(portal.origin));
  const inbox = join(folder, 'data/inbox');
  mkdirSync(inbox, { recursive: true });
  let started: StartedProgram | undefined;
  const kill = () => started?.child.kill('SIGKILL');
  const watcher = watch(inbox, (_event, name) => file?.test(`${name}`) && kill());
  onTestFinished(() => watcher.close());
  if (file === null) {
    const last = portal.requests.length + Number(moment.slice(-1));
    portal.inject(kill, 1, () => portal.requests.length === last);
  }
  started = startFetch(folder, portal);
  expect((await started.closed).signal).toBe('SIGKILL');
  watcher.close();
  readInbox(folder);
  expect((await fetchIn(folder, portal)).status).toBe(0);
  expect(readInbox(folder)).toEqual(whole.files());
  expect(unfinishedFiles(folder)).toEqual([]);
});

/** A certificate of this machine's own. */
function createCertificate(folder: string): { key: string; cert: string; file: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ');
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', [...request, ...files, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'], {
    stdio: 'ignore',
  });
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
  const redirectTo = (from: Portal, to: Portal) =>
    from.inject(
      (response, _, { url }) => response.writeHead(302, { location: `${to.origin}${url}` }).end(),
      99,
    );
  const tokensOf = ({ requests }: Portal) => [
    ...new Set(requests.map(({ headers }) => headers['x-app-token'])),
  ];

  test('requires a trusted certificate, and follows redirects only by https to named hosts', async () => {
    const folder = scratchFolder();
    const tls = createCertificate(folder);
    const [portal, other, plain] = [await texasPortal(tls), await texasPortal(tls), await texasPortal()];
    const settings = { NODE_EXTRA_CA_CERTS: tls.file, ALLOCATIONS_SOCRATA_TOKEN: 'secret' };
    const untrusted = await fetchIn(folder, portal);
    expect(untrusted.status).toBe(1);
    expect(untrusted.stdout).toMatch(
      /The certificate of localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
    );
    redirectTo(portal, plain);
    const insecure = await fetchIn(folder, portal, { settings });
    expect(insecure.stdout).toMatch(/leads from https to http\./);
    const second = await texasPortal(tls);
    redirectTo(second, other);
    const refused = await fetchIn(folder, second, { settings });
    expect(refused.stdout).toContain(
      `leads to another host, ${other.host}. If that is right, add it to "hosts" of the feed in the portal file`,
    );
    expect([plain.requests, other.requests]).toEqual([[], []]);
    const followed = await fetchIn(folder, second, { settings, hosts: [other.host] });
    expect(followed.status).toBe(0);
    // the token is for the feed's own host
    expect([tokensOf(second), tokensOf(other)]).toEqual([['secret'], [undefined]]);
    const names = readdirSync(join(folder, 'data/inbox'));
    const [origin = ''] = names.filter((name) => name.endsWith('.origin.json'));
    expect(JSON.parse(readFileSync(join(folder, 'data/inbox', origin), 'utf8')).url).toContain(second.origin);
  });

  test('uses the proxy of HTTPS_PROXY, except for hosts of NO_PROXY', async () => {
    const folder = scratchFolder();
    const tls = createCertificate(folder);
    const [portal, proxy] = [await texasPortal(tls), await openProxy()];
    const settings = { NODE_EXTRA_CA_CERTS: tls.file, HTTPS_PROXY: proxy.address };
    const through = await fetchIn(folder, portal, { settings });
    expect([through.status, through.stderr]).toEqual([0, '']);
    expect(new Set(proxy.asked)).toEqual(new Set([portal.host]));
    proxy.asked.length = 0;
    const beside = await fetchIn(folder, portal, { settings: { ...settings, NO_PROXY: 'localhost' } });
    expect([beside.status, proxy.asked]).toEqual([0, []]);
  });
});
