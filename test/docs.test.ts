import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { anchorsOf, fillTables, linksOf, listPages, tablesOf, withoutCode } from '../docs/build/pages.ts';
import { commandLines, isNotRun, shownCommands } from '../docs/build/shown-commands.ts';
import { generateTables } from '../docs/build/tables/index.ts';
import { buildProgram } from '../src/cli/program.ts';
import { requireKnown, wordsOf } from './rig/known-command.ts';

const PATHS = listPages();
const read = (path: string) => readFileSync(path, 'utf8');
/** A call of the program in a line of a shell. */
const OURS = /npx --no allocations|dist\/cli\/main\.js/;

/** Texts set as code within sentences and tables. */
function inlineCode(page: string): string[] {
  return [...withoutCode(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}

describe('the generated tables', () => {
  let tables: Readonly<Record<string, string>>;
  beforeAll(async () => {
    tables = await generateTables();
  });

  test.each(PATHS)('of %s are current; npm run docs writes them', (path) => {
    expect(fillTables(read(path), tables)).toBe(read(path));
  });

  test('are each on a page', () => {
    const shown = PATHS.flatMap((path) => tablesOf(read(path)));
    const advice = 'put <!-- table: NAME --> and <!-- end --> on a page, then npm run docs';
    expect(shown.sort(), advice).toEqual(Object.keys(tables).sort());
  });
});

describe.each(PATHS)('%s', (path) => {
  const page = read(path);

  test('has links that lead somewhere', () => {
    for (const link of linksOf(page)) {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      expect(existsSync(target), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(target)), link).toContain(anchor);
    }
  });

  test('names only options that exist', async () => {
    const known = optionsOf(await buildProgram());
    for (const code of inlineCode(page).filter(
      (text) => !/^(?:npm|npx vitest|TEST_SEED=\d+ npx vitest|podman|-t) /.test(text),
    ))
      for (const [option] of code.replace(/npx --no\b/, '').matchAll(/(?<![\w-])--[a-z][a-z-]+/g))
        expect([...known, '--help', '--small', '--check'], code).toContain(option);
  });

  test('names only files and scripts that exist', () => {
    for (const code of inlineCode(page)) {
      const [file] =
        /^(?:src|test|fixtures|docs|data\/reference|\.config)(?:\/[\w.-]+)+\/?$/.exec(code) ?? [];
      if (file) expect(existsSync(file), file).toBe(true);
    }
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, script = ''] of page.matchAll(/npm run (?:--silent )?([a-z:]+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });

  test('shows commands of the program with options that exist', () => {
    const lines = shownCommands(page).flatMap(({ commands }) => commandLines(commands));
    for (const line of lines.filter((text) => OURS.test(text))) requireKnown(wordsOf(line));
  });

  test('shows other commands that a shell understands', () => {
    const lines = shownCommands(page).flatMap(({ commands }) => commandLines(commands).filter(isNotRun));
    const script = lines.join('\n').replace(/<[a-z ]+>/g, 'repository');
    execFileSync('/bin/sh', ['-n', '-c', script]);
  });

  test('has JSON that can be read', () => {
    // outputs may be cut
    const own = page.replace(/^ *<!-- output[\s\S]*?^ *```$/gm, '');
    for (const [, json = ''] of own.matchAll(/^```json\n([\s\S]*?)^```$/gm)) JSON.parse(json);
  });
});

function optionsOf(command: Awaited<ReturnType<typeof buildProgram>>): string[] {
  return [command, ...command.commands].flatMap((one) => [
    ...one.options.map(({ long }) => `${long}`),
    ...one.commands.flatMap(optionsOf),
  ]);
}

test('README is short, and leads to every other page', () => {
  const readme = read('README.md');
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192);
  const links = linksOf(readme).map((link) => link.split('#')[0]);
  for (const path of PATHS.filter((page) => page !== 'README.md')) expect(links).toContain(path);
});

test('every setting of the environment is described', () => {
  const page = read('docs/reference/configuration.md');
  for (const [setting] of read('src/config.ts').matchAll(/ALLOCATIONS_[A-Z_]+/g))
    expect(page).toContain(`\`${setting}\``);
});

test('the walk of the design names functions of the code, at most 25', () => {
  const stops = [
    ...read('docs/design.md').matchAll(/^\| \d+ \|.*\| `(src\/[^`]+)` \| `(?:\w+\.)?(\w+)` \|$/gm),
  ];
  expect(stops.length).toBeGreaterThan(20);
  expect(stops.length).toBeLessThanOrEqual(25);
  for (const [, file = '', name = ''] of stops)
    expect(read(file), `${file}: ${name}`).toMatch(new RegExp(`\\b${name}\\(`));
});
