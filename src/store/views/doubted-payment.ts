import type { FindingCode } from '../../domain/findings/finding.ts';
import type { ViewDefinition } from './dataset-views.ts';

/** The codes of findings that doubt the payment of a month. */
export const DOUBTING: readonly FindingCode[] = [
  'unusual-payment',
  'row-arithmetic',
  'conflicting-reports',
  'date-outside-month',
  'summary-differs',
];

/** The code or the month of the row that a finding about a report is about. */
export function ofSubject(fact: 'code' | 'month'): string {
  return `CASE WHEN finding.scope = 'report' AND json_valid(finding.facts) THEN finding.facts ->> '$.${fact}' END`;
}

const COLUMNS = ['state', 'jurisdiction_id', 'allocation_period', 'code'];

/** The payments that the checks doubt, with the code of each reason. */
export const doubtedPayment: ViewDefinition = {
  name: 'doubted_payment',
  columns: COLUMNS,
  query: `SELECT DISTINCT ${COLUMNS.join(', ')} FROM (
    SELECT finding.state, coalesce(finding.jurisdiction_id, jurisdiction.id) AS jurisdiction_id,
      coalesce(finding.allocation_period, ${ofSubject('month')} || '-01') AS allocation_period, finding.code
    FROM finding LEFT JOIN jurisdiction ON jurisdiction.state = finding.state AND jurisdiction.sales_tax_id = ${ofSubject('code')}
    WHERE finding.code IN (${DOUBTING.map((code) => `'${code}'`).join(', ')}))
    WHERE jurisdiction_id IS NOT NULL AND allocation_period IS NOT NULL`,
};
