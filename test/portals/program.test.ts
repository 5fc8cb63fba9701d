import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mountTmpfs, whyNoTmpfs } from '../rig/datasets/tmpfs.ts';
import { scratchFolder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { createFetchRig, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import { type Portal, type PortalRequest, status } from '../rig/portals/portal.ts';
import { texasRow } from '../rig/portals/portal-texas.ts';
import { endOf, startProgram } from '../rig/program.ts';

const PROGRAM = resolve('dist/cli/main.js');

/** The options and settings of a fetch, and what differs from the usual feed. */
interface Call {
  args?: string[];
  settings?: Record<string, string>;
  hosts?: string[];
}

function startFetch(folder: string, { origin }: Portal, { args = [], settings = {}, ...more }: Call = {}) {
  writeFileSync(join(folder, 'portals.json'), JSON.stringify(texasFeeds(origin, more)));
  return startProgram(PROGRAM, folder, ['fetch', '--portals', 'portals.json', ...args], settings);
}

const fetchIn = (...call: Parameters<typeof startFetch>) => endOf(startFetch(...call));

/** The files of the inbox that `ingest` would see. Each must have its origin, and none may be incomplete. */
function readInbox(folder: string): Record<string, string> {
  const inbox = join(folder, 'data/inbox');
  const names = existsSync(inbox) ? readdirSync(inbox).filter((name) => !name.startsWith('.')) : [];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(inbox, name), 'utf8')]));
  for (const [name, content] of Object.entries(files)) {
    const origin = JSON.parse(readFileSync(join(inbox, `.${name}.origin.json`), 'utf8'));
    expect(origin.sha256).toBe(hashOf(content));
  }
  return files;
}

const unfinishedFiles = (folder: string) =>
  readdirSync(join(folder, 'data/inbox')).filter((name) => name.endsWith('.part'));

test('prints new files as lines or JSON, and says when there is none', async () => {
  const [folder, portal] = [scratchFolder(), await texasPortal()];
  const first = await fetchIn(folder, portal);
  expect([first.status, first.stderr]).toEqual([0, '']);
  const title = '"Local Allocation Payment Detail" of Texas';
  const [name, other] = Object.keys(readInbox(folder)).sort();
  const lines = first.stdout.split('\n');
  expect(lines.slice(0, 2)).toEqual([
    `new ${title} (2024): data/inbox/${name} (36 rows)`,
    `new ${title} (2025): data/inbox/${other} (9 rows)`,
  ]);
  expect(lines[2]).toMatch(/^2 new, 0 unchanged, \d empty, 0 failed, in \d+\.\d s$/);
  const summary = JSON.parse((await fetchIn(folder, portal, { args: ['--json'] })).stdout);
  expect(Object.keys(summary)).toEqual(['outcome', 'units', 'duration_ms']);
  expect([summary.outcome, summary.units[0]]).toEqual([
    'nothing-new',
    {
      ...{ feed: 'tx-payment-detail', state: 'tx', kind: 'tx/payment-detail', unit: '2024' },
      ...{ status: 'unchanged', http_status: 304, rows: null, file: `data/inbox/${name}` },
      sha256: hashOf(readInbox(folder)[`${name}`] ?? ''),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/resource\/3p4v-vsr3\.csv\?\$where=/),
      ...{ not_ready: false, portal_down: false, message: null },
    },
  ]);
});

test('names failed years, exits with 1, and keeps the rest', async () => {
  const [folder, portal] = [scratchFolder(), await texasPortal()];
  portal.inject(status(404, {}, '{"message":"gone\\nfor good"}'), 9, ({ query }) =>
    `${query.get('$where')}`.includes(">= '2024"),
  );
  const failed = await fetchIn(folder, portal, { args: ['--quiet'] });
  expect([failed.status, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toMatch(
    /^failed "Local Allocation Payment Detail" of Texas \(2024\): 127\.0\.0\.1:\d+ answered 404 \("gone\\nfor good"\)\. Look up the address on the portal, and correct the portal file \(http:\/\/\S+\)\n$/,
  );
  expect(Object.keys(readInbox(folder))).toHaveLength(1);
});

test.skipIf(whyNoTmpfs() !== null)('exits with 74 on a full disk, and leaves no partial file', async () => {
  const [folder, portal] = [scratchFolder(), await texasPortal()];
  // a year of some 90 kB
  for (let at = 0; at < 700; at += 1)
    portal.datasets.get('3p4v-vsr3')?.rows.push(texasRow(`${2_000_001 + at}`, `CITY ${at}`, '2025-02', 2500));
  const disk = mountTmpfs(join(folder, 'data/inbox'), 'size=60k');
  try {
    const full = await fetchIn(folder, portal);
    expect([full.status, full.stdout]).toEqual([74, '']);
    expect(full.stderr).toMatch(
      /^allocations: Cannot use the inbox data\/inbox \(ENOSPC.*\. Free some space/,
    );
    expect(unfinishedFiles(folder)).toEqual([]);
    readInbox(folder);
    disk.remount('size=1m');
    expect((await fetchIn(folder, portal)).status).toBe(0);
    expect(Object.keys(readInbox(folder))).toHaveLength(2);
  } finally {
    disk.unmount();
  }
});

test('stops at SIGTERM, at once, with what is whole', async () => {
  const [folder, portal] = [scratchFolder(), await texasPortal()];
  const asked = new Promise<void>((seen) => {
    portal.inject(
      () => seen(),
      9,
      ({ query }) => `${query.get('$where')}`.includes(">= '2025"),
    );
  });
  const started = startFetch(folder, portal);
  await asked;
  started.child.kill('SIGTERM');
  expect(await endOf(started)).toEqual({
    ...{ status: 143, signal: null, stdout: '' },
    stderr: 'allocations: Stopped by SIGTERM. Complete files stay. The next fetch continues.\n',
  });
  expect(Object.keys(readInbox(folder))).toHaveLength(1);
});

test.each([
  ['before its note', /\.origin\.json\.part$/],
  ['between its note and the file', /\.origin\.json$/],
  ['in the middle of a file', /\.csv\.part$/],
  ['after a file', /^tx-.*\.csv$/],
])('a fetch that is killed %s completes when it runs again', async (_, moment) => {
  const [folder, whole, portal] = [scratchFolder(), createFetchRig(), await texasPortal()];
  await whole.fetch(texasFeeds(portal.origin));
  const inbox = join(folder, 'data/inbox');
  mkdirSync(inbox, { recursive: true });
  // the portal is silent about the second year, so that the kill comes in time
  let isFirst = true;
  const isHeld = ({ query }: PortalRequest) => isFirst && `${query.get('$where')}`.includes(">= '2025");
  portal.inject(() => undefined, 9, isHeld);
  const started = startFetch(folder, portal);
  const watcher = watch(inbox, (_event, name) => moment.test(`${name}`) && started.child.kill('SIGKILL'));
  onTestFinished(() => watcher.close());
  expect((await started.closed).signal).toBe('SIGKILL');
  isFirst = false;
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
  const files = ['-keyout', key, '-out', cert, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
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

test('https needs a trusted certificate, leads only to named hosts by https, and alone gets the token', async () => {
  const folder = scratchFolder();
  const tls = createCertificate(folder);
  const [portal, other, plain] = [await texasPortal(tls), await texasPortal(tls), await texasPortal()];
  const settings = { NODE_EXTRA_CA_CERTS: tls.file, ALLOCATIONS_SOCRATA_TOKEN: 'secret' };
  const untrusted = await fetchIn(folder, portal);
  expect(untrusted.stdout).toMatch(
    /The certificate of localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
  );
  const redirectTo = ({ origin }: Portal) =>
    portal.inject(
      (response, _, { url }) => response.writeHead(302, { location: `${origin}${url}` }).end(),
      3,
    );
  const tokensOf = ({ requests }: Portal) => new Set(requests.map(({ headers }) => headers['x-app-token']));
  // the count of each year
  redirectTo(plain);
  expect((await fetchIn(folder, portal, { settings })).stdout).toMatch(/ leads from https to http\. /);
  expect(plain.requests).toEqual([]);
  const followed = await fetchIn(folder, portal, { settings, hosts: [other.host] });
  expect([followed.status, followed.stderr]).toEqual([0, '']);
  redirectTo(other);
  expect((await fetchIn(folder, portal, { settings, hosts: [other.host] })).status).toBe(0);
  expect([tokensOf(portal), tokensOf(other)]).toEqual([new Set(['secret']), new Set([undefined])]);
});

test('HTTPS_PROXY names the proxy, except for hosts of NO_PROXY', async () => {
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
