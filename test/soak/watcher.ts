import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORMAT_NAMES } from '../../src/extract/formats/formats.ts';
import { holderFiles, type Place } from './place.ts';
import type { Running } from './program.ts';

const POLL_MS = 1;

/**
 * What a command shows to the outside: counts of locks taken, reports archived and records written; bytes in the
 * write-ahead log; whether the dataset changed; files that changed in the publications; whether `current` changed.
 */
export const SIGNALS = ['lock', 'kept', 'recorded', 'logged', 'written', 'published', 'pointed'] as const;
export type Signal = (typeof SIGNALS)[number];
export type Signals = Record<Signal, number>;

/** Compares a place with its state when the watcher was made. */
export class Watcher {
  private readonly place: Place;
  private readonly archived: ReadonlySet<string>;
  private readonly published: ReadonlySet<string>;
  private readonly dataset: string;
  private readonly pointer: string;

  constructor(place: Place) {
    this.place = place;
    this.archived = new Set(versionsUnder(place.archive));
    this.published = new Set(versionsUnder(place.publication));
    this.dataset = versionOf(place.database);
    this.pointer = versionOf(join(place.publication, 'current'));
  }

  read(): Signals {
    const { archive, publication, database } = this.place;
    const archived = versionsUnder(archive).filter((version) => !this.archived.has(version));
    const count = (pattern: RegExp) => archived.filter((version) => pattern.test(version)).length;
    return {
      lock: holderFiles(this.place).filter((path) => versionOf(path) !== '').length,
      kept: count(new RegExp(`/[0-9a-f]{64}\\.(?:${FORMAT_NAMES.join('|')}) `)),
      recorded: count(/\.report\.json /),
      logged: sizeOf(`${database}-wal`),
      written: versionOf(database) === this.dataset ? 0 : 1,
      published: versionsUnder(publication).filter((version) => !this.published.has(version)).length,
      pointed: versionOf(join(publication, 'current')) === this.pointer ? 0 : 1,
    };
  }
}

/** Returns every file under a folder with its version. */
function versionsUnder(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .map((name) => `${name} ${versionOf(join(folder, name))}`)
    .filter((text) => !text.endsWith(' '));
}

/** Returns a text that changes with the file's content; empty if there is no file. */
function versionOf(path: string): string {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry?.isFile() ? `${entry.ino}:${entry.size}:${entry.mtimeMs}` : '';
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Watches a command until it ends or `isEnough` returns true. */
export async function watch(
  { child }: Running,
  watcher: Watcher,
  isEnough: (signals: Signals) => boolean,
): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (isEnough(watcher.read())) return;
    await sleep(POLL_MS);
  }
}
