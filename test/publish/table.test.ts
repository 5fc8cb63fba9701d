import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportToFile } from '../../src/publish/table.ts';
import type { FileTable, Headings } from '../../src/records/files/file-table.ts';

const TABLE: FileTable = {
  columns: [
    { name: 'name', content: 'text', heading: 'Name' },
    { name: 'net_payment', content: 'amount' },
    { name: 'sheet', content: 'text' },
  ],
  rows: () => [['Alder', 12_345n, null]],
};
const ABOUT = { title: 'Places', facts: [] };
const TEXT = 'name,net_payment,sheet\r\nAlder,123.45,\r\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'allocations-table-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string) => join(folder, name);
const contentOf = (name: string) => readFileSync(inFolder(name), 'utf8');

function write(name: string, force = false, headings?: Headings): Promise<number> {
  return exportToFile(TABLE, inFolder(name), { about: ABOUT, force, ...(headings && { headings }) });
}

describe('a file', () => {
  test('replaces an empty file and those of earlier exports, whichever headings they have', async () => {
    writeFileSync(inFolder('places.csv'), '');
    expect(await write('places.csv', false, 'people')).toBe(1);
    expect(contentOf('places.csv')).toBe('\ufeffName,Net payment\r\nAlder,123.45\r\n');
    await write('places.csv');
    expect(contentOf('places.csv')).toBe(TEXT);
    const others = ['places.json', 'places.ndjson', 'places.parquet', 'places.xlsx'];
    for (const name of others) for (let turn = 0; turn < 2; turn += 1) expect(await write(name)).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(['places.csv', ...others]);
    expect(contentOf('places.json')).toBe('{"rows":[{"name":"Alder","net_payment":123.45,"sheet":null}]}\n');
    expect(contentOf('places.ndjson')).toBe('{"name":"Alder","net_payment":123.45,"sheet":null}\n');
  });

  const foreign: Readonly<Record<string, (file: string) => Promise<void> | void>> = {
    'own.csv': (file) => writeFileSync(file, 'name;net_payment\r\nmine\r\n'),
    'own.json': (file) => writeFileSync(file, '{"mine":[]}'),
    'own.ndjson': (file) => writeFileSync(file, '{"mine":1}\n'),
    'own.xlsx': async (file) => {
      const workbook = new ExcelJS.Workbook();
      workbook.addWorksheet('Table').addRow(['name', 'net_payment']);
      await workbook.xlsx.writeFile(file);
    },
    'own.parquet': (file) =>
      parquetWriteFile({ filename: file, columnData: [{ name: 'name', data: ['mine'] }] }),
  };

  test.each(Object.keys(foreign))('%s of others is replaced only by force', async (name) => {
    await foreign[name]?.(inFolder(name));
    const before = contentOf(name);
    await expect(write(name)).rejects.toThrow(
      `${name} exists, and no export wrote it. Name another file with --out, or add --force to replace it.`,
    );
    expect(contentOf(name)).toBe(before);
    await write(name, true);
    expect(contentOf(name)).not.toBe(before);
  });

  test('is written without what killed exports to it left, and nothing else is removed', async () => {
    const { pid } = spawnSync('true');
    const kept = ['ca.csv.unfinished', `ca.csv.${process.pid}.unfinished2`, `other.csv.${pid}.unfinished`];
    for (const name of [...kept, `ca.csv.${pid}.unfinished`]) writeFileSync(inFolder(name), 'half');
    await write('ca.csv');
    expect(readdirSync(folder).sort()).toEqual(['ca.csv', ...kept].sort());
  });

  test('that a link points to is replaced, and the link stays', async () => {
    writeFileSync(inFolder('real.csv'), '');
    symlinkSync('real.csv', inFolder('link.csv'));
    await write('link.csv');
    expect(contentOf('real.csv')).toBe(TEXT);
    expect(lstatSync(inFolder('link.csv')).isSymbolicLink()).toBe(true);
  });

  test('that is not a regular file, is of another kind, or has no folder, is refused', async () => {
    symlinkSync('/dev/full', inFolder('full.csv'));
    await expect(write('full.csv')).rejects.toThrow('full.csv is not a regular file. Name another file');
    writeFileSync(inFolder('other.sqlite'), 'a dataset');
    symlinkSync('other.sqlite', inFolder('other.csv'));
    await expect(write('other.csv')).rejects.toThrow('neither .csv, .xlsx, .json, .ndjson nor .parquet');
    expect(contentOf('other.sqlite')).toBe('a dataset');
    await expect(write(join('nowhere', 'tx.csv'))).rejects.toThrow(/The folder .*nowhere does not exist/);
  });

  test.each(['.csv', '.xlsx'])(
    '%s on a full disk stays unchanged, without temporary files',
    async (ending) => {
      const name = `whole${ending}`;
      writeFileSync(inFolder(name), 'as it was');
      // the temporary file is on a device that is always full
      symlinkSync('/dev/full', inFolder(`${name}.${process.pid}.unfinished`));
      await expect(write(name, true)).rejects.toThrow(
        /Cannot use the file .*whole\.\w+ \(ENOSPC.*\. Free some space, then run again\./,
      );
      expect(contentOf(name)).toBe('as it was');
      expect(readdirSync(folder)).toEqual([name]);
    },
  );
});
