import type { Measured } from '../../derive/figure.ts';
import { inWords } from '../../domain/text/wording.ts';
import { column, describe, figure, WIDE_PAGES } from '../description.ts';
import { AGAINST, BASIS, SELECTION, SPAN } from '../filters/shared-filters.ts';

/** A part of the payments of a span, with the sign with which it counts. */
export interface PartRow {
  /** `2026-10`, or `2026-07..2026-09`. */
  months: string;
  sales: string | null;
  part: string;
  /** What the part is, for people. */
  meaning: string;
  amount: Measured;
}

export const partRecord = describe<PartRow>()({
  name: 'parts',
  one: 'part',
  address: '/api/:state/sales-tax/parts',
  tag: 'analysis',
  title: 'Show what the payments of a selection are made of',
  notes:
    "One record for each part of the payments. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a span add up to its payments. `unexplained` is what the other parts leave of them. A part that is 0 or unknown in both spans is left out. Parts have the order of the state's fields.",
  filters: {
    ...SELECTION,
    months: SPAN,
    against: AGAINST,
    basis: BASIS,
    by: {
      kind: 'choice',
      meaning:
        'Whether to divide all payments of the months, or those of each month, newest first. Default: span',
      choices: ['span', 'month'],
    },
  },
  paging: WIDE_PAGES,
  shown: ['months', 'sales_months', 'name', 'amount', 'amount_ago', 'amount_difference'],
  members: [
    column('months', 'text', 'Months', 'The months of payment', { example: '2026-10' }),
    column('sales_months', 'text?', 'Sales of', 'The months of the sales. null if no source states them', {
      read: ({ sales }) => sales,
    }),
    column('part', 'text', 'Part, as a field', 'The field of the part, or unexplained', {
      example: 'current_collections',
    }),
    column('name', 'text', 'Part', 'The name of the part', { read: ({ part }) => inWords(part) }),
    column('meaning', 'text', 'Meaning', 'What the part is'),
    figure('amount', 'Amount', 'What the part adds to the payments', ({ amount }) => amount),
  ],
  examples: ['ca --jurisdiction "Alder Creek" --months 2026-10', 'il --months 2026-01..2026-06'],
});
