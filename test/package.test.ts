import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openProgramFolder } from './rig/datasets/program-folder.ts';
import { endServers, installPacked, serveProgram } from './rig/program.ts';

/** The most that the unpacked program may take, without its packages and without Node. */
const MOST_BYTES = 12_000_000;

const { folder } = openProgramFolder();
afterAll(endServers);

const manifest = z.object({
  version: z.string(),
  bin: z.object({ allocations: z.string() }),
  dependencies: z.record(z.string(), z.string()),
});
const readManifest = (path: string) => manifest.parse(JSON.parse(readFileSync(path, 'utf8')));

test('the packed program loads reports and serves them in an empty folder, with the packages that it names', async () => {
  const { bin, dependencies } = readManifest('package.json');
  const { unpackedSize, path } = installPacked('.', folder, 'sales-tax-allocations');
  expect(unpackedSize).toBeLessThan(MOST_BYTES);
  // what npm does with dependencies and commands
  for (const name of Object.keys(dependencies)) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(join(path, bin.allocations), join(folder, 'node_modules/.bin/allocations'));

  const run = (...args: string[]) =>
    execFileSync('npx', ['--no-install', 'allocations', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}`, HOME: folder },
    });
  expect(run('ingest', resolve('fixtures/sample/reports/il'))).toContain('all reports were loaded');
  expect(run('months', 'il', '--jurisdiction', 'Chicago', '--months', '2020-06')).toContain('38,242,061.31');
  expect(run('export', '--state', 'il', '--out', 'illinois.xlsx')).toContain('illinois.xlsx');
  expect(run('publish', 'warehouse', '--format', 'parquet')).toContain('warehouse');
  const { address } = await serveProgram(join(path, bin.allocations), folder, '--no-auth');
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${address}/`)).text()).toContain('<script');
});

test('the client is a package of the same version, and needs openapi-fetch alone', () => {
  const { version } = readManifest('package.json');
  const client = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
  const packed = client.parse(JSON.parse(readFileSync('dist/client/package.json', 'utf8')));
  expect(packed.version).toBe(version);
  expect(Object.keys(packed.dependencies)).toEqual(['openapi-fetch']);
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version} (`);
});
