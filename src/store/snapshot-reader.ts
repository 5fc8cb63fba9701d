import { statSync } from 'node:fs';
import { compareText } from '../domain/compare-text.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { type DatasetReader, openReader } from './query/view.ts';
import {
  listManifests,
  type Manifest,
  manifestPath,
  openSnapshot,
  readPointer,
  snapshotPath,
} from './snapshots.ts';

/** The current snapshot, else the newest that is whole; `onProblem` is told why it is not the current one. */
async function openFirst(folder: string, current: string, onProblem: (problem: OperatorError) => void) {
  const others = listManifests(folder).filter(({ sha256 }) => sha256 !== current);
  const newest = others.sort((a, b) => compareText(b.created_at, a.created_at));
  let problem: OperatorError | undefined;
  for (const sha256 of [current, ...newest.map((other) => other.sha256)]) {
    try {
      const opened = await openSnapshot(folder, sha256);
      if (problem) onProblem(problem);
      return opened;
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
 * Opens the current snapshot of a folder, or where that is not whole the newest that is. `onChange` is told of each
 * that is taken afterwards, `onProblem` once of each that cannot be. Throws an `OperatorError` where there is none.
 */
export async function openSnapshots(
  folder: string,
  {
    onChange,
    onProblem,
  }: { onChange: (manifest: Manifest) => void; onProblem: (problem: OperatorError) => void },
): Promise<SnapshotReader> {
  const first = readPointer(folder);
  if (first === null)
    throw new OperatorError(`${folder} has no snapshot; make one with: allocations publish ${folder}`, USAGE);
  const filesOfFirst = stampOf(folder, first);
  const opened = await openFirst(folder, first, onProblem);
  let { dataset } = opened;
  let reader = openReader(dataset);
  let served = opened.manifest.sha256;
  let told = '';
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
