import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { allocations } from '../api/program.ts';
import { statement } from '../pipeline/workbench.ts';

// What lies among the files and is none, or may not be read, as commands meet it.

let folder: string;

beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'allocations-odd-'));
  folder = made;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  for (const place of ['inbox', 'drop', 'reference']) mkdirSync(join(folder, place));
});

function write(path: string, content: string): void {
  writeFileSync(join(folder, path), content);
}

function report(path: string, month: string): void {
  write(path, statement([{ code: '01001', month, net: 100 }]));
}

/** A pipe that nobody writes to. */
function pipe(path: string): void {
  const { status, stderr } = spawnSync('mkfifo', [join(folder, path)], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** A file of sources with one: a folder of this machine. */
function dropAsSource(): string[] {
  const source = { name: 'drop', kind: 'ca/monthly-statement', protocol: 'file', url: 'drop' };
  write('sources.json', JSON.stringify({ ca: [source] }));
  return ['--sources', 'sources.json', '--into', 'inbox'];
}

/** The names of a folder's files that are not hidden. */
function namesIn(place: string): string[] {
  return readdirSync(join(folder, place)).filter((name) => !name.startsWith('.'));
}

describe('a pipe or a device is never waited for', () => {
  test.each(['fetch', 'update'])('%s names those of a local source, and copies the others', (command) => {
    report('drop/good.csv', '2024-05');
    pipe('drop/pipe.csv');
    symlinkSync('/dev/zero', join(folder, 'drop/zero.csv'));
    const { status, stdout } = allocations(folder, command, ...dropAsSource());
    expect(status).toBe(1);
    for (const name of ['pipe.csv', 'zero.csv'])
      expect(stdout).toContain(`drop ${name}: not a regular file; put files there, or move it away`);
    expect(namesIn('inbox')).toEqual([expect.stringMatching(/^drop-good-[0-9a-f]{12}\.csv$/)]);
  });

  test('as the note of an origin it is a warning', () => {
    report('inbox/good.csv', '2024-05');
    pipe('inbox/.good.csv.origin.json');
    const { status, stdout } = allocations(folder, 'ingest', 'inbox');
    expect(status).toBe(0);
    expect(stdout).toContain('.good.csv.origin.json, which cannot be read (it is not a regular file)');
  });

  test.each([
    ['layouts.json', '--layouts', 'layouts.json', 'mend it, or name another with --layouts'],
    ['reference/corrections.json', '--reference', 'reference', 'put a file there'],
    ['reference/names.csv', '--reference', 'reference', 'put a file there'],
  ])('as the settings %s it is one line', (path, option, value, advice) => {
    report('inbox/good.csv', '2024-05');
    pipe(path);
    const { status, stderr } = allocations(folder, 'ingest', 'inbox', option, value);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^allocations: .*\(?it is not a regular file\)?; .*\n$/);
    expect(stderr).toContain(advice);
  });

  test('as file of sources or memory of fetches it is one line', () => {
    const options = dropAsSource();
    pipe('inbox/.fetched.json');
    const memory = allocations(folder, 'fetch', ...options);
    expect(memory.status).toBe(74);
    expect(memory.stderr).toMatch(/^allocations: .*\.fetched\.json.*not a regular file.*\n$/);
    rmSync(join(folder, 'sources.json'));
    pipe('sources.json');
    const sources = allocations(folder, 'fetch', ...options);
    expect(sources.status).toBe(2);
    expect(sources.stderr).toMatch(/^allocations: the file of sources .*not a regular file; mend it.*\n$/);
  });
});
