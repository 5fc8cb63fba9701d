/** Reports and their typed rows. */

import type { Figure } from './money.ts';
import type { Month } from './month.ts';
import type { ReportOrigin } from './origin.ts';

/** `<state>/<name>`, for example `tx/payment-detail`. */
export type ReportKindName = `${string}/${string}`;

/** Whether a report kind is of a state, by its code. */
export function isKindOf(state: string, kind: string): boolean {
  return kind.startsWith(`${state}/`);
}

/** What a report's bytes are, as told from its content; `txt` is a text that only its kind can read. */
export const REPORT_FORMATS = ['csv', 'json', 'xlsx', 'txt'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Where a row stands in its report. Rows count from 1 as a spreadsheet shows them. */
export interface RowPlace {
  sheet: string | null;
  row: number;
}

/** One printed line of several that add up to a row: what tells it from the others, and the figures it prints. */
export interface RowLine extends RowPlace {
  labels: Record<string, string | null>;
  figures: Record<string, Figure>;
}

/**
 * One typed line of one report: a jurisdiction in an allocation period. `labels` are texts (a jurisdiction type,
 * a payment date), `figures` integers in the unit of their column; `null` where nothing is printed.
 */
export interface ReportRow<FigureName extends string = string, LabelName extends string = string>
  extends RowPlace {
  code: string;
  name: string;
  month: Month;
  labels: Record<LabelName, string | null>;
  figures: Record<FigureName, Figure | null>;
  /** The printed lines that add up to the row, if its kind prints several; the row has the place of the first. */
  lines?: readonly RowLine[];
}

/** A row as stored: with the number of its report. */
export interface StoredRow<FigureName extends string = string, LabelName extends string = string>
  extends ReportRow<FigureName, LabelName> {
  reportId: number;
  /** The figures that the register of corrections gives in place of the report. */
  corrected?: ReadonlySet<string>;
}

/** Consecutive allocation periods, both ends included. */
export interface MonthRange {
  first: Month;
  last: Month;
}

/** From the first to the last of these months; `null` where there is none. */
export function rangeOf(months: Iterable<Month>): MonthRange | null {
  let range: MonthRange | null = null;
  for (const month of months) {
    range ??= { first: month, last: month };
    if (month < range.first) range.first = month;
    if (month > range.last) range.last = month;
  }
  return range;
}

/** A range of allocation periods asked for, both ends included; `null` is open. */
export interface AskedMonths {
  from: Month | null;
  to: Month | null;
}

/** What an archived report is known by, beside its bytes. */
export interface ReportRecord {
  sha256: string;
  kind: ReportKindName;
  format: ReportFormat;
  /** The file's name when it was received, without its folder. */
  fileName: string;
  /**
   * When the run that received it began, or a moment after the last receipt where the clock says less; ISO 8601 in UTC.
   * Settles which of two reports is the later one.
   */
  receivedAt: string;
  /** Where it was downloaded from; `null` where the file was put there by hand. */
  origin: ReportOrigin | null;
  /** First and last allocation period in the report. */
  firstMonth: Month;
  lastMonth: Month;
  /** The months taken from it, where a backfill took part of the report; `null` is all. */
  taken: readonly MonthRange[] | null;
  /** Since when and why it does not count any more; `null` where it counts. */
  withdrawn: Withdrawal | null;
}

/** A report that was loaded by mistake was taken out. */
export interface Withdrawal {
  /** When the run that took it out began, ISO 8601 in UTC. */
  at: string;
  reason: string;
}
