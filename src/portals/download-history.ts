import { extname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { errorCode, explainDisk, OperatorError, orNull, USAGE } from '../domain/operator-error.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { parseJson } from '../domain/text/json.ts';
import { sha256Hex } from '../domain/text/sha256.ts';
import { readRegularFile } from '../files/regular-file.ts';
import type { CurrentDownload, UnitSummary } from './summary.ts';

const pastDownload = z.strictObject({
  feed: z.string(),
  unit: z.string(),
  /** The address of the first page. */
  url: z.string(),
  /** The pages with the server's versions. */
  pages: z.array(
    z.strictObject({ url: z.string(), etag: z.string().nullable(), last_modified: z.string().nullable() }),
  ),
  /** The file, or `null` if there were no rows. */
  file: z.strictObject({ name: z.string().min(1), bytes: z.number().int(), sha256: sha256Hex }).nullable(),
  rows: z.number().int().nullable(),
  rows_sha256: sha256Hex.nullable(),
  fetched_at: z.iso.datetime(),
});
const historyFile = z.strictObject({ version: z.literal(2), units: z.array(pastDownload) });

/** The last download of a unit. */
export type PastDownload = z.output<typeof pastDownload>;

type DownloadKey = Pick<PastDownload, 'feed' | 'unit' | 'url'>;

/** The last download of every unit, in the inbox's file `.fetched.json`. */
export interface DownloadHistory {
  find(unit: DownloadKey): PastDownload | undefined;
  /** Stores a unit's download, in memory and on disk. */
  note(entry: PastDownload): void;
}

/** The path of an inbox's history. A fetch locks it. */
export function historyPath(inbox: string): string {
  return join(inbox, '.fetched.json');
}

/** Opens the download history of an inbox. Throws an `OperatorError` if the file cannot be read. */
export function openDownloadHistory(inbox: string, writes: boolean): DownloadHistory {
  const path = historyPath(inbox);
  const keyOf = ({ feed, unit, url }: DownloadKey) => JSON.stringify([feed, unit, url]);
  const units = new Map(readHistory(inbox).map((entry) => [keyOf(entry), entry]));
  return {
    find: (unit) => units.get(keyOf(unit)),
    note: (entry) => {
      units.set(keyOf(entry), entry);
      if (!writes) return;
      const sorted = [...units].sort(([a], [b]) => compareText(a, b)).map(([, unit]) => unit);
      const stored: z.input<typeof historyFile> = { version: 2, units: sorted };
      try {
        writeFileAtomic.sync(path, `${JSON.stringify(stored, null, 1)}\n`);
      } catch (error) {
        throw explainDisk('download history', path, error);
      }
    },
  };
}

/** Reads the download history of an inbox. Throws an `OperatorError` if the file cannot be read. */
function readHistory(inbox: string): PastDownload[] {
  const path = historyPath(inbox);
  let text: string;
  try {
    text = readRegularFile(path).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainDisk('download history', path, error);
  }
  const parsed = historyFile.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.units;
  throw new OperatorError(
    `The download history ${path} is damaged or has another version. Delete it. The next fetch then downloads everything again, and no report is loaded twice.`,
    USAGE,
  );
}

/**
 * The current file of every unit of an inbox: of the given fetch, else of earlier ones. If the history cannot be read, only
 * those of the given fetch: a fetch then fails and says so.
 */
export function readCurrentDownloads(inbox: string, units: readonly UnitSummary[]): CurrentDownload[] {
  // a unit has several downloads if its address changed, for example by --since
  const earlier = (orNull(() => readHistory(inbox)) ?? [])
    .sort((a, b) => compareText(a.fetched_at, b.fetched_at))
    .map(({ file, ...unit }) => ({ ...unit, file: file && join(inbox, file.name) }));
  const current = new Map<string, CurrentDownload>();
  for (const { feed, unit, file } of [...earlier, ...units])
    if (file !== null) current.set(JSON.stringify([feed, unit]), { file, stem: stemOf(feed, unit) });
  return [...current.values()];
}

/** The names of feed and unit, as letters, digits and hyphens. */
export function stemOf(feed: string, unit: string): string {
  const stem = unit
    .slice(0, unit.length - extname(unit).length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return stem === '' ? feed : `${feed}-${stem}`;
}
