import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import ExcelJS from 'exceljs';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { filesUnder } from '../rig/files-under.ts';
import { allocations } from '../rig/program.ts';
import { statement } from '../rig/reports/small-reports.ts';

// Commands never write over a file that belongs to the program or to somebody else.

let loaded: string;
let folder: string;
let archived: string;

beforeAll(() => {
  loaded = mkdtempSync(join(tmpdir(), 'allocations-written-'));
  mkdirSync(join(loaded, 'data/inbox'), { recursive: true });
  writeFileSync(
    join(loaded, 'data/inbox/may.csv'),
    statement([{ code: '01001', month: '2023-05', net: 80 }]),
  );
  expect(allocations(loaded, 'ingest', 'data/inbox')).toMatchObject({ status: 0 });
  const found = filesUnder(join(loaded, 'data/reports')).find((path) => path.endsWith('.csv'));
  archived = relative(loaded, found ?? '');
});

afterAll(() => rmSync(loaded, { recursive: true }));

beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'allocations-written-'));
  folder = made;
  onTestFinished(() => rmSync(made, { recursive: true }));
  cpSync(loaded, folder, { recursive: true });
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
  ['snapshots', 'the dataset', () => ['publish', 'data/allocations.sqlite']],
  ['snapshots', 'the archive', () => ['publish', 'data/reports/ca/new']],
  ['Parquet files', 'an archived report', () => ['publish', archived, '--format', 'parquet']],
])('%s is not written over %s', (_, _path, args) => {
  const before = everyFile();
  const { status, stderr } = allocations(folder, ...args());
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('keeps its own files in'),
  });
  expect(everyFile()).toEqual(before);
});

test('a log is not appended to a file of another kind', () => {
  writeFileSync(join(folder, 'notes.txt'), 'remember');
  const { status, stderr } = allocations(folder, 'update', '--state', 'tx', '--log', 'notes.txt');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining(
      'notes.txt exists, and is not a log of updates. Name another file with --log.',
    ),
  });
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('remember');
});

describe('an export', () => {
  const foreign: Readonly<Record<string, (file: string) => Promise<void> | void>> = {
    'tx.csv': (file) => writeFileSync(file, 'Authority Code,Authority Name\n2999001,SOMEWHERE\n'),
    'tx.xlsx': async (file) => {
      const workbook = new ExcelJS.Workbook();
      workbook.addWorksheet('allocations').addRow(['jurisdiction_id', 'sales_tax_id']);
      await workbook.xlsx.writeFile(file);
    },
    'tx.parquet': (file) =>
      parquetWriteFile({ filename: file, columnData: [{ name: 'jurisdiction_id', data: [1] }] }),
  };

  test.each(Object.keys(foreign))(
    'replaces a %s of others only with --force, and its own always',
    async (name) => {
      const file = join(folder, name);
      await foreign[name]?.(file);
      const before = readFileSync(file);
      const { status, stderr } = allocations(folder, ...EXPORT, name);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `allocations: ${name} exists, and no export wrote it. Name another file with --out, or add --force to replace it.\n`,
      });
      expect(readFileSync(file)).toEqual(before);
      for (const more of [['--force'], [], []])
        expect(allocations(folder, ...EXPORT, name, ...more)).toMatchObject({ status: 0 });
      expect(readFileSync(file)).not.toEqual(before);
    },
  );

  test('replaces an empty file', () => {
    writeFileSync(join(folder, 'new.xlsx'), '');
    expect(allocations(folder, ...EXPORT, 'new.xlsx')).toMatchObject({ status: 0 });
  });

  test('removes what killed exports to this file left, and nothing else', () => {
    const { pid } = spawnSync('true');
    const kept = ['ca.csv.unfinished', `ca.csv.${process.pid}.unfinished`, `other.csv.${pid}.unfinished`];
    for (const name of [...kept, `ca.csv.${pid}.unfinished`]) writeFileSync(join(folder, name), 'half');
    expect(allocations(folder, ...EXPORT, 'ca.csv')).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'ca.csv'))).toBe(true);
    expect(
      readdirSync(folder)
        .filter((name) => name.includes('unfinished'))
        .sort(),
    ).toEqual(kept.sort());
  });
});
