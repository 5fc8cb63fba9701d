import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateTypes } from '../../docs/build/client.ts';

test('the generated types are those of the OpenAPI document; npm run client writes them', async () => {
  const committed = readFileSync('src/client/generated/types.gen.ts', 'utf8');
  expect(committed).toBe(await generateTypes());
});
