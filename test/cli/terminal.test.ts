import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openProgramFolder } from '../rig/datasets/program-folder.ts';
import { statement } from '../rig/reports/small-reports.ts';

// What the program does for a person at a terminal: it completes commands, and has colors.

const { folder, succeed, write } = openProgramFolder();
const PROGRAM = resolve('dist/cli/main.js');
const ESCAPE = '\u001b';

/** Completes the last word with a function of bash, as the shell does. */
const BASH = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _allocations; printf '%s\\n' "\${COMPREPLY[@]}"`;
/** Types the words and a tab into an interactive zsh, and prints its line. */
const ZSH = `zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z 'PS1=; source script.zsh; print READY'
zpty -r z out '*READY*READY*'; zpty -w -n z "$*"$'\\t'; zpty -r -m z out "*\${*% *} *[a-z]*-* *"; print -r -- $out; zpty -d z`;

describe('the script for a shell', () => {
  beforeAll(() => {
    for (const shell of ['bash', 'zsh', 'fish']) write(`script.${shell}`, succeed('completion', shell));
  });

  const bash = (...words: string[]) =>
    execFileSync('bash', ['-c', `source script.bash; ${BASH}`, 'bash', 'allocations', ...words], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const fish = (...words: string[]) =>
    execFileSync(
      'fish',
      ['--no-config', '-c', `source script.fish; complete -C "$argv"`, 'allocations', ...words],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder },
      },
    )
      .trim()
      .replaceAll(/\t.*/g, '');

  test.each([
    [['in'], ['ingest']],
    [['token', 'fe'], ['feed-key']],
    [['token', 'create', '--ex'], ['--expires']],
    [
      ['months', 'tx', '--by', ''],
      ['month', 'quarter'],
    ],
    [
      ['export', '--fo'],
      ['--format', '--force'],
    ],
    // the values of another command's option of this name
    [['export', '--format', 'n'], ['ndjson']],
    // a file
    [['ingest', 'x.c'], []],
  ])('completes %j', (words, completed) => {
    expect(
      bash(...words)
        .split('\n')
        .filter(Boolean)
        .sort(),
    ).toEqual(completed.sort());
    expect(
      fish(...words)
        .split('\n')
        .filter(Boolean)
        .sort(),
    ).toEqual(completed.sort());
  });

  test('completes in zsh, too', () => {
    const { stdout } = spawnSync('zsh', ['-f', '-c', ZSH, 'zsh', 'allocations', 'token', 'fe'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: 60_000 },
    });
    expect(stdout).toContain('feed-key');
  });

  test('has every command and option of the help', () => {
    const [help = ''] = succeed('--help').split('Exit codes:');
    const commands = [...help.matchAll(/^ {2}([a-z-]+)(?:\|[a-z-]+)? {2,}/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(30);
    const known = bash('').split('\n');
    expect(commands.filter((name) => !known.includes(name))).toEqual([]);
    const options = [...succeed('help', 'update').matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(
      ([, one]) => one,
    );
    expect(bash('update', '--').split('\n').sort()).toEqual(options.sort());
  });
});

describe('colors', () => {
  beforeAll(() => {
    const paid = (month: string, net: number) => ({ code: '01001', month, net });
    write('a.csv', statement([paid('2023-05', 100), paid('2024-05', 90)]));
    succeed('ingest', 'a.csv');
  });
  const colored = (environment: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...args], {
      ...{ cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, ...environment } },
    }).stdout;
  const MONTHS = ['months', 'ca', '--jurisdiction', '01001', '--months', '2024-05'];

  test('mark falls and warnings where they are asked for, and are in no other output', () => {
    expect(colored({ FORCE_COLOR: '1' }, ...MONTHS)).toContain(`${ESCAPE}[31m-10.00%${ESCAPE}[39m`);
    expect(colored({ FORCE_COLOR: '1' }, 'findings')).toContain(`${ESCAPE}[33m  warning${ESCAPE}[39m `);
    for (const environment of [{}, { NO_COLOR: '1' }] as Record<string, string>[])
      expect(colored(environment, ...MONTHS)).not.toContain(ESCAPE);
    for (const format of ['csv', 'json', 'ndjson'])
      expect(colored({ FORCE_COLOR: '1' }, ...MONTHS, '--format', format)).not.toContain(ESCAPE);
    expect(colored({ FORCE_COLOR: '1' }, 'note', '01001')).not.toContain(ESCAPE);
  });

  test('are there on a terminal, unless NO_COLOR forbids them', () => {
    const command = [process.execPath, PROGRAM, ...MONTHS].join(' ');
    const onTerminal = (environment: Record<string, string>) =>
      execFileSync('script', ['-qec', command, '/dev/null'], {
        ...{
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...environment },
        },
      });
    expect(onTerminal({})).toContain(`${ESCAPE}[31m-10.00%`);
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain(ESCAPE);
  });

  test('are never those of a name', () => {
    const name = `red${ESCAPE}[31m.csv`;
    write(name, 'none');
    const said = colored({ FORCE_COLOR: '1' }, 'ingest', name);
    expect(said).toContain(`${ESCAPE}[31m  error${ESCAPE}[39m `);
    expect(said).toContain('red\\u001b[31m.csv');
    expect(said).not.toContain(name);
  });
});
