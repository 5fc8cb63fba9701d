import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildService } from '../../src/api/server.ts';
import { openForReading, openForWriting } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';

/** The OpenAPI document of a service of an empty dataset. */
export async function readDocument(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-openapi-'));
  const file = join(folder, 'allocations.sqlite');
  openForWriting(file).close();
  const dataset = openForReading(file);
  const app = await buildService({
    reader: openReader(dataset),
    verifyToken: () => null,
    rateLimit: 600,
    trustedProxies: [],
    programVersion: '',
    logger: pino({ level: 'silent' }),
  });
  try {
    const answer = await app.inject('/openapi.json');
    return answer.json<object>();
  } finally {
    await app.close();
    dataset.close();
    rmSync(folder, { recursive: true });
  }
}
