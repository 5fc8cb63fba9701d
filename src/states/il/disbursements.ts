import { lastDayOf } from '../../domain/calendar-day.ts';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import { parseTotal } from '../../domain/money.ts';
import { addMonths, type Month, parsePrintedMonth } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import { codedNameColumn, defineKind } from '../../extract/layouts/define-kind.ts';
import { headerRowAt, normalizeHeader } from '../../extract/layouts/header.ts';
import { type MonthsAcross, UNFOLDED, unfoldMonths } from '../../extract/layouts/months-across.ts';
import type { Contradiction } from '../../extract/layouts/report-fact.ts';
import {
  amount,
  type Column,
  type Grid,
  type GridRow,
  madeCode,
  type Unfold,
} from '../../extract/layouts/report-kind.ts';
import { formerCodes, governmentCode } from './governments.ts';
import { readTax, TAX_CODES } from './taxes.ts';

const HEADERS = ['Local Government', 'Tax', 'Vendor#'];

const TAX_AT = 1;

/** `JULY 2019 - JUNE 2020 DISBURSEMENTS`. */
const TITLE = /\b([A-Z]{3,9} \d{4})\s*(?:[-\u2010-\u2015]|TO|THRU|THROUGH)\s*([A-Z]{3,9} \d{4})\b/i;

const MONTHS: MonthsAcross = {
  kind: 'il/disbursements',
  headers: HEADERS,
  firstMonth: {
    expects: 'a title like JULY 2019 - JUNE 2020 DISBURSEMENTS',
    places: ['title'],
    read: monthOfTitle,
  },
  total: 'FY Total',
};

/** Gives each government, tax and month a row of its own. Reports each tax that is not known once. */
const unfoldDisbursements: Unfold = (sheet, report) => {
  const unfolded = unfoldMonths(nameTotal(sheet), MONTHS, report);
  if (!unfolded) return null;
  return { ...unfolded, findings: [...unfolded.findings, ...unknownTaxes(sheet)] };
};

export type DisbursementLabel = 'tax' | 'vendor_number';

const taxColumn: Column<string> = {
  presence: 'always',
  read: (text) => (text.trim() === '' ? null : readTax(text)),
  holds: 'word',
  expects: 'the code of a tax: two to eight letters and digits, like MT or CTPS',
};

const vendorColumn: Column<string> = {
  presence: 'always',
  read: (text) => {
    const number = text.trim();
    if (number === '') return null;
    return /^\d{9}$/.test(number) ? number : undefined;
  },
  holds: 'code',
  expects: 'a vendor number of nine digits, or nothing',
};

/** The Department of Revenue's "Disbursement information for sales and related taxes", one workbook a fiscal year. */
export const disbursements = defineKind<'net_payment', DisbursementLabel>({
  name: 'il/disbursements',
  title: 'Disbursement information for sales and related taxes',
  // no schedule is published: the workbook of a year under way gains a month each month
  published: monthly(lastDayOf),
  printedName: codedNameColumn(),
  code: madeCode('the vendor number and the name, like 390000010-abingdon, or the name alone'),
  codeOf: ({ name, labels }) => governmentCode(labels.vendor_number, name),
  formerCodes,
  labels: { tax: taxColumn, vendor_number: vendorColumn },
  figures: { net_payment: amount('always') },
  linesBy: ['tax'],
  checkRow: ({ labels }) =>
    labels.tax === null
      ? [{ code: 'missing-value', facts: { expects: taxColumn.expects }, field: 'Tax' }]
      : [],
  unfold: unfoldDisbursements,
  layouts: [
    {
      name: 'by fiscal year',
      headers: {
        name: ['Local Government'],
        tax: ['Tax'],
        vendor_number: ['Vendor#'],
        period: [UNFOLDED.month],
        net_payment: [UNFOLDED.amount],
      },
    },
  ],
});

function monthOfTitle(title: string): Month | Contradiction | undefined {
  const text = title.replace(/\s+/g, ' ');
  const [, from = '', to = ''] = /disbursement/i.test(text) ? (TITLE.exec(text) ?? []) : [];
  const [first, last] = [parsePrintedMonth(from), parsePrintedMonth(to)];
  if (!first || !last) return undefined;
  const isYear = last >= first && last < addMonths(first, 12);
  return isYear ? first : { hint: 'its months are no year: correct the title' };
}

/** The rows under the header, and the place of each of the standing columns. */
function bodyOf(sheet: Grid): { body: readonly GridRow[]; standing: readonly number[] } {
  const at = headerRowAt(sheet, HEADERS);
  const printed = sheet.rows[at]?.cells.map(normalizeHeader);
  if (!printed) return { body: [], standing: [] };
  const standing = HEADERS.map((header) => printed.indexOf(normalizeHeader(header)));
  return { body: sheet.rows.slice(at + 1), standing };
}

/**
 * Some years print the row of totals without the word. A last row of amounts alone is this row if one of its amounts
 * is the sum of its column; otherwise it is a row that lost its name, which is an error.
 */
function nameTotal(sheet: Grid): Grid {
  const { body, standing } = bodyOf(sheet);
  const [nameAt = 0] = standing;
  const last = body.findLast(({ cells }) => cells.some((cell) => typeof parseTotal(cell) === 'number'));
  if (!last || standing.some((at) => (last.cells[at] ?? '').trim() !== '')) return sheet;
  const above = body.slice(0, body.indexOf(last));
  const isSum = last.cells.some((cell, at) => {
    const total = parseTotal(cell);
    return Boolean(total) && total === sumOf(above, at);
  });
  if (!isSum) return sheet;
  const cells = Array.from(
    { length: Math.max(nameAt + 1, last.cells.length) },
    (_, at) => last.cells[at] ?? '',
  );
  const named = { ...last, cells: cells.with(nameAt, 'TOTAL') };
  return { ...sheet, rows: sheet.rows.map((row) => (row === last ? named : row)) };
}

function sumOf(rows: readonly GridRow[], at: number): number {
  return rows.reduce((sum, { cells }) => sum + (parseTotal(cells[at]) ?? 0), 0);
}

function unknownTaxes(sheet: Grid): Finding[] {
  const { body, standing } = bodyOf(sheet);
  const taxAt = standing[TAX_AT] ?? -1;
  const rowsOf = new Map<string, number[]>();
  for (const { number, cells } of body) {
    const tax = readTax(cells[taxAt] ?? '');
    if (tax && !TAX_CODES.includes(tax)) rowsOf.set(tax, [...(rowsOf.get(tax) ?? []), number]);
  }
  return [...rowsOf].map(([tax, [row = null, ...more]]) =>
    finding('unknown-tax', { tax, more: more.length }, { sheet: sheet.sheet, row, column: 'Tax' }),
  );
}
