import { lastDayOf } from '../../../src/domain/calendar-day.ts';
import { monthly } from '../../../src/domain/publication.ts';
import { defineKind } from '../../../src/extract/layouts/define-kind.ts';
import { amount, codeColumn } from '../../../src/extract/layouts/report-kind.ts';
import { defineState } from '../../../src/states/state.ts';

const COLUMNS = [0, 7, 27, 37];

const remittances = defineKind({
  name: 'zf/remittances',
  title: 'Remittances',
  published: monthly(lastDayOf),
  code: codeColumn('three letters and two digits', (code) =>
    /^[A-Z]{3}\d\d$/.test(code) ? code : undefined,
  ),
  figures: { remitted: amount('always') },
  readLines: (lines) =>
    lines[0]?.startsWith('REMITTANCES BY LOCALITY')
      ? lines.map((line) => COLUMNS.map((at, column) => line.slice(at, COLUMNS[column + 1])))
      : null,
  layouts: [
    {
      name: 'printed list',
      headers: { code: ['Code'], name: ['Locality'], period: ['Month'], remitted: ['Remitted'] },
    },
  ],
});

/** Prints a text whose columns have a fixed width. */
export const fixedWidth = defineState({
  code: 'zf',
  name: 'Fixed Width',
  fips: 14,
  calendar: { lags: { revenue: 0, sales: 1 }, fiscalYearStart: 10, isQuarterEnd: () => false },
  fields: [
    {
      name: 'remitted',
      unit: 'amount',
      isSortable: true,
      meaning: 'What was remitted to the locality',
      readFrom: 'remittances, Remitted',
    },
  ],
  headline: 'remitted',
  kinds: [remittances],
  codeNumber: (code) => Number.parseInt(code.slice(0, 3), 36) * 100 + Number(code.slice(3)),
});
