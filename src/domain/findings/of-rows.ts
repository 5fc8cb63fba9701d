import { dayInWords } from '../calendar-day.ts';
import { formatCount, formatMoney } from '../money.ts';
import { shortHash } from '../text/short-hash.ts';
import { fieldInWords, nameFew, periodInWords, plural, toSentence } from '../text/wording.ts';
import { error, info, warning } from './entry.ts';
import {
  type Formula,
  formulaText,
  type PlaceSubject,
  placeName,
  type RowSubject,
  subjectOf,
} from './facts.ts';

const FIX_ROW = 'Fix the row or remove it, then run ingest again.';
const FIX_CELL = 'Fix the cell, then run ingest again.';
const COMPARE_ROW = 'Cells may have shifted. Compare the row with the original report.';

/** A figure that does not equal what other figures of its row give. */
interface MismatchedFigure extends RowSubject {
  field: string;
  printed: number;
  formula: Formula;
  expected: number;
}

function mismatchText({ field, printed, formula, expected, ...subject }: MismatchedFigure): string {
  return `${subjectOf(subject)}: ${fieldInWords(field)} is printed as ${formatMoney(printed)}, but ${formulaText(formula)} is ${formatMoney(expected)}.`;
}

/** Findings about rows and cells of one report. */
export const ROW_FINDINGS = {
  'row-width': error<
    | { fault: 'stray cell'; cell: number; text: string }
    | { fault: 'pieces' | 'short'; cells: number; headers: number }
  >(
    (facts) =>
      facts.fault === 'stray cell'
        ? `Cell ${facts.cell} ("${facts.text}") has no header above it.`
        : `The row has ${plural(facts.cells, 'cell')}, but the header has ${facts.headers}.`,
    ({ fault }) =>
      ({
        'stray cell': 'Check whether the cells of the row have shifted.',
        pieces:
          'Commas inside amounts probably split them: 1,234.56 becomes two cells. Put such amounts in quotation marks ("1,234.56"), or remove the commas from them.',
        short: 'The file may be incomplete. Download the report again.',
      })[fault],
  ),
  'unread-row': error<
    { sign: 'unlike'; text: string } | { sign: 'no sum'; name: string } | { sign: 'above the header' }
  >(
    (facts) => {
      if (facts.sign === 'above the header')
        return 'This row has a code and figures, but it is above the header.';
      if (facts.sign === 'unlike')
        return `"${facts.text}" is neither a note nor a row with a code, a name, a month and figures.`;
      return `"${facts.name}" is the name of a total, but the row has a code and a month, and none of its figures is the sum of the rows.`;
    },
    ({ sign }) =>
      ({
        'above the header': 'Move the header to the top, or remove the row.',
        unlike: FIX_ROW,
        'no sum':
          'If it is a jurisdiction, correct its name. If it is a total, rows are missing: download the report again.',
      })[sign],
  ),
  'unreadable-cell': error<{ text: string; expects: string; hint: string | null }>(
    ({ text, expects }) => `"${text}" cannot be read. The column needs ${expects}.`,
    ({ hint }) => (hint === null ? FIX_CELL : toSentence(hint)),
  ),
  'cut-figure': error<{ text: string }>(
    ({ text }) => `"${text}" has no cents, unlike the other amounts, and its line has no end.`,
    'The file may be incomplete. Download the report again. If the amount is complete, add a line break after it.',
  ),
  'missing-value': error<{ expects: string | null }>(
    ({ expects }) =>
      expects === null
        ? 'This row has figures but no code, name and month.'
        : `The cell is blank. The column needs ${expects}.`,
    ({ expects }) =>
      expects === null
        ? 'If it is a total, write "Total" before the figures. Otherwise remove the row.'
        : FIX_CELL,
  ),
  'month-mismatch': error<RowSubject & { paid: string }>(
    ({ month, paid, ...place }) =>
      `${placeName(place)} has the month ${periodInWords(month)}, but was paid on ${dayInWords(paid)}.`,
    'Find out which is right, and correct the file. A spreadsheet may have swapped day and month. To skip the date, list its header under "ignored" in the layout file (--layouts).',
  ),
  'date-outside-month': warning<RowSubject & { paid: string }>(
    ({ month, paid, ...place }) =>
      `${placeName(place)} has the month ${periodInWords(month)}, but was paid on ${dayInWords(paid)}, which is outside of it.`,
    'The whole report may be of another month. Compare it with what the state published.',
  ),
  'percent-as-fraction': error<RowSubject>(
    (subject) => `${subjectOf(subject)}: the shares add up to 1%. They seem to be fractions.`,
    'Multiply the percentages by 100, or give their cells a percent format.',
  ),
  'conflicting-rows': error<RowSubject & { elsewhere: string }>(
    ({ month, elsewhere, ...place }) =>
      `${placeName(place)} has different figures for ${periodInWords(month)} here and in ${elsewhere}.`,
    'Ask the state which row is right.',
  ),
  'duplicate-row': warning<RowSubject & { elsewhere: string }>(
    ({ month, elsewhere, ...place }) =>
      `${placeName(place)} has the same figures for ${periodInWords(month)} here and in ${elsewhere}. They count once.`,
  ),
  'repeated-line': info<PlaceSubject>(
    (place) =>
      `${placeName(place)} has another line like this one. The printed totals count all lines, so each is a payment of its own.`,
  ),
  'control-total': warning<{ printed: number; sum: number }>(
    ({ printed, sum }) =>
      `The printed total is ${formatMoney(printed)}, but the rows add up to ${formatMoney(sum)}.`,
    'Rows may be missing. Compare the file with the original report.',
  ),
  'split-total': info<{ line: string; printed: number; sum: number; more: number }>(
    ({ line, printed, sum, more }) =>
      `${line} is ${formatMoney(printed)}, but the lines that belong to it add up to ${formatMoney(sum)}.${more > 0 ? ` ${plural(more, 'more figure')} of the row ${more > 1 ? 'differ' : 'differs'} too.` : ''} No figure of the dataset comes from this row.`,
  ),
  'unknown-tax': warning<{ tax: string; more: number }>(
    ({ tax, more }) =>
      `The tax ${tax} is not known. Its amounts${more > 0 ? `, here and in ${plural(more, 'more row')},` : ''} count in the field other.`,
    'Ask the state what the tax is. A later version of the program can assign it to another field.',
  ),
  'other-period': info<{ printed: string; more: number }>(
    ({ printed, more }) =>
      `The row is of another period than a month (${printed}), and was left out.${more > 0 ? ` This applies to ${plural(more, 'more row')}.` : ''}`,
  ),
  'months-to-come': info<{ months: readonly string[] }>(
    ({ months }) =>
      `Every row has zero or nothing in ${nameFew(months.map(periodInWords))}, and no later month has an amount. The program reads them as months to come and did not load them.`,
  ),
  'unusual-rate': warning<{ name: string; printed: string; least: string; most: string; more: number }>(
    ({ name, printed, least, most, more }) =>
      `The rate of ${name} is ${printed}. It is not between ${least}% and ${most}%, so it is not used.${more > 0 ? ` This applies to ${plural(more, 'more row')}.` : ''}`,
    'Check whether the report prints rates as fractions, or together with the rates of others.',
  ),
  'same-id': error<{ code: string; name: string; other: string; id: number }>(
    ({ code, name, other, id }) =>
      `The id ${id} would belong to two jurisdictions: ${code} ${name}, and ${other}.`,
    'If the name or the code is wrong, correct it. If both are right, ask for a version of the program that tells them apart.',
  ),
  'net-payment-missing': warning<RowSubject>(
    ({ month, ...place }) =>
      `${placeName(place)} has no net payment for ${periodInWords(month)}. The datapoint has none either.`,
    'Ask the state for the figure.',
  ),
  'row-arithmetic': warning<MismatchedFigure>(
    (facts) => `${mismatchText(facts)} The dataset keeps the printed figure.`,
    'Ask the state which figure is right.',
  ),
  'blank-total': warning<RowSubject & { field: string; expected: number }>(
    ({ field, expected, ...subject }) =>
      `${subjectOf(subject)}: ${fieldInWords(field)} is blank, but its six parts add up to ${formatMoney(expected)}.`,
    COMPARE_ROW,
  ),
  'unusual-sum': warning<MismatchedFigure & { holds: number; of: number }>(
    ({ holds, of, ...facts }) =>
      `${mismatchText(facts)} In ${formatCount(holds)} of the ${formatCount(of)} rows of this month they are equal.`,
    COMPARE_ROW,
  ),
  'no-cents': warning<{ amounts: number }>(
    ({ amounts }) => `None of the ${formatCount(amounts)} amounts has cents.`,
    'They may be rounded, or in thousands. Compare them with what the state published.',
  ),
  'lone-month': warning<RowSubject & { more: number; most: number }>(
    ({ month, more, most, ...place }) =>
      `Only ${placeName(place)}${more > 0 ? ` and ${plural(more, 'more row')} have` : ' has'} ${periodInWords(month)} in this report. Another month has ${plural(most, 'row')}.`,
    ({ month }) =>
      `If the month is wrong, the row replaces the right figures of ${periodInWords(month)}. Correct the file, run ingest again, then withdraw this report.`,
  ),
  'shifted-months': warning<{ date: string; month: string; next: string }>(
    ({ date, month, next }) =>
      `All months are the last day of a month. ${dayInWords(date)} was read as ${periodInWords(month)}, but may be the first day of ${periodInWords(next)} in another time zone.`,
    'Compare the months with what the state published. If they are wrong, download the report again, or correct them.',
  ),
  'future-month': warning<{ month: string | null; more: number; receivedAt: string; sha256: string }>(
    ({ month, more, receivedAt }) =>
      `The month ${periodInWords(`${month}`)} is later than the day the report arrived (${dayInWords(receivedAt)}).${more > 0 ? ` The same is true of ${plural(more, 'more row')}.` : ''}`,
    ({ sha256 }) =>
      `If the month is wrong, load a corrected file and remove this one: allocations withdraw ${shortHash(sha256)} --reason "wrong month"`,
  ),
  'unknown-note': warning<{ text: string }>(
    ({ text }) =>
      `"${text}" stands below the last row of figures, and has no code and no figures. It does not look like a note.`,
    'Rows may be missing here. Compare the end of the file with what the state published.',
  ),
  'note-row': info<{ text: string | null }>(({ text }) =>
    text === null
      ? 'This row numbers the columns. It was skipped.'
      : `This row has no code and no figures. It was read as a note: "${text}"`,
  ),
};
