import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openUpdateLog } from '../../../src/cli/output/update-log.ts';
import { scratchFolder } from '../../rig/folders.ts';

test('the log escapes unprintable characters', async () => {
  const file = join(scratchFolder(), 'update.log');
  const log = await openUpdateLog(file, () => undefined);
  const message = 'said \u009b31m\u202e by a server';
  log.failed(message);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('\\u009b31m\\u202e');
  expect(text).toMatch(/^[ -~]*\n$/);
  expect(JSON.parse(text).msg).toBe(message);
});
