import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = 'dist/explorer';
const MOST_BYTES = 60_000;

test('script and style together are small', () => {
  // the writer of workbooks is loaded only by readers who save one
  const names = readdirSync(FOLDER).filter(
    (name) => /\.(js|css)$/.test(name) && !name.startsWith('workbook-'),
  );
  const sizes = names.map((name) => gzipSync(readFileSync(join(FOLDER, name))).length);
  // style, script, and what it shares with the writer of workbooks
  expect(sizes.length).toBe(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
