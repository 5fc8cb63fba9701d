import { appendFileSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReportFile } from '../../src/files/report-file.ts';
import { scratchFolder } from '../rig/folders.ts';

test('a file that changes while it is read is refused, and loads when it is whole', async () => {
  const path = join(scratchFolder(), 'growing.csv');
  writeFileSync(path, 'first half,');
  const { readFile } = promises;
  const restore = () => {
    promises.readFile = readFile;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  promises.readFile = (async (...args: Parameters<typeof readFile>) => {
    const bytes = await readFile(...args);
    appendFileSync(path, 'second half');
    return bytes;
  }) as typeof readFile;
  syncBuiltinESMExports();
  expect(await readReportFile(path)).toMatchObject({
    finding: { code: 'unreadable-file', facts: { what: 'The file changed while it was read.' } },
  });
  restore();
  const whole = await readReportFile(path);
  expect('bytes' in whole && Buffer.from(whole.bytes).toString()).toMatch(/^first half,(?:second half)+$/);
});
