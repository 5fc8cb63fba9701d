import type { Month } from '../domain/month.ts';
import type { MonthRange } from '../domain/report.ts';
import type { Grid } from './grid.ts';
import type { HeaderMatch } from './header.ts';

/** First and last allocation period a sheet has by one reading of its header; `null` where no cell is a period. */
export function periodRange(grid: Grid, match: HeaderMatch): MonthRange | null {
  const [periodAt, codeAt] = [match.columns.get('period') ?? -1, match.columns.get('code') ?? -1];
  let first: Month | null = null;
  let last: Month | null = null;
  for (const row of grid.rows.slice(match.rowIndex + 1)) {
    const period = match.kind.period.read(row.cells[periodAt] ?? '');
    if (!period || !match.kind.code.read(row.cells[codeAt] ?? '')) continue;
    if (first === null || period < first) first = period;
    if (last === null || period > last) last = period;
  }
  return first && last ? { first, last } : null;
}
