import { periodInWords, periodsInWords, plural, rowListOf } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';

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
export function addCommand(columns: readonly ColumnAddition[]): string {
  const options = columns.map(({ header, field }) =>
    field === null ? `--ignore ${shellWord(header)}` : `--column ${shellWord(`${header}=${field}`)}`,
  );
  return `allocations layouts add --kind ${columns[0]?.kind} ${options.join(' ')}`;
}

/** The command that adds a note to the layout file: how a line begins that is always beside the rows. */
export function addNoteCommand(kind: string, note: string): string {
  return `allocations layouts add --kind ${kind} --note ${shellWord(note)}`;
}

function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(', ');
}

/** The months in which a layout is in force. */
interface DatedLayout {
  name: string;
  since: string | null;
  until: string | null;
}

function datedLayout({ name, since, until }: DatedLayout): string {
  if (since && until) return `${name} (${periodsInWords(since, until)})`;
  if (since) return `${name} (from ${periodInWords(since)})`;
  return until ? `${name} (until ${periodInWords(until)})` : name;
}

/** A known column that a header lacks: its field, and its usual name. */
interface LackingColumn {
  field: string;
  header: string;
}

/** What is wrong with a header. */
interface UnknownHeader {
  kind: string;
  title: string;
  missing: readonly LackingColumn[];
  unknown: readonly string[];
  /** The unknown columns that may be a missing one. */
  offered: readonly string[];
  /** The optional figures without a column. */
  absent: readonly LackingColumn[];
}

function describeColumns({ title, missing, unknown }: UnknownHeader): string {
  const needs = `"${title}" needs ${columnsText(missing.map(({ header }) => header))}`;
  if (unknown.length === 0) return `${needs}.`;
  if (missing.length === 0) return `No layout of "${title}" has ${columnsText(unknown)}.`;
  return `${needs}, and no layout has ${columnsText(unknown)}.`;
}

function columnsText(headers: readonly string[]): string {
  return `${headers.length === 1 ? 'the column' : 'the columns'} ${quoted(headers)}`;
}

function adviceOnColumns({ kind, missing, unknown, offered, absent }: UnknownHeader): string {
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

/** Findings about headers, sheets and the layout of a report. */
export const HEADER_FINDINGS = {
  'unrecognized-report': error<
    // kinds are named by the states' own titles
    | { sign: 'no header'; rows: number; kinds: readonly string[] }
    | {
        sign: 'near header';
        rows: number;
        kinds: readonly string[];
        printed: string;
        columns: number;
        near: string;
      }
    | { sign: 'too many keys'; most: number }
    | { sign: 'no records' }
    | { sign: 'pay dates' }
  >(
    (facts) => {
      if (facts.sign === 'no records')
        return 'The JSON is neither an array of records nor an object {"value": [records]}.';
      if (facts.sign === 'pay dates') return 'The file has the dates of payments, and no payments.';
      if (facts.sign === 'too many keys') return `The records have more than ${facts.most} different keys.`;
      const none = `The first ${facts.rows} rows contain no known header.`;
      if (facts.sign === 'no header') return none;
      return `${none} The most similar row, "${facts.printed}", has ${plural(facts.columns, 'column')} of "${facts.near}".`;
    },
    (facts) => {
      if (facts.sign === 'no records') return 'Export the report as an array of records, or as CSV.';
      if (facts.sign === 'pay dates')
        return 'Copy the dates into schedule.csv, so that late reports are noticed. docs/guides/keep-it-current.md says how.';
      if (facts.sign === 'too many keys') return 'No report has so many keys. Export the report again.';
      return `The program knows these reports: ${quoted(facts.kinds)}. To read other headers, add a layout (--layouts).`;
    },
  ),
  'several-tables': error<{ kind: string; other: string }>(
    ({ kind, other }) => `This sheet is a "${kind}", but another sheet is a "${other}".`,
    'Save each table as a separate file.',
  ),
  'missing-column': error<UnknownHeader>(describeColumns, adviceOnColumns),
  'unknown-column': error<UnknownHeader>(describeColumns, adviceOnColumns),
  'duplicate-column': error<{ field: string; headers: readonly string[] }>(
    ({ field, headers }) =>
      `${headers.map((header) => `"${header}"`).join(' and ')} both mean the field ${field}.`,
    'Remove one of the columns, or list its header under "ignored" in the layout file (--layouts).',
  ),
  'layout-not-in-force': error<{
    layouts: readonly DatedLayout[];
    first: string | null;
    last: string | null;
  }>(
    ({ layouts, first, last }) =>
      `The header belongs to the layout ${layouts.map(datedLayout).join(' or ')}, but the report has ${first && last ? periodsInWords(first, last) : 'other months'}.`,
    'Split the file by these months, or add a layout (--layouts).',
  ),
  'missing-fact': error<{ expects: string }>(
    ({ expects }) => `The report needs ${expects}, and has none.`,
    'Export the report again with its titles, or correct them.',
  ),
  'facts-disagree': error<{
    text: string;
    other: { text: string; sheet: string | null; row: number | null };
  }>(
    ({ text, other: { text: first, sheet, row } }) =>
      `"${text}" contradicts "${first}" (${row === null ? 'the name of the file' : rowListOf([{ sheet, row }])}).`,
    'Find out which is right, and correct the other one. If it is the name of the file, rename the file.',
  ),
  'sheet-unread': error(
    'The sheet has rows of figures but no known header.',
    'Give it the header of the other sheets, or save the workbook without this sheet.',
  ),
  'sheet-ignored': warning(
    'The sheet has no known header. It was skipped.',
    'If it contains figures, give it the header of the other sheets.',
  ),
  'hidden-sheet': warning(
    'The workbook hides this sheet. Its figures were loaded.',
    'Check that they belong to the report.',
  ),
  'hidden-rows': info<{ more: number }>(
    ({ more }) =>
      `The workbook hides this row${more > 0 ? ` and ${plural(more, 'other')}` : ''}. What ${more > 0 ? 'they hold' : 'it holds'} was loaded.`,
    'Check that the state means to publish it.',
  ),
  'figures-in-thousands': error<{ said: string | null }>(
    ({ said }) =>
      said === null
        ? 'The sheet says that its figures are in thousands.'
        : `The file says that its figures are not in dollars: "${said}".`,
    'Ask the state for figures in dollars and cents, or remove the sheet.',
  ),
  'repeated-header': info('The header, or a title above it, is printed again here. The line was skipped.'),
};
