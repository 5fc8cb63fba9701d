import { eq, sql } from 'drizzle-orm';
import type { FileStamp } from '../../domain/file-stamp.ts';
import type { Dataset } from '../dataset.ts';
import { seenFile } from '../fixed-tables.ts';

/** A stamp that matches no file. */
const NO_STAMP = { size: -1, modified_ns: '', changed_ns: '', inode: '' };

/** Stores the hash of each file's bytes with the stamp of the file. */
export function openSeenFiles({ drizzle }: Dataset) {
  const byPath = drizzle
    .select()
    .from(seenFile)
    .where(eq(seenFile.path, sql.placeholder('path')))
    .prepare();
  return {
    /** The SHA-256 of an unchanged file; `null` if the file changed or was never read. */
    find({ path, ...stamp }: FileStamp): string | null {
      const seen = byPath.get({ path });
      const names: readonly (keyof typeof stamp)[] = ['size', 'modified_ns', 'changed_ns', 'inode'];
      return seen && names.every((name) => seen[name] === stamp[name]) ? seen.sha256 : null;
    },

    /** The SHA-256 of the last file read at a path; `null` if there was none. */
    last: (path: string): string | null => byPath.get({ path })?.sha256 ?? null,

    /** Stores the hash of a file. Without a stamp, the next run reads the file again. */
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
