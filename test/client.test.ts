import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateClient } from '../docs/build/client.ts';

test('src/client has the types of the OpenAPI document; npm run client writes them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await generateClient(folder);
  const names = readdirSync(folder);
  expect(names).toContain('types.gen.ts');
  expect(readdirSync('src/client').sort()).toEqual(names.sort());
  for (const name of names)
    expect(readFileSync(join('src/client', name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
});
