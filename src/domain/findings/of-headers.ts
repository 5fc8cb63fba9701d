import { periodInWords, periodsInWords, plural, rowListOf } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';

/** An addition to the layout file: it gives a column its field, or skips the column. */
export interface LayoutAddition {
  kind: string;
  header: string;
  /** The field the column most likely is; `null` to skip the column. */
  field: string | null;
}

/** A word of a command line that any shell keeps together. */
function shellWord(text: string): string {
  return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}

/** The command that adds these columns of one kind to the layout file. */
export function addCommand(columns: readonly LayoutAddition[]): string {
  const options = columns.map(({ header, field }) =>
    field === null ? `--ignore ${shellWord(header)}` : `--column ${shellWord(`${header}=${field}`)}`,
  );
  return `allocations layouts add --kind ${columns[0]?.kind} ${options.join(' ')}`;
}

const ADD_SIGN = 'add this to the layout file (--layouts), to its lists if it has some:';

function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(', ');
}

/** A column that is skipped too soon loses its figures, so an optional one is named first. */
function describeAbsent(
  kind: string,
  header: string,
  absent: readonly { field: string; header: string }[],
): string {
  const [first, ...others] = absent.map(({ field }) => field);
  const field = others.length === 0 ? (first ?? '') : 'FIELD';
  const write = others.length === 0 ? '' : ` Write ${[first, ...others].join(' or ')} in place of FIELD.`;
  const names = quoted(absent.map((one) => one.header));
  return `It may be a column that this report does not have under its usual name: ${names}. If so, run: ${addCommand([{ kind, header, field }])}.${write} If it is another column, skip it. Run instead:`;
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
  'several-tables': error<
    { tables: 'kinds'; kind: string; other: string } | { tables: 'headers' } | { tables: 'words' }
  >((facts) => {
    if (facts.tables === 'kinds')
      return `This sheet is a "${facts.kind}", but another sheet is a "${facts.other}".`;
    if (facts.tables === 'headers')
      return 'A second header starts here. It has other columns, or another order of columns.';
    return 'This row has words like a header, but it is between rows of figures.';
  }, 'Save each table as a separate file.'),
  'missing-column': error<{
    kind: string;
    title?: string;
    header: string;
    nearest: LayoutAddition | null;
    /** Whether the nearest column is not similar, but the only one left. */
    isOnly?: true;
    /** All columns of the header that have a nearest one, if there are several. */
    together?: readonly LayoutAddition[];
    /** Unknown columns that may be the missing one, if no name is similar. `fields`: the missing columns that they may be. */
    candidates?: { field: string; headers: readonly string[]; fields?: readonly string[] };
  }>(
    ({ kind, title = kind, header }) => `The column "${header}" of "${title}" is missing.`,
    ({ kind, nearest, isOnly, together, candidates }) => {
      if (candidates !== undefined) {
        const { field, headers, fields = [field] } = candidates;
        const columns = fields.map((each) => ({ kind, header: 'HEADER', field: each }));
        const write = fields.length > 1 ? 'the right column in place of each' : 'that column in place of';
        return `One of these unknown columns may be the missing one: ${quoted(headers)}. If so, run this with ${write} HEADER: ${addCommand(columns)}. If not, export the report again with all its columns.`;
      }
      if (nearest === null) return 'Export the report again with all its columns.';
      const which = isOnly ? 'The only unknown column is' : 'The most similar column is';
      const all = together === undefined ? '' : ` This covers all ${together.length} renamed columns.`;
      return `${which} "${nearest.header}". If it is the missing column, run: ${addCommand(together ?? [nearest])}.${all}`;
    },
  ),
  'unknown-column': error<{
    kind: string;
    title?: string;
    header: string;
    /** The most similar known header, and the addition that gives the column the field of that header. */
    nearest: { header: string; addition: LayoutAddition } | null;
    /** The missing columns that this one may be. */
    missing?: readonly string[];
    /** The optional figures without a column, which this one may be. */
    absent?: readonly { field: string; header: string }[];
  }>(
    ({ kind, title = kind, header }) => `No layout of "${title}" has a column "${header}".`,
    ({ kind, header, nearest, missing, absent }) => {
      const skip = `${addCommand([{ kind, header, field: null }])}.`;
      if (missing !== undefined)
        return `It may be one of the missing columns: ${quoted(missing)}. If it is none of them, skip the column: ${skip}`;
      if (absent !== undefined) return `${describeAbsent(kind, header, absent)} ${skip}`;
      if (nearest === null) return `To skip the column, run: ${skip}`;
      return `If the column is "${nearest.header}" under another name, run: ${addCommand([nearest.addition])}. To skip the column, run instead: ${skip}`;
    },
  ),
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
  'sign-assumed': info<{
    kind: string;
    field: string;
    sign: 'positive' | 'negative';
    count: number;
    of: number;
  }>(
    ({ field, sign, count, of }) =>
      `${field}: ${count === of ? plural(of, 'figure') : `${count} of ${of} figures`} in this report ${of === 1 ? 'is' : 'are'} ${sign}. A ${sign} figure is assumed to be an amount taken away. The dataset stores amounts taken away as positive.`,
    ({ kind, field, sign }) => {
      const other = sign === 'positive' ? 'negative' : 'positive';
      return `To confirm the assumption, ${ADD_SIGN} ${JSON.stringify({ signs: [{ kind, field, sign }] })} If this report prints amounts taken away as ${other}, write "${other}".`;
    },
  ),
  'repeated-header': info('The header is printed again here. The row was skipped.'),
};
