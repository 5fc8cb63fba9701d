import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildService } from '../../src/api/server.ts';
import { compareText } from '../../src/domain/text/compare-text.ts';
import { RECORDS } from '../../src/records/index.ts';
import { openForReading, openForWriting } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';

/** The OpenAPI document of a service of an empty dataset. */
export async function readDocument(records = RECORDS): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-openapi-'));
  const file = join(folder, 'allocations.sqlite');
  openForWriting(file).close();
  const dataset = openForReading(file);
  const app = await buildService({
    reader: openReader(dataset),
    verifyToken: () => null,
    rateLimit: 600,
    records,
    trustedProxies: [],
    programVersion: '',
    logger: pino({ level: 'silent' }),
  });
  try {
    const answer = await app.inject('/openapi.json');
    const { components, ...document } = answer.json<OpenApiDocument>();
    return { ...document, components: { ...components, schemas: byName(components.schemas) } };
  } finally {
    await app.close();
    dataset.close();
    rmSync(folder, { recursive: true });
  }
}

interface OpenApiDocument {
  paths: Record<string, { get: { responses: { 200: GoodAnswer } } }>;
  components: { schemas: Record<string, unknown> };
}

interface GoodAnswer {
  description: string;
  content: { 'application/json'?: unknown };
}

/** The schemas by name. Their order in the document depends on which module was loaded first. */
function byName(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => compareText(a, b)));
}
