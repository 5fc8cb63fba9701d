import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { Dataset } from '../dataset.ts';
import { SwitchingReader } from '../follow/switching-reader.ts';
import {
  listManifests,
  type Manifest,
  manifestPath,
  openSnapshot,
  POINTER,
  readPointer,
  snapshotPath,
} from './snapshots.ts';

/** Reads the pointer of a folder. If it names no snapshot, `current` is `null` and `problem` says why. */
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
  // without any manifest, nobody has published here yet
  const message =
    hashesByAge(folder).length === 0
      ? `The folder ${folder} has no snapshot. Make one: allocations publish ${folder}`
      : `The file ${join(folder, POINTER)}, which names the snapshot to serve, does not exist. Publish again, or copy it again.`;
  return new OperatorError(message, USAGE);
}

/** The snapshots with a readable manifest, newest first. Empty if the folder cannot be read. */
function hashesByAge(folder: string): string[] {
  try {
    const newest = listManifests(folder).sort((a, b) => compareText(b.created_at, a.created_at));
    return newest.map(({ sha256 }) => sha256);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [];
  }
}

/** Opens the first undamaged snapshot. `problem` is the first problem found before it. Throws it if all are damaged. */
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

/** A text that changes when the files of a snapshot change. */
function stampOf(folder: string, sha256: string): string {
  const stamps = [snapshotPath(folder, sha256), manifestPath(folder, sha256)].map((path) => {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry ? [entry.size, entry.mtimeMs, entry.ctimeMs, entry.ino].join() : 'none';
  });
  return [sha256, ...stamps].join(' ');
}

/** Who learns of a switch to another snapshot, and of a problem. */
interface Listeners {
  onChange: (manifest: Manifest) => void;
  onProblem: (problem: OperatorError) => void;
}

/**
 * Opens the current snapshot of a folder; if it is damaged or the pointer is missing, the newest undamaged one. Calls
 * `onChange` at each later switch, and `onProblem` once for each problem. Throws an `OperatorError` if there is no usable one.
 */
export async function openSnapshots(folder: string, listeners: Listeners): Promise<SnapshotReader> {
  const pointer = lookAtPointer(folder);
  const first = pointer.current;
  const filesOfFirst = first === null ? '' : stampOf(folder, first);
  const others = hashesByAge(folder).filter((sha256) => sha256 !== first);
  const opened = await openFirst(folder, first === null ? others : [first, ...others], pointer.problem);
  if (opened.problem) listeners.onProblem(opened.problem);
  return new SnapshotReader(folder, listeners, opened, {
    reported: pointer.problem?.message ?? '',
    // the problem of `opened` was about these files
    refusedAs: opened.manifest.sha256 === first ? '' : filesOfFirst,
  });
}

/** Reads the current snapshot, and follows the pointer to newer ones. */
export class SnapshotReader extends SwitchingReader {
  private readonly folder: string;
  private readonly listeners: Listeners;
  /** The hash of the open snapshot. */
  private served: string;
  /** The problem reported last, because each is reported once. */
  private reported: string;
  /** The stamp of the files that could not be opened. Their bytes are read again only if they change. */
  private refusedAs: string;
  private isLooking = false;

  constructor(
    folder: string,
    listeners: Listeners,
    { dataset, manifest }: { dataset: Dataset; manifest: Manifest },
    { reported, refusedAs }: { reported: string; refusedAs: string },
  ) {
    super(dataset);
    this.folder = folder;
    this.listeners = listeners;
    this.served = manifest.sha256;
    this.reported = reported;
    this.refusedAs = refusedAs;
  }

  /**
   * Switches to the current snapshot if the pointer changed. If the new snapshot is damaged, keeps the present one, and
   * tries again when the files of the new one change.
   */
  async follow(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.take();
      this.reported = '';
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      if (this.reported !== error.message) this.listeners.onProblem(error);
      this.reported = error.message;
    } finally {
      this.isLooking = false;
    }
  }

  private async take(): Promise<void> {
    const current = readPointer(this.folder);
    if (current === null || current === this.served) return;
    const files = stampOf(this.folder, current);
    if (files === this.refusedAs) return;
    this.refusedAs = files;
    const { dataset, manifest } = await openSnapshot(this.folder, current);
    this.switchTo(dataset);
    this.served = current;
    this.listeners.onChange(manifest);
  }
}
