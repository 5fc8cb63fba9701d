import { type Facts, type Finding, type FindingCode, finding } from '../../domain/findings/finding.ts';
import type { ReportFormat } from '../../domain/report.ts';

/** Lines, or objects and lists of a JSON, above which a text is refused; each takes far more memory than its characters. */
export const LARGEST_LINE_COUNT = 1_000_000;
/** Cells above which a text is refused: 20 in each of as many lines. */
export const LARGEST_CELL_COUNT = 20 * LARGEST_LINE_COUNT;

/** One row of cells as text; an empty cell is `''`. `number` counts from 1 as a spreadsheet shows it. */
export interface GridRow {
  number: number;
  cells: readonly string[];
  /** What is printed over each cell, if it is not the header of the sheet. */
  headers?: readonly string[];
}

/** One sheet, CSV file or JSON array as text. JSON keys are row 0, its records count from 1. */
export interface Grid {
  sheet: string | null;
  format: ReportFormat;
  rows: readonly GridRow[];
  /** Whether the workbook does not show the sheet. */
  isHidden?: boolean;
}

/** Reads the cells of each line of a text without separators; `null` if it does not know the text. */
export type LineReader = (lines: readonly string[]) => (readonly string[])[] | null;

/** A sheet rewritten as one with a row for each jurisdiction and month, and what its kind found in it. */
export interface Unfolded {
  grid: Grid;
  findings: Finding[];
}

/** What reading the bytes gave: no grids where an error is among the findings. */
export interface GridReading {
  grids: Grid[];
  findings: Finding[];
}

/** Reads the sheets of an XLSX workbook; never throws for what is in the bytes. */
export type WorkbookReader = (bytes: Uint8Array) => Promise<GridReading>;

/** The reading of bytes that are no report, with why. */
export function refuseGrids<Code extends FindingCode>(code: Code, facts: Facts<Code>): GridReading {
  return { grids: [], findings: [finding(code, facts)] };
}
