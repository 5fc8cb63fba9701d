/** Words about a header that no layout knows, with the commands that add to the layout file. */

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
  const [lacking, ...more] = missing;
  if (!lacking) {
    const skip = addCommand(unknown.map((header) => ({ kind, header, field: null })));
    if (absent.length === 0)
      return `To skip ${unknown.length === 1 ? 'the column' : 'the columns'}, run: ${skip}`;
    const fields = absent.map(({ field }) => field).join(' or ');
    const names = quoted(absent.map(({ header }) => header));
    return `If a column is ${names} under another name, write --column "HEADER=FIELD" in place of its --ignore, with ${fields} as FIELD. If it is none of them, skip it. Run: ${skip}`;
  }
  const [only, ...others] = offered;
  if (only === undefined) return 'Export the report again with all its columns.';
  if (more.length === 0 && others.length === 0)
    return `If "${only}" is "${lacking.header}" under another name, run: ${addCommand([{ kind, header: only, field: lacking.field }])}`;
  const columns = missing.map(({ field }) => ({ kind, header: 'HEADER', field }));
  return `If ${quoted(offered)} ${offered.length === 1 ? 'is' : 'are'} among them under another name, write the right header in place of each HEADER. Run: ${addCommand(columns)}`;
}
