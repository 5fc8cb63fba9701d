import * as z from 'zod';

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** The first 12 digits of a report's hash. They identify the report, also for `withdraw`. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}
