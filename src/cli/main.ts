#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { packageFile } from '../domain/package-file.ts';
import { refuseOldNode } from './node-version.ts';

const { engines, version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
const refusal = refuseOldNode(engines.node, process.versions.node, process.execPath);
if (refusal !== undefined) {
  process.stderr.write(`allocations: ${refusal}\n`);
  process.exitCode = 2;
} else if (['--version', '-V'].includes(process.argv[2] ?? '')) {
  process.stdout.write(`${version}\n`);
} else {
  // an older Node does not have it, and SQLite's native code crashes there, so both are loaded after the check
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
}
