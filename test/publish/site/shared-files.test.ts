import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readSiteManifest } from '../../../src/publish/site/manifest.ts';
import { CALIFORNIA_FIELDS } from '../../../src/states/ca/fields.ts';
import { publishSample } from '../../explorer/site/static-site.ts';
import { documentsOf } from '../../records/documents/made-documents.ts';
import { filesUnder } from '../../rig/folders.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import { createDatasetRig, type DatasetRig } from '../../rig/service.ts';

/** Ten places of California in three documents, with a type of its own for one of them, and five of Texas in two. */
const CALIFORNIA = Array.from({ length: 10 }, (_, at) => ({
  code: `010${at + 10}`,
  type: at === 9 ? 'Transit' : 'City',
}));
const TEXAS = Array.from({ length: 5 }, (_, at) => ({ code: `299900${at}`, name: `TOWN ${at}` }));
const MONTHS = monthsFrom('2022-11', 14);

let rig: DatasetRig;
let folder: string;

beforeEach(async () => {
  rig = createDatasetRig();
  onTestFinished(() => rig.remove());
  folder = join(rig.folder, 'site');
  await rig.load({
    'ca.csv': statement(
      MONTHS.flatMap((month, at) =>
        CALIFORNIA.map((one, place) => ({ ...one, month, net: paid(place, at) })),
      ),
    ),
    'tx.csv': texasReport(
      MONTHS.flatMap((month, at) => TEXAS.map((one, place) => ({ ...one, month, current: paid(place, at) }))),
    ),
  });
});

const paid = (place: number, month: number) => 1000 * (place + 1) + 7 * month;
const loadMonth = (month: string) =>
  rig.load({
    [`${month}.csv`]: statement(CALIFORNIA.map((one, place) => ({ ...one, month, net: paid(place, 14) }))),
  });
/** The report also repeats a figure of the newest month: a report that ends earlier would lose. */
const restate = (place: number, net: number) => {
  const { code, type } = CALIFORNIA[place] ?? expect.fail();
  const rows = [
    { code, type, month: '2023-05', net },
    { code, type, month: '2023-12', net: paid(place, 13) },
  ];
  return rig.load({ [`restated-${place}-${net}.csv`]: statement(rows) });
};
const publish = (keep: number | null = null) => {
  published += 1;
  const now = () => new Date(Date.UTC(2026, 0, published));
  return publishSample(rig.database, folder, null, { keep, now });
};
let published = 0;

const current = () => readFileSync(join(folder, 'current'), 'utf8').trim();
const onDisk = () => filesUnder(folder).map((path) => relative(folder, path));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
/** The names of documents without the stamps of their files. */
const namesOf = (paths: readonly string[]) =>
  paths.flatMap((path) => /^documents\/(.+)\.[0-9a-f]{8}\.json$/.exec(path)?.[1] ?? []).sort();

/** Every document of a version, found by its index as a page does, is what the dataset has. */
function expectDocuments(version: string): void {
  const made = documentsOf(rig.database, JSON.parse(read(`${version}/dataset.json`)).overview, null);
  const index = JSON.parse(read(`${version}/documents.json`));
  for (const [name, text] of made) {
    const path = name === 'dataset' ? `${version}/dataset.json` : `documents/${name}.${index[name]}.json`;
    expect([name, read(path)]).toEqual([name, text]);
  }
}

/** No file is there but those that versions and the site itself name. */
function expectNothingElse(versions: readonly string[]): void {
  const named = versions.flatMap((version) => {
    const { files, shared } = readSiteManifest(folder, version);
    const own = [...files.map(({ path }) => path), 'manifest.json'].map((path) => `${version}/${path}`);
    return [...own, ...shared.map(({ path }) => path)];
  });
  const site = ['current', 'index.html', 'preview.png', 'published.json'];
  expect(onDisk().sort()).toEqual([...new Set([...named, ...site])].sort());
}

/** The files that a publication added, after one that made all other files. */
async function addedBy(change: () => Promise<unknown>): Promise<string[]> {
  await publish();
  const stateOf = (path: string) => [path, read(path), statSync(join(folder, path)).mtimeMs];
  const before = new Map(onDisk().map((path) => [path, stateOf(path)]));
  await change();
  await publish();
  for (const [path, known] of before)
    if (!['current', 'preview.png', 'published.json'].includes(path)) expect(stateOf(path)).toEqual(known);
  expectDocuments(current());
  return onDisk().filter((path) => !before.has(path));
}

/** By payment and by sale, of years from January and from July. */
const ERRORS = ['errors-1', 'errors-25', 'errors-31', 'errors-7'];

describe('a publication adds only files that differ', () => {
  test('after a new month of one state: its documents, the lists, and the files of the version', async () => {
    const added = await addedBy(() => loadMonth('2024-01'));
    const own = added.filter((path) => path.startsWith(`${current()}/`)).map((path) => path.split('/')[1]);
    expect(own.sort()).toEqual([
      ...['dataset.json', 'documents.json', 'manifest.json', 'sources.html', 'start.js'],
    ]);
    expect(namesOf(added)).toEqual([
      ...CALIFORNIA_FIELDS.map(({ name }) => `ca/all-${name}`).sort(),
      ...['block-0', 'block-1', 'block-2', ...ERRORS, 'places', 'reports'].map((name) => `ca/${name}`),
      ...['ca/rows-0', 'ca/rows-1', 'ca/rows-2', 'changes', 'updates'],
    ]);
    expect(added).toHaveLength(5 + 14 + CALIFORNIA_FIELDS.length);
  });

  test('after a restated row of a place alone in its type: its block, its rows, and the restatements', async () => {
    const added = await addedBy(() => restate(9, 10_100));
    expect(namesOf(added)).toEqual([
      ...[
        'ca/all-current_distributions',
        'ca/all-net_payment',
        'ca/beside',
        'ca/block-2',
        'ca/places',
        'ca/reports',
        'ca/rows-2',
        'changes',
        'findings',
        'updates',
      ],
    ]);
  });

  test('after a change of the page: its files and no document', async () => {
    await publish();
    const [script = ''] = onDisk().filter((path) => /^page\/main-.*\.js$/.test(path));
    // as if the program before had another page
    const { page_sha256, ...manifest } = readSiteManifest(folder, current());
    const other = { ...manifest, page_sha256: page_sha256.replace(/./g, '0') };
    writeFileSync(join(folder, current(), 'manifest.json'), JSON.stringify(other));
    rmSync(join(folder, script));
    const before = onDisk();
    await publish();
    expect(onDisk().filter((path) => !before.includes(path) && !path.startsWith(current()))).toEqual([
      script,
    ]);
  });

  test('and each name stands for the same bytes for ever', async () => {
    const known = new Map<string, string>();
    for (const [at, net] of [10, 20, 10, 30, 20].entries()) {
      await restate(at % 3, net);
      await publish(1);
      expectDocuments(current());
      expectNothingElse([current()]);
      for (const path of onDisk().filter((one) => one.startsWith('documents/'))) {
        expect([path, known.get(path) ?? read(path)]).toEqual([path, read(path)]);
        known.set(path, read(path));
      }
    }
  });
});

describe('what is not needed any more is removed', () => {
  test('after a killed publication', async () => {
    await publish(2);
    const [first, before] = [current(), onDisk()];
    // moved its files, and was killed before its folder had a name
    for (const path of ['.unfinished/start.js', 'documents/ca/block-0.0123abcd.json', 'page/gone-1.js']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), 'half');
    }
    await publish(2);
    expect([current(), onDisk().filter((path) => before.includes(path))]).toEqual([first, before]);
    await loadMonth('2024-01');
    await publish(2);
    expectNothingElse([first, current()]);
    expectDocuments(current());
  });

  test('but nothing, if the files of a version are not known', async () => {
    await publish();
    const first = current();
    writeFileSync(join(folder, first, 'manifest.json'), '{');
    const before = onDisk();
    await loadMonth('2024-01');
    await publish();
    expect(before.filter((path) => !onDisk().includes(path))).toEqual([]);
    await restate(0, 1);
    await publish(1);
    expectNothingElse([current()]);
  });
});

test.each(['documents/ca/block-1', 'documents/tx/all-net_payment', 'page/main'])(
  'a damaged file %s is found, and written again',
  async (start) => {
    await publish();
    const [path = ''] = onDisk().filter((one) => one.startsWith(start));
    writeFileSync(join(folder, path), 'damaged');
    expect((await publish()).isNew).toBe(true);
    expectDocuments(current());
    expect((await publish()).isNew).toBe(false);
    expect(read(path)).not.toBe('damaged');
  },
);

test('a failed publication leaves the version in service whole', async () => {
  await publish();
  const first = current();
  const texts = new Map(onDisk().map((path) => [path, read(path)]));
  await loadMonth('2024-01');
  // a file in place of the folder of documents
  renameSync(join(folder, 'documents/tx'), join(folder, 'documents/away'));
  renameSync(join(folder, 'documents/ca'), join(folder, 'documents/tx'));
  writeFileSync(join(folder, 'documents/ca'), '');
  await expect(publish()).rejects.toThrow();
  expect(current()).toBe(first);
  rmSync(join(folder, 'documents/ca'));
  renameSync(join(folder, 'documents/tx'), join(folder, 'documents/ca'));
  renameSync(join(folder, 'documents/away'), join(folder, 'documents/tx'));
  for (const [path, text] of texts) expect([path, read(path)]).toEqual([path, text]);
  await publish();
  expectDocuments(current());
});
