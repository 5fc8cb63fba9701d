import { readDataset } from '../../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../../src/store/query/view.ts';

/** Reads a dataset as the service and the commands do. */
export function readView<Result>(database: string, read: (view: DatasetView) => Result): Result {
  return readDataset(database, (dataset) => openReader(dataset).read(read));
}
