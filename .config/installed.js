/**
 * Installs the packages if they are missing, or are not those of the lock file. `npm start` and `npm test` begin with it, so
 * it needs no package, and runs on any Node that npm has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** npm writes this file last: without it, an installation was cut off. */
const INSTALLED = 'node_modules/.package-lock.json';

const reason = !existsSync(INSTALLED)
  ? 'are not installed'
  : isCurrent()
    ? null
    : 'are not those of the lock file';
if (reason !== null) {
  process.stdout.write(`The packages ${reason}. npm ci installs them now: about a minute.\n`);
  const { status } = spawnSync('npm', ['ci'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    process.stderr.write('npm ci failed. The lines above say why. Then run the command again.\n');
  process.exitCode = status ?? 1;
}

/** Whether every installed package has the version of the lock file, and none is missing that this machine needs. */
function isCurrent() {
  const [wanted, installed] = ['package-lock.json', INSTALLED].map(readVersions);
  return Object.entries(wanted).every(
    ([path, { version, isOptional }]) => (installed[path]?.version ?? (isOptional && version)) === version,
  );
}

/** @returns {Record<string, { version: string, isOptional: boolean }>} */
function readVersions(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path, { version, optional = false }]) =>
      path === '' ? [] : [[path, { version, isOptional: optional }]],
    ),
  );
}
