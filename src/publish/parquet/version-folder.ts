import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { errorCode, MACHINE, messageOf, OperatorError } from '../../domain/operator-error.ts';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { toSentence } from '../../domain/text/wording.ts';
import { hashFile } from '../../store/snapshots/snapshots.ts';

/** The file that names the folder of the version in service. */
export const CURRENT = 'current';
export const MANIFEST = 'manifest.json';

/** The name of a version's folder: the dataset version; with a number if that name was taken. */
const FOLDER_NAME = /^[0-9a-z][0-9a-z-]{0,63}(?:\.\d+)?$/;
/** A path of a file: no dots at the start of a part, so it cannot leave its folder. */
const filePath = z.string().regex(/^(?:[\w=-][\w=.-]*\/)?[\w=-][\w=.-]*$/);
const decimal = z.string().regex(/^-?\d+\.\d+$/);

const manifest = z.strictObject({
  format: z.literal(1),
  dataset_version: z.string(),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  /** Changes with the tables and columns. */
  schema_sha256: sha256Hex,
  /** The columns of each table. */
  schema: z.record(
    z.string(),
    z.array(
      z.strictObject({
        name: z.string(),
        type: z.string(),
        unit: z.string().nullable(),
        meaning: z.string(),
      }),
    ),
  ),
  files: z.array(
    z.strictObject({
      path: filePath,
      table: z.string(),
      /** The state whose datapoints it has. `null`: the table of all states. */
      state: z.string().nullable(),
      rows: z.int(),
      bytes: z.int(),
      sha256: sha256Hex,
      /** The sum of each amount column, in dollars. */
      sums: z.record(z.string(), decimal),
    }),
  ),
});

/** Describes the Parquet files of one version. The names are those of its JSON file. */
export type ParquetManifest = z.output<typeof manifest>;

/** The name of the folder in service; `null` before the first publication. Throws an `OperatorError` if it is unreadable. */
export function readCurrent(folder: string): string | null {
  const path = join(folder, CURRENT);
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unusable(path, messageOf(error));
  }
  if (FOLDER_NAME.test(text)) return text;
  throw unusable(path, 'The file does not name a version.');
}

/** Reads the manifest of a version. Throws an `OperatorError` if it cannot be read. */
export function readParquetManifest(folder: string, name: string): ParquetManifest {
  const path = join(folder, name, MANIFEST);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw unusable(path, messageOf(error));
  }
  const parsed = manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  throw unusable(path, z.prettifyError(parsed.error).replaceAll('\n', ' '));
}

/** The versions in a folder, also damaged ones. */
export function listVersions(folder: string): string[] {
  return readdirSync(folder).filter(
    (name) =>
      FOLDER_NAME.test(name) &&
      lstatSync(join(folder, name)).isDirectory() &&
      readdirSync(join(folder, name)).includes(MANIFEST),
  );
}

/** Whether every file of a version is as it was written. */
export async function isIntact(folder: string, name: string, { files }: ParquetManifest): Promise<boolean> {
  for (const { path, sha256 } of files) {
    const found = await hashFile(join(folder, name, path)).catch(() => null);
    if (found !== sha256) return false;
  }
  return true;
}

function unusable(path: string, reason: string): OperatorError {
  return new OperatorError(
    `Cannot use ${path}. ${toSentence(reason)} Publish again, or copy the folder again: ${CURRENT} last.`,
    MACHINE,
  );
}
