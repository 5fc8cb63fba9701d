import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError, orNull, USAGE } from '../domain/operator-error.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { type Dataset, openForReading } from '../store/dataset.ts';
import { type DatasetReader, type DatasetView, type HeldView, openReader } from '../store/query/view.ts';
import { openSnapshot, readSnapshotManifest, snapshotPath } from './snapshot.ts';
import { MANIFEST, POINTER, readMarker, readPointer } from './version-folder.ts';

/** Where a service finds the dataset to read. Both throw an `OperatorError` if there is none. */
interface DatasetSource {
  /** A text that changes if another dataset must be opened. */
  identity(): string | null;
  open(): Dataset | Promise<Dataset>;
}

/** Who learns of a switch to another dataset, and that it cannot be read now. */
interface Listeners {
  onChange: () => void;
  onProblem: (problem: OperatorError) => void;
}

/** Reads a dataset, and can switch to another one between two queries. */
export class FollowedDataset implements DatasetReader {
  private dataset: Dataset;
  private reader: DatasetReader;
  private readonly source: DatasetSource;
  private readonly listeners: Listeners;
  /** What is open; `null` if that is not what the source names. */
  private opened: string | null;
  /** The problem reported last, because each is reported once. */
  private reported: string;
  private isLooking = false;

  constructor(
    source: DatasetSource,
    listeners: Listeners,
    { dataset, identity, problem }: { dataset: Dataset; identity: string | null; problem?: OperatorError },
  ) {
    this.dataset = dataset;
    this.reader = openReader(dataset);
    this.source = source;
    this.listeners = listeners;
    this.opened = identity;
    this.reported = problem?.message ?? '';
    if (problem) listeners.onProblem(problem);
  }

  version(): string {
    return this.reader.version();
  }

  read<Result>(query: (view: DatasetView) => Result): Result {
    return this.reader.read(query);
  }

  hold<Result>(query: (view: DatasetView) => Result): HeldView<Result> {
    return this.reader.hold(query);
  }

  close(): void {
    this.dataset.close();
  }

  /** Switches to another dataset if the source names one. Keeps the open one if the other cannot be read. */
  async follow(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const identity = this.source.identity();
      if (identity !== this.opened) {
        this.switchTo(await this.source.open());
        this.opened = identity;
        this.listeners.onChange();
      }
      this.reported = '';
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      if (this.reported !== error.message) this.listeners.onProblem(error);
      this.reported = error.message;
    } finally {
      this.isLooking = false;
    }
  }

  /** Queries are synchronous, so none is running. */
  private switchTo(dataset: Dataset): void {
    const before = this.dataset;
    this.dataset = dataset;
    this.reader = openReader(dataset);
    before.close();
  }
}

/** Reads a dataset file. If somebody replaces the file, `follow` opens the new one. SQLite alone keeps reading the old one. */
export function followFile(file: string, listeners: Listeners): FollowedDataset {
  const source = {
    identity: () => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      // writing to a file does not change it
      return found ? `${found.dev} ${found.ino}` : null;
    },
    open: () => openForReading(file),
  };
  // looked at first: a file that is replaced meanwhile is noticed later
  const identity = source.identity();
  return new FollowedDataset(source, listeners, { dataset: source.open(), identity });
}

/**
 * Reads the snapshot in service of a folder; if it is damaged or the pointer is missing, the newest undamaged one.
 * Throws an `OperatorError` if there is none.
 */
export async function followSnapshots(folder: string, listeners: Listeners): Promise<FollowedDataset> {
  const source = new SnapshotSource(folder);
  let problem: OperatorError;
  try {
    const identity = source.identity();
    return new FollowedDataset(source, listeners, { dataset: await source.open(), identity });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problem = error;
  }
  for (const name of source.newestFirst()) {
    const dataset = await openSnapshot(folder, name).catch((error) => {
      if (error instanceof OperatorError) return null;
      throw error;
    });
    if (dataset) return new FollowedDataset(source, listeners, { dataset, identity: null, problem });
  }
  throw problem;
}

/** The snapshot that the pointer of a folder names. */
class SnapshotSource implements DatasetSource {
  private readonly folder: string;
  /** The snapshot that could not be opened, and why. Its bytes are read again only if its files change. */
  private refused: { files: string; problem: OperatorError } | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  identity(): string {
    const name = readPointer(this.folder);
    if (name !== null) return name;
    const { folder } = this;
    // without any version, nobody has published here yet
    const message =
      this.newestFirst().length === 0
        ? `The folder ${folder} has no snapshot. Make one: allocations publish ${folder}`
        : `The file ${join(folder, POINTER)}, which names the snapshot to serve, does not exist. Publish again, or copy it again.`;
    throw new OperatorError(message, USAGE);
  }

  async open(): Promise<Dataset> {
    const name = this.identity();
    const files = this.stampOf(name);
    if (this.refused?.files === files) throw this.refused.problem;
    try {
      return await openSnapshot(this.folder, name);
    } catch (error) {
      if (error instanceof OperatorError) this.refused = { files, problem: error };
      throw error;
    }
  }

  /** The snapshots with a readable manifest. */
  newestFirst(): string[] {
    if (!existsSync(this.folder)) return [];
    const found = (readMarker(this.folder)?.versions ?? []).flatMap((name) => {
      const manifest = orNull(() => readSnapshotManifest(this.folder, name));
      return manifest ? [{ name, at: manifest.created_at }] : [];
    });
    return found.sort((a, b) => compareText(b.at, a.at)).map(({ name }) => name);
  }

  /** A text that changes when the files of a snapshot change. */
  private stampOf(name: string): string {
    const files = [snapshotPath(this.folder, name), join(this.folder, name, MANIFEST)];
    const stamps = files.map((path) => {
      const entry = statSync(path, { throwIfNoEntry: false });
      return entry ? [entry.size, entry.mtimeMs, entry.ctimeMs, entry.ino].join() : 'none';
    });
    return [name, ...stamps].join(' ');
  }
}
