import { closest, distance } from 'fastest-levenshtein';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import { columnsOf, type Layout, type ReportKind } from './report-kind.ts';

/** Rows among which a header is looked for. */
export const HEADER_ROWS = 25;

/** Cells above which a row is no header. */
const MOST_COLUMNS = 1000;

/** Characters of a header shown in a message. */
const SHOWN = 100;

/** How one row of a sheet reads as the header of one layout. */
export interface HeaderMatch {
  kind: ReportKind;
  layout: Layout;
  /** Index of the header row in the grid's rows. */
  rowIndex: number;
  /** Column index by field. */
  columns: ReadonlyMap<string, number>;
  /** Headers no field claims, as printed. */
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

/** Whether the layout's every demand on the header is met. */
export function isComplete(match: HeaderMatch): boolean {
  return faults(match) === 0;
}

/**
 * The readings of a sheet's header row, best first: all rows among the first 25 against all layouts. Of complete
 * matches those that read more columns come first, of as many the newest layout. Empty where no row has half of a layout's columns.
 */
export function findHeader(
  grid: Grid,
  kinds: readonly ReportKind[],
  layouts: readonly Layout[],
): HeaderMatch[] {
  const matches = matchRows(grid, kinds, layouts)
    .filter((match) => isRecognized(match, grid.format === 'json'))
    .sort(compareMatches);
  const best = matches[0];
  return matches.filter((match) => match.rowIndex === best?.rowIndex);
}

/** The best reading of any row, for the message where no header was found. */
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
    return readings.map(({ kind, layout, fields }) => matchRow(grid, row, rowIndex, kind, layout, fields));
  });
}

const IGNORED = Symbol('ignored');

function fieldsByHeader(layout: Layout): Map<string, string | typeof IGNORED> {
  const fields = new Map<string, string | typeof IGNORED>();
  for (const [field, headers] of Object.entries(layout.headers)) {
    for (const header of headers) fields.set(normalizeHeader(header), field);
  }
  // an operator may leave a column unread whose header a built-in layout knows
  for (const header of layout.ignored) fields.set(normalizeHeader(header), IGNORED);
  return fields;
}

function matchRow(
  grid: Grid,
  row: GridRow,
  rowIndex: number,
  kind: ReportKind,
  layout: Layout,
  fields: ReadonlyMap<string, string | typeof IGNORED>,
): HeaderMatch {
  const claims = new Map<string, number[]>();
  const unknown: string[] = [];
  row.cells.forEach((header, column) => {
    if (header.trim() === '') return;
    const field = fields.get(normalizeHeader(header));
    if (field === undefined) unknown.push(header.trim().slice(0, SHOWN));
    else if (field !== IGNORED) claims.set(field, [...(claims.get(field) ?? []), column]);
  });
  const duplicates = [...claims]
    .filter(([, columns]) => columns.length > 1)
    .map(([field, columns]) => ({ field, headers: columns.map((column) => `${row.cells[column]}`.trim()) }));
  const missing = requiredFields(kind, layout, grid.format === 'json').filter((field) => !claims.has(field));
  const columns = new Map([...claims].map(([field, [column]]) => [field, column ?? 0]));
  return { kind, layout, rowIndex, columns, unknown, duplicates, missing };
}

/** The fields a report in this layout must have; JSON leaves out what is empty. */
function requiredFields(kind: ReportKind, layout: Layout, isJson: boolean): string[] {
  return [...columnsOf(kind)]
    .filter(([, { presence }]) => presence === 'always' || (presence === 'printed' && !isJson))
    .map(([field]) => field)
    .filter((field) => layout.headers[field] !== undefined);
}

function isRecognized({ kind, layout, columns }: HeaderMatch, isJson: boolean): boolean {
  const required = requiredFields(kind, layout, isJson);
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

/** The errors of an incomplete header. */
export function headerFindings(grid: Grid, match: HeaderMatch): Finding[] {
  const { layout, missing, unknown, duplicates } = match;
  const row = grid.rows[match.rowIndex]?.number || null;
  const place = { sheet: grid.sheet, row };
  // an unknown column is most likely one that has none yet; of those that may be missing, be it the more similar
  const free = Object.keys(layout.headers).filter((field) => !match.columns.has(field));
  const headersOf = (fields: readonly string[]) => fields.flatMap((field) => layout.headers[field] ?? []);
  const wanted = headersOf(missing.length > 0 ? free : Object.keys(layout.headers));
  const fieldLike = (header: string) => fieldOf(layout, closestHeader(header, headersOf(free)));
  const likeness = unknown.map((header) => [header, fieldLike(header)] as const);
  /** By missing field, the unknown column that it most likely is, which may be no other field rather. */
  const standingFor = new Map(
    missing.map((field) => {
      const candidates = likeness.flatMap(([header, like]) => (like === field ? [header] : []));
      return [field, closestHeader(layout.headers[field]?.[0] ?? field, candidates)];
    }),
  );
  return [
    ...missing.map((field) => {
      const header = layout.headers[field]?.[0] ?? field;
      const near = standingFor.get(field);
      const nearest = near ? { kind: layout.kind, header: near, field } : null;
      return finding('missing-column', { kind: layout.kind, header, nearest }, { ...place, column: header });
    }),
    ...unknown.map((header) => {
      const meant = missing.find((missed) => standingFor.get(missed) === header);
      const near = meant ? closestHeader(header, headersOf([meant])) : similarHeader(header, wanted);
      const addition = { kind: layout.kind, header, field: fieldOf(layout, near) };
      const nearest = near === null ? null : { header: near, addition };
      return finding('unknown-column', { kind: layout.kind, header, nearest }, { ...place, column: header });
    }),
    ...duplicates.map(({ field, headers }) => {
      return finding('duplicate-column', { field, headers }, { ...place, column: headers[1] ?? null });
    }),
  ];
}

/** The field a header of a layout is of; empty where it is of none. */
function fieldOf({ headers }: Layout, header: string | null): string {
  return Object.keys(headers).find((field) => header !== null && headers[field]?.includes(header)) ?? '';
}

/** The header most like one, compared as headers are. */
function closestHeader(header: string, candidates: readonly string[]): string | null {
  const normalized = candidates.map(normalizeHeader);
  const nearest = normalized.length > 0 ? closest(normalizeHeader(header), normalized) : '';
  return candidates[normalized.indexOf(nearest)] ?? null;
}

/** The header most like one, if it differs in a third of its letters at most: money misread is worse than no guess. */
function similarHeader(header: string, candidates: readonly string[]): string | null {
  const nearest = closestHeader(header, candidates);
  if (nearest === null) return null;
  const [a, b] = [normalizeHeader(header), normalizeHeader(nearest)];
  return distance(a, b) * 3 <= Math.max(a.length, b.length) ? nearest : null;
}
