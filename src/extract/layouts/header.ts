import { closest, distance } from 'fastest-levenshtein';
import { type Facts, type Finding, finding } from '../../domain/findings/finding.ts';
import { compareText } from '../../domain/text/compare-text.ts';
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
    .filter((match) => isRecognized(match, grid.format === 'json'))
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
    return readings.map((reading) => matchRow(grid, rowIndex, reading));
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

function matchRow(grid: Grid, rowIndex: number, { kind, layout, fields }: Reading): HeaderMatch {
  const cells = grid.rows[rowIndex]?.cells ?? [];
  const claims = new Map<string, number[]>();
  const unknown: string[] = [];
  cells.forEach((header, column) => {
    if (header.trim() === '') return;
    const field = fields.get(normalizeHeader(header));
    if (field === undefined) unknown.push(header.trim().slice(0, SHOWN));
    else if (field !== IGNORED) claims.set(field, [...(claims.get(field) ?? []), column]);
  });
  const duplicates = [...claims]
    .filter(([, columns]) => columns.length > 1)
    .map(([field, columns]) => ({ field, headers: columns.map((column) => `${cells[column]}`.trim()) }));
  const missing = requiredFields(kind, layout, grid.format === 'json').filter((field) => !claims.has(field));
  const columns = new Map([...claims].map(([field, [column]]) => [field, column ?? 0]));
  return { kind, layout, rowIndex, columns, unknown, duplicates, missing };
}

/** The fields that a report in this layout must have. JSON omits empty fields. */
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

/** The errors of an incomplete header. A renamed column is one error: the missing column, with the names it may have now. */
export function headerFindings(grid: Grid, match: HeaderMatch): Finding[] {
  const { layout, missing, unknown, duplicates } = match;
  const place = { sheet: grid.sheet, row: grid.rows[match.rowIndex]?.number || null };
  const { kind } = layout;
  const printedName = (field: string) => layout.headers[field]?.[0] ?? field;
  const { similar, only, candidates } = renamedColumns(match);
  const renamed = new Map([...similar, ...only]);
  const taken = new Set(renamed.values());
  const open = missing.filter((field) => !renamed.has(field));
  // each of them explains a missing column, so it is no error of its own
  const explained = new Set(candidates.length <= open.length ? candidates : []);
  const absent = absentFigures(match);
  const together = [...renamed].map(([field, header]) => ({ kind, header, field }));
  return [
    ...missing.map((field) => {
      const header = printedName(field);
      const printed = renamed.get(field);
      const nearest = printed === undefined ? null : { kind, header: printed, field };
      const facts = {
        ...{ kind, header, nearest },
        ...(only.has(field) && { isOnly: true as const }),
        ...(nearest !== null && together.length > 1 && { together }),
        ...(nearest === null &&
          candidates.length > 0 && { candidates: { field, headers: candidates, fields: open } }),
      };
      return finding('missing-column', facts, { ...place, column: header });
    }),
    ...unknown
      .filter((header) => !taken.has(header) && !explained.has(header))
      .map((header) => {
        const nearest = nearestField(header, match);
        const mayBe = open.length > 0 && candidates.includes(header);
        const facts = {
          ...{ kind, header, nearest },
          ...(mayBe && { missing: [...open, ...absent].map(printedName) }),
          ...(!mayBe &&
            nearest === null &&
            absent.length > 0 && {
              absent: absent.map((field) => ({ field, header: printedName(field) })),
            }),
        };
        return finding('unknown-column', facts, { ...place, column: header });
      }),
    ...duplicates.map(({ field, headers }) =>
      finding('duplicate-column', { field, headers }, { ...place, column: headers[1] ?? null }),
    ),
  ];
}

/** The figures that a report of this layout may have, but this one has no column for. */
function absentFigures({ kind, layout, columns }: HeaderMatch): string[] {
  return Object.keys(kind.figures).filter(
    (field) =>
      kind.figures[field]?.presence === 'optional' &&
      layout.headers[field] !== undefined &&
      !columns.has(field),
  );
}

/** What the unknown columns of a header may be. */
interface RenamedColumns {
  /** By missing field, the unknown column that is similar to it. */
  similar: Map<string, string>;
  /** The one missing field and the one unknown column that are left over. */
  only: Map<string, string>;
  /** If more are left over: the unknown columns, each of which may be any of the missing ones. */
  candidates: string[];
}

function renamedColumns(match: HeaderMatch): RenamedColumns {
  const { layout, missing, unknown } = match;
  const free = freeHeaders(match);
  const likeliest = unknown.map((header) => ({
    header,
    field: fieldOf(layout, similarHeader(header, free)),
  }));
  const similar = new Map(
    missing.flatMap((field) => {
      const likely = likeliest.filter((each) => each.field === field).map(({ header }) => header);
      const printed = closestHeader(layout.headers[field]?.[0] ?? field, likely);
      return printed === null ? [] : [[field, printed]];
    }),
  );
  const open = missing.filter((field) => !similar.has(field));
  // a column similar to another field is not offered for this one
  const left = likeliest.filter(({ field }) => field === '').map(({ header }) => header);
  const [field, printed] = [open[0], left[0]];
  if (field !== undefined && printed !== undefined && open.length === 1 && left.length === 1)
    return { similar, only: new Map([[field, printed]]), candidates: [] };
  return { similar, only: new Map(), candidates: open.length > 0 ? left : [] };
}

/** The missing field that is most similar to an unknown header; `null` if no field is similar. */
function nearestField(header: string, match: HeaderMatch): Facts<'unknown-column'>['nearest'] {
  const near = similarHeader(header, freeHeaders(match));
  if (near === null) return null;
  const { layout } = match;
  return { header: near, addition: { kind: layout.kind, header, field: fieldOf(layout, near) } };
}

/** The headers of the fields that have no column here, required or not. */
function freeHeaders({ layout, columns }: HeaderMatch): string[] {
  return Object.entries(layout.headers).flatMap(([field, headers]) => (columns.has(field) ? [] : headers));
}

/** The field of a header in a layout; empty if it has none. */
function fieldOf({ headers }: Layout, header: string | null): string {
  return Object.keys(headers).find((field) => header !== null && headers[field]?.includes(header)) ?? '';
}

/** The most similar of the candidates, compared as headers are. */
function closestHeader(header: string, candidates: readonly string[]): string | null {
  const normalized = candidates.map(normalizeHeader);
  const nearest = normalized.length > 0 ? closest(normalizeHeader(header), normalized) : '';
  return candidates[normalized.indexOf(nearest)] ?? null;
}

/** The most similar of the candidates, if at most a third of its letters differ: a wrong guess misreads money. */
function similarHeader(header: string, candidates: readonly string[]): string | null {
  const nearest = closestHeader(header, candidates);
  if (nearest === null) return null;
  const [a, b] = [normalizeHeader(header), normalizeHeader(nearest)];
  return distance(a, b) * 3 <= Math.max(a.length, b.length) ? nearest : null;
}
