import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';

// A note replaces only a note that nobody changed.

const { folder, read, refuse, succeed, write } = openProgramFolder();
const NOTE = 'notes/tx-2101001-pasadena.html';

beforeAll(() => {
  const rows = monthsFrom('2022-01', 15).map((month) => ({
    code: '2101001',
    name: 'PASADENA',
    month,
    current: 1000,
  }));
  write('reports/detail.csv', texasReport(rows));
  succeed('ingest', 'reports');
});

/** Writes the note of a month into a file. */
const writeNote = (month: string, file: string, ...more: string[]) =>
  ['note', 'Pasadena', '--month', month, '--out', file, ...more] as const;

test('a note is replaced by that of another month', () => {
  const file = 'pasadena.html';
  succeed(...writeNote('2023-02', file));
  const before = read(file);
  expect(succeed(...writeNote('2023-02', file))).toBe(`Unchanged: the note of Pasadena to ${file}.\n`);
  succeed(...writeNote('2023-03', file));
  expect(read(file)).not.toBe(before);
});

test.each([
  [
    'own text about the program',
    'own.html',
    () => '<p>My text about Sales tax allocations of the county</p>',
  ],
  [
    'a note in which somebody changed a word',
    'changed.html',
    (note: string) => note.replace('Pasadena', 'PASADENA'),
  ],
  [
    'a note to which somebody added a line',
    'longer.html',
    (note: string) => `${note}<p>For the council</p>\n`,
  ],
])('%s is not replaced without --force', (_, file, change) => {
  succeed(...writeNote('2023-02', file, '--force'));
  const text = change(read(file));
  write(file, text);
  expect(refuse(...writeNote('2023-03', file))).toContain(
    `${file} is no note of this program, or somebody changed it. Move it away, or replace it with allocations note --force.`,
  );
  expect(read(file)).toBe(text);
  succeed(...writeNote('2023-03', file, '--force'));
  expect(read(file)).not.toBe(text);
});

test('a note of all places is not replaced if somebody changed it', () => {
  const all = (month: string) => ['note', '--all', '--month', month, '--out', 'notes'];
  succeed(...all('2023-02'));
  write(NOTE, `${read(NOTE)}\n`);
  expect(refuse(...all('2023-03'))).toContain(`${NOTE} is no note of this program, or somebody changed it.`);
});

test('a pipe is refused at once', () => {
  execFileSync('mkfifo', [join(folder, 'pipe.html')]);
  expect(refuse(...writeNote('2023-03', 'pipe.html'))).toContain(
    'Cannot replace pipe.html (it is not a regular file). Move it away, or name another.',
  );
});
