#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
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
  enableCompileCache();
  // SQLite's native code crashes on an older Node, so it is loaded after the check
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
}
