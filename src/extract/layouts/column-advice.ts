/** Words about a header that no layout knows, with the commands that add to the layout file. */

import { distance } from 'fastest-levenshtein';

/** Headers of which a larger part differs are not taken for the same. */
const MOST_DIFFERENT = 0.5;

/** A column for the layout file. */
export interface ColumnAddition {
  kind: string;
  header: string;
  /** `null` to skip the column. */
  field: string | null;
}

/** An addition to the layout file: a column, or how a note begins. */
export type LayoutAddition = ColumnAddition | { kind: string; note: string };

/** A word of a command line that any shell keeps together. */
function shellWord(text: string): string {
  return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}

/** The command that adds these columns of one kind to the layout file. */
function addCommand(columns: readonly ColumnAddition[]): string {
  const options = columns.map(({ header, field }) =>
    field === null ? `--ignore ${shellWord(header)}` : `--column ${shellWord(`${header}=${field}`)}`,
  );
  return `allocations layouts add --kind ${columns[0]?.kind} ${options.join(' ')}`;
}

/** The command that adds a note to the layout file: how a line begins that is always beside the rows. */
export function addNoteCommand(kind: string, note: string): string {
  return `allocations layouts add --kind ${kind} --note ${shellWord(note)}`;
}

export function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(', ');
}

/** A known column that a header lacks: its field, and its usual name. */
interface LackingColumn {
  field: string;
  header: string;
}

/** What is wrong with a header. */
export interface UnknownHeader {
  kind: string;
  title: string;
  missing: readonly LackingColumn[];
  unknown: readonly string[];
  /** The unknown columns that may be a missing one. */
  offered: readonly string[];
  /** The optional figures without a column. */
  absent: readonly LackingColumn[];
}

export function describeColumns({ title, missing, unknown }: UnknownHeader): string {
  const needs = `"${title}" needs ${columnsText(missing.map(({ header }) => header))}`;
  if (unknown.length === 0) return `${needs}.`;
  if (missing.length === 0) return `No layout of "${title}" has ${columnsText(unknown)}.`;
  return `${needs}, and no layout has ${columnsText(unknown)}.`;
}

function columnsText(headers: readonly string[]): string {
  return `${headers.length === 1 ? 'the column' : 'the columns'} ${quoted(headers)}`;
}

export function adviseOnColumns({ kind, missing, unknown, offered, absent }: UnknownHeader): string {
  if (missing.length === 0) {
    const skip = addCommand(unknown.map((header) => ({ kind, header, field: null })));
    if (absent.length === 0)
      return `To skip ${unknown.length === 1 ? 'the column' : 'the columns'}, run: ${skip}`;
    const fields = absent.map(({ field }) => field).join(' or ');
    const names = quoted(absent.map(({ header }) => header));
    return `If a column is ${names} under another name, write --column "HEADER=FIELD" in place of its --ignore, with ${fields} as FIELD. If it is none of them, skip it. Run: ${skip}`;
  }
  if (offered.length === 0) return 'Export the report again with all its columns.';
  const named = likelyHeaders(missing, offered);
  const run = addCommand(
    missing.map((one) => ({ kind, header: named.get(one) ?? 'HEADER', field: one.field })),
  );
  const pairs = [...named].map(([{ header }, printed]) => `"${printed}" is "${header}"`).join(' and ');
  if (named.size === missing.length) return `If ${pairs} under another name, run: ${run}`;
  const check = pairs && `Check that ${pairs} under another name. `;
  const rest = quoted(offered.filter((printed) => ![...named.values()].includes(printed)));
  return `${check}Replace each HEADER with the name of that column in the report${rest && `: one of ${rest}`}. Run: ${run}`;
}

/** The most similar header for each missing column. A single one that is left belongs to the single column that is left. */
function likelyHeaders(
  missing: readonly LackingColumn[],
  offered: readonly string[],
): Map<LackingColumn, string> {
  const pairs = missing
    .flatMap((column) => offered.map((header) => ({ column, header, by: difference(column.header, header) })))
    .sort((a, b) => a.by - b.by);
  const named = new Map<LackingColumn, string>();
  const free = new Set(offered);
  for (const { column, header, by } of pairs) {
    const isLast = free.size === 1 && named.size === missing.length - 1;
    if (named.has(column) || !free.has(header) || (by > MOST_DIFFERENT && !isLast)) continue;
    named.set(column, header);
    free.delete(header);
  }
  // in the order of the layout
  return new Map(missing.flatMap((column) => (named.has(column) ? [[column, `${named.get(column)}`]] : [])));
}

/** The part of the letters that differ, whatever the order of the words. */
function difference(one: string, other: string): number {
  const [a = '', b = ''] = [one, other].map((text) =>
    text
      .toLowerCase()
      .split(/[\W_]+/)
      .sort()
      .join(''),
  );
  return distance(a, b) / Math.max(a.length, b.length);
}
