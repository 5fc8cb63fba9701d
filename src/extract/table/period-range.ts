import { type MonthRange, rangeOf } from '../../domain/month-range.ts';
import type { Grid } from '../formats/grid.ts';
import type { HeaderMatch } from '../layouts/header.ts';

/** First and last allocation period a sheet has by one reading of its header; `null` where no cell is a period. */
export function periodRange(grid: Grid, match: HeaderMatch): MonthRange | null {
  const periodAt = match.columns.get('period') ?? -1;
  const codeAt = match.columns.get('code');
  const { code, period } = match.kind;
  const months = grid.rows.slice(match.rowIndex + 1).flatMap(({ cells }) => {
    const month = period.read(cells[periodAt] ?? '');
    const isRow = codeAt === undefined || code.read(cells[codeAt] ?? '');
    return month && isRow ? [month] : [];
  });
  return rangeOf(months);
}
