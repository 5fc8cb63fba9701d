import type { FieldDefinition, Figures } from '../../domain/allocation.ts';
import type { Cents } from '../../domain/money.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { amountsOf } from '../state.ts';
import { type PaymentFigure, STATE_PERCENT } from './payment-detail.ts';

const field = amountsOf('payment detail');

export type TexasField = Exclude<PaymentFigure, 'total_collections'> | 'underlying_payment';

/** The numeric fields of a Texas allocation, in record order. */
export const TEXAS_FIELDS: readonly FieldDefinition<TexasField>[] = [
  field('net_payment', 'Net payment made to the authority', 'Net Payment'),
  field('prior_collection', 'Tax collected for earlier periods', 'Prior Period Collections', {
    sortAlias: 'prior_collections',
  }),
  field('current_collections', 'Tax collected for the current period', 'Current Period Collections'),
  field('future_collections', 'Tax collected ahead of its period', 'Future Period Collections'),
  field('audit_collections', 'Tax collected, or paid back, after audits', 'Audit Collections'),
  field(
    'single_local_rate_collections',
    'Tax collected by remote sellers at the single local rate',
    'Single Local Rate Collections',
  ),
  field('unidentified_collections', 'Tax not yet identified with an authority, shared out', 'Unidentified', {
    isSortable: false,
  }),
  field('service_fee', "The state's fee for collecting the tax", 'Service Fee', { isSortable: false }),
  field('current_retained', 'Part of this payment kept back until next month', 'Current Retained', {
    isSortable: false,
  }),
  field('prior_retained', "Part kept back from last month's payment and paid now", 'Prior Retained', {
    isSortable: false,
  }),
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
