import { lastDayOf } from '../../domain/calendar-day.ts';
import { addMonths, type Month, parsePrintedMonth } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import type { ReportRow } from '../../domain/report.ts';
import { cellFault } from '../../extract/layouts/cell-fault.ts';
import { codedNameColumn, defineKind } from '../../extract/layouts/define-kind.ts';
import type { Contradiction } from '../../extract/layouts/report-fact.ts';
import { amount, type Column, madeCode, type RowRemark } from '../../extract/layouts/report-kind.ts';
import { formerCodes, governmentCode } from './governments.ts';
import { readTax, TAX_CODES } from './taxes.ts';

/** `JULY 2019 - JUNE 2020 DISBURSEMENTS`. */
const TITLE = /\b([A-Z]{3,9} \d{4})\s*(?:[-\u2010-\u2015]|TO|THRU|THROUGH)\s*([A-Z]{3,9} \d{4})\b/i;

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
      ? [{ code: 'unreadable-cell', facts: cellFault('', taxColumn.expects), field: 'Tax' }]
      : [],
  checkRows: unknownTaxes,
  monthsAcross: {
    figure: 'net_payment',
    first: {
      expects: 'a title like JULY 2019 - JUNE 2020 DISBURSEMENTS',
      places: ['title'],
      read: monthOfTitle,
    },
    total: 'FY Total',
  },
  layouts: [
    {
      name: 'by fiscal year',
      headers: { name: ['Local Government'], tax: ['Tax'], vendor_number: ['Vendor#'] },
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

/** Reports each tax that is not known once. */
function unknownTaxes(
  rows: readonly ReportRow<'net_payment', DisbursementLabel>[],
): (RowRemark & { row: number })[] {
  const linesOf = new Map<string, Set<number>>();
  for (const { row, labels } of rows) {
    const tax = labels.tax ?? '';
    if (!TAX_CODES.includes(tax)) linesOf.set(tax, (linesOf.get(tax) ?? new Set()).add(row));
  }
  linesOf.delete('');
  return [...linesOf].map(([tax, [row = 0, ...more]]) => ({
    ...{ code: 'unknown-tax', facts: { tax, more: more.length }, field: 'Tax', row },
  }));
}
