/** Where a report's file was downloaded from. */
import * as z from 'zod';
import { sha256Hex } from './text/sha256.ts';

/** The origin of a report, as it is stored and printed. */
export const reportOrigin = z.strictObject({
  /** The address asked; of a report of several pages the first one's. */
  url: z.string().min(1),
  /** When it was downloaded whole, ISO 8601 in UTC. */
  fetched_at: z.iso.datetime(),
  /** The HTTP status; `null` of a local file. */
  status: z.number().int().nullable(),
  /** What the server called this version of it, and when it says that it changed. */
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** Size of the file. */
  bytes: z.number().int().nonnegative(),
});

export type ReportOrigin = z.output<typeof reportOrigin>;

/** What lies beside a downloaded file: its origin, and the hash of the bytes it is the origin of. */
export const originFile = reportOrigin.extend({ sha256: sha256Hex });

export type OriginFile = z.output<typeof originFile>;

/** Characters of the hash in the name of a downloaded file. */
const HASH_IN_NAME = 12;
const NAME_OF_DOWNLOAD = new RegExp(`^(.*)-[0-9a-f]{${HASH_IN_NAME}}\\.[^.]+$`);

/** The name of a downloaded file: `stem` is the same for whatever comes from one place. */
export function downloadName(stem: string, sha256: string, extension: string): string {
  return `${stem}-${sha256.slice(0, HASH_IN_NAME)}.${extension}`;
}

/** The stem of a name made by `downloadName`; `null` of other names. */
export function stemOfDownload(name: string): string | null {
  return NAME_OF_DOWNLOAD.exec(name)?.[1] ?? null;
}

/** The name of the file that holds the origin of a downloaded file; hidden, so that it is no report itself. */
export function originFileName(fileName: string): string {
  return `.${fileName}.origin.json`;
}
