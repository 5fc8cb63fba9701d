import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFiles, findReportFiles } from '../../src/files/report-paths.ts';
import { scratchFolder } from '../rig/folders.ts';

function folderWith(...names: readonly string[]): string {
  const folder = scratchFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'x');
  }
  return folder;
}

const SYSTEM = [
  ...['desktop.ini', 'Desktop.ini', 'Thumbs.db', 'Icon\r', '.DS_Store', '~$may.xlsx', '.hidden.csv'],
  ...['june.csv.crdownload', 'june.xlsx.part', 'june.tmp', 'June.gsheet', '__MACOSX/may.csv'],
];

describe('a folder', () => {
  test('has no reports in notes, unless a person names one', async () => {
    const folder = folderWith('README.md', 'Notes.MD', 'may.csv', 'md');
    expect(await findReportFiles([folder])).toEqual(['may.csv', 'md'].map((name) => join(folder, name)));
    const readme = join(folder, 'README.md');
    expect(await findReportFiles([readme])).toEqual([readme]);
  });

  test('has no reports in files of systems, of programs at work and of unfinished downloads', async () => {
    const folder = folderWith('may.csv', ...SYSTEM);
    expect(await findFiles([folder], { isForeign: () => false })).toEqual({
      reports: [join(folder, 'may.csv')],
      foreign: [],
    });
  });

  test('may have files of other kinds, which are listed apart, unless a person names them', async () => {
    const folder = folderWith('may.csv', 'more/scan.pdf', 'letter.docx');
    const isForeign = (path: string) => extname(path) !== '.csv';
    const [scan, letter] = [join(folder, 'more/scan.pdf'), join(folder, 'letter.docx')];
    expect(await findFiles([folder, scan], { isForeign })).toEqual({
      reports: [join(folder, 'may.csv'), scan],
      foreign: [letter],
    });
  });
});

describe('a pattern that the shell did not replace', () => {
  test('is replaced by the files that fit', async () => {
    const folder = folderWith(
      'a/may.csv',
      'a/june.csv',
      'a/june.xlsx',
      'b/july.csv',
      'a/desktop.ini',
      'a/scan.pdf',
    );
    const found = async (...patterns: readonly string[]) => {
      const isForeign = (path: string) => path.endsWith('.pdf');
      const { reports } = await findFiles(
        patterns.map((pattern) => join(folder, pattern)),
        { isForeign },
      );
      return reports.map((path) => relative(folder, path));
    };
    expect(await found('a/*.csv')).toEqual(['a/june.csv', 'a/may.csv']);
    expect(await found('*/ju*')).toEqual(['a/june.csv', 'a/june.xlsx', 'b/july.csv']);
    expect(await found('a/{may,june}.csv', 'b')).toEqual(['a/june.csv', 'a/may.csv', 'b/july.csv']);
    // files that no folder would give are left out here, too
    expect(await found('a/*')).toEqual(['a/june.csv', 'a/june.xlsx', 'a/may.csv']);
  });

  test('is the name of a file if there is one', async () => {
    const folder = folderWith('[may].csv', 'm.csv');
    expect(await findReportFiles([join(folder, '[may].csv')])).toEqual([join(folder, '[may].csv')]);
  });

  test.each([
    ['none*.csv', 'No file fits PATH. Check the pattern.'],
    ['none.csv', 'PATH does not exist. Check the path.'],
  ])('is an error if nothing fits: %s', async (name, message) => {
    const path = join(folderWith('may.csv'), name);
    await expect(findReportFiles([path])).rejects.toThrow(message.replace('PATH', path));
  });
});
