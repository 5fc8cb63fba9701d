import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { errorCode, explainDisk, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { parseJson } from '../../domain/text/json.ts';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { readRegularFile } from '../../files/regular-file.ts';

const NAME = '.fetched.json';

const remembered = z.strictObject({
  feed: z.string(),
  unit: z.string(),
  /** The address asked; of several pages the first one's. */
  url: z.string(),
  /** What was asked, and what the server called it. */
  pages: z.array(
    z.strictObject({ url: z.string(), etag: z.string().nullable(), last_modified: z.string().nullable() }),
  ),
  /** The file it became, `null` where there were no rows. */
  file: z.strictObject({ name: z.string().min(1), bytes: z.number().int(), sha256: sha256Hex }).nullable(),
  rows: z.number().int().nullable(),
  rows_sha256: sha256Hex.nullable(),
  fetched_at: z.iso.datetime(),
});
const memoryFile = z.strictObject({ version: z.literal(2), units: z.array(remembered) });

/** What was downloaded for a unit the last time. */
export type Remembered = z.output<typeof remembered>;

/** What an inbox was filled with, from run to run: `.fetched.json` in it. */
export interface Memory {
  find(feed: string, unit: string, url: string): Remembered | undefined;
  /** Notes a unit, on the disk too. */
  note(entry: Remembered): void;
}

/** The path of an inbox's memory, which is locked while a fetch runs. */
export function memoryPath(inbox: string): string {
  return join(inbox, NAME);
}

/** Opens the memory of an inbox. Throws an `OperatorError` where it cannot be read. */
export function openMemory(inbox: string, writes: boolean): Memory {
  const path = memoryPath(inbox);
  const key = (feed: string, unit: string, url: string) => JSON.stringify([feed, unit, url]);
  const units = new Map(readUnits(path).map((entry) => [key(entry.feed, entry.unit, entry.url), entry]));
  return {
    find: (feed, unit, url) => units.get(key(feed, unit, url)),
    note: (entry) => {
      units.set(key(entry.feed, entry.unit, entry.url), entry);
      if (!writes) return;
      const sorted = [...units].sort(([a], [b]) => compareText(a, b)).map(([, unit]) => unit);
      const stored: z.input<typeof memoryFile> = { version: 2, units: sorted };
      try {
        writeFileAtomic.sync(path, `${JSON.stringify(stored, null, 1)}\n`);
      } catch (error) {
        throw explainDisk('memory of fetches', path, error);
      }
    },
  };
}

function readUnits(path: string): Remembered[] {
  let text: string;
  try {
    text = readRegularFile(path).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainDisk('memory of fetches', path, error);
  }
  const parsed = memoryFile.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.units;
  throw new OperatorError(
    `${path} is damaged, or of another version; delete it: everything is then downloaded again, and nothing is loaded twice`,
    USAGE,
  );
}
