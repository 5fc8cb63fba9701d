import type { Facts } from '../../domain/findings/finding.ts';
import { parseMoney } from '../../domain/money.ts';
import { plural } from '../../domain/text/wording.ts';
import { hasSeparators } from '../formats/formats.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import type { ReportKind } from '../layouts/report-kind.ts';
import { isFilled, type TableColumns } from './columns.ts';

/** What a line below the header is. An `unknown` line is an error. */
export type LineKind = 'blank' | 'known note' | 'repeated header' | 'total' | 'note' | 'data' | 'unknown';

const TOTAL = /\b(?:sub)?totals?\b/i;
/** A name that no jurisdiction has, even beside a code: it starts or ends with `total`, or means all. */
const TOTAL_NAME =
  /^(?:grand |sub-?)?totals?\b|\btotals?\W*(?:,.*)?$|^(?:statewide|countywide|all jurisdictions|sum)\W*$/i;

/** Marks of web pages and programs. */
const MARKUP = /[<>{}|\\=]/;
/** A year at the end of a text or of a part of it. */
const YEAR = /\b(?:19|20)\d\d\b(?=[.,;)]|\s*$)/g;

/** What a line is. Below a total, which proves that no row is missing, notes may have numbers. */
export function lineKind(row: GridRow, columns: TableColumns, isBelowTotal: boolean): LineKind {
  const filled = row.cells.filter(isFilled);
  if (filled.length === 0) return 'blank';
  if (columns.isKnownNote(row)) return 'known note';
  if (columns.isRepeated(row)) return 'repeated header';
  if (isTotal(row, columns)) return 'total';
  if (isAlone(row, filled, columns) && isNote(filled.join(' '), isBelowTotal)) return 'note';
  const isData =
    columns.hasCode(row) ||
    columns.hasFigures(row) ||
    (columns.text(row, columns.name).trim() !== '' && columns.hasPeriod(row));
  return isData ? 'data' : 'unknown';
}

function isNote(text: string, mayHaveNumbers: boolean): boolean {
  if (MARKUP.test(text)) return false;
  return /\p{L}/u.test(text) ? mayHaveNumbers || !/\d/.test(text.replace(YEAR, '')) : !/\d/.test(text);
}

/** Whether a line has one text. With sections, its words may stand in several cells. */
function isAlone({ cells }: GridRow, filled: readonly string[], { kind, figures }: TableColumns): boolean {
  if (filled.length === 1 || !kind.openSections) return filled.length === 1;
  return !figures.some(({ at }) => at.some((index) => isFilled(cells[index] ?? '')));
}

/** Whether a line is a total: by its name, or because it has nothing but figures. */
function isTotal(row: GridRow, columns: TableColumns): boolean {
  if (!columns.hasFigures(row)) return false;
  const name = columns.text(row, columns.name).trim();
  if (columns.hasCode(row)) return TOTAL_NAME.test(name);
  const words = [columns.words(row), columns.text(row, columns.code), name];
  return words.some((text) => TOTAL.test(text)) || columns.hasOnlyFigures(row);
}

/** Whether a line has a month, a name and two figures, in any order: a row of the kind, wherever it stands. */
export function resemblesRow({ cells }: GridRow, { period }: ReportKind): boolean {
  const others = cells.filter((cell) => isFilled(cell) && !period.read(cell));
  const names = others.filter((cell) => /\p{L}{2}/u.test(cell));
  const figures = others.filter((cell) => typeof parseMoney(cell) === 'number');
  return names.length > 0 && figures.length > 1 && cells.some((cell) => Boolean(period.read(cell)));
}

/** The two pieces of an amount that was split at its separator. */
const [BEFORE_SEPARATOR, AFTER_SEPARATOR] = [/^[\s$(-]*\d{1,3}$/, /^\d{3}(?:\.\d*)?\)?-?\s*$/];
const JOIN_PIECES =
  'Commas inside amounts probably split them: 1,234.56 becomes two cells. Put such amounts in quotation marks ("1,234.56"), or remove the commas from them.';
/** The mark of a footnote, which may stand behind a figure. */
const MARK = /^\s*[*†‡]+\s*$/;

/**
 * Why a row does not fit its header; `null` if it does. Cells without a header, and CSV rows that end early or hold a
 * split amount, are signs of a shifted or cut row.
 */
export function widthFault(
  cells: readonly string[],
  { isHeaded, last }: Pick<TableColumns, 'isHeaded' | 'last'>,
  format: Grid['format'],
): Facts<'unread-row'> | null {
  const what = `The row has ${plural(cells.length, 'cell')}, but the header has ${isHeaded.length}.`;
  if (hasSeparators(format) && cells.length > isHeaded.length && hasPieces(cells))
    return { what, advice: JOIN_PIECES };
  const stray = cells.findIndex((cell, index) => !isHeaded[index] && isFilled(cell) && !MARK.test(cell));
  if (stray >= 0)
    return {
      what: `Cell ${stray + 1} ("${`${cells[stray]}`.trim().slice(0, 200)}") has no header above it.`,
      advice: 'Check whether the cells of the row have shifted.',
    };
  const isShort = hasSeparators(format) && cells.length <= last;
  return isShort ? { what, advice: 'The file may be incomplete. Download the report again.' } : null;
}

/** Whether two cells hold one amount, split at its separator. */
function hasPieces(cells: readonly string[]): boolean {
  return cells.some((cell, at) => BEFORE_SEPARATOR.test(cell) && AFTER_SEPARATOR.test(cells[at + 1] ?? ''));
}

/** Several lines in one cell, which a stray quotation mark joins; undefined if no cell has them. */
export function joinedLines({ cells }: GridRow, format: Grid['format']): string | undefined {
  return cells.find((cell) => hasSeparators(format) && cell.includes('\n') && /[,;\t|]/.test(cell));
}
