import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openProgramFolder } from './rig/datasets/program-folder.ts';
import { endServers, packed, serveProgram } from './rig/program.ts';

/** The most that the unpacked program may take, without its packages and without Node. */
const MOST_BYTES = 12_000_000;

const { folder } = openProgramFolder();
afterAll(endServers);

const manifest = z.object({
  version: z.string(),
  bin: z.object({ allocations: z.string() }),
});
const readManifest = (path: string) => manifest.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Puts what the program needs into an empty project, so that npm finds it without a registry. */
function placePackages(project: string): void {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.looseObject({ dev: z.boolean().optional(), optional: z.boolean().optional() }),
      ),
    })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const paths = Object.entries(lock.packages).flatMap(([path, { dev, optional }]) =>
    // what stands in another package goes along with it
    /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && !optional ? [path] : [],
  );
  // links, if both folders are on one disk
  const copy = 'cp -al --parents "$@" "$0" 2>/dev/null || cp -a --parents "$@" "$0"';
  execFileSync('sh', ['-c', copy, project, ...paths]);
}

test('npm installs the packed program into an empty folder, where it loads reports and serves them', async () => {
  placePackages(folder);
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  const pack = npm('pack', resolve('.'), '--ignore-scripts', '--json');
  const [{ filename, unpackedSize }] = packed.parse(JSON.parse(pack));
  expect(unpackedSize).toBeLessThan(MOST_BYTES);
  // the packages are there already, and Node is the one that runs this
  npm(
    'install',
    `./${filename}`,
    '--offline',
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  );
  const { bin } = readManifest('package.json');
  const path = join(folder, 'node_modules/sales-tax-allocations');

  const run = (...args: string[]) =>
    execFileSync('npx', ['--no', 'allocations', ...args], {
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
