import type { Dataset } from '../dataset.ts';
import { type DatasetReader, type DatasetView, type HeldView, openReader } from '../query/view.ts';

/** Reads a dataset file, and can switch to another one between two queries. */
export class SwitchingReader implements DatasetReader {
  private dataset: Dataset;
  private reader: DatasetReader;

  constructor(dataset: Dataset) {
    this.dataset = dataset;
    this.reader = openReader(dataset);
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

  /** Switches to another dataset and closes the present one. Queries are synchronous, so no query is running. */
  protected switchTo(dataset: Dataset): void {
    const before = this.dataset;
    this.dataset = dataset;
    this.reader = openReader(dataset);
    before.close();
  }
}
