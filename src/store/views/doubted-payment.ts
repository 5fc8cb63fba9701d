import type { FindingCode } from '../../domain/findings/finding.ts';

/** The codes of findings that doubt the payment of a month. */
export const DOUBTING: readonly FindingCode[] = [
  'unusual-payment',
  'row-arithmetic',
  'conflicting-reports',
  'date-outside-month',
  'summary-differs',
];

const COLUMNS = ['state', 'jurisdiction_id', 'allocation_period', 'code'];

/** The payments that the checks doubt, with the code of each reason. */
export const doubtedPayment = {
  name: 'doubted_payment',
  columns: COLUMNS,
  query: `SELECT DISTINCT ${COLUMNS.join(', ')} FROM finding
    WHERE code IN (${DOUBTING.map((code) => `'${code}'`).join(', ')})
      AND jurisdiction_id IS NOT NULL AND allocation_period IS NOT NULL`,
};
