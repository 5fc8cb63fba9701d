import * as z from 'zod';

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
