import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PublishedSnapshot, publishSnapshot } from '../../src/publish/snapshot.ts';
import { compareDatasets } from '../../src/store/compare/differences.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { listJurisdictions } from '../../src/store/query/jurisdictions.ts';
import { openSnapshots, type SnapshotReader } from '../../src/store/snapshots/snapshot-reader.ts';
import { createWorkbench, type Workbench } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

let month = 0;

/** A new month of one jurisdiction, so that the data are of another version. */
async function grow(bench: Workbench): Promise<void> {
  month += 1;
  const period = `20${String(10 + month)}-05`;
  bench.write(`${period}.csv`, statement([{ code: '01001', month: period, net: month }]));
  await bench.run();
}

async function filled(): Promise<Workbench & { snapshots: string }> {
  const bench = createWorkbench();
  await grow(bench);
  return { ...bench, snapshots: join(bench.folder, 'snapshots') };
}

function publish(
  bench: { database: string; snapshots: string },
  keep: number | null = null,
): Promise<PublishedSnapshot> {
  let ticks = 0;
  return publishSnapshot({
    database: bench.database,
    folder: bench.snapshots,
    keep,
    programVersion: 'test',
    now: () => new Date(Date.UTC(2026, 10, 1 + month) + ticks++),
  });
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

describe('a snapshot', () => {
  test('is named by its bytes, has every figure, and needs no other file and no writing beside it', async () => {
    const bench = await filled();
    const { manifest, isNew } = await publish(bench);
    expect(isNew).toBe(true);
    const { sha256 } = manifest;
    expect(readdirSync(bench.snapshots).sort()).toEqual(
      [`${sha256}.json`, `${sha256}.sqlite`, 'current'].sort(),
    );
    const file = join(bench.snapshots, `${sha256}.sqlite`);
    expect(hashOf(file)).toBe(sha256);
    expect(readFileSync(join(bench.snapshots, 'current'), 'utf8')).toBe(`${sha256}\n`);
    expect(JSON.parse(readFileSync(join(bench.snapshots, `${sha256}.json`), 'utf8'))).toEqual(manifest);
    expect(manifest).toMatchObject({
      format: 1,
      schema_version: 11,
      reports: 1,
      revisions: 0,
      states: [
        { state: 'ca', jurisdictions: 1, datapoints: 1, first_month: '2011-05', last_month: '2011-05' },
        { state: 'tx', jurisdictions: 0, datapoints: 0, first_month: null, last_month: null },
      ],
    });
    const elsewhere = join(bench.folder, 'copy.sqlite');
    copyFileSync(file, elsewhere);
    chmodSync(elsewhere, 0o444);
    const sqlite = new Database(elsewhere, { readonly: true });
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('delete');
    sqlite.close();
    const [live, copy] = [openForReading(bench.database), openForReading(elsewhere)];
    expect([...compareDatasets(live, copy)]).toEqual([]);
    live.close();
    copy.close();
    expect(readdirSync(bench.folder).filter((name) => name.startsWith('copy.sqlite'))).toEqual([
      'copy.sqlite',
    ]);
  });

  test('is made once of a version; a run that changes nothing makes no other', async () => {
    const bench = await filled();
    const first = await publish(bench);
    await bench.run();
    const again = await publish(bench);
    expect(again).toEqual({ manifest: first.manifest, isNew: false, removed: [] });
    await grow(bench);
    const next = await publish(bench);
    expect(next.isNew).toBe(true);
    expect(next.manifest.sha256).not.toBe(first.manifest.sha256);
  });

  test('of which the file was damaged is made again', async () => {
    const bench = await filled();
    const { manifest } = await publish(bench);
    truncateSync(join(bench.snapshots, `${manifest.sha256}.sqlite`), 4096);
    const again = await publish(bench);
    expect(again.isNew).toBe(true);
    expect(hashOf(join(bench.snapshots, `${again.manifest.sha256}.sqlite`))).toBe(again.manifest.sha256);
  });

  test('goes when newer ones are enough, but the current one never', async () => {
    const bench = await filled();
    const shas: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      shas.push((await publish(bench)).manifest.sha256);
      await grow(bench);
    }
    // of a publication that was killed before its manifest
    const half = '0'.repeat(64);
    writeFileSync(join(bench.snapshots, `${half}.sqlite`), 'half');
    const { manifest, removed } = await publish(bench, 2);
    expect(removed.sort()).toEqual([half, ...shas.slice(0, 3)].sort());
    const kept = [shas[3], manifest.sha256].flatMap((sha256) => [`${sha256}.json`, `${sha256}.sqlite`]);
    expect(readdirSync(bench.snapshots).sort()).toEqual([...kept, 'current'].sort());
  });

  test('of a damaged dataset is not published, and the one before stays', async () => {
    const bench = await filled();
    const { manifest } = await publish(bench);
    await grow(bench);
    const sqlite = new Database(bench.database);
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec('UPDATE finding SET jurisdiction_id = 5; UPDATE ca_allocation SET jurisdiction_id = 5');
    sqlite.close();
    await expect(publish(bench)).rejects.toThrow(
      /cannot be published: row .* refers to a row of jurisdiction/,
    );
    expect(readFileSync(join(bench.snapshots, 'current'), 'utf8').trim()).toBe(manifest.sha256);
    expect(readdirSync(bench.snapshots)).toHaveLength(3);
  });
});

/** What this process has read of files, as Linux counts it. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

describe('who serves snapshots', () => {
  const problems: string[] = [];
  async function follow({ snapshots }: { snapshots: string }): Promise<SnapshotReader> {
    problems.length = 0;
    const reader = await openSnapshots(snapshots, {
      onChange: () => undefined,
      onProblem: ({ message }) => problems.push(message),
    });
    onTestFinished(() => reader.close());
    return reader;
  }
  const datapoints = (reader: SnapshotReader) =>
    reader.read(({ dataset }) => dataset.sqlite.prepare('SELECT count(*) FROM ca_allocation').pluck().get());

  test('goes from each to the next, and sees one version at a time', async () => {
    const bench = await filled();
    const first = await publish(bench);
    const reader = await follow(bench);
    expect([datapoints(reader), reader.version()]).toEqual([1, first.manifest.data_version]);
    await grow(bench);
    const second = await publish(bench);
    expect(datapoints(reader)).toBe(1);
    await reader.follow();
    expect([datapoints(reader), reader.version()]).toEqual([2, second.manifest.data_version]);
    expect(
      reader.read(({ dataset, jurisdictions }) => listJurisdictions(dataset).length === jurisdictions.size),
    ).toBe(true);
    expect(problems).toEqual([]);
  });

  test('reads a refused one again only when its files change', async () => {
    const bench = await filled();
    await publish(bench);
    const reader = await follow(bench);
    await grow(bench);
    const { manifest } = await publish(bench);
    const file = join(bench.snapshots, `${manifest.sha256}.sqlite`);
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
    ['half copied', (file) => truncateSync(file, 8192), /it has 8192 bytes of \d+/],
    ['not copied', (file) => rmSync(file), /no such file/],
    [
      'damaged in one byte',
      (file) => {
        const bytes = readFileSync(file);
        bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
        writeFileSync(file, bytes);
      },
      /its bytes are not those that were published/,
    ],
    ['without its manifest', (_, manifest) => rmSync(manifest), /\.json: ENOENT/],
    ['with half a manifest', (_, manifest) => truncateSync(manifest, 40), /JSON/],
    ['with a manifest of another form', (_, manifest) => writeFileSync(manifest, '{"format":2}'), /format/],
    [
      'that the pointer does not name',
      (_file, _manifest, pointer) => writeFileSync(pointer, 'x\n'),
      /does not name a snapshot/,
    ],
  ];
  test.each(harm)(
    'stays with the one before where the next is %s, and says so once',
    async (_, damage, message) => {
      const bench = await filled();
      await publish(bench);
      const reader = await follow(bench);
      await grow(bench);
      const { manifest } = await publish(bench);
      const [file, described] = ['sqlite', 'json'].map((end) =>
        join(bench.snapshots, `${manifest.sha256}.${end}`),
      );
      damage(`${file}`, `${described}`, join(bench.snapshots, 'current'));
      for (let times = 0; times < 3; times += 1) await reader.follow();
      expect(datapoints(reader)).toBe(1);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(message);
      // published again, it is taken
      await publish(bench);
      await reader.follow();
      expect(datapoints(reader)).toBe(2);
    },
  );

  test('begins with the newest that is whole where the current one is not, and says so', async () => {
    const bench = await filled();
    await publish(bench);
    await grow(bench);
    await publish(bench);
    await grow(bench);
    const { manifest } = await publish(bench);
    truncateSync(join(bench.snapshots, `${manifest.sha256}.sqlite`), 8192);
    const reader = await follow(bench);
    expect(datapoints(reader)).toBe(2);
    await reader.follow();
    // once, though it is still current
    expect(problems).toHaveLength(1);
    await publish(bench);
    await reader.follow();
    expect(datapoints(reader)).toBe(3);
  });

  test.each<[string, (pointer: string) => void, RegExp]>([
    [
      'is empty',
      (pointer) => truncateSync(pointer),
      /\/current: it does not name a snapshot; publish it again/,
    ],
    ['is garbage', (pointer) => writeFileSync(pointer, '\0\0'), /\/current: it does not name a snapshot/],
    ['is missing', (pointer) => rmSync(pointer), /\/current, which names .*, is not there; publish again/],
  ])('begins with the newest that is whole where the pointer %s, and says so', async (_, damage, message) => {
    const bench = await filled();
    const first = await publish(bench);
    await grow(bench);
    await publish(bench);
    await grow(bench);
    const { manifest } = await publish(bench);
    truncateSync(join(bench.snapshots, `${manifest.sha256}.sqlite`), 8192);
    damage(join(bench.snapshots, 'current'));
    const reader = await follow(bench);
    for (let times = 0; times < 2; times += 1) await reader.follow();
    expect([datapoints(reader), problems]).toEqual([2, [expect.stringMatching(message)]]);
    // what it names, once it does, is served
    writeFileSync(join(bench.snapshots, 'current'), `${first.manifest.sha256}\n`);
    await reader.follow();
    expect([datapoints(reader), problems.length]).toEqual([1, 1]);
  });

  test('does not begin without one', async () => {
    const bench = await filled();
    await expect(follow(bench)).rejects.toThrow(/has no snapshot; make one with: allocations publish/);
    expect(existsSync(bench.snapshots)).toBe(false);
    const { manifest } = await publish(bench);
    writeFileSync(join(bench.snapshots, 'current'), '');
    rmSync(join(bench.snapshots, `${manifest.sha256}.sqlite`));
    await expect(follow(bench)).rejects.toThrow(/current: it does not name a snapshot/);
  });
});
