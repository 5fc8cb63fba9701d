/** `npm run client`: writes the types of the service's answers, `src/client`, from its OpenAPI document. */
import { createClient } from '@hey-api/openapi-ts';
import { readDocument } from './openapi-document.ts';

/** Generates the types in a folder, which it empties first. */
export async function generateClient(folder: string): Promise<void> {
  await createClient({
    input: { ...(await readDocument()) },
    output: { path: folder, postProcess: [] },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
}

if (import.meta.main) await generateClient('src/client');
