import type { FieldDefinition } from '../../domain/allocation.ts';
import type { PaymentFigure } from './payment-detail.ts';

export type TexasField = Exclude<PaymentFigure, 'total_collections'>;

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
];
