import { type Facts, type Finding, type FindingCode, finding } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import type { ReportFormat } from '../../domain/report.ts';

/** Rows above which a workbook is refused. */
export const LARGEST_ROW_COUNT = 300_000;
/** Largest number of cells that JSON records with different keys can become. */
export const LARGEST_CELL_COUNT = 20_000_000;

/** One row of cells as text; an empty cell is `''`. `number` counts from 1, as in a spreadsheet. */
export interface GridRow {
  number: number;
  cells: readonly string[];
}

/** One sheet, CSV file or JSON array as text. JSON keys are row 0; JSON records count from 1. */
export interface Grid {
  sheet: string | null;
  format: ReportFormat;
  rows: readonly GridRow[];
  /** Whether the workbook hides the sheet. */
  isHidden?: boolean;
  /** The numbers of the rows that the workbook hides. */
  hiddenRows?: readonly number[];
}

/** The result of reading bytes: no grids if a finding is an error. */
export interface GridReading {
  grids: Grid[];
  findings: Finding[];
}

/** What to do about a file in a format that is not read. */
export const EXPORT_AGAIN = 'Export the report as CSV, XLSX or JSON.';

/** The result for a file with more rows or cells than are read. */
export function tooManyCells(unit: 'rows' | 'cells', found: number, most: number): GridReading {
  const what = `The number of ${unit} in the file, ${formatCount(found)},`;
  return refuseGrids('file-too-large', { what, most });
}

/** The result for bytes that are not a report, with the reason. */
export function refuseGrids<Code extends FindingCode>(code: Code, facts: Facts<Code>): GridReading {
  return { grids: [], findings: [finding(code, facts)] };
}
