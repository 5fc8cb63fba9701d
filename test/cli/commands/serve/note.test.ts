import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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

/** Writes the note of a month. */
const noteOf = (month: string) => ['note', 'Pasadena', '--month', month, '--out', 'notes'] as const;

test('a note is replaced by that of another month', () => {
  expect(succeed(...noteOf('2023-02'))).toBe('Wrote 1 note to notes.\n');
  const before = read(NOTE);
  expect(succeed(...noteOf('2023-02'))).toBe('Wrote 0 notes to notes. The others did not change.\n');
  succeed(...noteOf('2023-03'));
  expect(read(NOTE)).not.toBe(before);
});

test.each([
  ['own text about the program', () => '<p>My text about Sales tax allocations of the county</p>'],
  ['a note in which somebody changed a word', (note: string) => note.replace('Pasadena', 'PASADENA')],
  ['a note to which somebody added a line', (note: string) => `${note}<p>For the council</p>\n`],
])('%s is not replaced', (_, change) => {
  rmSync(join(folder, NOTE), { force: true });
  succeed(...noteOf('2023-02'));
  const text = change(read(NOTE));
  write(NOTE, text);
  const refusal = `${NOTE} is no note of this program, or somebody changed it. Move it away, or name another folder.`;
  expect(refuse(...noteOf('2023-03'))).toContain(refusal);
  expect(refuse('note', '--all', '--month', '2023-03', '--out', 'notes')).toContain(refusal);
  expect(read(NOTE)).toBe(text);
});

test('a pipe is refused at once', () => {
  rmSync(join(folder, NOTE), { force: true });
  execFileSync('mkfifo', [join(folder, NOTE)]);
  expect(refuse(...noteOf('2023-03'))).toContain(
    `Cannot replace ${NOTE} (it is not a regular file). Move it away, or name another folder.`,
  );
});

test('a name of a file is no folder', () => {
  expect(refuse('note', 'Pasadena', '--out', 'note.html')).toContain(
    'Name a folder for the notes with --out.',
  );
});
