import { join } from 'node:path';
import * as z from 'zod';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { areIntact, readManifest } from '../version-folder.ts';

/** A path of a file: no dots at the start of a part, so it cannot leave its folder. */
const filePath = z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/);

const file = z.strictObject({ path: filePath, bytes: z.int(), sha256: sha256Hex });
export type FileEntry = z.output<typeof file>;

const shape = z.strictObject({
  format: z.literal(2),
  dataset_version: z.string(),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  /** Changes with the page and with the form of the documents. */
  page_sha256: sha256Hex,
  /** The codes of the states that the site has. */
  states: z.array(z.string()),
  /** The ids of its places. `null`: it has all places of these states. */
  places: z.array(z.int()).readonly().nullable(),
  /** The page that starts the newest version, which is beside its folder. */
  index: file,
  files: z.array(file),
  /** The files in the folder of the site that other versions may have too. */
  shared: z.array(file),
});

/** Describes the files of one version of a site. The names are those of its JSON file. */
export type SiteManifest = z.output<typeof shape>;

/** Reads the manifest of a version. Throws an `OperatorError` if it cannot be read. */
export function readSiteManifest(folder: string, name: string): SiteManifest {
  return readManifest(folder, name, shape);
}

/** Whether every file of a version is as it was written. */
export async function isWholeSite(
  folder: string,
  name: string,
  { files, shared }: SiteManifest,
): Promise<boolean> {
  return (await areIntact(join(folder, name), files)) && areIntact(folder, shared);
}
