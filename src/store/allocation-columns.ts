import { DERIVED_PREFIXES, type DerivedFamily } from '../domain/allocation.ts';
import type { ReportKindName } from '../domain/report.ts';
import type { State } from '../states/state.ts';

/** The prefix of a kind's columns in the allocation table: `payment_detail` for `tx/payment-detail`. */
export function kindColumnPrefix(kind: ReportKindName): string {
  return kind.slice(kind.indexOf('/') + 1).replaceAll('-', '_');
}

export function figureColumn(field: string, family: DerivedFamily | null): string {
  return family === null ? field : `${DERIVED_PREFIXES[family]}${field}`;
}

/** The index that holds the datapoints by allocation period, then jurisdiction. */
export function periodIndexOf(state: State): string {
  return `${state.code}_allocation_by_period`;
}

/** The index that finds the datapoints that a run made or last changed. */
export function runIndexOf(state: State): string {
  return `${state.code}_allocation_of_run`;
}

/** The run that made or last changed a datapoint. */
export const RUN_COLUMN = 'run_id';
/** The run that added a datapoint. */
export const FIRST_RUN_COLUMN = 'first_run_id';
/** The columns of a datapoint that tell which runs wrote it. */
export const HISTORY_COLUMNS: readonly string[] = [RUN_COLUMN, FIRST_RUN_COLUMN];
