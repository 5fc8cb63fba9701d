import type { GroupFigure } from '../../../derive/group-sum.ts';
import { column, type WrittenColumn, type WrittenMember, within } from '../../description.ts';
import { doubtGroup, GROUP, placeGroup, type ShownDoubt, type ShownPlace } from '../shared-columns.ts';
import { taxReason } from './tax-changes.ts';

/** What a jurisdiction or a group got in two periods. */
export interface PeriodLine {
  /** 1 for the largest sum of all lines. */
  rank: number | null;
  /** Null for a group. */
  subject: (ShownPlace & { name: string; slug: string }) | null;
  /** The name of a group; null for a jurisdiction, and for those whose group is unknown. */
  group: string | null;
  members: number;
  figure: GroupFigure;
  /** The months of both periods without a payment, as spans: `2019-03 to 2019-05, 2020-04`. Null for a group. */
  missingMonths: string | null;
  /** Why the sums of a jurisdiction are doubtful. */
  doubt: ShownDoubt | null;
  /** How many members have a doubtful payment. */
  doubtful: number;
}

const figureOf = ({ figure }: PeriodLine) => figure;

export const PERIOD_SUMS: readonly WrittenColumn<PeriodLine>[] = [
  ...within(figureOf, [
    column<GroupFigure>('sum', 'amount?', 'Sum', 'The payments of the period', {
      read: ({ value }) => value,
    }),
    column<GroupFigure>('against', 'amount?', 'Against', 'The payments of the other period', {
      read: ({ yearAgo }) => yearAgo,
    }),
  ]),
  column(
    'difference',
    'amount?',
    'Difference',
    'The sum less the one of the other period. null for a jurisdiction without a payment in some month',
    { read: ({ figure, missingMonths }) => (missingMonths === null ? figure.difference : null) },
  ),
  ...within(figureOf, [
    column<GroupFigure>(
      'change',
      'ratio?',
      'Change',
      'Change from the other period. null if a month of one is missing. Of a group: of the members with every payment of both',
    ),
    column<GroupFigure>(
      'comparable_change',
      'ratio?',
      'Comparable change',
      'The change with a change of tax taken out. null if the tax is not known',
      { read: ({ comparable }) => comparable?.change ?? null },
    ),
  ]),
];

/** The columns of a line. The page reads them without the record. */
export const PERIOD_MEMBERS: readonly WrittenMember<PeriodLine>[] = [
  column('rank', 'number?', 'Rank', 'Rank by sum among all records: 1 is the largest'),
  placeGroup('null for a group', ({ subject }) => subject),
  GROUP,
  column('members', 'number', 'Members', 'How many jurisdictions are added up'),
  ...PERIOD_SUMS,
  column(
    'tax_changes',
    'text?',
    'Changes of tax',
    'Why the comparable change differs from the other, or is null',
    { read: ({ figure }) => taxReason(figure) },
  ),
  column(
    'missing_months',
    'text?',
    'Missing months',
    'The months of both periods without a payment. null if there is none, and for a group',
  ),
  ...within(figureOf, [
    column<GroupFigure>('missing', 'number?', 'Missing', 'Payments that are missing in the period'),
    column<GroupFigure>(
      'against_missing',
      'number?',
      'Missing before',
      'Payments that are missing in the other period',
      { read: ({ missingAgo }) => missingAgo },
    ),
    column<GroupFigure>(
      'left_out',
      'number?',
      'Left out',
      'Members that the change leaves out, because they lack a payment. null if one of the sums is',
    ),
    column<GroupFigure>(
      'like_for_like',
      'amount?',
      'Like for like',
      'The sum of the members that the change compares',
    ),
    column<GroupFigure>(
      'against_like_for_like',
      'amount?',
      'Like for like before',
      'Their payments of the other period',
      { read: ({ likeForLikeAgo }) => likeForLikeAgo },
    ),
    column<GroupFigure>(
      'compared',
      'number?',
      'Compared',
      'Members that the change compares: they have every payment. null if one of the sums is',
    ),
  ]),
  column('doubtful', 'number', 'Doubtful', 'Members with a payment that the checks doubt'),
  doubtGroup(({ doubt }) => doubt),
];
