import type { Dataset } from '../dataset.ts';
import { revision as revisionTable } from '../schema.ts';
import { prepareInsert, type SqlValue } from '../statements.ts';

/** In place of a field's name: the datapoint is gone. */
export const DATAPOINT = 'datapoint';
/** In place of a field's name: deltas, trends or year-to-date of the datapoint moved. */
export const DERIVED = 'derived';

/** One published figure that changed; values in the field's unit, `null` where there is no figure. */
export interface Revision {
  runId: number;
  state: string;
  jurisdictionId: number;
  /** The date of the month's first day. */
  period: string;
  /** A field of the state; or `DERIVED` or `DATAPOINT`, which have no values. */
  field: string;
  before: SqlValue;
  after: SqlValue;
  /** The report that gives the figure now. */
  reportId: number | null;
}

/** Records revisions. */
export function openRevisions(dataset: Dataset) {
  const insert = prepareInsert(dataset, revisionTable);
  return {
    note: ({ runId, state, jurisdictionId, period, field, before, after, reportId }: Revision): void => {
      insert.run(null, runId, state, jurisdictionId, period, field, before, after, reportId);
    },
  };
}
