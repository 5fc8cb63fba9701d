import { createHash } from 'node:crypto';

/** The SHA-256 by which reports are known. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
