import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from './rig/folders.ts';

/** No Windows runs here, so the file to double-click is read: what it calls, and where it stands. */

const PATH = 'docs/start.cmd';
const text = readFileSync(PATH, 'latin1');
const lines = text.split('\r\n');

test('the file for Windows has line ends that Windows needs, also in a download without git', () => {
  expect(text).not.toMatch(/[^\r]\n/);
  expect(readFileSync('.gitattributes', 'utf8')).toContain('*.cmd -text');
  // the command line of Windows knows no other characters everywhere
  expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
});

test('it works in the folder of the program, and calls scripts that exist', () => {
  const [, up = ''] = /^cd \/d "%~dp0(.*)"$/m.exec(text.replaceAll('\r', '')) ?? [];
  const folder = join('docs', up);
  const { scripts, engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const called = [...text.matchAll(/call npm (?:run )?([\w:]+)/g)].map(([, name]) => name);
  expect(called).toEqual(['ci', 'build', 'dropped', 'start', 'explore']);
  for (const name of called.filter((each) => each !== 'ci')) expect(Object.keys(scripts)).toContain(name);
  expect(existsSync(join(folder, 'package-lock.json'))).toBe(true);
  const [, version] = /Node\.js (\S+) or newer/.exec(text) ?? [];
  expect(engines.node).toBe(`>=${version}`);
});

test('it installs again if an installation was cut off: npm writes the file that it looks for last', () => {
  const [, marker = ''] = /if not exist (node_modules\S+) \(\r\n {2}echo Installing/.exec(text) ?? [];
  expect(existsSync(marker.replaceAll('\\', '/'))).toBe(true);
  expect(marker).toBe('node_modules\\.package-lock.json');
});

test('every step that fails leads to a label that exists, and the window stays open', () => {
  for (const line of lines.filter((each) => /\bcall\b/.test(each))) expect(line).toMatch(/\|\| goto failed$/);
  const failed = lines.slice(lines.indexOf(':failed'));
  expect(failed).toContain('pause');
  expect(failed).toContain('exit 1');
  const depth = lines.reduce((open, line) => open + Number(line.endsWith('(')) - Number(line === ')'), 0);
  expect(depth).toBe(0);
});

test('it loads files that are dropped on it, and the sample only before the program is built', () => {
  const order = [...text.matchAll(/if not (?:exist (\S+)|("%~1"==""))|call npm (run dropped|start)/g)];
  expect(order.map(([, file, dropped, call]) => file ?? dropped ?? call)).toEqual([
    ...['package-lock.json', 'node_modules\\.package-lock.json'],
    ...['"%~1"==""', 'run dropped', 'dist', 'start'],
  ]);
});

// Windows quotes only dropped names with blanks: start.cmd C:\in\a&calc&.csv runs start.cmd, and then calc

test('no command line has the name of a dropped file', () => {
  const expanded = lines.flatMap((line) => line.match(/[%!].*[%!\d*]/g) ?? []);
  expect(expanded).toEqual(['!CMDCMDLINE!', '%~dp0', '%~1']);
  // inside quotes, and a variable with all names that the line does not show to the parser
  expect(lines).toEqual(expect.arrayContaining(['if not "%~1"=="" (', 'cd /d "%~dp0.."']));
  const at = lines.indexOf('set "DROPPED=!CMDCMDLINE!"');
  expect(lines.slice(at - 1, at + 2)).toEqual([
    'setlocal EnableDelayedExpansion',
    'set "DROPPED=!CMDCMDLINE!"',
    'setlocal DisableDelayedExpansion',
  ]);
});

test('every way out ends the command line of Windows, so that nothing after an ampersand runs', () => {
  const left = lines.filter((line) => /\b(?:exit|goto)\b/.test(line) && !/^rem /.test(line));
  for (const line of left) expect(line).toMatch(/^ *exit [01]$|\|\| goto failed$/);
  expect(lines.filter((line) => line !== '').at(-1)).toBe('exit 1');
  expect(lines[lines.indexOf(':failed') - 2]).toBe('exit 0');
});

/** What is loaded if Windows starts the file with these names after its own. */
function loadedWith(names: string) {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'dist/cli'), { recursive: true });
  writeFileSync(join(folder, 'dist/cli/main.js'), 'console.log(JSON.stringify(process.argv.slice(2)))');
  const DROPPED = `C:\\Windows\\system32\\cmd.exe /c ""C:\\R&D, c\\docs\\start.cmd" ${names}"`;
  const env = { PATH: process.env.PATH, DROPPED };
  const program = [resolve('.config/dropped.js')];
  return spawnSync(process.execPath, program, { cwd: folder, env, encoding: 'utf8' });
}

test('dropped files are loaded, whatever their names', () => {
  const plain = ['C:\\in\\a&calc&.csv', 'C:\\R&D\\b;c,d=e!f^g(1).csv', 'D:\\%PATH%\\Cañada.xlsx'];
  const withBlanks = ['C:\\two words\\50% & calc.csv', 'C:\\in\\x y.csv'];
  const names = [...plain, ...withBlanks.map((name) => `"${name}"`), 'C:\\last.csv'];
  const { status, stdout } = loadedWith(names.join(' '));
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(['ingest', '--', ...plain, ...withBlanks, 'C:\\last.csv']);
  expect(JSON.parse(loadedWith('"C:\\a b.csv"').stdout)).toEqual(['ingest', '--', 'C:\\a b.csv']);
  expect(loadedWith('')).toMatchObject({ status: 2, stderr: expect.stringContaining('Drop the files') });
});
