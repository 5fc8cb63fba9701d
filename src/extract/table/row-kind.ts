import type { GridRow } from '../formats/grid.ts';
import type { HeaderMatch } from '../layouts/header.ts';
import { isHeaderAgain, isOtherHeader, numbersColumns } from '../layouts/later-header.ts';
import { isTotalName, speaksOfTotal } from '../layouts/total-words.ts';
import type { TableColumns } from './columns.ts';
import { holdsRow, isMarkedFigure, isNoNote, looksLikeRow } from './row-likeness.ts';

/** What a row under a header is. An `unread` row is not readable, but may be meant as data. */
export type RowKind =
  | 'blank'
  | 'column-numbers'
  | 'data'
  | 'repeated-header'
  | 'other-header'
  | 'total'
  | 'unread'
  | 'note';

/** Decides what a row under a header is. `mayHaveFormulas` is set for sheets of workbooks. */
export function rowKind(
  row: GridRow,
  columns: TableColumns,
  match: HeaderMatch,
  mayHaveFormulas: boolean,
): RowKind {
  const { cells } = row;
  if (cells.every((cell) => cell.trim() === '')) return 'blank';
  if (numbersColumns(cells)) return 'column-numbers';
  if (columns.hasCode(row) && !isTotalName(columns.cell(row, 'name'))) return 'data';
  if (isHeaderAgain(cells, columns.header)) return 'repeated-header';
  if (isOtherHeader(cells, columns.header, match.layout)) return 'other-header';
  if (isTotal(row, columns)) return 'total';
  if (columns.hasFigures(row) || columns.namesJurisdictionAndPeriod(row)) return 'data';
  return mayBeData(row, columns, match, mayHaveFormulas) ? 'unread' : 'note';
}

export function isRowAbove(row: GridRow, columns: TableColumns, { kind }: HeaderMatch): boolean {
  // a title may have a year in the code column, and columns may be numbered
  const hasName = /\p{L}/u.test(columns.cell(row, 'name'));
  const hasContent = columns.hasFigures(row) || columns.namesJurisdictionAndPeriod(row);
  return (columns.hasCode(row) && hasName && hasContent) || looksLikeRow(row.cells, kind);
}

/** For rows without a code, or with a name that no jurisdiction has. */
function isTotal(row: GridRow, columns: TableColumns): boolean {
  const [first = ''] = row.cells.filter((cell) => cell.trim() !== '');
  const words = [first, columns.cell(row, 'code'), columns.cell(row, 'name')];
  return columns.hasFigures(row) && words.some(speaksOfTotal);
}

/** Whether a row holds spreadsheet errors, struck-out text, a whole row in one cell, or figures with marks. */
function mayBeData(
  row: GridRow,
  columns: TableColumns,
  { kind }: HeaderMatch,
  mayHaveFormulas: boolean,
): boolean {
  const { cells } = row;
  const marked = columns.figures.filter(({ index }) => isMarkedFigure(cells[index] ?? ''));
  const isNone = (cell: string, index: number) =>
    (columns.isHeaded[index] === true && isNoNote(cell)) || holdsRow(cell, kind);
  // a formula without a result hides which jurisdiction or month the row is for
  const hasFormula =
    mayHaveFormulas && ['code', 'period'].some((field) => columns.cell(row, field).startsWith('='));
  return marked.length > 1 || cells.some(isNone) || hasFormula;
}
