import type { Schedule } from '../store/query/completeness.ts';
import type { DatasetView } from '../store/query/view.ts';
import type { Description } from './description.ts';
import type { Asked, Filters } from './filters/filter.ts';
import { EVERYTHING, type FiguresBeside, type FoundIn, type Query } from './found-rows.ts';
import { jsonWriter } from './json-record.ts';

export { EVERYTHING, findAmong, foundRows } from './found-rows.ts';

/** The records of a list of the service that match a request. */
export type FoundRows<Row> = FoundIn<Row, DatasetView>;

/** What a list depends on besides the dataset. */
export interface Beside extends FiguresBeside {
  /** Decides which reports are due. Default: by the rule of each report kind. */
  schedule?: Schedule;
}

export interface RecordList<Row = unknown, Given extends Filters = Filters>
  extends Query<Row, Given, DatasetView, Beside> {
  description: Description<Row, Given>;
}

export function listOf<Row, Given extends Filters>(
  description: Description<Row, Given>,
  query: Query<Row, Given, DatasetView, Beside>,
): RecordList<Row, Given> {
  return { description, ...query };
}

/** All records of a list that match a request, as the service writes them. */
export function recordsOf<Row, Given extends Filters>(
  { description, find }: RecordList<Row, Given>,
  view: DatasetView,
  asked: Asked<Given>,
): Record<string, unknown>[] {
  const { length, read, members = description.members } = find(view, asked, EVERYTHING);
  return read(view, 0, length).map(jsonWriter(members));
}
