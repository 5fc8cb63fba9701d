import { compareText } from '../../domain/text/compare-text.ts';
import { omitsBlanks } from '../formats/formats.ts';
import type { Grid } from '../formats/grid.ts';
import { columnsOf, type Layout, type ReportKind } from './report-kind.ts';

/** The header is one of the first rows. */
export const HEADER_ROWS = 25;

/** A row with more cells is not a header. */
const MOST_COLUMNS = 1000;

/** Characters of a header in a message. */
const SHOWN = 100;

/** How one row of a sheet reads as the header of one layout. */
export interface HeaderMatch {
  kind: ReportKind;
  layout: Layout;
  /** Index of the header row in the grid's rows. */
  rowIndex: number;
  /** Column index by field. */
  columns: ReadonlyMap<string, number>;
  /** Headers without a field, as printed. */
  unknown: readonly string[];
  duplicates: readonly { field: string; headers: readonly string[] }[];
  missing: readonly string[];
}

/** Headers compare without case, spaces, underscores and punctuation; `%` reads as `percent`. */
export function normalizeHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The index of the first row that has all these headers; -1 if none of the first rows has them. */
export function headerRowAt({ rows }: Grid, headers: readonly string[]): number {
  const wanted = headers.map(normalizeHeader);
  return rows.slice(0, HEADER_ROWS).findIndex(({ cells }) => {
    const printed = new Set(cells.map(normalizeHeader));
    return wanted.every((header) => printed.has(header));
  });
}

/** Whether the header has all that the layout requires, and nothing unknown. */
export function isComplete(match: HeaderMatch): boolean {
  return faults(match) === 0;
}

/**
 * The readings of a sheet's header row by all layouts, best first. Empty if none of the first rows has half the
 * required columns of a layout.
 */
export function findHeader(
  grid: Grid,
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): HeaderMatch[] {
  const matches = matchRows(grid, kinds, layouts)
    .filter((match) => isRecognized(match, omitsBlanks(grid.format)))
    .sort(compareMatches);
  const best = matches[0];
  return matches.filter((match) => match.rowIndex === best?.rowIndex);
}

/** The best reading of any row, for the message if no header was found. */
export function nearestHeader(
  grid: Grid,
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): HeaderMatch | undefined {
  return matchRows(grid, kinds, layouts).sort(compareMatches)[0];
}

function matchRows(grid: Grid, kinds: readonly ReportKind[], layouts: readonly Layout[]): HeaderMatch[] {
  const readings = layouts.flatMap((layout) => {
    const kind = kinds.find(({ name }) => name === layout.kind);
    return kind ? [{ kind, layout, fields: fieldsByHeader(layout) }] : [];
  });
  return grid.rows.slice(0, HEADER_ROWS + 1).flatMap((row, rowIndex) => {
    if (row.number > HEADER_ROWS || row.cells.length > MOST_COLUMNS) return [];
    const names = row.cells.map(normalizeHeader);
    return readings.map((reading) => matchRow(grid, rowIndex, names, reading));
  });
}

const IGNORED = Symbol('ignored');

function fieldsByHeader(layout: Layout): Map<string, string | typeof IGNORED> {
  const fields = new Map<string, string | typeof IGNORED>();
  for (const [field, headers] of Object.entries(layout.headers)) {
    for (const header of headers) fields.set(normalizeHeader(header), field);
  }
  // an operator may ignore a column that a built-in layout knows
  for (const header of layout.ignored) fields.set(normalizeHeader(header), IGNORED);
  return fields;
}

/** A layout that a row may be the header of. */
interface Reading {
  kind: ReportKind;
  layout: Layout;
  fields: ReadonlyMap<string, string | typeof IGNORED>;
}

/** `names` are the normalized cells of the row. */
function matchRow(
  grid: Grid,
  rowIndex: number,
  names: readonly string[],
  { kind, layout, fields }: Reading,
): HeaderMatch {
  const cells = grid.rows[rowIndex]?.cells ?? [];
  const claims = new Map<string, number[]>();
  const unknown: string[] = [];
  cells.forEach((header, column) => {
    if (header.trim() === '') return;
    const field = fields.get(names[column] ?? '');
    if (field === undefined) unknown.push(header.trim().slice(0, SHOWN));
    else if (field !== IGNORED) claims.set(field, [...(claims.get(field) ?? []), column]);
  });
  const duplicates = [...claims]
    .filter(([, columns]) => columns.length > 1)
    .map(([field, columns]) => ({ field, headers: columns.map((column) => `${cells[column]}`.trim()) }));
  const missing = requiredFields(kind, layout, omitsBlanks(grid.format)).filter(
    (field) => !claims.has(field),
  );
  const columns = new Map([...claims].map(([field, [column]]) => [field, column ?? 0]));
  return { kind, layout, rowIndex, columns, unknown, duplicates, missing };
}

/** The fields that a report in this layout must have, if its records do not leave out blanks. */
function requiredFields(kind: ReportKind, layout: Layout, hasNoBlanks: boolean): string[] {
  return [...columnsOf(kind)]
    .filter(([, { presence }]) => presence === 'always' || (presence === 'printed' && !hasNoBlanks))
    .map(([field]) => field)
    .filter((field) => layout.headers[field] !== undefined);
}

function isRecognized({ kind, layout, columns }: HeaderMatch, hasNoBlanks: boolean): boolean {
  const required = requiredFields(kind, layout, hasNoBlanks);
  return required.filter((field) => columns.has(field)).length * 2 >= required.length;
}

function compareMatches(a: HeaderMatch, b: HeaderMatch): number {
  return (
    Number(isComplete(b)) - Number(isComplete(a)) ||
    b.columns.size - a.columns.size ||
    faults(a) - faults(b) ||
    compareText(b.layout.since ?? '', a.layout.since ?? '') ||
    a.rowIndex - b.rowIndex ||
    compareText(a.layout.name, b.layout.name)
  );
}

function faults(match: HeaderMatch): number {
  return match.unknown.length + match.duplicates.length + match.missing.length;
}
