/** `npm run client`: writes the types of the service's parameters and answers, from its OpenAPI document. */
import { writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { readDocument } from './openapi-document.ts';

/** The text of the module with the types: of answers, only those in JSON with status 200. Other answers are errors of one form. */
export async function generateTypes(): Promise<string> {
  const document = await readDocument();
  for (const [path, { get }] of Object.entries(document.paths)) {
    const { content, description } = get.responses[200];
    const json = content['application/json'];
    if (json === undefined) delete document.paths[path];
    else get.responses = { 200: { description, content: { 'application/json': json } } };
  }
  const text = JSON.stringify(document);
  return astToString(await openapiTypes(text, { rootTypes: true, rootTypesNoSchemaPrefix: true }));
}

if (import.meta.main) writeFileSync('src/client/generated/types.gen.ts', await generateTypes());
