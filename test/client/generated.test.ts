import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generateClient } from '../../docs/build/client.ts';

const COMMITTED = 'src/client/generated';

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

test('the generated client is that of the OpenAPI document; npm run client writes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await generateClient(folder);
  const names = filesIn(folder);
  expect(names).toEqual(expect.arrayContaining(['sdk.gen.ts', 'types.gen.ts']));
  expect(filesIn(COMMITTED)).toEqual(names);
  for (const name of names)
    expect(readFileSync(join(COMMITTED, name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'));
});
