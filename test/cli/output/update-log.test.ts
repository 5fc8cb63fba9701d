import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openUpdateLog } from '../../../src/cli/output/update-log.ts';

test('the log escapes unprintable characters', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'update.log');
  const log = await openUpdateLog(file, () => undefined);
  const message = 'said \u009b31m\u202e by a server';
  log.failed(message);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('\\u009b31m\\u202e');
  expect(text).toMatch(/^[ -~]*\n$/);
  expect(JSON.parse(text).msg).toBe(message);
});
