import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const LOCK = {
  '': { version: '0.3.0' },
  'node_modules/alder': { version: '1.2.3' },
  'node_modules/for-windows': { version: '2.0.0', optional: true },
};

/** Runs `.config/installed.js` in a folder with this lock file and these installed packages; `null` are none. */
function check(installed: object | null, exitOfNpm = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCK }));
  mkdirSync(join(folder, 'node_modules'));
  if (installed !== null)
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$1" > called\nexit ${exitOfNpm}\n`);
  chmodSync(npm, 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('.config/installed.js')], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, isCalled: existsSync(join(folder, 'called')) };
}

const alder = (version: string) => ({ 'node_modules/alder': { version } });

test.each([
  ['are not installed', null],
  ['are not those of the lock file', alder('1.2.2')],
  ['are not those of the lock file', {}],
  ['are not those of the lock file', { ...alder('1.2.3'), 'node_modules/for-windows': { version: '1.9.0' } }],
])('npm ci runs if the packages %s', (reason, installed) => {
  expect(check(installed)).toEqual({
    ...{ status: 0, stderr: '', isCalled: true },
    stdout: `The packages ${reason}. npm ci installs them now: about a minute.\n`,
  });
});

test('nothing is installed if the packages are those of the lock file', () => {
  expect(check(alder('1.2.3'))).toEqual({ status: 0, stdout: '', stderr: '', isCalled: false });
});

test('a failed npm ci ends the command', () => {
  const { status, stderr } = check(null, 7);
  expect(status).toBe(7);
  expect(stderr).toContain('npm ci failed. The lines above say why.');
});
