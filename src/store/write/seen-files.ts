import { eq } from 'drizzle-orm';
import type { Dataset } from '../dataset.ts';
import { seenFile } from '../fixed-tables.ts';

/** Stores the hash of the bytes that a run last read at each path. */
export function openSeenFiles({ drizzle }: Dataset) {
  return {
    /** The SHA-256 of the last file read at a path; `null` if there was none. */
    last: (path: string): string | null =>
      drizzle.select().from(seenFile).where(eq(seenFile.path, path)).get()?.sha256 ?? null,

    note(path: string, sha256: string): void {
      drizzle
        .insert(seenFile)
        .values({ path, sha256 })
        .onConflictDoUpdate({ target: seenFile.path, set: { sha256 } })
        .run();
    },
  };
}

export type SeenFiles = ReturnType<typeof openSeenFiles>;
