import { type Cents, formatCount, formatMoney } from '../money.ts';
import { shortHash } from '../text/sha256.ts';
import { counted } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';
import { type Formula, formulaText } from './formula.ts';
import { type RowSubject, subjectOf } from './subject.ts';

/** A figure of a row that is not what others of the row give. */
interface MismatchedFigure extends RowSubject {
  field: string;
  printed: number;
  formula: Formula;
  expected: number;
}

const money = (cents: number) => formatMoney(cents as Cents);

/** Findings about rows and cells of one report. */
export const ROW_FINDINGS = {
  'row-width': error<
    | { fault: 'stray cell'; cell: number; text: string }
    | { fault: 'pieces' | 'short'; cells: number; headers: number }
  >(
    (facts) =>
      facts.fault === 'stray cell'
        ? `cell ${facts.cell} ("${facts.text}") stands under no header`
        : `the row has ${facts.cells} cells where the header has ${facts.headers}`,
    ({ fault }) =>
      ({
        'stray cell': 'is the row shifted?',
        pieces: 'an amount with a thousands separator stands there without quotes',
        short: 'the file may be cut off',
      })[fault],
  ),
  'unread-row': error<
    { sign: 'unlike'; text: string } | { sign: 'no sum'; name: string } | { sign: 'above the header' }
  >(
    (facts) => {
      if (facts.sign === 'above the header') return 'a row with code and figures stands above the header';
      if (facts.sign === 'unlike')
        return `"${facts.text}" is neither a row with code, name, month and figures nor a note`;
      return `"${facts.name}" has a code and a month, as a jurisdiction has, but the name of a total, and is the sum of the rows in no column`;
    },
    ({ sign }) =>
      ({
        'above the header': 'move the header to the top, or remove the row',
        unlike: 'mend the row, or take it out',
        'no sum': 'mend the name of a jurisdiction; above a total, rows are missing: compare with the source',
      })[sign],
  ),
  'unreadable-cell': error<{ text: string; expects: string; hint: string | null }>(
    ({ text, expects }) => `"${text}" cannot be read; expected ${expects}`,
    ({ hint }) => hint ?? '',
  ),
  'cut-figure': error<{ text: string }>(
    ({ text }) => `"${text}" has no cents, as all others have, and the line has no end`,
    'the file may be cut off; download it again, or end the line if the amount is whole',
  ),
  'missing-value': error<{ expects: string | null }>(
    ({ expects }) =>
      expects === null
        ? 'figures stand here without code, name and month'
        : `the cell is blank; expected ${expects}`,
    ({ expects }) =>
      expects === null ? 'write Total before them where they are a sum, or take the row out' : '',
  ),
  'month-mismatch': error<RowSubject & { paid: string }>(
    ({ code, name, month, paid }) => `${code} ${name} is of ${month}, but was paid on ${paid}`,
    'find out which is right and mend the file (a spreadsheet may have taken a month for a day), or have the date left unread by the layout file',
  ),
  'percent-as-fraction': error<RowSubject>(
    ({ code, name, month }) => `${code} ${name}: the shares of ${month} come to 1 %, as fractions do`,
    'the percentages of this file are to be a hundred times as large, or to have a percent format',
  ),
  'conflicting-rows': error<RowSubject & { elsewhere: string }>(
    ({ code, name, month, elsewhere }) =>
      `${code} ${name} has different figures for ${month} here and in ${elsewhere}`,
    'ask the source which is right',
  ),
  'duplicate-row': warning<RowSubject & { elsewhere: string }>(
    ({ code, name, month, elsewhere }) =>
      `${code} ${name} has the same figures for ${month} here and in ${elsewhere}; it was counted once`,
  ),
  'control-total': warning<{ printed: number; sum: number }>(
    ({ printed, sum }) => `the total printed is ${money(printed)}, the rows add up to ${money(sum)}`,
    'compare with the source, rows may be missing',
  ),
  'net-payment-missing': warning<RowSubject>(
    ({ code, name, month }) => `${code} ${name} has no net payment for ${month}; it stays null`,
  ),
  'row-arithmetic': warning<MismatchedFigure>(
    ({ field, printed, formula, expected, ...subject }) =>
      `${subjectOf(subject)}: ${field} is printed as ${money(printed)}, but ${formulaText(formula)} is ${money(expected)}`,
  ),
  'blank-total': warning<RowSubject & { field: string; expected: number }>(
    ({ field, expected, ...subject }) =>
      `${subjectOf(subject)}: ${field} is blank, but the sum of its six parts is ${money(expected)}`,
    'cells may have slipped: compare the row with the source',
  ),
  'unusual-sum': warning<MismatchedFigure & { holds: number; of: number }>(
    ({ field, printed, formula, expected, holds, of, ...subject }) =>
      `${subjectOf(subject)}: ${field} is printed as ${money(printed)}, but ${formulaText(formula)} is ${money(expected)}, and that is the ${field} of ${holds} of the ${of} rows of this month`,
    'a cell may have slipped: compare the row with the source',
  ),
  'no-cents': warning<{ amounts: number }>(
    ({ amounts }) => `none of the ${formatCount(amounts)} amounts has cents`,
    'they may be rounded, or in thousands: compare with what the state published',
  ),
  'lone-month': warning<RowSubject & { more: number; most: number }>(
    ({ code, name, month, more, most }) =>
      `${code} ${name}${more > 0 ? ` and ${more} more` : ''} alone ${more > 0 ? 'have' : 'has'} ${month} in this report, where another month has ${formatCount(most)} rows`,
    ({ month }) =>
      `where that is a slip, it takes the place of the figure of ${month}: mend the file, ingest it, and withdraw this one`,
  ),
  'future-month': warning<{ month: string | null; more: number; receivedAt: string; sha256: string }>(
    ({ month, more, receivedAt }) =>
      `${month}${more > 0 ? `, and ${counted(more, 'more row')},` : ''} had not begun when the report came (${receivedAt.slice(0, 10)})`,
    ({ sha256 }) =>
      `where the month is a slip, mend the file, ingest it, and take this one out: allocations withdraw ${shortHash(sha256)} --reason "a slip in the month"`,
  ),
  'note-row': info<{ text: string | null }>(({ text }) =>
    text === null
      ? 'the columns are numbered here; the row was skipped'
      : `a row without code and figures was taken for a note: "${text}"`,
  ),
};
