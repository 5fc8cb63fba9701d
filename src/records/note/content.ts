import type { Month } from '../../domain/month.ts';
import type { FigureSource } from '../../domain/report.ts';
import type { ListedRevision } from '../descriptions/history/revision.ts';
import type { FiguresBeside } from '../found-rows.ts';

/** `amount` and `difference` are cents, `share` and `change` millionths, not rounded. Differences and changes have a sign. */
export type NoteContent = 'text' | 'amount' | 'difference' | 'share' | 'change';
export type NoteValue = string | number | null;

export interface NoteTable {
  title: string;
  columns: readonly (readonly [heading: string, content: NoteContent])[];
  rows: readonly (readonly NoteValue[])[];
  /** A last row, with sums. */
  total?: readonly NoteValue[];
  /** What stands in place of rows if there are none. Default: `None.` */
  none?: string;
  /** What to know about the table. */
  remark?: string;
}

export interface ChartMonth {
  /** The month of payment. */
  month: Month;
  /** The month by which it counts: `Oct 2026`. */
  label: string;
  value: number | null;
  yearAgo: number | null;
  /** Whether the payment is missing; `null` before the first one of the place. */
  isMissing: boolean | null;
  isLoaded: boolean;
}

/** A note about one place and one month. */
export interface PlaceNote {
  title: string;
  /** What the place is, and which payment this is. */
  lines: readonly string[];
  /** Says that figures are invented; `null` if none is. */
  sample: string | null;
  sentences: readonly string[];
  tables: Readonly<Record<'figures' | 'months' | 'parts' | 'nearest' | 'restated', NoteTable>>;
  /** Oldest first. */
  chart: readonly ChartMonth[];
  /** What explains months of the chart, oldest first. */
  events: readonly { from: Month; to: Month; text: string }[];
  /** A line for each report and sheet, with the rows of its months. */
  sources: readonly string[];
  /** Version, date and program. */
  foot: string;
}

/** What a note shows besides figures. The service reads it from SQLite, and a page from documents. */
export interface BesideNote extends FiguresBeside {
  programVersion: string;
  /** When the version of the dataset was made, ISO 8601 in UTC; `null` before the first run. */
  updatedAt: string | null;
  /** Whether all places of the state are there. */
  hasAllPlaces: boolean;
  /** Whether some figures of a state are invented. */
  isInvented(state: string): boolean;
  /** The rows behind the months of a place. */
  rowsOf(id: number, from: Month, to: Month): readonly NoteRows[];
  /** The figures of a place that changed after a time, newest change first. Payments are in cents. */
  revisionsOf(id: number, since: string): readonly RevisedFigure[];
}

/** The rows that the figures of one month come from. */
export interface NoteRows {
  /** The first day of the month. */
  period: string;
  /** The fields whose figure comes from the register of corrections. */
  corrected: readonly string[];
  sources: readonly Pick<FigureSource, 'file_name' | 'sheet' | 'row' | 'sha256' | 'received_at'>[];
}

export type RevisedFigure = Pick<
  ListedRevision,
  'field' | 'allocation_period' | 'before' | 'after' | 'revised_at'
>;
