import type { FieldDefinition } from '../../domain/allocation.ts';
import type { PaymentFigure } from './payment-row.ts';

export type TexasField = Exclude<PaymentFigure, 'total_collections'>;

function amountField(
  name: TexasField,
  meaning: string,
  column: string,
  sorting: { isSortable: boolean; sortAlias?: string },
): FieldDefinition<TexasField> {
  const { isSortable, sortAlias = null } = sorting;
  const source = `payment detail, ${column}`;
  return { name, unit: 'amount', quarterEndOnly: false, isSortable, sortAlias, meaning, source };
}

const SORTABLE = { isSortable: true };
const NOT_SORTABLE = { isSortable: false };

/** The numeric fields of a Texas allocation, in record order. */
export const TEXAS_FIELDS = [
  amountField('net_payment', 'Net payment made to the authority', 'Net Payment', SORTABLE),
  amountField('prior_collection', 'Tax collected for earlier periods', 'Prior Period Collections', {
    ...SORTABLE,
    sortAlias: 'prior_collections',
  }),
  amountField(
    'current_collections',
    'Tax collected for the current period',
    'Current Period Collections',
    SORTABLE,
  ),
  amountField(
    'future_collections',
    'Tax collected ahead of its period',
    'Future Period Collections',
    SORTABLE,
  ),
  amountField(
    'audit_collections',
    'Tax collected, or paid back, after audits',
    'Audit Collections',
    SORTABLE,
  ),
  amountField(
    'single_local_rate_collections',
    'Tax collected by remote sellers at the single local rate',
    'Single Local Rate Collections',
    SORTABLE,
  ),
  amountField(
    'unidentified_collections',
    'Tax not yet identified with an authority, shared out',
    'Unidentified',
    NOT_SORTABLE,
  ),
  amountField('service_fee', "The state's fee for collecting the tax", 'Service Fee', NOT_SORTABLE),
  amountField(
    'current_retained',
    'Part of this payment kept back until next month',
    'Current Retained',
    NOT_SORTABLE,
  ),
  amountField(
    'prior_retained',
    "Part kept back from last month's payment and paid now",
    'Prior Retained',
    NOT_SORTABLE,
  ),
] as const;
