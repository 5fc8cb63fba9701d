import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refuseOldNode } from '../../src/cli/node-version.ts';

test.each(['22.22.2', '22.22.10', '22.100.0', '24.0.0', '26.10.0', '100.0.0'])(
  'Node %s is new enough',
  (version) => {
    expect(refuseOldNode('>=22.22.2', version, '/usr/bin/node')).toBeUndefined();
  },
);

test.each(['20.20.2', '22.9.3', '22.22.1', '9.0.0', '22.21.9'])('Node %s is too old', (version) => {
  expect(refuseOldNode('>=22.22.2', version, '/usr/bin/node')).toBe(
    `This program needs Node 22.22.2 or newer, and /usr/bin/node is Node ${version}. Install Node 24 (https://nodejs.org/en/download). On Linux and Windows, "npm ci" installs one into a checkout: run "npx --no allocations" there.`,
  );
});

test('the program ends before it loads SQLite', () => {
  const preload = `data:text/javascript,${encodeURIComponent(`
    Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
    process.dlopen = () => { throw new Error('native code was loaded'); };
  `)}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, 'dist/cli/main.js', 'status'],
    { encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(
    /^allocations: This program needs Node 22\.22\.2 or newer, and .* is Node 20\.20\.2\. .*\n$/,
  );
});

test('npx can start the program, also after another build', () => {
  expect(() => accessSync('dist/cli/main.js', constants.X_OK)).not.toThrow();
});

test('the program begins with nothing that an older Node does not have', () => {
  const program = readFileSync('dist/cli/main.js', 'utf8');
  const [, chunk = ''] = /^import .* from "\.\.\/(chunks\/package-file-[^"]+)"/m.exec(program) ?? [];
  const text = `${program}\n${readFileSync(`dist/${chunk}`, 'utf8')}`;
  const imported = text.matchAll(/^import (.*) from "([^"]+)"/gm);
  expect([...imported].map(([, names, from]) => `${names} from ${from}`)).toEqual([
    `{ t as packageFile } from ../${chunk}`,
    '{ readFileSync } from node:fs',
    '{ fileURLToPath } from node:url',
  ]);
});
