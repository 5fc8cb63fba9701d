import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { errorCode, MACHINE, messageOf, OperatorError } from '../domain/operator-error.ts';
import { toSentence } from '../domain/text/wording.ts';
import { readRegularFile } from '../files/regular-file.ts';

// A folder of publications has a folder for each version, which never changes, and these two files.

/** The file that names the version in service. */
export const POINTER = 'current';
/** The file that says what `publish` made in the folder. Nothing else is ever removed. */
export const MARKER = 'published.json';
/** The file of a version that describes its files. */
export const MANIFEST = 'manifest.json';

export const PUBLICATION_KINDS = {
  parquet: 'Parquet files',
  site: 'a site',
} as const;
export type PublicationKind = keyof typeof PUBLICATION_KINDS;

/** The name of a version's folder: the dataset version; with a number if that name was taken. */
const versionName = z.string().regex(/^[0-9a-z][0-9a-z-]{0,63}(?:\.\d+)?$/);

const marker = z.strictObject({
  format: z.literal(1),
  kind: z.literal(Object.keys(PUBLICATION_KINDS) as PublicationKind[]),
  versions: z.array(versionName),
});

export type Marker = z.output<typeof marker>;

/** What `publish` made in a folder; `null` if it made nothing there. Throws an `OperatorError` if that is unreadable. */
export function readMarker(folder: string): Marker | null {
  const path = join(folder, MARKER);
  const text = readText(path);
  if (text === null) return null;
  const { versions, ...known } = parseAs(path, text, marker);
  return { ...known, versions: versions.filter((name) => existsSync(join(folder, name))) };
}

/** The name of the version in service; `null` before the first publication. Throws an `OperatorError` if it is unreadable. */
export function readPointer(folder: string): string | null {
  const path = join(folder, POINTER);
  const text = readText(path)?.trim();
  if (text === undefined) return null;
  if (versionName.safeParse(text).success) return text;
  throw unusable(path, 'The file does not name a version.');
}

/** Reads the manifest of a version. Throws an `OperatorError` if that is not possible. */
export function readManifest<Manifest>(folder: string, name: string, shape: z.ZodType<Manifest>): Manifest {
  const path = join(folder, name, MANIFEST);
  const text = readText(path);
  if (text === null) throw unusable(path, 'The file does not exist.');
  return parseAs(path, text, shape);
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

/** A file of a publication that cannot be used. */
export function unusable(path: string, reason: string): OperatorError {
  return new OperatorError(
    `Cannot use ${path}. ${toSentence(reason)} Publish again, or copy the folder again: ${POINTER} last.`,
    MACHINE,
  );
}

/** `null` if the file does not exist. */
function readText(path: string): string | null {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unusable(path, messageOf(error));
  }
}

function parseAs<Content>(path: string, text: string, shape: z.ZodType<Content>): Content {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unusable(path, messageOf(error));
  }
  const parsed = shape.safeParse(content);
  if (parsed.success) return parsed.data;
  throw unusable(path, z.prettifyError(parsed.error).replaceAll('\n', ' '));
}

/** Whether each file of a folder has the bytes that a manifest states. */
export async function areIntact(
  folder: string,
  files: readonly { path: string; sha256: string }[],
): Promise<boolean> {
  for (const { path, sha256 } of files)
    if ((await hashFile(join(folder, path)).catch(() => null)) !== sha256) return false;
  return true;
}
