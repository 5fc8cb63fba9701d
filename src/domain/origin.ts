/** Where a report was downloaded from. */
import * as z from 'zod';
import { sha256Hex } from './text/sha256.ts';

/** The origin of a report, as it is stored and printed. */
export const reportOrigin = z.strictObject({
  /** The requested address; of the first page if the report has several. */
  url: z.string().min(1),
  /** When the download was complete, ISO 8601 in UTC. */
  fetched_at: z.iso.datetime(),
  /** The HTTP status; `null` for a local file. */
  status: z.number().int().nullable(),
  /** The server's name of this version, and the time of its last change. */
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** Size of the file. */
  bytes: z.number().int().nonnegative(),
  /** Set if the figures are invented: the report is a sample, and no state published it. */
  invented: z.literal(true).optional(),
});

export type ReportOrigin = z.output<typeof reportOrigin>;

/** The note beside a downloaded file: its origin, and the hash of its bytes. */
export const originFile = reportOrigin.extend({ sha256: sha256Hex });

export type OriginFile = z.output<typeof originFile>;

/** Characters of the hash in the name of a downloaded file. */
const HASH_IN_NAME = 12;
const NAME_OF_DOWNLOAD = new RegExp(`^(.*)-[0-9a-f]{${HASH_IN_NAME}}\\.[^.]+$`);

/** The name of a downloaded file. All versions from one place have the same `stem`. */
export function downloadName(stem: string, sha256: string, extension: string): string {
  return `${stem}-${sha256.slice(0, HASH_IN_NAME)}.${extension}`;
}

/** The stem of a name made by `downloadName`; `null` for other names. */
export function stemOfDownload(name: string): string | null {
  return NAME_OF_DOWNLOAD.exec(name)?.[1] ?? null;
}

/** The name of the origin note. It is hidden, so that it is not read as a report. */
export function originFileName(fileName: string): string {
  return `.${fileName}.origin.json`;
}

/** The name of the file that an origin note is about; `null` for other names. */
export function fileOfOrigin(name: string): string | null {
  return /^\.(.+)\.origin\.json$/.exec(name)?.[1] ?? null;
}
