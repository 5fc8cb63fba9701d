/** `npm run client`: writes `src/client/generated`, the operations and types of the service, from its OpenAPI document. */
import { createClient } from '@hey-api/openapi-ts';
import { readDocument } from './openapi-document.ts';

/** Generates the operations and types in a folder, which it empties first. */
export async function generateClient(folder: string): Promise<void> {
  await createClient({
    input: { ...(await readDocument()) },
    output: { path: folder, postProcess: [], importFileExtension: '.ts' },
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
}

if (import.meta.main) await generateClient('src/client/generated');
