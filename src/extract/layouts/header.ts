import { type Finding, finding } from '../../domain/findings/finding.ts';
import { parsePrintedMonth } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { omitsBlanks } from '../formats/formats.ts';
import type { Grid } from '../formats/grid.ts';
import { adviseOnColumns, describeColumns } from './column-advice.ts';
import { columnsOf, type Layout, type ReportKind } from './report-kind.ts';
import { namesThousands, namesUnit } from './units.ts';

/** The header is one of the first rows. */
export const HEADER_ROWS = 25;

/** A row with more cells is not a header. */
const MOST_COLUMNS = 1000;

/** Characters of a header in a message. */
const SHOWN = 100;

/** A month that stands for the columns of months across. No report has all of them. */
const ANY_MONTH = 'July';

/** How one row of a sheet reads as the header of one layout. */
export interface HeaderMatch {
  kind: ReportKind;
  layout: Layout;
  /** Index of the header row in the grid's rows. */
  rowIndex: number;
  /** Column index by field. */
  columns: ReadonlyMap<string, number>;
  /** The columns of months across. */
  months: readonly number[];
  /** The column with the sum of the months across; -1 without one. */
  totalAt: number;
  /** Headers without a field, as printed. */
  unknown: readonly string[];
  duplicates: readonly { field: string; headers: readonly string[] }[];
  /** The fields without a column. */
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

/** Whether a header is a month, with or without its year. */
function isMonth(header: string): boolean {
  return (parsePrintedMonth(header) ?? parsePrintedMonth(`${header.trim()} 2000`)) !== undefined;
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
  const matches = matchRows(grid, kinds, layouts).filter((match) => isRecognized(match, grid));
  const best = matches[0];
  return matches.filter((match) => match.rowIndex === best?.rowIndex);
}

/** The best reading of any row, for the message if no header was found. */
export function nearestHeader(
  grid: Grid,
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): HeaderMatch | undefined {
  return matchRows(grid, kinds, layouts)[0];
}

/** The readings of the first rows, best first. A kind does not read the sheets that have no rows of it. */
function matchRows(grid: Grid, kinds: readonly ReportKind[], layouts: readonly Layout[]): HeaderMatch[] {
  const isOther = ({ otherSheets = [] }: ReportKind) =>
    otherSheets.some((name) => normalizeHeader(name) === normalizeHeader(grid.sheet ?? ''));
  const readings = layouts.flatMap((layout) => {
    const kind = kinds.find(({ name }) => name === layout.kind);
    return kind && !isOther(kind) ? [{ kind, layout, fields: fieldsByHeader(kind, layout) }] : [];
  });
  return grid.rows
    .slice(0, HEADER_ROWS + 1)
    .flatMap((row, rowIndex) => {
      if (row.number > HEADER_ROWS || row.cells.length > MOST_COLUMNS) return [];
      const names = row.cells.map(normalizeHeader);
      return readings.map((reading) => matchRow(grid, rowIndex, names, reading));
    })
    .sort(compareMatches);
}

const IGNORED = Symbol('ignored');
const TOTAL = Symbol('total of the months');

type Meaning = string | typeof IGNORED | typeof TOTAL;

function fieldsByHeader({ monthsAcross }: ReportKind, layout: Layout): Map<string, Meaning> {
  const fields = new Map<string, Meaning>();
  for (const [field, headers] of Object.entries(layout.headers)) {
    for (const header of headers) fields.set(normalizeHeader(header), field);
  }
  if (monthsAcross) fields.set(normalizeHeader(monthsAcross.total), TOTAL);
  // an operator may ignore a column that a built-in layout knows
  for (const header of layout.ignored) fields.set(normalizeHeader(header), IGNORED);
  return fields;
}

/** A layout that a row may be the header of. */
interface Reading {
  kind: ReportKind;
  layout: Layout;
  fields: ReadonlyMap<string, Meaning>;
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
  const months: number[] = [];
  let totalAt = -1;
  cells.forEach((header, column) => {
    if (header.trim() === '') return;
    const field = fields.get(names[column] ?? '');
    if (field === TOTAL) totalAt = column;
    else if (typeof field === 'string') claims.set(field, [...(claims.get(field) ?? []), column]);
    else if (field === undefined && kind.monthsAcross && isMonth(header)) months.push(column);
    else if (field === undefined) unknown.push(header.trim().slice(0, SHOWN));
  });
  const duplicates = [...claims]
    .filter(([, columns]) => columns.length > 1)
    .map(([field, columns]) => ({ field, headers: columns.map((column) => `${cells[column]}`.trim()) }));
  const missing = requiredFields(kind, layout, grid).filter((field) => !claims.has(field));
  if (kind.monthsAcross && months.length === 0) missing.push(ANY_MONTH);
  const columns = new Map([...claims].map(([field, [column]]) => [field, column ?? 0]));
  return { kind, layout, rowIndex, columns, months, totalAt, unknown, duplicates, missing };
}

/** The fields that a report in this layout must have, if its records do not leave out blanks. */
function requiredFields(kind: ReportKind, layout: Layout, { format }: Grid): string[] {
  const hasNoBlanks = omitsBlanks(format);
  return [...columnsOf(kind)]
    .filter(([, { presence }]) => presence === 'always' || (presence === 'printed' && !hasNoBlanks))
    .map(([field]) => field)
    .filter((field) => layout.headers[field] !== undefined);
}

function isRecognized({ kind, layout, columns }: HeaderMatch, grid: Grid): boolean {
  const required = requiredFields(kind, layout, grid);
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

/** The errors of an incomplete header: one for all its missing and unknown columns, and one for each field named twice. */
export function headerFindings(grid: Grid, match: HeaderMatch): Finding[] {
  const { kind, layout, missing, unknown, duplicates, columns } = match;
  const place = { sheet: grid.sheet, row: grid.rows[match.rowIndex]?.number || null };
  const named = (fields: readonly string[]) =>
    fields.map((field) => ({ field, header: layout.headers[field]?.[0] ?? field }));
  // an operator who calls it an amount loads figures that are a thousand times too small
  const needsAmount = missing.some((field) => kind.figures[field]?.unit === 'amount');
  const absent = Object.keys(kind.figures).filter(
    (field) => kind.figures[field]?.presence === 'optional' && layout.headers[field] && !columns.has(field),
  );
  const header = {
    ...{ kind: kind.name, title: kind.title, missing: named(missing), unknown },
    offered: unknown.filter((header) => !(needsAmount && namesUnit(header)) && missing[0] !== ANY_MONTH),
    absent: named(absent),
  };
  const facts = { what: describeColumns(header), advice: adviseOnColumns(header) };
  return [
    ...(missing.length + unknown.length > 0
      ? [
          finding('wrong-header', facts, {
            ...place,
            column: header.missing[0]?.header ?? unknown[0] ?? null,
          }),
        ]
      : []),
    ...unknown.filter(namesThousands).map((said) => finding('figures-in-thousands', { said }, place)),
    ...duplicates.map(({ field, headers }) =>
      finding(
        'wrong-header',
        {
          what: `${headers.map((one) => `"${one}"`).join(' and ')} both mean the field ${field}.`,
          advice:
            'Remove one of the columns, or list its header under "ignored" in the layout file (--layouts).',
        },
        { ...place, column: headers[1] ?? null },
      ),
    ),
  ];
}
