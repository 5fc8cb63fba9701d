import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { mountTmpfs, whyNoTmpfs } from '../rig/datasets/tmpfs.ts';
import { filesUnder } from '../rig/folders.ts';
import { allocationsMeanwhile, endOf, startProgram } from '../rig/program.ts';
import { statement, texasReport } from '../rig/reports/small-reports.ts';
import { INCIDENTAL, readStoredRows } from '../rig/stored-rows.ts';
import { archiveFaultsOf } from '../rig/verify.ts';

const PROGRAM = resolve('dist/cli/main.js');
const KILLER = `--import=${resolve('test/pipeline/killer.ts')}`;
const PLACES = ['--archive', 'archive', '--reference', 'reference', '--concurrency', '1', '--quiet'];
const INGEST = ['ingest', 'inbox', '--db', 'dataset.sqlite', '--quarantine', 'refused', ...PLACES];
const REBUILD = ['rebuild', '--db', 'new/dataset.sqlite', ...PLACES];

const pay = (months: readonly string[], current: number) =>
  texasReport(months.map((month) => ({ code: '2999001', name: 'A', month, current })));
const FIRST = {
  'california.csv': statement([{ code: '19050', month: '2024-02', net: 500 }]),
  'texas.csv': pay(['2024-01', '2024-02'], 700),
};
const LATER = { 'restated.csv': pay(['2024-02', '2024-03'], 800), 'not-a-report.csv': 'a,b\n1,2\n' };

const root = mkdtempSync(join(tmpdir(), 'allocations-interrupted-'));
afterAll(() => rmSync(root, { recursive: true }));

function run(folder: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return endOf(startProgram(PROGRAM, folder, args, environment));
}

/** Makes a folder whose inbox has the last of these loads; those before it are loaded. Returns it with a copy. */
async function prepare(name: string, ...loads: Readonly<Record<string, string>>[]) {
  const [origin, undisturbed] = [join(root, name), join(root, `${name}, undisturbed`)];
  for (const folder of ['inbox', 'reference']) mkdirSync(join(origin, folder), { recursive: true });
  for (const [at, files] of loads.entries()) {
    if (at > 0) await allocationsMeanwhile(origin, ...INGEST);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(origin, 'inbox', file), text);
  }
  return { origin, undisturbed: copy(origin, undisturbed) };
}

function copy(folder: string, to: string): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(folder, to, { recursive: true });
  return to;
}

/** The rows that depend on the reports; none if the dataset has no tables yet. */
function rowsIn(folder: string, name = 'dataset.sqlite') {
  if (!existsSync(join(folder, name))) return [];
  // a connection that only reads cannot recover the log of a killed run
  const sqlite = new Database(join(folder, name));
  try {
    if (!sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'run'").get()) return [];
    expect(sqlite.prepare("SELECT id FROM run WHERE outcome = 'unfinished'").all()).toEqual([]);
    const tables = readStoredRows(sqlite, { tables: ['run'], columns: INCIDENTAL });
    return Object.entries(tables).filter(([, rows]) => rows.length > 0);
  } finally {
    sqlite.close();
  }
}

/** All files: archived bytes, archived records without times, and the names of the others. */
function filesIn(folder: string): string[] {
  return filesUnder(folder).map((path) => {
    const content = relative(folder, path).startsWith('archive/') ? readFileSync(path, 'latin1') : '';
    return `${relative(folder, path)} ${content.replace(/"received_at": ?"[^"]*"/, '')}`;
  });
}

/** What `verify` finds in the archive that the next run does not mend. */
function faultsIn(folder: string): string[] {
  const [database, archive] = [join(folder, 'dataset.sqlite'), join(folder, 'archive')];
  return archiveFaultsOf({ database, archive }).filter(
    (fault) => !/the next run (?:adds|writes)/i.test(fault),
  );
}

for (const { name, loads, power, status } of [
  { name: 'a first run that is killed', loads: [FIRST], power: 'on', status: 0 },
  { name: 'a later run in which the power is cut', loads: [FIRST, LATER], power: 'off', status: 1 },
]) {
  const { origin, undisturbed } = await prepare(name, ...loads);
  const list = join(root, `${name}.json`);
  const whole = await run(undisturbed, INGEST, { NODE_OPTIONS: KILLER, STEPS_TO: list });
  const steps: string[] = JSON.parse(readFileSync(list, 'utf8'));
  const numbered = steps.map((step, at) => [at + 1, step.replace(undisturbed, '')] as const);

  describe.concurrent(`${name} leaves the dataset as before or as after, and the next run completes`, () => {
    test('without a kill, it completes', () => {
      expect([whole.status, steps.length]).toEqual([status, expect.toSatisfy((count) => count > 25)]);
    });

    test.each(numbered)('before step %i, %s', async (step) => {
      const folder = copy(origin, join(root, `${name}, step ${step}`));
      const settings = { NODE_OPTIONS: KILLER, POWER: power, KILL_AT: `${step}` };
      expect((await run(folder, INGEST, settings)).signal).toBe('SIGKILL');
      // reading a dataset recovers it, and the next run must do that itself
      const left = copy(folder, `${folder}, left`);
      expect([rowsIn(origin), rowsIn(undisturbed)]).toContainEqual(rowsIn(left));
      if (rowsIn(left).length > 0) expect(faultsIn(left)).toEqual([]);
      expect((await allocationsMeanwhile(folder, ...INGEST)).status).toBe(status);
      expect(rowsIn(folder)).toEqual(rowsIn(undisturbed));
      expect(filesIn(folder)).toEqual(filesIn(undisturbed));
    });
  });
}

describe('a run that is killed at a random moment', async () => {
  const kills = Number(process.env.KILLS ?? 8);
  const { origin, undisturbed } = await prepare('random', FIRST, LATER);
  writeFileSync(join(origin, 'portals.json'), '{}');
  const UPDATE = ['update', '--into', 'inbox', '--portals', 'portals.json', ...INGEST.slice(2)];
  const started = performance.now();
  await run(undisturbed, INGEST);
  const duration = performance.now() - started;

  test.each(Array.from({ length: kills }, (_, at) => [at % 2 === 0 ? 'ingest' : 'update', at] as const))(
    '%s, kill %i',
    async (command, at) => {
      const folder = copy(origin, join(root, `random, kill ${at}`));
      const program = startProgram(PROGRAM, folder, command === 'ingest' ? INGEST : UPDATE);
      // evenly spread, so that a few kills meet every part of a run
      const moment = (duration * (command === 'ingest' ? 1 : 2) * (at + Math.random())) / kills;
      const timer = setTimeout(() => program.child.kill('SIGKILL'), moment);
      await endOf(program);
      clearTimeout(timer);
      const left = copy(folder, `${folder}, left`);
      expect([rowsIn(origin), rowsIn(undisturbed)]).toContainEqual(rowsIn(left));
      expect(faultsIn(left)).toEqual([]);
      await allocationsMeanwhile(folder, ...INGEST);
      expect(rowsIn(folder)).toEqual(rowsIn(undisturbed));
      expect(filesIn(folder).filter((name) => !name.startsWith('portals.json'))).toEqual(
        filesIn(undisturbed),
      );
    },
  );
});

const whyNot = whyNoTmpfs();
const skipped = whyNot === null ? '' : ` (skipped, no small disk can be mounted: ${whyNot})`;

describe.skipIf(whyNot !== null)(`a disk that fills up${skipped}`, () => {
  test.each([
    { what: 'everything', mount: '', kilobytes: 72, args: INGEST, database: 'dataset.sqlite' },
    { what: 'the archive', mount: 'archive', kilobytes: 4, args: INGEST, database: 'dataset.sqlite' },
    {
      what: 'a rebuilt dataset',
      mount: 'new',
      kilobytes: 144,
      args: REBUILD,
      database: 'new/dataset.sqlite',
    },
  ])('with $what refuses the run until there is room', async ({ what, mount, kilobytes, args, database }) => {
    const { origin, undisturbed } = await prepare(what, FIRST);
    await allocationsMeanwhile(undisturbed, ...INGEST);
    const folder = join(root, `disk with ${what}`);
    const disk = mountTmpfs(join(folder, mount), 'size=16m');
    onTestFinished(() => disk.unmount());
    cpSync(args === INGEST ? origin : undisturbed, folder, { recursive: true });
    const { blocks, bfree, bsize } = statfsSync(join(folder, mount));
    // a full disk has no room to recover the dataset
    const rows = () => rowsIn(copy(folder, `${folder}, left`), database);
    const refusals: string[] = [];
    for (let room = kilobytes; ; room += kilobytes) {
      disk.remount(`size=${((blocks - bfree) * bsize) / 1024 + room}k`);
      const { status, stderr } = await allocationsMeanwhile(folder, ...args);
      if (status === 0) break;
      expect(status).toBe(74);
      refusals.push(stderr);
      expect([[], rowsIn(undisturbed)]).toContainEqual(rows());
    }
    expect(refusals.length).toBeGreaterThan(2);
    for (const told of refusals) expect(told).toMatch(/^allocations: .*free (?:some )?space.*\n$/i);
    expect(rows()).toEqual(rowsIn(undisturbed));
  });
});
