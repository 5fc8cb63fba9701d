import { eq, sql } from 'drizzle-orm';
import type { FileStamp } from '../../domain/file-stamp.ts';
import type { Dataset } from '../dataset.ts';
import { seenFile } from '../schema.ts';

/** As no file is. */
const NO_STAMP = { size: -1, modified_ns: '', changed_ns: '', inode: '' };

/** Remembers which bytes files had when they were read. */
export function openSeenFiles({ drizzle }: Dataset) {
  const byPath = drizzle
    .select()
    .from(seenFile)
    .where(eq(seenFile.path, sql.placeholder('path')))
    .prepare();
  return {
    /** The SHA-256 of a file that is as it was when it was read; null where it is another, or was never read. */
    find({ path, ...stamp }: FileStamp): string | null {
      const seen = byPath.get({ path });
      const names: readonly (keyof typeof stamp)[] = ['size', 'modified_ns', 'changed_ns', 'inode'];
      return seen && names.every((name) => seen[name] === stamp[name]) ? seen.sha256 : null;
    },

    /** The SHA-256 of what was last read under a path; null where nothing was. */
    last: (path: string): string | null => byPath.get({ path })?.sha256 ?? null,

    /** Notes the bytes of a file; without a stamp they are read again the next time. */
    note(path: string, sha256: string, stamp: FileStamp | null): void {
      const values = { ...(stamp ?? { ...NO_STAMP, path }), sha256 };
      drizzle
        .insert(seenFile)
        .values(values)
        .onConflictDoUpdate({ target: seenFile.path, set: values })
        .run();
    },
  };
}

export type SeenFiles = ReturnType<typeof openSeenFiles>;
