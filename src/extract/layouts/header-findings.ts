import { closest, distance } from 'fastest-levenshtein';
import { type Facts, type Finding, finding } from '../../domain/findings/finding.ts';
import type { Grid } from '../formats/grid.ts';
import { type HeaderMatch, normalizeHeader } from './header.ts';
import type { Layout } from './report-kind.ts';

/** The errors of an incomplete header. A renamed column is one error: the missing column, with the names it may have now. */
export function headerFindings(grid: Grid, match: HeaderMatch): Finding[] {
  const { layout, missing, unknown, duplicates } = match;
  const place = { sheet: grid.sheet, row: grid.rows[match.rowIndex]?.number || null };
  const { kind } = layout;
  const { title } = match.kind;
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
        ...{ kind, title, header, nearest },
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
          ...{ kind, title, header, nearest },
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
