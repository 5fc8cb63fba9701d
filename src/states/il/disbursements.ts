import { lastDayOf } from '../../domain/calendar-day.ts';
import { monthly } from '../../domain/publication.ts';
import { codedNameColumn, defineKind } from '../../extract/layouts/define-kind.ts';
import { UNFOLDED } from '../../extract/layouts/months-across.ts';
import { amount, type Column, madeCode } from '../../extract/layouts/report-kind.ts';
import { formerCodes, governmentCode } from './governments.ts';
import { readTax } from './taxes.ts';
import { unfoldDisbursements } from './unfolded-sheet.ts';

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
