import type { Month } from '../../../domain/month.ts';
import { inWords } from '../../../domain/text/wording.ts';
import { column, describe } from '../../description.ts';
import { MONTHS, OF_PLACE } from '../../filters/shared-filters.ts';
import { type CodedPlace, jurisdictionInFiles } from '../coded-place.ts';
import { ALLOCATION_PERIOD, SALES_PERIOD } from '../shared-columns.ts';

/** A part of the payment of one month, with its sign, and the same part a year before. Amounts are in cents. */
export interface MonthPart {
  jurisdiction: CodedPlace;
  month: Month;
  /** The month of the sales; `null` if no source states it. */
  salesMonth: Month | null;
  part: string;
  /** What the part is, for people. */
  meaning: string;
  amount: number | null;
  yearAgo: number | null;
}

export const partRecord = describe<MonthPart>()({
  name: 'parts',
  one: 'part',
  address: '/api/jurisdictions/:id/parts',
  tag: 'analysis',
  title: 'Show what each payment of one jurisdiction is made of',
  notes:
    "One record for each part of a payment, newest month first. Amounts have the sign with which they count: what the state keeps is negative. So the amounts of a month add up to its payment. `unexplained` is what the other parts leave of it. A part that is 0 or unknown in both years is left out. Within a month, parts have the order of the state's fields.",
  filters: {
    ...OF_PLACE,
    from: { ...MONTHS.from, meaning: 'Only this month of payment and later ones' },
    to: MONTHS.to,
  },
  paging: { largest: 2000, usual: 2000 },
  members: [
    ...jurisdictionInFiles<MonthPart>(({ jurisdiction }) => jurisdiction),
    ALLOCATION_PERIOD,
    SALES_PERIOD,
    column('part', 'text', 'Part, as a field', 'The field of the part, or unexplained', {
      example: 'current_collections',
    }),
    column('name', 'text', 'Part', 'The name of the part', { read: ({ part }) => inWords(part) }),
    column('meaning', 'text', 'Meaning', 'What the part is'),
    column('amount', 'amount?', 'Amount', 'What the part adds to the payment. null if it is not known'),
    column('amount_ago', 'amount?', 'Amount, year ago', 'The same, a year before', {
      read: ({ yearAgo }) => yearAgo,
    }),
    column(
      'difference',
      'amount?',
      'Difference',
      'By how much the part changed the payment from the year before. null if one of the two is not known',
      { read: ({ amount, yearAgo }) => (amount === null || yearAgo === null ? null : amount - yearAgo) },
    ),
  ],
  shown: ['allocation_period', 'sales_period', 'name', 'amount', 'amount_ago', 'difference'],
  examples: ['"Alder Creek" --from 2026-10', '"Alder Creek" --out parts.xlsx'],
});
