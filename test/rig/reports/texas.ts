import type { PaymentFigure } from '../../../src/states/tx/payment-detail.ts';
import type { Column } from './report-table.ts';
import { scale } from './scale.ts';

/** Each figure, its header in the portal's export and its name in the API, in the order of the columns. */
const HEADERS: readonly [PaymentFigure, string, string][] = [
  ['total_collections', 'Total Collections', 'total_coll'],
  ['prior_collection', 'Prior Period Collections', 'prior_coll'],
  ['current_collections', 'Current Period Collections', 'current_coll'],
  ['future_collections', 'Future Period Collections', 'future_coll'],
  ['audit_collections', 'Audit Collections', 'audit_coll'],
  ['unidentified_collections', 'Unidentified', 'unidentified_coll'],
  ['single_local_rate_collections', 'Single Local Rate Collections', 'single_local_tax_coll'],
  ['service_fee', 'Service Fee', 'service_fee'],
  ['current_retained', 'Current Retained', 'current_retainage'],
  // the portal prints the space in front
  ['prior_retained', ' Prior Retained', 'prior_retainage'],
  ['net_payment', 'Net Payment', 'net_payment'],
];
/** In the order of the columns. */
export const PAYMENT_FIGURES = HEADERS.map(([figure]) => figure);
export const PAYMENT_COLUMNS: readonly Column[] = [
  { header: 'Authority Code', apiName: 'authority_id', holds: 'code' },
  { header: 'Authority Name', apiName: 'authority_name', holds: 'text' },
  { header: 'Allocation Month', apiName: 'allocation_month', holds: 'month' },
  { header: 'Allocation Date', apiName: 'allocation_date', holds: 'date' },
  ...HEADERS.map(([, header, apiName]): Column => ({ header, apiName, holds: 'amount' })),
];

/** Percentage of the service fee, and of the rest that is retained. */
const STATE_PERCENT = 2;

/** The six parts of a month's collections, in cents; the single local rate may be blank. */
export interface Collections {
  prior_collection: number;
  current_collections: number;
  future_collections: number;
  audit_collections: number;
  unidentified_collections: number;
  single_local_rate_collections: number | null;
}

export const NO_COLLECTIONS: Collections = {
  prior_collection: 0,
  current_collections: 0,
  future_collections: 0,
  audit_collections: 0,
  unidentified_collections: 0,
  single_local_rate_collections: 0,
};

/** Returns all figures that follow from the collections. `priorRetained` may depend on what this month retains. */
export function paymentFigures(
  collections: Collections,
  priorRetained: number | ((currentRetained: number) => number),
) {
  const {
    prior_collection,
    current_collections,
    future_collections,
    audit_collections,
    unidentified_collections,
    single_local_rate_collections,
  } = collections;
  const total_collections =
    prior_collection +
    current_collections +
    future_collections +
    audit_collections +
    unidentified_collections +
    (single_local_rate_collections ?? 0);
  const service_fee = scale(total_collections, STATE_PERCENT, 100);
  const current_retained = scale(total_collections - service_fee, STATE_PERCENT, 100);
  const prior_retained = typeof priorRetained === 'number' ? priorRetained : priorRetained(current_retained);
  return {
    total_collections,
    ...collections,
    service_fee,
    current_retained,
    prior_retained,
    net_payment: total_collections - service_fee - current_retained + prior_retained,
  };
}
