import type { FieldDefinition } from '../../domain/allocation.ts';
import type { PaymentFigure } from './payment-detail.ts';

export type TexasField = Exclude<PaymentFigure, 'total_collections'>;

function amountField(name: TexasField, meaning: string, column: string): FieldDefinition<TexasField> {
  return { name, unit: 'amount', quarterEndOnly: false, meaning, source: `payment detail, ${column}` };
}

/** The numeric fields of a Texas allocation, in record order. */
export const TEXAS_FIELDS = [
  amountField('net_payment', 'Net payment made to the authority', 'Net Payment'),
  amountField('prior_collection', 'Tax collected for earlier periods', 'Prior Period Collections'),
  amountField('current_collections', 'Tax collected for the current period', 'Current Period Collections'),
  amountField('future_collections', 'Tax collected ahead of its period', 'Future Period Collections'),
  amountField('audit_collections', 'Tax collected, or paid back, after audits', 'Audit Collections'),
  amountField(
    'single_local_rate_collections',
    'Tax collected by remote sellers at the single local rate',
    'Single Local Rate Collections',
  ),
  amountField(
    'unidentified_collections',
    'Tax not yet identified with an authority, shared out',
    'Unidentified',
  ),
  amountField('service_fee', "The state's fee for collecting the tax", 'Service Fee'),
  amountField('current_retained', 'Part of this payment kept back until next month', 'Current Retained'),
  amountField('prior_retained', "Part kept back from last month's payment and paid now", 'Prior Retained'),
] as const;
