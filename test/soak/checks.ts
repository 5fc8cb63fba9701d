import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { verifyDataset } from '../../src/pipeline/verify/verify.ts';
import { readReference } from '../../src/registers/registers.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { type Content, countUnfinished, differences, hashOf, holdsTables } from './content.ts';
import { holderFiles, type Place } from './place.ts';

/** A file under a final name: the hash of its bytes, and what they are. */
const BY_HASH = /^([0-9a-f]{64})\.(csv|json|xlsx|sqlite)$/;
/** What came of a killed command. */
export interface Verdict {
  state: 'before' | 'after' | 'neither';
  faults: string[];
}

/** What must be so as soon as a command was killed. */
export function judge(place: Place, content: Content, before: Content, after: Content): Verdict {
  const [fromBefore, fromAfter] = [differences(content, before), differences(content, after)];
  const state = fromBefore.length === 0 ? 'before' : fromAfter.length === 0 ? 'after' : 'neither';
  const faults = [...faultsOfArchive(place), ...faultsOfPublication(place)];
  if (state === 'neither')
    faults.push(`neither before (${fromBefore.join(', ')}) nor after (${fromAfter.join(', ')})`);
  if (countUnfinished(place.database) > 0) faults.push('a run that is not finished can be seen');
  faults.push(...verify(place).filter((fault) => !/; the next run (adds|withdraws|writes) /.test(fault)));
  return { state, faults };
}

/** What must be so when a run has completed. */
export function faultsOf(place: Place, content: Content, expected: Content): string[] {
  const different = differences(content, expected);
  return [
    ...different.map((part) => `${part} is not what an undisturbed run makes of it`),
    ...verify(place),
    ...faultsOfArchive(place),
    ...faultsOfPublication(place),
    ...holderFiles(place)
      .filter((path) => existsSync(path))
      .map((path) => `the run has ended, but ${basename(path)} still names it`),
  ];
}

/** What `verify` finds; nothing where there is no dataset yet. */
function verify({ database, archive, reference }: Place): string[] {
  if (!holdsTables(database)) return [];
  const dataset = openForReading(database);
  try {
    const { findings } = verifyDataset(dataset, archive, readReference(reference), new Date());
    return findings.map(({ about, message }) => `verify: ${about}: ${message}`);
  } finally {
    dataset.close();
  }
}

/** Every file that is named by a hash has it, and every record can be read. */
function faultsOfArchive({ archive }: Place): string[] {
  return namesUnder(archive).flatMap((path) => {
    if (path.endsWith('.report.json')) return faultsOfJson(path);
    return faultsOfHash(path);
  });
}

/** What is current is there, whole and described; so is every other publication under a final name. */
function faultsOfPublication({ publication }: Place): string[] {
  const current = join(publication, 'current');
  const faults = namesUnder(publication).flatMap((path) =>
    path.endsWith('.json') ? faultsOfJson(path) : faultsOfHash(path),
  );
  if (!existsSync(current)) return faults;
  const text = readFileSync(current, 'utf8');
  const name = text.trim();
  if (!/^[0-9a-f]{64}\n$/.test(text)) faults.push(`current says ${JSON.stringify(text)}`);
  const missing = ['.sqlite', '.json'].filter((ending) => !existsSync(join(publication, name + ending)));
  return [...faults, ...missing.map((ending) => `current names ${name}, but there is no ${name}${ending}`)];
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

function namesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** Files that a killed command left under temporary names. */
export function countLeftovers({ archive, publication }: Place): number {
  const isFinal = (path: string) =>
    BY_HASH.test(basename(path)) || /^([0-9a-f]{64}(\.report)?\.json|current)$/.test(basename(path));
  return [archive, publication].flatMap(namesUnder).filter((path) => /\.\w+$/.test(path) && !isFinal(path))
    .length;
}
