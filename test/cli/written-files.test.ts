import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { filesUnder } from '../rig/folders.ts';
import { statement } from '../rig/reports/small-reports.ts';

// Commands never write over a file that belongs to the program or to somebody else.

const { folder, allocations, read, succeed, write } = openProgramFolder();
let archived: string;

beforeAll(() => {
  write('data/inbox/may.csv', statement([{ code: '01001', month: '2023-05', net: 80 }]));
  succeed('ingest', 'data/inbox');
  // a reader leaves SQLite's own files
  succeed('list');
  const found = filesUnder(join(folder, 'data/reports')).find((path) => path.endsWith('.csv'));
  archived = relative(folder, found ?? '');
});

/** Every file of the folder with its content. */
function everyFile(): Record<string, string> {
  const files = filesUnder(folder).map((path) => [path, readFileSync(path, 'latin1')]);
  return Object.fromEntries(files);
}

const EXPORT = ['export', '--state', 'ca', '--out'];

test.each([
  ['an export', 'an archived report', () => [...EXPORT, archived, '--force']],
  ['an export', 'a report of the inbox', () => [...EXPORT, 'data/inbox/may.csv', '--force']],
  ['an export', 'the folder of the archive', () => [...EXPORT, 'data/reports/ca/new.csv']],
  [
    'a list of differences',
    'an archived report',
    () => ['reconcile', '--state', 'tx', '--out', archived, '--force'],
  ],
  ['a log', 'an archived report', () => ['update', '--state', 'tx', '--log', archived]],
  ['a log', 'the dataset', () => ['update', '--state', 'tx', '--log', 'data/allocations.sqlite']],
  ['a log', 'the tokens', () => ['update', '--state', 'tx', '--log', 'data/allocations.tokens.sqlite']],
  ['notes', 'the archive', () => ['note', '--all', '--out', 'data/reports']],
  ['notes', 'a folder in the archive', () => ['note', '--all', '--out', 'data/reports/notes']],
  ['notes', 'the inbox', () => ['note', '--all', '--out', 'data/inbox']],
  ['a note', 'a new folder in the archive', () => ['note', 'Alameda', '--out', 'data/reports/alameda']],
  ['notes of an update', 'the archive', () => ['update', '--state', 'tx', '--notes', 'data/reports']],
  ['notes of an update', 'the inbox', () => ['update', '--state', 'tx', '--notes', 'data/inbox/notes']],
  [
    'notes of an update',
    'the archive of another dataset',
    () => ['update', '--state', 'tx', '--db', 'data/other.sqlite', '--notes', 'data/other.reports'],
  ],
  ['a copy', 'the archive as a whole', () => ['publish', 'data/reports']],
  ['a copy', 'the dataset', () => ['publish', 'data/allocations.sqlite']],
  ['a copy', 'the archive', () => ['publish', 'data/reports/ca/new.sqlite']],
  ['Parquet files', 'an archived report', () => ['publish', archived, '--format', 'parquet']],
])('%s is not written over %s', (_, _path, args) => {
  const before = everyFile();
  const { status, stderr } = allocations(...args());
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('keeps its own files in'),
  });
  expect(everyFile()).toEqual(before);
});

test('a log is not appended to a file of another kind', () => {
  write('notes.txt', 'remember');
  const { status, stderr } = allocations('update', '--state', 'tx', '--log', 'notes.txt');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(
      'notes.txt exists, and is not a log of updates. Name another file with --log.',
    ),
  });
  expect(read('notes.txt')).toBe('remember');
});

const ADDRESS = 'postgres://locked:hush-hush@localhost/none';
const SETTINGS = 'host=localhost user=locked password=hush-hush';

test.each([
  ['publish', SETTINGS],
  ['publish', "dbname=none password = 'hush hush'"],
  ['publish', ' postgres://localhost/none'],
  ['publish', ` ${ADDRESS}`],
  ['publish', `'${ADDRESS}'`],
  ['publish', SETTINGS, '--format', 'parquet'],
  ['publish', ...SETTINGS.split(' '), '--json'],
  ['publish', ADDRESS, 'publish'],
  ['ingest', 'data/inbox', '--db', ADDRESS],
  ['ingest', 'data/inbox', '--archive', SETTINGS],
  ['ingest', ` ${ADDRESS}`],
  ['note', '--all', '--out', SETTINGS],
  ['update', '--log', `${ADDRESS}.log`],
  [...EXPORT, `${ADDRESS}.csv`],
  ['token', 'list', '--tokens', ADDRESS],
])('%s %s: the address of a server is no path, and its password is not repeated', (...args) => {
  const before = everyFile();
  const { status, stdout, stderr } = allocations(...args);
  expect({ status, line: /^allocations: .*\n$|^error: /.test(stderr) }).toEqual({ status: 2, line: true });
  expect(stdout + stderr).not.toMatch(/hush|Bug/);
  expect(everyFile()).toEqual(before);
});
