import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
  expect(called).toEqual(['ci', 'build', 'start', 'explore']);
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
  expect(failed).toContain('exit /b 1');
  const depth = lines.reduce((open, line) => open + Number(line.endsWith('(')) - Number(line === ')'), 0);
  expect(depth).toBe(0);
});

test('it loads files that are dropped on it, and the sample only before the program is built', () => {
  const order = [
    ...text.matchAll(/if not (?:exist (\S+)|("%~1"==""))|call (npx allocations ingest %\*|npm start)/g),
  ];
  expect(order.map(([, file, dropped, call]) => file ?? dropped ?? call)).toEqual([
    ...['package-lock.json', 'node_modules\\.package-lock.json'],
    ...['"%~1"==""', 'npx allocations ingest %*', 'dist', 'npm start'],
  ]);
});
