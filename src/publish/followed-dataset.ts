import { statSync } from 'node:fs';
import { OperatorError } from '../domain/operator-error.ts';
import { type Dataset, openForReading } from '../store/dataset.ts';
import { type DatasetReader, type DatasetView, type HeldView, openReader } from '../store/query/view.ts';

/** Who learns that the file was replaced, and that it cannot be read now. */
interface Listeners {
  onChange: () => void;
  onProblem: (problem: OperatorError) => void;
}

/**
 * Reads a dataset file. If somebody replaces the file, or another one takes its place, `follow` opens the new one. SQLite
 * alone keeps reading the old one.
 */
export class FollowedDataset implements DatasetReader {
  private readonly nameFile: () => string;
  private readonly listeners: Listeners;
  private dataset: Dataset;
  private reader: DatasetReader;
  /** Which file is open. */
  private opened: string | null;
  /** The problem reported last, because each is reported once. */
  private reported = '';

  /** `nameFile` is asked for the file each time. */
  constructor(nameFile: () => string, listeners: Listeners) {
    this.nameFile = nameFile;
    const file = nameFile();
    this.listeners = listeners;
    // looked at first: a file that is replaced meanwhile is noticed later
    this.opened = identityOf(file);
    this.dataset = openForReading(file);
    this.reader = openReader(this.dataset);
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

  /** Opens the file again if it was replaced. Keeps the open one if the new one cannot be read. */
  follow(): void {
    try {
      const file = this.nameFile();
      const identity = identityOf(file);
      if (identity !== this.opened) {
        const before = this.dataset;
        this.dataset = openForReading(file);
        this.reader = openReader(this.dataset);
        this.opened = identity;
        // queries are synchronous, so none is running
        before.close();
        this.listeners.onChange();
      }
      this.reported = '';
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      if (this.reported !== error.message) this.listeners.onProblem(error);
      this.reported = error.message;
    }
  }
}

/** Tells one file from another. Writing to a file does not change it. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}
