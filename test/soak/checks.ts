import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FORMAT_NAMES } from '../../src/extract/formats/formats.ts';
import { filesUnder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { archiveFaultsOf } from '../rig/verify.ts';
import { type Content, countUnfinished, differences, holdsTables } from './content.ts';
import { holderFiles, type Place } from './place.ts';

/** A file under its final name: the hash of its bytes, and its format. */
const BY_HASH = new RegExp(`^([0-9a-f]{64})\\.(${FORMAT_NAMES.join('|')})$`);
const SNAPSHOT_FILES = ['dataset.sqlite', 'manifest.json'];
const UNFINISHED = '.unfinished';

/** The state that a killed command left. */
export interface Verdict {
  state: 'before' | 'after' | 'neither';
  faults: string[];
}

/** Checks what must hold right after a command was killed. */
export function judge(place: Place, content: Content, before: Content, after: Content): Verdict {
  const [fromBefore, fromAfter] = [differences(content, before), differences(content, after)];
  const state = fromBefore.length === 0 ? 'before' : fromAfter.length === 0 ? 'after' : 'neither';
  const faults = [...faultsOfArchive(place), ...faultsOfPublication(place)];
  if (state === 'neither')
    faults.push(`neither before (${fromBefore.join(', ')}) nor after (${fromAfter.join(', ')})`);
  if (countUnfinished(place.database) > 0) faults.push('an unfinished run is visible');
  faults.push(
    ...verify(place).filter((fault) => !/the next run (adds|withdraws|writes|loads) /i.test(fault)),
  );
  return { state, faults };
}

/** Checks what must hold when a run has completed. */
export function faultsOf(place: Place, content: Content, expected: Content): string[] {
  const different = differences(content, expected);
  return [
    ...different.map((part) => `${part} differs from the result of an undisturbed run`),
    ...verify(place),
    ...faultsOfArchive(place),
    ...faultsOfPublication(place),
    ...holderFiles(place)
      .filter((path) => existsSync(path))
      .map((path) => `the run has ended, but ${basename(path)} still names it`),
  ];
}

/** Returns what `verify` finds in the archive; nothing without a dataset. */
function verify(place: Place): string[] {
  return holdsTables(place.database) ? archiveFaultsOf(place).map((fault) => `verify: ${fault}`) : [];
}

/** Every file named by a hash has this hash, and every record is readable. */
function faultsOfArchive({ archive }: Place): string[] {
  return filesUnder(archive).flatMap((path) =>
    path.endsWith('.report.json') ? faultsOfJson(path) : faultsOfHash(path),
  );
}

/** Every version under its final name is complete, and the current one exists. */
function faultsOfPublication({ publication }: Place): string[] {
  if (!existsSync(publication)) return [];
  const versions = readdirSync(publication, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== UNFINISHED)
    .map(({ name }) => name);
  const faults = versions.flatMap((name) => {
    const folder = join(publication, name);
    const missing = SNAPSHOT_FILES.filter((file) => !existsSync(join(folder, file)));
    if (missing.length > 0) return [`${name} lacks ${missing.join(' and ')}`];
    const { sha256 } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const isWhole = sha256 === hashOf(readFileSync(join(folder, 'dataset.sqlite')));
    return isWhole ? [] : [`the dataset of ${name} has another hash`];
  });
  const current = join(publication, 'current');
  if (!existsSync(current)) return faults;
  const name = readFileSync(current, 'utf8').trim();
  return versions.includes(name) ? faults : [...faults, `current names ${name}, which is missing`];
}

function faultsOfHash(path: string): string[] {
  const [, hash] = BY_HASH.exec(basename(path)) ?? [];
  return hash === undefined || hash === hashOf(readFileSync(path)) ? [] : [`${path} has another hash`];
}

function faultsOfJson(path: string): string[] {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return [];
  } catch (error) {
    return [`${path} cannot be read: ${error}`];
  }
}
