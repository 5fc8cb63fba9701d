import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FollowedDataset, followSnapshots } from '../../src/publish/followed-dataset.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../src/publish/snapshot.ts';
import { STATE_CODES } from '../../src/states/index.ts';
import { listJurisdictions } from '../../src/store/query/jurisdictions.ts';
import type { DatasetView } from '../../src/store/query/view.ts';
import { createPipelineRig, differences, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

let month = 0;

/** A new month of one jurisdiction, so that the data are of another version. */
async function grow(rig: PipelineRig): Promise<void> {
  month += 1;
  const period = `20${String(10 + month)}-05`;
  rig.write(`${period}.csv`, statement([{ code: '01001', month: period, net: month }]));
  await rig.run();
}

async function filled(): Promise<PipelineRig & { snapshots: string }> {
  const rig = createPipelineRig();
  await grow(rig);
  return { ...rig, snapshots: join(rig.folder, 'snapshots') };
}

function publish(
  rig: { database: string; snapshots: string },
  keep: number | null = null,
): Promise<PublishedSnapshot> {
  let ticks = 0;
  return publishSnapshot({
    database: rig.database,
    folder: rig.snapshots,
    keep,
    programVersion: 'test',
    now: () => new Date(Date.UTC(2026, 10, 1 + month) + ticks++),
  });
}

function fileOf({ snapshots }: { snapshots: string }, name: string): string {
  return join(snapshots, name, 'dataset.sqlite');
}

const MIGRATIONS = readdirSync('src/store/migrations').filter((name) => name.endsWith('.sql')).length;

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

describe('a snapshot', () => {
  test('is named by its version, has every figure, and is complete in one read-only file', async () => {
    const rig = await filled();
    const { name, manifest, isNew } = await publish(rig);
    expect([isNew, name]).toEqual([true, manifest.data_version]);
    expect(readdirSync(rig.snapshots).sort()).toEqual([name, 'current', 'published.json'].sort());
    const file = fileOf(rig, name);
    expect(hashOf(file)).toBe(manifest.sha256);
    expect(readFileSync(join(rig.snapshots, 'current'), 'utf8')).toBe(`${name}\n`);
    expect(JSON.parse(readFileSync(join(rig.snapshots, name, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(manifest).toMatchObject({
      format: 1,
      schema_version: MIGRATIONS,
      reports: 1,
      revisions: 0,
      states: STATE_CODES.map((state) =>
        state === 'ca'
          ? { state, jurisdictions: 1, datapoints: 1, first_month: '2011-05', last_month: '2011-05' }
          : { state, jurisdictions: 0, datapoints: 0, first_month: null, last_month: null },
      ),
    });
    const elsewhere = join(rig.folder, 'copy.sqlite');
    copyFileSync(file, elsewhere);
    chmodSync(elsewhere, 0o444);
    const sqlite = new Database(elsewhere, { readonly: true });
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
    sqlite.close();
    expect(differences(rig.database, elsewhere)).toEqual([]);
    expect(readdirSync(rig.folder).filter((name) => name.startsWith('copy.sqlite'))).toEqual(['copy.sqlite']);
  });

  test('is made once for each version, not for a run that changes nothing', async () => {
    const rig = await filled();
    const first = await publish(rig);
    await rig.run();
    const again = await publish(rig);
    expect(again).toEqual({ ...first, isNew: false });
    await grow(rig);
    const next = await publish(rig);
    expect(next.isNew).toBe(true);
    expect(next.manifest.sha256).not.toBe(first.manifest.sha256);
  });

  test('is made again if its file is damaged', async () => {
    const rig = await filled();
    const { name } = await publish(rig);
    truncateSync(fileOf(rig, name), 4096);
    const again = await publish(rig);
    expect(again).toMatchObject({ name: `${name}.2`, isNew: true });
    expect(hashOf(fileOf(rig, again.name))).toBe(again.manifest.sha256);
  });

  test('is removed if enough newer ones exist, but never while it is current', async () => {
    const rig = await filled();
    const names: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      names.push((await publish(rig)).name);
      await grow(rig);
    }
    const { name, removed } = await publish(rig, 2);
    expect(removed.sort()).toEqual(names.slice(0, 3).sort());
    expect(readdirSync(rig.snapshots).sort()).toEqual(
      [`${names[3]}`, name, 'current', 'published.json'].sort(),
    );
  });

  test('of a damaged dataset is not published; the current one stays', async () => {
    const rig = await filled();
    const { name } = await publish(rig);
    await grow(rig);
    const sqlite = new Database(rig.database);
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec('UPDATE finding SET jurisdiction_id = 5; UPDATE ca_allocation SET jurisdiction_id = 5');
    sqlite.close();
    await expect(publish(rig)).rejects.toThrow(/^Cannot publish .*\. Row .* refers to a row of jurisdiction/);
    expect(readFileSync(join(rig.snapshots, 'current'), 'utf8').trim()).toBe(name);
    expect(readdirSync(rig.snapshots)).toHaveLength(3);
  });
});

/** What this process has read of files, as Linux counts it. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

describe('a reader of snapshots', () => {
  const problems: string[] = [];
  async function follow({ snapshots }: { snapshots: string }): Promise<FollowedDataset> {
    problems.length = 0;
    const reader = await followSnapshots(snapshots, {
      onChange: () => undefined,
      onProblem: ({ message }) => problems.push(message),
    });
    onTestFinished(() => reader.close());
    return reader;
  }
  const count = ({ dataset }: DatasetView) =>
    dataset.sqlite.prepare('SELECT count(*) FROM ca_allocation').pluck().get();
  const datapoints = (reader: FollowedDataset) => reader.read(count);

  test('switches to each new snapshot, and sees one version at a time', async () => {
    const rig = await filled();
    const first = await publish(rig);
    const reader = await follow(rig);
    expect([datapoints(reader), reader.version()]).toEqual([1, first.manifest.data_version]);
    await grow(rig);
    const second = await publish(rig);
    expect(datapoints(reader)).toBe(1);
    await reader.follow();
    expect([datapoints(reader), reader.version()]).toEqual([2, second.manifest.data_version]);
    expect(
      reader.read(({ dataset, jurisdictions }) => listJurisdictions(dataset).length === jurisdictions.size),
    ).toBe(true);
    expect(problems).toEqual([]);
  });

  test('keeps what is held of a snapshot that is removed', async () => {
    const rig = await filled();
    await publish(rig);
    const reader = await follow(rig);
    const { view, release } = reader.hold(count);
    await grow(rig);
    await publish(rig, 1);
    await reader.follow();
    expect([datapoints(reader), count(view)]).toEqual([2, 1]);
    release();
  });

  test('reads a refused snapshot again only when its files change', async () => {
    const rig = await filled();
    await publish(rig);
    const reader = await follow(rig);
    await grow(rig);
    const { name } = await publish(rig);
    const file = fileOf(rig, name);
    const whole = readFileSync(file);
    rmSync(file);
    writeFileSync(file, whole.subarray(1));
    await reader.follow();
    await reader.follow();
    expect([datapoints(reader), problems.length]).toEqual([1, 1]);
    writeFileSync(file, Buffer.alloc(whole.length));
    await reader.follow();
    await reader.follow();
    expect([datapoints(reader), problems.length]).toEqual([1, 2]);
    const before = bytesRead();
    await reader.follow();
    expect(bytesRead() - before).toBeLessThan(whole.length);
    writeFileSync(file, whole);
    await reader.follow();
    expect([datapoints(reader), problems.length]).toEqual([2, 2]);
  });

  const harm: readonly [string, (file: string, manifest: string, pointer: string) => void, RegExp][] = [
    ['half copied', (file) => truncateSync(file, 8192), /\. The file has 8192 of \d+ bytes\. Publish again/],
    [
      'damaged in one byte',
      (file) => {
        const bytes = readFileSync(file);
        bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
        writeFileSync(file, bytes);
      },
      /\. The file is not the one that was published\./,
    ],
    ['without its manifest', (_, manifest) => rmSync(manifest), /manifest\.json\. The file does not exist/],
    [
      'published with an unknown manifest format',
      (_, manifest) => writeFileSync(manifest, '{"format":2}'),
      /format/,
    ],
    [
      'not named by the pointer',
      (_file, _manifest, pointer) => writeFileSync(pointer, '../x\n'),
      /does not name a version/,
    ],
  ];
  test.each(harm)(
    'keeps its snapshot if the next one is %s, and reports it once',
    async (_, damage, message) => {
      const rig = await filled();
      await publish(rig);
      const reader = await follow(rig);
      await grow(rig);
      const { name } = await publish(rig);
      const described = join(rig.snapshots, name, 'manifest.json');
      damage(fileOf(rig, name), described, join(rig.snapshots, 'current'));
      for (let times = 0; times < 3; times += 1) await reader.follow();
      expect(datapoints(reader)).toBe(1);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(message);
      // published again, it is taken
      await publish(rig);
      await reader.follow();
      expect(datapoints(reader)).toBe(2);
    },
  );

  test.each<[string, (pointer: string) => void, RegExp]>([
    [
      'is garbage',
      (pointer) => writeFileSync(pointer, '\0\0'),
      /\/current\. The file does not name a version/,
    ],
    ['is missing', (pointer) => rmSync(pointer), /\/current, which names .*, does not exist\. Publish again/],
  ])(
    'starts with the newest undamaged snapshot if the pointer %s, and reports it',
    async (_, damage, message) => {
      const rig = await filled();
      const first = await publish(rig);
      await grow(rig);
      await publish(rig);
      await grow(rig);
      const { name } = await publish(rig);
      truncateSync(fileOf(rig, name), 8192);
      damage(join(rig.snapshots, 'current'));
      const reader = await follow(rig);
      for (let times = 0; times < 2; times += 1) await reader.follow();
      expect([datapoints(reader), problems]).toEqual([2, [expect.stringMatching(message)]]);
      // a repaired pointer takes effect
      writeFileSync(join(rig.snapshots, 'current'), `${first.name}\n`);
      await reader.follow();
      expect([datapoints(reader), problems.length]).toEqual([1, 1]);
    },
  );

  test('does not start without a usable snapshot', async () => {
    const rig = await filled();
    await expect(follow(rig)).rejects.toThrow(/has no snapshot\. Make one: allocations publish/);
    expect(existsSync(rig.snapshots)).toBe(false);
    const { name } = await publish(rig);
    writeFileSync(join(rig.snapshots, 'current'), '');
    rmSync(fileOf(rig, name));
    await expect(follow(rig)).rejects.toThrow(/current\. The file does not name a version/);
  });
});

describe('what others keep in a folder of publications', () => {
  test('stays, whatever its name is', async () => {
    const rig = await filled();
    await publish(rig);
    const foreign = ['current.1', 'current.2024', `${'0'.repeat(64)}.sqlite`, '2024/manifest.json'];
    mkdirSync(join(rig.snapshots, '2024'));
    for (const name of foreign) writeFileSync(join(rig.snapshots, name), '{}');
    await grow(rig);
    expect((await publish(rig, 1)).removed).toHaveLength(1);
    for (const name of foreign) expect(readFileSync(join(rig.snapshots, name), 'utf8')).toBe('{}');
  });

  test('makes a folder without a marker one that is refused', async () => {
    const rig = await filled();
    mkdirSync(rig.snapshots);
    writeFileSync(join(rig.snapshots, 'current.1'), 'mine');
    await expect(publish(rig, 1)).rejects.toThrow(
      /is not empty, and publish did not make it\. Name an empty/,
    );
    expect(readdirSync(rig.snapshots)).toEqual(['current.1']);
  });
});
