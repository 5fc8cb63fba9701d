import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { LOCKED, MACHINE, OperatorError, USAGE } from '../../../src/domain/operator-error.ts';
import { acquireLock } from '../../../src/files/lock.ts';
import type { UnitSummary } from '../../../src/portals/inbox/summary.ts';
import type { FindNewer } from '../../../src/portals/unit-task.ts';
import { createFetchRig, type FetchRig, QUICK, sha256, texasFeeds } from '../../rig/portals/fetch-rig.ts';
import { openPortal, type Portal } from '../../rig/portals/portal.ts';
import { texasDataset } from '../../rig/portals/portal-texas.ts';
import { monthsFrom } from '../../rig/reports/months.ts';

async function filled(): Promise<{ rig: FetchRig; portal: Portal; feeds: object; names: string[] }> {
  const [rig, portal] = [createFetchRig(), await openPortal()];
  portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
  const feeds = texasFeeds(portal.origin);
  await rig.fetch(feeds);
  portal.requests.length = 0;
  return { rig, portal, feeds, names: Object.keys(rig.files()) };
}

async function refusal(fetching: Promise<unknown>): Promise<OperatorError> {
  const error: unknown = await fetching.then(
    () => null,
    (thrown) => thrown,
  );
  if (error instanceof OperatorError) return error;
  throw new Error(`not refused: ${error}`);
}

/** A clock that is a minute later at each look. */
function eachLater(): () => Date {
  let minutes = 0;
  return () => new Date(Date.UTC(2025, 5, 16) + 60_000 * minutes++);
}

describe('the download history', () => {
  test.each(['{"version":2,"units":[', '{"version":1,"units":[]}', '[]', ''])(
    'that is damaged (%s) says what to do, and that works',
    async (text) => {
      const { rig, portal, feeds } = await filled();
      const before = rig.files();
      const path = join(rig.inbox, '.fetched.json');
      writeFileSync(path, text);
      const error = await refusal(rig.fetch(feeds));
      expect(error.exitCode).toBe(USAGE);
      expect(error.message).toBe(
        `The download history ${path} is damaged or has another version. Delete it. The next fetch then downloads everything again, and no report is loaded twice.`,
      );
      expect(portal.requests).toEqual([]);
      rmSync(path);
      const summary = await rig.fetch(feeds);
      expect(summary.units.map(({ status, http_status }) => [status, http_status])).toEqual([
        ['unchanged', 200],
        ['unchanged', 200],
      ]);
      expect(rig.files()).toEqual(before);
      expect((await rig.fetch(feeds)).units.map(({ http_status }) => http_status)).toEqual([304, 304]);
    },
  );

  test('is ignored if the file was removed: the file is downloaded again', async () => {
    const { rig, portal, feeds, names } = await filled();
    const before = rig.files();
    rmSync(join(rig.inbox, names[0] ?? ''));
    const summary = await rig.fetch(feeds);
    expect(summary.units.map(({ status }) => status)).toEqual(['new', 'unchanged']);
    expect(rig.files()).toEqual(before);
    const asked = portal.requests.filter(({ path }) => path.endsWith('.csv'));
    expect(asked.map(({ headers }) => headers['if-none-match'] !== undefined).sort()).toEqual([false, true]);
  });

  test('is ignored if the file was edited: the file stays, and a message says so', async () => {
    const { rig, feeds, names } = await filled();
    const path = join(rig.inbox, names[0] ?? '');
    writeFileSync(path, 'edited');
    const summary = await rig.fetch(feeds);
    expect(summary.units.map(({ status }) => status)).toEqual(['failed', 'unchanged']);
    expect(summary.units[0]?.message).toBe(
      `Cannot write ${path}: another file has this name. Move it out of the inbox and run again`,
    );
    expect(readFileSync(path, 'utf8')).toBe('edited');
    rmSync(path);
    expect((await rig.fetch(feeds)).units.map(({ status }) => status)).toEqual(['new', 'unchanged']);
  });

  test('follows a portal that goes back to an older version, and fails while the newer one counts', async () => {
    const { rig, portal, feeds, names } = await filled();
    const now = eachLater();
    const dataset = portal.datasets.get('3p4v-vsr3');
    const [first, ...rest] = dataset?.rows ?? [];
    if (!dataset || !first) throw new Error('no rows');
    dataset.version = 2;
    dataset.rows = [{ ...first, net_payment: '7.77' }, ...rest];
    const restated = await rig.fetch(feeds, { now });
    const unit = restated.units.findIndex(({ status }) => status === 'new');
    const newer = basename(restated.units[unit]?.file ?? '');
    dataset.version = 3;
    dataset.rows = [first, ...rest];
    const older = join(rig.inbox, names[unit] ?? '');
    const current: (UnitSummary | undefined)[] = [];
    for (const _ of ['first', 'second']) current.push((await rig.fetch(feeds, { now })).units[unit]);
    expect(current.map((found) => [found?.status, found?.file, found?.changed, found?.message])).toEqual([
      ['unchanged', older, true, null],
      ['unchanged', older, false, null],
    ]);
    const asked: unknown[] = [];
    const findNewer: FindNewer = (file) => {
      asked.push(file);
      return file.url === current[0]?.url
        ? { fileName: newer, sha256: sha256(rig.files()[newer] ?? '') }
        : null;
    };
    const found = (await rig.fetch(feeds, { now, findNewer })).units[unit];
    expect(asked).toContainEqual({
      url: current[0]?.url,
      sha256: sha256(rig.files()[names[unit] ?? ''] ?? ''),
    });
    expect([found?.status, found?.file, found?.message]).toEqual([
      'failed',
      older,
      `The portal sent ${names[unit]} again, but the figures of ${newer}, which it sent later, still count. If the older figures are right, run: allocations withdraw ${sha256(rig.files()[newer] ?? '').slice(0, 12)} --reason "the portal took it back". That is permanent: if the portal sends ${newer} again, it is skipped`,
    ]);
  });

  test('is completed after a fetch that was killed', async () => {
    const { rig, portal, feeds } = await filled();
    const later = { now: eachLater() };
    const memory = readFileSync(join(rig.inbox, '.fetched.json'));
    const dataset = portal.datasets.get('3p4v-vsr3');
    const [first, ...rest] = dataset?.rows ?? [];
    if (!dataset || !first) throw new Error('no rows');
    dataset.version = 2;
    dataset.rows = [{ ...first, net_payment: '7.77' }, ...rest];
    await rig.fetch(feeds, later);
    writeFileSync(join(rig.inbox, '.fetched.json'), memory);
    expect((await rig.fetch(feeds, later)).units.map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });

  test('keeps a year with rows if the portal sends none', async () => {
    const { rig, portal, feeds } = await filled();
    const before = rig.files();
    portal.datasets.set('3p4v-vsr3', { ...texasDataset([]), version: 2 });
    const summary = await rig.fetch(feeds);
    expect(summary.units.map(({ status, message }) => [status, message])).toEqual(
      [36, 9].map((rows) => [
        'failed',
        `The portal sent no rows, but ${rows} the last time. It may be updating the dataset. Try again later`,
      ]),
    );
    expect(rig.files()).toEqual(before);
    // also where the operator took the files away
    for (const name of Object.keys(before)) rmSync(join(rig.inbox, name));
    for (const _ of [1, 2])
      expect((await rig.fetch(feeds)).units.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});

describe('the inbox', () => {
  test('never has the same bytes twice', async () => {
    const { rig: first, feeds, names } = await filled();
    const rig = createFetchRig();
    mkdirSync(join(rig.inbox, 'by-hand'), { recursive: true });
    const byHand = join(rig.inbox, 'by-hand', 'texas.csv');
    writeFileSync(byHand, first.files()[names[0] ?? ''] ?? '');
    writeFileSync(join(rig.inbox, 'other.csv'), 'a report of something else');
    const summary = await rig.fetch(feeds);
    expect(summary.units.map(({ status, file }) => [status, file])).toEqual([
      ['unchanged', byHand],
      ['new', join(rig.inbox, names[1] ?? '')],
    ]);
    expect((await rig.fetch(feeds)).units.map(({ http_status }) => http_status)).toEqual([304, 304]);
  });

  test('loses the incomplete files of a fetch that was killed', async () => {
    const { rig, feeds, names } = await filled();
    writeFileSync(join(rig.inbox, `.${names[0]}.part`), 'half');
    await rig.fetch(feeds);
    expect(rig.hidden()).toEqual(['.fetched.json', ...names.map((name) => `.${name}.origin.json`)].sort());
  });

  test('allows one fetch at a time', async () => {
    const { rig, portal, feeds } = await filled();
    const lock = acquireLock(join(rig.inbox, '.fetched.json'), 'fetch', '2026-10-09T06:00:00Z');
    const error = await refusal(rig.fetch(feeds));
    expect(error.exitCode).toBe(LOCKED);
    expect(error.message).toMatch(
      /Another run holds the lock on .*\.fetched\.json: pid \d+ \("allocations fetch", started 2026/,
    );
    expect(portal.requests).toEqual([]);
    lock.release();
    expect((await rig.fetch(feeds)).outcome).toBe('nothing-new');
  });

  test('that cannot be created is refused with one line', async () => {
    const rig = createFetchRig();
    writeFileSync(join(rig.folder, 'file'), '');
    const error = await refusal(
      rig.fetch(texasFeeds('http://127.0.0.1:1'), { inbox: join(rig.folder, 'file', 'inbox') }),
    );
    expect(error.exitCode).toBe(MACHINE);
    expect(error.message).toMatch(
      /^Cannot use the inbox .*file\/inbox \(ENOTDIR.*\. Check the folder and its permissions, then run again\.$/,
    );
  });

  test('is unchanged after a dry run, which lists the new files', async () => {
    const { portal, feeds } = await filled();
    const rig = createFetchRig();
    const summary = await rig.fetch(feeds, { dryRun: true });
    expect(summary.units.map(({ status, rows }) => [status, rows])).toEqual([
      ['new', 36],
      ['new', 9],
    ]);
    expect(() => rig.files()).toThrow(/ENOENT/);
    expect(portal.requests).toHaveLength(4);
  });

  test('gets the months of --since in a file of their own', async () => {
    const { rig, feeds } = await filled();
    const summary = await rig.fetch(feeds, { since: '2024-11' as Month });
    expect(
      summary.units.map(({ unit, status, rows, first_month }) => [unit, status, rows, first_month]),
    ).toEqual([
      ['2024', 'new', 6, '2024-11'],
      ['2025', 'unchanged', 9, null],
    ]);
    expect(Object.keys(rig.files())).toHaveLength(3);
    // what was known of the whole year still is
    expect((await rig.fetch(feeds)).units.map(({ http_status }) => http_status)).toEqual([304, 304]);
  });

  test('keeps complete files if the fetch is stopped', async () => {
    const { portal, feeds } = await filled();
    const rig = createFetchRig();
    const controller = new AbortController();
    const stopped = new OperatorError('stopped by SIGTERM', 143);
    // one unit at a time: when the second one is asked for, the first one is whole
    portal.inject(
      () => controller.abort(stopped),
      100,
      ({ query }) => `${query.get('$where')}`.includes(">= '2025"),
    );
    const error = await refusal(
      rig.fetch(feeds, { signal: controller.signal, limits: { ...QUICK, requestsPerHost: 1 } }),
    );
    expect(error).toBe(stopped);
    expect(Object.keys(rig.files()).map((name) => name.slice(0, 22))).toEqual(['tx-payment-detail-2024']);
    expect(rig.hidden().map((name) => basename(name))).toHaveLength(2);
    const other = await openPortal();
    other.datasets = portal.datasets;
    expect((await rig.fetch(texasFeeds(other.origin))).units.map(({ status }) => status)).toEqual([
      'unchanged',
      'new',
    ]);
  });
});
