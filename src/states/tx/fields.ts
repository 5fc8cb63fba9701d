import type { FieldDefinition, Figures } from '../../domain/allocation.ts';
import type { Cents } from '../../domain/money.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { type PaymentFigure, STATE_PERCENT } from './payment-detail.ts';

export type TexasField = Exclude<PaymentFigure, 'total_collections'> | 'underlying_payment';

/** The numeric fields of a Texas allocation, in record order. */
export const TEXAS_FIELDS: readonly FieldDefinition<TexasField>[] = [
  {
    name: 'net_payment',
    unit: 'amount',
    isSortable: true,
    meaning: 'Net payment made to the authority',
    readFrom: 'payment detail, Net Payment',
  },
  {
    name: 'prior_collection',
    unit: 'amount',
    isSortable: true,
    sortAlias: 'prior_collections',
    meaning: 'Tax collected for earlier periods',
    readFrom: 'payment detail, Prior Period Collections',
  },
  {
    name: 'current_collections',
    unit: 'amount',
    isSortable: true,
    meaning: 'Tax collected for the current period',
    readFrom: 'payment detail, Current Period Collections',
  },
  {
    name: 'future_collections',
    unit: 'amount',
    isSortable: true,
    meaning: 'Tax collected ahead of its period',
    readFrom: 'payment detail, Future Period Collections',
  },
  {
    name: 'audit_collections',
    unit: 'amount',
    isSortable: true,
    meaning: 'Tax collected, or paid back, after audits',
    readFrom: 'payment detail, Audit Collections',
  },
  {
    name: 'single_local_rate_collections',
    unit: 'amount',
    isSortable: true,
    meaning: 'Tax collected by remote sellers at the single local rate',
    readFrom: 'payment detail, Single Local Rate Collections',
  },
  {
    name: 'unidentified_collections',
    unit: 'amount',
    meaning: 'Tax not yet identified with an authority, shared out',
    readFrom: 'payment detail, Unidentified',
  },
  {
    name: 'service_fee',
    unit: 'amount',
    meaning: "The state's fee for collecting the tax",
    readFrom: 'payment detail, Service Fee',
  },
  {
    name: 'current_retained',
    unit: 'amount',
    meaning: 'Part of this payment kept back until next month',
    readFrom: 'payment detail, Current Retained',
  },
  {
    name: 'prior_retained',
    unit: 'amount',
    meaning: "Part kept back from last month's payment and paid now",
    readFrom: 'payment detail, Prior Retained',
  },
  {
    name: 'underlying_payment',
    unit: 'amount',
    compute: underlyingPayment,
    meaning:
      "What the month would have paid without audits and without collections for other periods: current collections and those at the single local rate, less the state's fee of 2%",
    readFrom:
      'computed from the payment detail, (Current Period Collections + Single Local Rate Collections) × 0.98',
  },
];

/** A month whose report has no figure for sellers at the single local rate had none. */
function underlyingPayment(row: Figures): Cents | null {
  const { current_collections: current, single_local_rate_collections: singleRate } = row;
  if (typeof current !== 'number') return null;
  return (divideScaled((current + (singleRate ?? 0)) * (100 - STATE_PERCENT), 100, 1) ??
    null) as Cents | null;
}
