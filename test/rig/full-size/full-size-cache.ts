import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Size, type Written, writeReports } from './full-size.ts';

/** To be raised with every change that makes `writeReports` write other bytes; folders of others are written anew. */
export const GENERATOR_VERSION = 2;

/** The program leaves names with a dot alone when it looks for reports. */
const MARKER = '.full-size.json';
/** What `writeReports` makes in a folder. */
const WRITTEN_FOLDERS = ['ca', 'tx'];

const markerShape = z.object({
  version: z.number(),
  size: z.object({
    californiaJurisdictions: z.number(),
    californiaMonths: z.number(),
    texasAuthorities: z.number(),
    texasMonths: z.number(),
    format: z.enum(['csv', 'xlsx']),
  }),
  written: z.object({ files: z.number(), rows: z.number(), bytes: z.number() }),
});

/**
 * Writes the reports of a size into a folder of their own, unless they are there already, and tells what there is.
 * The marker is completed last: where writing was interrupted, all is written anew. Throws where the folder holds
 * anything and has no marker, so that no archive of reports is ever taken for one. Not for two programs at a time.
 */
export async function ensureReports(folder: string, size: Size): Promise<Written> {
  await mkdir(folder, { recursive: true });
  const wanted = { version: GENERATOR_VERSION, size: { ...size, format: size.format ?? 'csv' } };
  const marker = join(folder, MARKER);
  const found = await readMarker(marker);
  if (found?.version === wanted.version && isSameSize(found.size, wanted.size)) return found.written;
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(MARKER)) {
    throw new Error(`${folder} holds ${names.join(', ')}; give a folder for these reports alone`);
  }
  await writeFile(marker, '{"written":null}\n');
  for (const name of WRITTEN_FOLDERS) await rm(join(folder, name), { recursive: true, force: true });
  const written = await writeReports(folder, size);
  await writeFile(marker, `${JSON.stringify({ ...wanted, written })}\n`);
  return written;
}

/** The marker of a folder; `null` where there is none, or one of reports that were not all written. */
async function readMarker(path: string): Promise<z.output<typeof markerShape> | null> {
  try {
    return markerShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

function isSameSize(a: Size, b: Size): boolean {
  const names = [
    'californiaJurisdictions',
    'californiaMonths',
    'texasAuthorities',
    'texasMonths',
    'format',
  ] as const;
  return names.every((name) => a[name] === b[name]);
}
