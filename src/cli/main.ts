#!/usr/bin/env node
import { refuseOldNode } from './node-version.ts';

const refusal = refuseOldNode(process.versions.node, process.execPath);
if (refusal === undefined) {
  // SQLite's native code crashes on an older Node, so it is loaded after the check
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine();
} else {
  process.stderr.write(`allocations: ${refusal}\n`);
  process.exitCode = 2;
}
