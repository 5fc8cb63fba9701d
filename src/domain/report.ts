/** Reports and their typed rows. */

import type { Unit } from './allocation.ts';
import type { Figure } from './money.ts';
import type { Month } from './month.ts';
import type { ReportOrigin } from './origin.ts';
import { compareText } from './text/compare-text.ts';

/** `<state>/<name>`, for example `tx/payment-detail`. */
export type ReportKindName = `${string}/${string}`;

export function isKindOf(state: string, kind: string): boolean {
  return kind.startsWith(`${state}/`);
}

/** The name of a format of reports, for example `csv`. */
export type ReportFormat = string;

/** The place of a row in its report. Rows count from 1 as in a spreadsheet. */
export interface RowPlace {
  sheet: string | null;
  row: number;
}

/** One of several printed lines that add up to a row: the labels that distinguish it, and its figures. */
export interface RowLine extends RowPlace {
  labels: Record<string, string | null>;
  figures: Record<string, Figure>;
}

/**
 * One typed line of one report: a jurisdiction in an allocation period. `labels` are texts (a jurisdiction type,
 * a payment date), `figures` are integers in the unit of their column; `null` if the cell is blank.
 */
export interface ReportRow<FigureName extends string = string, LabelName extends string = string>
  extends RowPlace {
  code: string;
  name: string;
  month: Month;
  labels: Record<LabelName, string | null>;
  figures: Record<FigureName, Figure | null>;
  /** The printed lines that add up to the row, if its kind prints several. The row has the place of the first line. */
  lines?: readonly RowLine[];
}

export interface FigureSource extends RowPlace {
  kind: ReportKindName;
  sha256: string;
  /** The file's name when it was received. */
  file_name: string;
  /** ISO 8601 in UTC. */
  received_at: string;
  /** Where the report was downloaded from; `null` if a person supplied the file. */
  origin: ReportOrigin | null;
  /** The printed lines that add up to the row, if its kind prints several. */
  lines?: readonly RowLine[];
}

export interface StoredRow<FigureName extends string = string, LabelName extends string = string>
  extends ReportRow<FigureName, LabelName> {
  reportId: number;
  /** `null` if its kind names jurisdictions, and the dataset knows none of this name. */
  jurisdictionId: number | null;
  /** The figures that come from the register of corrections and not from the report. */
  corrected?: ReadonlySet<string>;
}

/** One published figure that is wrong, and the correct figure. */
export interface Correction {
  kind: ReportKindName;
  /** The state-given code. */
  code: string;
  month: Month;
  field: string;
  unit: Unit;
  published: Figure | null;
  correct: Figure | null;
  /** Both figures as written in the register. */
  publishedText: string;
  correctText: string;
  reason: string;
  source: string;
}

/** The record of an archived report, without its bytes, as the dataset and the archive store it. */
export interface ReportRecord {
  sha256: string;
  kind: ReportKindName;
  format: ReportFormat;
  /** The file's name when it was received, without its folder. */
  file_name: string;
  /** When the run that received it began, ISO 8601 in UTC. Always later than earlier receipts, so that it orders reports. */
  received_at: string;
  /** Where it was downloaded from; `null` if a person supplied the file. */
  origin: ReportOrigin | null;
  /** First and last allocation period in the report. */
  first_month: Month;
  last_month: Month;
  /** When and why a person loaded it in spite of its doubts; `null` if nobody did. */
  accepted: Decision | null;
  /** When and why it was withdrawn; `null` if it counts. */
  withdrawn: Decision | null;
}

/** What a person decided about a report: when the run began, ISO 8601 in UTC, and why. */
export interface Decision {
  at: string;
  reason: string;
}

/** Since when a report may count: its acceptance, else its receipt. Settles which of two is the later one. */
export function countsSince({
  received_at,
  accepted,
}: Pick<ReportRecord, 'received_at' | 'accepted'>): string {
  return accepted?.at ?? received_at;
}

/**
 * Orders two reports with the same figure: negative if `b` wins. The report with the later last month wins, then the one
 * received later, then the one downloaded later, then the one with the higher hash.
 */
export function compareReports(a: ReportRecord, b: ReportRecord): number {
  return (
    compareText(a.last_month, b.last_month) ||
    compareText(countsSince(a), countsSince(b)) ||
    compareText(downloadedAt(a), downloadedAt(b)) ||
    compareText(a.sha256, b.sha256)
  );
}

/** Whether the winning report is known to be newer, not just preferred by its hash. */
export function isRestated(earlier: ReportRecord, later: ReportRecord): boolean {
  if (earlier.last_month !== later.last_month || countsSince(earlier) !== countsSince(later)) return true;
  const times = [downloadedAt(earlier), downloadedAt(later)];
  return times[0] !== times[1] && !times.includes('');
}

/** When a report was downloaded. Empty, which sorts first, for a file that a person put into the folder. */
function downloadedAt({ origin }: ReportRecord): string {
  return origin?.fetched_at ?? '';
}

/** Whether a report gives figures. */
export function isCounted({ withdrawn }: Pick<ReportRecord, 'withdrawn'>): boolean {
  return withdrawn === null;
}
