import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { type DatasetReader, openReader } from '../query/view.ts';
import {
  listManifests,
  type Manifest,
  manifestPath,
  openSnapshot,
  POINTER,
  readPointer,
  snapshotPath,
} from './snapshots.ts';

/** What the pointer of a folder names, `null` where that cannot be told, and why not. */
function lookAtPointer(folder: string): { current: string | null; problem: OperatorError | null } {
  try {
    const current = readPointer(folder);
    return { current, problem: current === null ? noPointer(folder) : null };
  } catch (error) {
    if (error instanceof OperatorError) return { current: null, problem: error };
    throw error;
  }
}

function noPointer(folder: string): OperatorError {
  // one that has no manifest either was never published to
  const message =
    hashesByAge(folder).length === 0
      ? `${folder} has no snapshot; make one with: allocations publish ${folder}`
      : `${join(folder, POINTER)}, which names the snapshot to serve, is not there; publish again, or copy it again`;
  return new OperatorError(message, USAGE);
}

/** The snapshots whose manifests can be read, the newest first; none of a folder that cannot be. */
function hashesByAge(folder: string): string[] {
  try {
    const newest = listManifests(folder).sort((a, b) => compareText(b.created_at, a.created_at));
    return newest.map(({ sha256 }) => sha256);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [];
  }
}

/** The first of these snapshots that is whole, and why those before it are not; throws where none is. */
async function openFirst(folder: string, hashes: readonly string[], problemBefore: OperatorError | null) {
  let problem = problemBefore;
  for (const sha256 of hashes) {
    try {
      return { ...(await openSnapshot(folder, sha256)), problem };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}

/** What changes when the files of a snapshot do. */
function stampOf(folder: string, sha256: string): string {
  const stamps = [snapshotPath(folder, sha256), manifestPath(folder, sha256)].map((path) => {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry ? [entry.size, entry.mtimeMs, entry.ctimeMs, entry.ino].join() : 'none';
  });
  return [sha256, ...stamps].join(' ');
}

/** A reader of the snapshot that is current, whichever that is. */
export interface SnapshotReader extends DatasetReader {
  /**
   * Looks for another current snapshot, and takes it where it is good; else the one before stays in service, and that
   * one is looked at again when its files change.
   */
  follow(): Promise<void>;
  close(): void;
}

/**
 * Opens the current snapshot of a folder, or where that is not whole, or not named, the newest that is. `onChange` is told of each
 * that is taken afterwards, `onProblem` once of each that cannot be. Throws an `OperatorError` where there is none.
 */
export async function openSnapshots(
  folder: string,
  {
    onChange,
    onProblem,
  }: { onChange: (manifest: Manifest) => void; onProblem: (problem: OperatorError) => void },
): Promise<SnapshotReader> {
  const pointer = lookAtPointer(folder);
  const first = pointer.current;
  const filesOfFirst = first === null ? '' : stampOf(folder, first);
  const others = hashesByAge(folder).filter((sha256) => sha256 !== first);
  const opened = await openFirst(folder, first === null ? others : [first, ...others], pointer.problem);
  if (opened.problem) onProblem(opened.problem);
  let { dataset } = opened;
  let reader = openReader(dataset);
  let served = opened.manifest.sha256;
  // a pointer that stays as it was is not told of again
  let told = pointer.problem?.message ?? '';
  // of one that is not whole `openFirst` has told
  let refusedAs = served === first ? '' : filesOfFirst;
  let isLooking = false;

  const take = async () => {
    const current = readPointer(folder);
    if (current === null || current === served) return;
    const files = stampOf(folder, current);
    // its bytes are read again only where they may be others
    if (files === refusedAs) return;
    refusedAs = files;
    const next = await openSnapshot(folder, current);
    const before = dataset;
    // queries do not wait for anything, so that none is under way here
    ({ dataset } = next);
    reader = openReader(dataset);
    served = current;
    before.close();
    onChange(next.manifest);
  };
  return {
    version: () => reader.version(),
    read: (query) => reader.read(query),
    follow: async () => {
      if (isLooking) return;
      isLooking = true;
      try {
        await take();
        told = '';
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        if (told !== error.message) onProblem(error);
        told = error.message;
      } finally {
        isLooking = false;
      }
    },
    close: () => dataset.close(),
  };
}
