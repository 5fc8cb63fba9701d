import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENT_PICTURES, PICTURES_FOLDER } from './rig/document-pictures.ts';

const MOST_BYTES = 180_000;
const GUIDE = readFileSync('docs/guides/explorer.md', 'utf8');

test('every picture of the documents is drawn by the script, is small, and is in the guide', () => {
  const files = readdirSync(PICTURES_FOLDER).sort();
  expect(files).toEqual(
    Object.keys(DOCUMENT_PICTURES)
      .map((name) => `${name}.png`)
      .sort(),
  );
  for (const file of files) {
    expect([file, statSync(join(PICTURES_FOLDER, file)).size < MOST_BYTES]).toEqual([file, true]);
    expect(GUIDE).toContain(`](../pictures/${file})`);
  }
});
