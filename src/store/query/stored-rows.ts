import type { Dataset } from '../dataset.ts';
import type { StoredJurisdiction } from '../write/jurisdictions.ts';

/** The rows of a dataset that do not change while they are read. */
export interface StoredRows {
  dataset: Dataset;
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>;
  /** The same object in all views of the same rows. */
  content: object;
}
