import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { originFileName } from '../../../src/domain/origin.ts';

/** Writes where a report comes from beside it, before it is loaded. Returns the note without its hash. */
export function noteOrigin({ folder }: { folder: string }, name: string, content: string, more: object = {}) {
  const origin = {
    ...{ url: 'https://portal.example/report.csv', fetched_at: '2026-10-31T08:00:00.000Z', status: 200 },
    ...{ etag: null, last_modified: null, bytes: content.length, ...more },
  };
  mkdirSync(join(folder, 'inbox'), { recursive: true });
  const note = JSON.stringify({ ...origin, sha256: hash('sha256', content) });
  writeFileSync(join(folder, 'inbox', originFileName(name)), note);
  return origin;
}
