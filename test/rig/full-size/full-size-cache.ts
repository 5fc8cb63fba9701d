import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Size, type Written, writeReports } from './full-size.ts';

/** Raise it with every change to the bytes that `writeReports` writes. Folders of other versions are rewritten. */
export const GENERATOR_VERSION = 2;

/** The program ignores names that start with a dot when it looks for reports. */
const MARKER = '.full-size.json';
/** The folders that `writeReports` makes. */
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
 * Writes the reports of a size into a folder, unless they are there already. Completes the marker last, so that an
 * interrupted folder is rewritten. Throws if the folder has files but no marker: it could be an archive of reports.
 * Two programs must not use one folder at the same time.
 */
export async function ensureReports(folder: string, size: Size): Promise<Written> {
  await mkdir(folder, { recursive: true });
  const wanted = { version: GENERATOR_VERSION, size: { ...size, format: size.format ?? 'csv' } };
  const marker = join(folder, MARKER);
  const found = await readMarker(marker);
  if (found?.version === wanted.version && isSameSize(found.size, wanted.size)) return found.written;
  const names = await readdir(folder);
  if (names.length > 0 && !names.includes(MARKER)) {
    throw new Error(`${folder} holds ${names.join(', ')}. Use an empty folder.`);
  }
  await writeFile(marker, '{"written":null}\n');
  for (const name of WRITTEN_FOLDERS) await rm(join(folder, name), { recursive: true, force: true });
  const written = await writeReports(folder, size);
  await writeFile(marker, `${JSON.stringify({ ...wanted, written })}\n`);
  return written;
}

/** Returns the marker of a folder, or `null` if it is missing or incomplete. */
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
