import type { FindingCode } from '../../domain/findings/finding.ts';
import type { ViewDefinition } from './of-states.ts';

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
export const doubtedPayment: ViewDefinition = {
  name: 'doubted_payment',
  columns: COLUMNS,
  query: `SELECT DISTINCT ${COLUMNS.join(', ')} FROM finding
    WHERE code IN (${DOUBTING.map((code) => `'${code}'`).join(', ')})
      AND jurisdiction_id IS NOT NULL AND allocation_period IS NOT NULL`,
};

/** The doubted months of each jurisdiction as `months`, a JSON list. */
export const DOUBTS_OF_PLACES =
  'doubts AS MATERIALIZED (SELECT jurisdiction_id, json_group_array(DISTINCT allocation_period) AS months FROM doubted_payment GROUP BY jurisdiction_id)';

export const JOIN_DOUBTS = 'LEFT JOIN doubts ON doubts.jurisdiction_id = now.jurisdiction_id';

/** How many payments from a month to another, and in the same months a year before, the checks doubt. */
export function countDoubts(from: string, to: string): string {
  const within = [from, to].map((month) => `date(${month}, '-12 months')`).join(' AND ');
  return `(SELECT count(*) FROM json_each(doubts.months) WHERE value BETWEEN ${from} AND ${to} OR value BETWEEN ${within})`;
}
