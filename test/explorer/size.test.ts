import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = 'dist/explorer';
const MOST_BYTES = 120_000;
const FILES = readdirSync(FOLDER).filter((name) => /\.(js|css)$/.test(name));

function textOf(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/** A script with all that it loads at once. Views, and the writer of workbooks, are loaded when a reader asks for them. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
    withImports(imported, known);
  return known;
}

const isView = (name: string) => /^[a-z-]+-view-/.test(name) && name.endsWith('.js');
const START = FILES.filter((name) => name.startsWith('main-'));

const views = FILES.filter(isView).map((name) => [name.replace(/-view-.*/, ''), name] as const);
test.each(views)('script and style of a view together are small %s', (_, view) => {
  const needed = [...START, view].reduce((known, name) => withImports(name, known), new Set<string>());
  const bytes = [...needed].reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0);
  expect(START.length).toBe(2);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
