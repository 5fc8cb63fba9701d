import { type ErrorCode, type Finding, finding } from '../domain/finding.ts';
import type { ReportFormat } from '../domain/report.ts';

/** One row of cells as text; an empty cell is `''`. `number` counts from 1 as a spreadsheet shows it. */
export interface GridRow {
  number: number;
  cells: readonly string[];
}

/** One sheet, CSV file or JSON array as text. JSON keys are row 0, its records count from 1. */
export interface Grid {
  sheet: string | null;
  format: ReportFormat;
  rows: readonly GridRow[];
  /** Whether the workbook does not show the sheet. */
  isHidden?: boolean;
}

/** What reading the bytes gave: no grids where an error is among the findings. */
export interface GridReading {
  grids: Grid[];
  findings: Finding[];
}

/** Reads the sheets of an XLSX workbook; never throws for what is in the bytes. */
export type WorkbookReader = (bytes: Uint8Array) => Promise<GridReading>;

/** The reading of bytes that are no report, with why. */
export function refuseGrids(code: ErrorCode, message: string): GridReading {
  return { grids: [], findings: [finding(code, message)] };
}
