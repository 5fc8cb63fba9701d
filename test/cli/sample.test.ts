import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { hashOf } from '../rig/hash.ts';
import { endServers, serve } from '../rig/program.ts';
import { statement } from '../rig/reports/small-reports.ts';

/** The sample is a dataset of its own. Here, it has one invented place. */

const { folder, allocations, empty, read, refuse, succeed, write } = openProgramFolder();
afterAll(endServers);

const SAMPLE = 'data/sample.sqlite';
const IS_SAMPLE =
  'allocations: This is the sample, because you loaded no report yet. Load yours: allocations ingest <path>\n';
const invented = statement([{ code: '01990', name: 'ALDER CREEK', month: '2024-05', net: 1 }]);
const real = statement([{ code: '01001', name: 'ALAMEDA', month: '2024-05', net: 80 }]);

beforeEach(() => {
  empty();
  const origin = {
    ...{
      url: 'file:made-up',
      fetched_at: '2026-11-01T00:00:00Z',
      status: null,
      etag: null,
      last_modified: null,
    },
    ...{ bytes: invented.length, invented: true, sha256: hashOf(invented) },
  };
  write('sample/made-up.csv', invented);
  write('sample/.made-up.csv.origin.json', JSON.stringify(origin));
  write('real/may.csv', real);
  succeed('ingest', 'sample', '--db', SAMPLE);
});

const namesBy = (...args: string[]) => {
  const { stdout, stderr } = allocations('list', '--columns', 'name', '--format', 'csv', ...args);
  return { names: stdout.trim().split('\r\n').slice(1), stderr };
};

test('commands that look use the sample, and say so, until the first report of another dataset is loaded', () => {
  expect(namesBy()).toEqual({ names: ['Alder Creek'], stderr: IS_SAMPLE });
  for (const command of [['status'], ['export', 'Alder Creek'], ['note', 'Alder Creek'], ['verify']])
    expect(allocations(...command)).toMatchObject({ status: 0, stderr: IS_SAMPLE });
  // a dataset that is named is used
  expect(allocations('list', '--db', 'data/allocations.sqlite')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Nothing is loaded yet'),
  });
  expect(namesBy('--db', SAMPLE)).toEqual({ names: ['Alder Creek'], stderr: '' });

  // a refused report is none of the dataset
  write('real/broken.csv', 'none');
  expect(allocations('ingest', 'real/broken.csv').status).toBe(1);
  expect(namesBy().names).toEqual(['Alder Creek']);

  succeed('ingest', 'real/may.csv');
  expect(namesBy()).toEqual({ names: ['Alameda'], stderr: '' });
  expect(namesBy('--db', SAMPLE).names).toEqual(['Alder Creek']);
  // a lost dataset is not the sample either
  rmSync(join(folder, 'data/allocations.sqlite'));
  expect(refuse('list')).toContain('If the dataset was lost, build it from the archive');
});

test('a dataset that no command can read does not look like the sample', () => {
  write('data/allocations.sqlite', 'damaged'.repeat(100));
  expect(allocations('list')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^allocations: data\/allocations\.sqlite is not a SQLite database/),
  });
});

test('the sample takes no other reports, and no other dataset takes those of the sample', () => {
  for (const command of ['ingest', 'backfill'])
    expect(
      refuse(
        command,
        'real',
        '--db',
        SAMPLE,
        ...(command === 'backfill' ? ['--from', '2024-01', '--to', '2024-12'] : []),
      ),
    ).toBe(
      'allocations: data/sample.sqlite is the sample, and real/may.csv is not of the sample. Leave out --db, or name another dataset.\n',
    );
  for (const path of ['sample', resolve('fixtures/sample/reports/il')])
    expect(refuse('ingest', path)).toMatch(
      /^allocations: \S+ is of the sample, and data\/allocations\.sqlite is for your reports\. To load the sample, run: npm start\n$/,
    );
  expect(existsSync(join(folder, 'data/allocations.sqlite'))).toBe(false);
  // what the program keeps of the sample is no report
  mkdirSync(join(folder, 'all'));
  for (const name of ['real', 'data']) symlinkSync(join(folder, name), join(folder, 'all', name));
  expect(allocations('ingest', 'all').status).toBe(0);
  expect(namesBy()).toEqual({ names: ['Alameda'], stderr: '' });
});

test('nothing is written over the dataset that the sample stands for', () => {
  for (const path of ['data/allocations.sqlite', SAMPLE])
    expect(allocations('publish', path)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('keeps its own files in'),
    });
});

test('a service of the sample shows your reports as soon as they are loaded', async () => {
  const { address, texts } = await serve(folder, '--no-auth');
  const names = async () => {
    const answer = await fetch(`${address}/api/jurisdictions`);
    return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  };
  expect(texts.stderr).toContain(IS_SAMPLE);
  expect(await names()).toEqual(['Alder Creek']);
  succeed('ingest', 'real');
  await expect.poll(names, { timeout: 10_000 }).toEqual(['Alameda']);
});

test('a dataset with the sample in it, as earlier versions made, says what to do, and the next run removes it', () => {
  renameSync(join(folder, SAMPLE), join(folder, 'data/allocations.sqlite'));
  renameSync(join(folder, 'data/sample.reports'), join(folder, 'data/reports'));
  const mixed =
    'allocations: data/allocations.sqlite also has the sample with its invented figures, from an earlier version. Remove it: allocations reprocess --db data/allocations.sqlite\n';
  expect(namesBy()).toEqual({ names: ['Alder Creek'], stderr: mixed });
  expect(succeed('ingest', 'real')).toContain('1 loaded, 0 unchanged, 0 refused, 1 withdrawn');
  expect(namesBy()).toEqual({ names: ['Alameda'], stderr: '' });
  expect(succeed('reports', '--json')).toContain('"The sample has a dataset of its own"');
  expect(succeed('verify')).toContain('Verification passed');
  expect(read('sample/made-up.csv')).toBe(invented);
});
