import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Month } from '../../src/domain/month.ts';
import { LOCKED, OperatorError, USAGE } from '../../src/domain/operator-error.ts';
import { acquireLock } from '../../src/files/lock.ts';
import { createFetchRig, type FetchRig, texasFeeds, texasPortal } from '../rig/portals/fetch-rig.ts';
import type { Portal } from '../rig/portals/portal.ts';
import { texasDataset } from '../rig/portals/portal-texas.ts';

interface Filled {
  rig: FetchRig;
  portal: Portal;
  feeds: object;
  /** The names of the files of 2024 and 2025. */
  names: string[];
  /** Fetches again, each time a minute later. Returns the units' statuses. */
  again(): Promise<string[]>;
}

async function fillInbox(): Promise<Filled> {
  const [rig, portal] = [createFetchRig(), await texasPortal()];
  const feeds = texasFeeds(portal.origin);
  await rig.fetch(feeds);
  portal.requests.length = 0;
  let minutes = 0;
  const now = () => new Date(Date.UTC(2025, 5, 16) + 60_000 * minutes++);
  const again = async () => (await rig.fetch(feeds, { now })).units.map(({ status }) => status);
  return { rig, portal, feeds, names: Object.keys(rig.files()), again };
}

/** The exit code and message with which a fetch is refused. */
async function refusal(fetching: Promise<unknown>) {
  const error = await fetching.catch((thrown: unknown) => thrown);
  if (!(error instanceof OperatorError)) throw new Error(`not refused: ${error}`);
  return { exitCode: error.exitCode, message: error.message };
}

describe('the download history', () => {
  test.each(['{"version":2,"units":[', '{"version":1,"units":[]}', '[]', ''])(
    'that is damaged (%s) says what to do, and that works',
    async (text) => {
      const { rig, portal, feeds, again } = await fillInbox();
      const before = rig.files();
      const path = join(rig.inbox, '.fetched.json');
      writeFileSync(path, text);
      expect(await refusal(rig.fetch(feeds))).toEqual({
        exitCode: USAGE,
        message: `The download history ${path} is damaged or has another version. Delete it. The next fetch then downloads everything again, and no report is loaded twice.`,
      });
      expect(portal.requests).toEqual([]);
      rmSync(path);
      expect(await again()).toEqual(['unchanged', 'unchanged']);
      expect(rig.files()).toEqual(before);
      const { units } = await rig.fetch(feeds);
      expect(units.map(({ http_status }) => http_status)).toEqual([304, 304]);
    },
  );

  test('is ignored if the file was removed: the file is downloaded again', async () => {
    const { rig, portal, names, again } = await fillInbox();
    const before = rig.files();
    rmSync(join(rig.inbox, names[0] ?? ''));
    expect(await again()).toEqual(['new', 'unchanged']);
    expect(rig.files()).toEqual(before);
    const asked = portal.requests.filter(({ path }) => path.endsWith('.csv'));
    expect(asked.map(({ headers }) => headers['if-none-match'] !== undefined).sort()).toEqual([false, true]);
  });

  test('is ignored if the file was edited: the file stays, and a message says so', async () => {
    const { rig, feeds, names, again } = await fillInbox();
    const path = join(rig.inbox, names[0] ?? '');
    writeFileSync(path, 'edited');
    const { units } = await rig.fetch(feeds);
    expect(units.map(({ status, message }) => [status, message])).toEqual([
      ['failed', `Cannot write ${path}: another file has this name. Move it out of the inbox and run again`],
      ['unchanged', null],
    ]);
    expect(readFileSync(path, 'utf8')).toBe('edited');
    rmSync(path);
    expect(await again()).toEqual(['new', 'unchanged']);
  });

  test('keeps a year with rows if the portal sends none', async () => {
    const { rig, portal, feeds, again } = await fillInbox();
    const before = rig.files();
    portal.datasets.set('3p4v-vsr3', { ...texasDataset([]), version: 2 });
    const { units } = await rig.fetch(feeds);
    expect(units.map(({ status, message }) => [status, message])).toEqual(
      [36, 9].map((rows) => [
        'failed',
        `The portal sent no rows, but ${rows} the last time. It may be updating the dataset. Try again later`,
      ]),
    );
    expect(rig.files()).toEqual(before);
    // also where the operator took the files away
    for (const name of Object.keys(before)) rmSync(join(rig.inbox, name));
    for (const _ of [1, 2]) expect(await again()).toEqual(['failed', 'failed']);
  });
});

describe('the inbox', () => {
  test('allows one fetch at a time', async () => {
    const { rig, portal, feeds, again } = await fillInbox();
    const lock = acquireLock(join(rig.inbox, '.fetched.json'), 'fetch', '2026-10-09T06:00:00Z');
    expect(await refusal(rig.fetch(feeds))).toEqual({
      exitCode: LOCKED,
      message: expect.stringMatching(
        /Another run holds the lock on .*\.fetched\.json: pid \d+ \("allocations fetch", started 2026/,
      ),
    });
    expect(portal.requests).toEqual([]);
    lock.release();
    expect(await again()).toEqual(['unchanged', 'unchanged']);
  });

  test('is unchanged after a dry run, which lists the new files', async () => {
    const [rig, portal] = [createFetchRig(), await texasPortal()];
    const { units } = await rig.fetch(texasFeeds(portal.origin), { dryRun: true });
    expect(units.map(({ status, rows }) => [status, rows])).toEqual([
      ['new', 36],
      ['new', 9],
    ]);
    expect(() => rig.files()).toThrow(/ENOENT/);
    expect(portal.requests).toHaveLength(4);
  });

  test('gets the months of --since in a file of their own', async () => {
    const { rig, feeds } = await fillInbox();
    const { units } = await rig.fetch(feeds, { since: '2024-11' as Month });
    expect(units.map(({ unit, status, rows, first_month }) => [unit, status, rows, first_month])).toEqual([
      ['2024', 'new', 6, '2024-11'],
      ['2025', 'unchanged', 9, null],
    ]);
    expect(Object.keys(rig.files())).toHaveLength(3);
    // what was known of the whole year still is
    expect((await rig.fetch(feeds)).units.map(({ http_status }) => http_status)).toEqual([304, 304]);
  });
});
