import type { Entry } from './entry.ts';
import { COMPARISON_SHEET_FINDINGS } from './of-comparison-sheets.ts';
import { FILE_FINDINGS } from './of-files.ts';
import { HEADER_FINDINGS } from './of-headers.ts';
import { ROW_FINDINGS } from './of-rows.ts';
import { SERIES_FINDINGS } from './of-series.ts';
import { STATE_FINDINGS } from './of-states.ts';

/** Every finding code with its severity, text and advice. */
export const CATALOGUE = {
  ...FILE_FINDINGS,
  ...HEADER_FINDINGS,
  ...ROW_FINDINGS,
  ...SERIES_FINDINGS,
  ...STATE_FINDINGS,
  ...COMPARISON_SHEET_FINDINGS,
};

export type FindingCode = keyof typeof CATALOGUE;

/** The facts of a finding of this code: figures, names, counts. Amounts are in cents. */
export type Facts<Code extends FindingCode = FindingCode> =
  (typeof CATALOGUE)[Code] extends Entry<infer OfCode> ? OfCode : never;
