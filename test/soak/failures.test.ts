import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hashOf } from '../rig/hash.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { faultsOf } from './checks.ts';
import { type Content, contentOf } from './content.ts';
import {
  copyOf,
  type Outcome,
  type Place,
  placeIn,
  RUN_OPTIONS,
  run,
  succeed,
  VERIFY_OPTIONS,
  write,
} from './place.ts';
import { layoutsOf, texas, widen } from './reports.ts';
import { mountTmpfs, whyNoTmpfs } from './tmpfs.ts';

const PROGRAM = resolve('dist/cli/main.js');
const REWRITER = fileURLToPath(new URL('rewriter.ts', import.meta.url));
const INGEST = ['ingest', 'inbox', ...RUN_OPTIONS, '--layouts', 'layouts.json'];
const JURISDICTIONS = 60;
const NEW_REPORTS = 12;
/** Enough bytes to start a run, too few to finish it. */
const ROOM_TO_BEGIN = 200 * 1024;
/** Folders of the archive: itself, the state, the kind. */
const FOLDERS_OF_ARCHIVE = 3;
const whyNot = whyNoTmpfs();
const skipped = whyNot === null ? '' : ` (skipped, no small disk can be mounted: ${whyNot})`;

let root: string;
/** A place with one month loaded and a year in the inbox. */
let origin: Place;
/** Content after undisturbed runs. */
let before: Content;
let after: Content;
let places = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'allocations-failures-'));
  origin = placeIn(join(root, 'origin'));
  write(origin, 'layouts.json', layoutsOf('A'));
  const [first = '', ...months] = monthsFrom('2022-12', NEW_REPORTS + 1);
  const monthly = (month: string) =>
    write(origin, `inbox/${month}.csv`, texas({ jurisdictions: JURISDICTIONS, months: [month] }));
  monthly(first);
  await succeed(PROGRAM, origin, ...INGEST);
  before = contentOf(origin);
  for (const month of months) monthly(month);
  const undisturbed = copyOf(origin, join(root, 'undisturbed'));
  await succeed(PROGRAM, undisturbed, ...INGEST);
  after = contentOf(undisturbed);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function newPlace(): Place {
  places += 1;
  return copyOf(origin, join(root, `place-${places}`));
}

function expectRefusal({ status, stderr }: Outcome, said: RegExp): void {
  expect({ status, stderr }).toEqual({ status: 74, stderr: expect.stringMatching(said) });
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

/** Expects a place without faults, with this content if it is given. */
function expectWhole(place: Place, content: Content = contentOf(place)): void {
  expect(faultsOf(place, contentOf(place), content)).toEqual([]);
}

/** Returns every file in the archive, including temporary ones. */
function archived({ archive }: Place): string[] {
  return readdirSync(archive, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

describe('two runs that start at the same moment', () => {
  test('one loads the reports; the other reports the lock or finds nothing new', async () => {
    const place = newPlace();
    const outcomes = await Promise.all([run(PROGRAM, place, ...INGEST), run(PROGRAM, place, ...INGEST)]);
    const statuses = outcomes.map(({ status }) => status);
    expect([
      [0, 0],
      [0, 75],
    ]).toContainEqual(statuses.sort());
    for (const { status, stderr } of outcomes)
      if (status === 75) expect(stderr).toMatch(/^allocations: Another run holds the lock on .*Wait for it/);
    const sqlite = new Database(place.database, { readonly: true });
    const changes = sqlite
      .prepare('SELECT count(*) FROM run WHERE dataset_version IS NOT NULL')
      .pluck()
      .get();
    sqlite.close();
    expect(changes).toBe(2);
    expectWhole(place, after);
  });
});

describe.skipIf(whyNot !== null)(`a run on a small disk${skipped}`, () => {
  test('leaves the dataset unchanged if the disk is full or fills up', async () => {
    const place = newPlace();
    const folder = join(place.folder, 'disk');
    const disk = mountTmpfs(folder, 'size=3m');
    onTestFinished(() => disk.unmount());
    const onDisk = { ...place, database: join(folder, 'dataset.sqlite') };
    const ingest = [...INGEST, '--db', 'disk/dataset.sqlite'];
    copyFileSync(place.database, onDisk.database);
    const kept = archived(place);
    const filler = join(folder, 'filler');
    for (const left of [ROOM_TO_BEGIN, 0]) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
      expectRefusal(await run(PROGRAM, place, ...ingest), /[Ff]ree some space/);
      rmSync(filler);
      expectWhole(onDisk, before);
      expect(archived(place)).toEqual(kept);
    }
    await succeed(PROGRAM, place, ...ingest);
    expectWhole(onDisk, after);
  });

  test('leaves the dataset unchanged if the archive is read-only or fills up', async () => {
    const place = newPlace();
    const kept = archived(place);
    const disk = mountTmpfs(`${place.archive}-disk`, 'size=24k');
    onTestFinished(() => disk.unmount());
    cpSync(place.archive, `${place.archive}-disk`, { recursive: true });
    rmSync(place.archive, { recursive: true });
    symlinkSync(`${place.archive}-disk`, place.archive);

    disk.remount('ro');
    expectRefusal(await run(PROGRAM, place, ...INGEST), /archive .*Check the folder and its permissions/);
    expectWhole(place, before);

    disk.remount('rw');
    expectRefusal(await run(PROGRAM, place, ...INGEST), /archive .*Free some space, then run again/);
    expectWhole(place, before);
    expect(archived(place)).toEqual(kept);

    // inodes for all reports and one record
    disk.remount(`size=64m,nr_inodes=${kept.length + FOLDERS_OF_ARCHIVE + NEW_REPORTS + 1}`);
    expectRefusal(await run(PROGRAM, place, ...INGEST), /archive .*Free some space, then run again/);
    expect(contentOf(place)).toEqual(after);

    disk.remount('size=64m,nr_inodes=1000');
    await succeed(PROGRAM, place, ...INGEST);
    expectWhole(place, after);
  });
});

describe.skipIf(whyNot !== null)(`rebuild on a small disk${skipped}`, () => {
  /** Disk sizes as parts of the dataset's size: from too small for the log to large enough for both. */
  const SIZES = [0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 3];

  test('gives a complete dataset, or an error and none', async () => {
    const place = newPlace();
    await succeed(PROGRAM, place, ...INGEST);
    const { size } = statSync(place.database);
    const statuses: (number | null)[] = [];
    for (const part of SIZES) {
      const disk = mountTmpfs(join(place.folder, 'disk'), `size=${Math.ceil((size * part) / 1024)}k`);
      onTestFinished(() => disk.unmount());
      const rebuild = ['rebuild', ...VERIFY_OPTIONS, '--layouts', 'layouts.json', '--db', 'disk/new.sqlite'];
      const outcome = await run(PROGRAM, place, ...rebuild);
      statuses.push(outcome.status);
      if (outcome.status === 0)
        expectWhole({ ...place, database: join(place.folder, 'disk/new.sqlite') }, after);
      else {
        expectRefusal(outcome, /[Ff]ree some space/);
        expect(readdirSync(join(place.folder, 'disk'))).toEqual(['new.sqlite.lock']);
      }
    }
    expect(statuses).toContain(74);
    expect(statuses.at(-1)).toBe(0);
  });
});

describe('a file that changes while it is read', () => {
  const RUNS = 2;
  const PAUSE_MS = 100;
  const MEGABYTES = 12;

  test('is refused, or loaded as one of its versions, never as a mix', async () => {
    const place = newPlace();
    write(place, 'layouts.json', layoutsOf('A', ['Note']));
    const months = monthsFrom('2024-01', 12);
    const report = widen(texas({ jurisdictions: JURISDICTIONS, months }), MEGABYTES * 1_000_000);
    // both versions have the same length, so a complete write leaves exactly one of them
    write(place, 'version-1.csv', report);
    write(place, 'version-2.csv', report.replaceAll('PLACE', 'PLAZA'));
    const versions = [1, 2].map((bump) => join(place.folder, `version-${bump}.csv`));
    const target = join(place.folder, 'inbox', 'growing.csv');
    const args = ['--import', 'tsx', REWRITER, target, ...versions, String(PAUSE_MS)];
    const rewriter = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      rewriter.kill('SIGKILL');
    });
    await once(rewriter.stdout, 'data');
    const ingest = ['ingest', 'inbox/growing.csv', ...RUN_OPTIONS, '--layouts', 'layouts.json'];
    for (let at = 0; at < RUNS; at += 1) {
      const { status, stdout } = await run(PROGRAM, place, ...ingest, '--json');
      const [report] = JSON.parse(stdout).reports;
      if (status !== 0)
        expect(report.findings).toMatchObject([
          { code: 'unreadable-file', severity: 'error', facts: { reason: 'changed' } },
        ]);
    }
    const ended = once(rewriter, 'exit');
    rewriter.kill('SIGTERM');
    await ended;
    await succeed(PROGRAM, place, ...ingest);
    const sqlite = new Database(place.database, { readonly: true });
    const loaded = sqlite.prepare("SELECT sha256 FROM report WHERE file_name = 'growing.csv'").pluck().all();
    sqlite.close();
    expect(loaded.length).toBeGreaterThan(0);
    const written = versions.map((path) => hashOf(readFileSync(path)));
    expect(loaded.filter((sha256) => !written.includes(String(sha256)))).toEqual([]);
    expectWhole(place);
  });
});
