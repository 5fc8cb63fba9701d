import { lastDayOf } from '../../../src/domain/calendar-day.ts';
import { slugOf } from '../../../src/domain/jurisdiction.ts';
import { parsePrintedMonth } from '../../../src/domain/month.ts';
import { monthly } from '../../../src/domain/publication.ts';
import { defineKind } from '../../../src/extract/layouts/define-kind.ts';
import { amount, madeCode, wordColumn } from '../../../src/extract/layouts/report-kind.ts';
import { defineState } from '../../../src/states/state.ts';

const disbursements = defineKind({
  name: 'za/disbursements',
  title: 'Disbursements',
  published: monthly(lastDayOf),
  code: madeCode('the name in lower case, words joined by hyphens'),
  codeOf: ({ name }) => slugOf(name),
  labels: { tax: wordColumn('always', { sales: 'sales', hotel: 'hotel' }) },
  figures: { amount: amount('always') },
  linesBy: ['tax'],
  monthsAcross: {
    figure: 'amount',
    first: {
      expects: 'a title like JULY 2024 - JUNE 2025 DISBURSEMENTS',
      places: ['title'],
      read: (title) => parsePrintedMonth(`${title.split(' - ')[0]}`),
    },
    total: 'Year',
  },
  layouts: [{ name: 'by fiscal year', headers: { name: ['Government'], tax: ['Tax'] } }],
});

/** Prints a column for each month, the year in a title, a line for each tax, and no codes. */
export const monthsAcross = defineState({
  code: 'za',
  name: 'Months Across',
  agency: 'Department of Revenue',
  fips: 7,
  calendar: { lags: { revenue: 2, sales: 3 }, fiscalYearStart: 7, isQuarterEnd: () => false },
  fields: [
    {
      name: 'amount',
      unit: 'amount',
      isSortable: true,
      meaning: 'All taxes disbursed to the government',
      readFrom: 'disbursements, the columns of the months',
    },
  ],
  headline: 'amount',
  kinds: [disbursements],
  codeNumber: (code) => [...code].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9_999_991, 7),
});
