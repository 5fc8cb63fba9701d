import type { Measured } from '../../derive/figure.ts';
import { column, describe, figure, WIDE_PAGES } from '../description.ts';
import { AGAINST, BASIS, CONVERSION, MINIMUM, SELECTION, SPAN } from '../filters/shared-filters.ts';
import { doubtGroup, placeGroup, type ShownDoubt, type ShownPlace } from './shared-columns.ts';

/** What a line is: a place, the places of a county or type, or all. */
const COMPARED_KINDS = ['place', 'county', 'type', 'all'] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** What lines are sorted by. */
const COMPARE_SORTS = [
  ...['value', 'ago', 'difference', 'change', 'comparable_change'],
  ...['share', 'rank', 'name'],
] as const;

/** A line of a comparison: span against span. */
export interface ComparedRow {
  /** `null` for a group. */
  place: (ShownPlace & { name: string; slug: string }) | null;
  /** The county, type or state; `null` for a place, and for those whose county or type is not known. */
  group: string | null;
  members: number;
  /** `2020-03..2020-06`. */
  months: string;
  against: string;
  sum: Measured;
  /** The sum of the other months as it was paid. */
  paidBefore: number | null;
  /** 1 for the largest sum of all lines. */
  rank: number | null;
  /** Of the sum of the whole selection, in millionths. */
  share: number | null;
  /** Its twelve months, divided by those of the place that it is near to, in millionths. */
  size: number | null;
  /** The months of both spans without a payment, as spans. `null` for a group. */
  lacking: string | null;
  doubt: ShownDoubt | null;
}

export const compareRecord = describe<ComparedRow>()({
  name: 'compare',
  one: 'line',
  address: '/api/:state/sales-tax/compare',
  tag: 'analysis',
  title: 'Compare places or groups in some months with other months',
  notes:
    'One record for each place with a datapoint in the last month or in one of the 24 before it, or with a payment in one of the two spans; or for each group of them. With a sort by change, the comparable change counts where the tax changed. Places whose tax changed and whose comparable change is not known come after the others, and then those with a doubtful payment. Equal records are sorted by jurisdiction id, or by the name of the group. Shares, sizes and minimum are about dollars as paid, also with per or prices.',
  filters: {
    ...SELECTION,
    months: SPAN,
    against: AGAINST,
    basis: BASIS,
    by: { kind: 'choice', meaning: 'What a record is. Default: place', choices: COMPARED_KINDS },
    near: {
      kind: 'count',
      meaning:
        'The id of a place: only the five places of its type that are nearest in size, nearest first. The size is the sum of the twelve months to the last month',
      example: 60_019_050,
    },
    minimum: MINIMUM,
    ...CONVERSION,
    sort: { kind: 'sort', meaning: 'What to sort by', choices: COMPARE_SORTS, usual: '-value' },
  },
  paging: WIDE_PAGES,
  shown: [
    'rank',
    'jurisdiction_name',
    'group',
    'members',
    'size',
    'sum',
    'sum_ago',
    'sum_difference',
    'sum_missing',
    'share',
  ],
  members: [
    column('rank', 'number?', 'Rank', 'Rank by value among all records: 1 is the largest'),
    placeGroup('null for a group', ({ place }) => place),
    column(
      'group',
      'text?',
      'Group',
      'The county, type or state of a group. null for a place, and for the group of places whose county or type is not known',
    ),
    column('members', 'number', 'Places', 'How many places are added up'),
    column('months', 'text', 'Months', 'The months of the value, such as 2020-03..2020-06', {
      example: '2026-10',
    }),
    column('against', 'text', 'Against', 'The months to set them against', { example: '2025-10' }),
    figure('sum', 'Sum', 'The payments of the months', ({ sum }) => sum),
    column('share', 'ratio?', 'Share', 'Share of the sum of the whole selection'),
    column(
      'size',
      'ratio?',
      'Size',
      'Its twelve months, divided by those of the place that it is near to. null without near',
    ),
    column(
      'lacking',
      'text?',
      'Missing months',
      'The months of both spans in which a place has no payment. null if there is none, and for a group',
    ),
    doubtGroup(({ doubt }) => doubt),
  ],
  examples: [
    'ca --county "Los Angeles" --type city',
    'ca --months 2026-07..2026-09 --sort=-difference --limit 10',
    'tx --by type --months 2026-09',
  ],
});
