import { counted } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';

/** An addition to the layout file that gives a column its field, or leaves it unread. */
export interface LayoutAddition {
  kind: string;
  header: string;
  /** The field the column most likely is; `null` to leave it unread. */
  field: string | null;
}

/** The addition as the layout file has it. */
export function layoutText({ kind, header, field }: LayoutAddition): string {
  return JSON.stringify(
    field === null
      ? { ignored: [{ kind, headers: [header] }] }
      : { aliases: [{ kind, field, headers: [header] }] },
  );
}

function aliasAdvice(addition: LayoutAddition): string {
  return `if it is that one under another name, add to the file given by --layouts: ${layoutText(addition)}`;
}

/** Findings about headers, sheets and the layout of a report. */
export const HEADER_FINDINGS = {
  'unrecognized-report': error<
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
  >(
    (facts) => {
      if (facts.sign === 'no records')
        return 'the JSON is neither an array of records nor {"value": [records]}';
      if (facts.sign === 'too many keys') return `the records have more than ${facts.most} different keys`;
      if (facts.sign === 'no header') return `none of the first ${facts.rows} rows has a known header`;
      return `none of the first ${facts.rows} rows is a known header; the nearest, "${facts.printed}", has ${facts.columns} of the columns of ${facts.near}`;
    },
    (facts) => {
      if (facts.sign === 'no records') return 'export the report as an array of records, or as CSV';
      if (facts.sign === 'too many keys') return 'no report has so many; export the report again';
      return `the kinds known are ${facts.kinds.join(', ')}; a report with other headers needs a layout (--layouts)`;
    },
  ),
  'several-tables': error<
    { tables: 'kinds'; kind: string; other: string } | { tables: 'headers' } | { tables: 'words' }
  >((facts) => {
    if (facts.tables === 'kinds') return `this sheet is ${facts.kind}, another is ${facts.other}`;
    if (facts.tables === 'headers')
      return 'another header with other columns, or in another order, stands here';
    return 'words stand here as in a header, between rows of figures';
  }, 'save the tables as separate files'),
  'missing-column': error<{ kind: string; header: string; nearest: LayoutAddition | null }>(
    ({ kind, header }) => `the column "${header}" of ${kind} is missing`,
    ({ nearest }) =>
      nearest === null
        ? 'export the report again with all its columns'
        : `the nearest column here is "${nearest.header}"; ${aliasAdvice(nearest)}`,
  ),
  'unknown-column': error<{
    kind: string;
    header: string;
    /** The header known that is nearest, and the addition by which the column would be it. */
    nearest: { header: string; addition: LayoutAddition } | null;
  }>(
    ({ kind, header }) => `no layout of ${kind} knows the column "${header}"`,
    ({ kind, header, nearest }) => {
      const unread = layoutText({ kind, header, field: null });
      const guess =
        nearest && `the nearest known one is "${nearest.header}"; ${aliasAdvice(nearest.addition)} ; `;
      return `${guess ?? ''}if it is to be left unread, add: ${unread}`;
    },
  ),
  'duplicate-column': error<{ field: string; headers: readonly string[] }>(
    ({ field, headers }) =>
      `${headers.map((header) => `"${header}"`).join(' and ')} both mean the field ${field}`,
    'remove one, or have one left unread by the layout file',
  ),
  'layout-not-in-force': error<{
    layouts: readonly { name: string; since: string | null; until: string | null }[];
    first: string | null;
    last: string | null;
  }>(
    ({ layouts, first, last }) =>
      `the header is that of ${layouts.map(({ name, since, until }) => `${name} (${since ?? '…'} to ${until ?? '…'})`).join(' or ')}, but the months are ${first} to ${last}`,
    'split the file, or add a layout with --layouts',
  ),
  'sheet-unread': error(
    'the sheet has no known header, but a row that looks like one of a report',
    'give it the header of the other sheets, or save them without it',
  ),
  'sheet-ignored': warning('the sheet has no known header and was left out'),
  'hidden-sheet': warning(
    'the workbook hides this sheet, and its figures are taken',
    'look whether they are meant',
  ),
  'figures-in-thousands': error<{ said: string | null }>(
    ({ said }) =>
      said === null ? 'the sheet says that figures are in thousands' : `"${said}" stands beside the figures`,
    ({ said }) =>
      said === null
        ? 'ask for them in dollars and cents, or take the sheet out'
        : 'the dataset has every cent: ask for them in dollars and cents',
  ),
  'sign-assumed': info<{
    kind: string;
    field: string;
    sign: 'positive' | 'negative';
    count: number;
    of: number;
  }>(
    ({ field, sign, count, of }) =>
      `${field}: ${count === of ? counted(of, 'figure') : `${count} of ${of} figures`} in this report ${of === 1 ? 'is' : 'are'} ${sign}, so a ${sign} one is assumed to be an amount taken away; the dataset stores it as positive`,
    ({ kind, field, sign }) =>
      `to confirm this, add to the file given by --layouts: ${JSON.stringify({ signs: [{ kind, field, sign }] })}; if this report prints amounts taken away as ${sign === 'positive' ? 'negative' : 'positive'}, write "${sign === 'positive' ? 'negative' : 'positive'}"`,
  ),
  'repeated-header': info('the header is printed again; the row was skipped'),
};
