import { lastDayOf } from '../../../src/domain/calendar-day.ts';
import { monthly } from '../../../src/domain/publication.ts';
import { defineKind } from '../../../src/extract/layouts/define-kind.ts';
import { amount, codeColumn } from '../../../src/extract/layouts/report-kind.ts';
import { defineState } from '../../../src/states/state.ts';

const payments = defineKind({
  name: 'zt/payments',
  title: 'Payments',
  published: monthly(lastDayOf),
  code: codeColumn('a number of four digits', (digits) => (/^\d{4}$/.test(digits) ? digits : undefined)),
  figures: { net: amount('always') },
  layouts: [
    {
      name: 'payments',
      headers: { code: ['Locality No'], name: ['Locality'], period: ['Paid In'], net: ['Net Paid'] },
    },
  ],
});

/** Prints nothing but what was paid. */
export const totalsOnly = defineState({
  code: 'zt',
  name: 'Totals Only',
  agency: 'Department of Revenue',
  fips: 3,
  calendar: { lags: { revenue: 1, sales: null }, fiscalYearStart: 1, isQuarterEnd: () => false },
  fields: [
    {
      name: 'net',
      unit: 'amount',
      isSortable: true,
      meaning: 'What was paid to the locality',
      readFrom: 'payments, Net Paid',
    },
  ],
  headline: 'net',
  kinds: [payments],
});
