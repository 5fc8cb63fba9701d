import type { GroupFigure } from '../../../derive/span-sum.ts';
import { column, describe, type WrittenColumn } from '../../description.ts';
import { BASIS, FIGURE_META, OF_STATE } from '../../filters/shared-filters.ts';
import { COMPARISON_GROUPS } from '../comparison.ts';
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

/** A column with an amount, a change or a count of the compared sums. */
function ofFigure(
  name: string,
  type: 'amount' | 'ratio' | 'number',
  heading: string,
  meaning: string,
  read: (figure: GroupFigure) => number | null,
): WrittenColumn<PeriodLine> {
  return { name, type, heading, meaning, isNullable: true, read: ({ figure }) => read(figure) };
}

const SUMS: readonly WrittenColumn<PeriodLine>[] = [
  ofFigure('sum', 'amount', 'Sum', 'The payments of the period', ({ value }) => value),
  ofFigure('against', 'amount', 'Against', 'The payments of the other period', ({ yearAgo }) => yearAgo),
  column(
    'difference',
    'amount',
    'Difference',
    'The sum less the one of the other period. null for a jurisdiction without a payment in some month',
    {
      isNullable: true,
      read: ({ figure, missingMonths }) => (missingMonths === null ? figure.difference : null),
    },
  ),
  ofFigure(
    'change',
    'ratio',
    'Change',
    'Change from the other period. null if a month of one is missing. Of a group: of the members with every payment of both',
    ({ change }) => change,
  ),
  ofFigure(
    'comparable_change',
    'ratio',
    'Comparable change',
    'The change with a change of tax taken out. null if the tax is not known',
    ({ comparable }) => comparable?.change ?? null,
  ),
];

export const periodComparisonRecord = describe<PeriodLine>()({
  name: 'period_comparison',
  one: 'compared_line',
  address: '/api/:state/sales-tax/period-comparison',
  command: null,
  tag: 'analysis',
  title: 'Compare payments of two periods',
  notes:
    'One record for each jurisdiction with a payment in one of the two periods, or for each group of them. Equal records are sorted by jurisdiction id, or by the name of the group.',
  filters: {
    state: { kind: 'state', meaning: 'State to compare', isArgument: true, isRequired: true },
    period: {
      kind: 'span',
      meaning:
        'The first and the last month of the period. Default: a year after the other period, or the newest month of the state',
    },
    against: {
      kind: 'span',
      meaning:
        'The first and the last month of the period to compare with: as many months. Default: the same months a year before',
    },
    basis: BASIS,
    ...OF_STATE,
    group: {
      kind: 'choice',
      meaning: 'What a record is: a jurisdiction, or the sum of those of a county, a type or the state',
      choices: COMPARISON_GROUPS,
    },
    minimum: {
      kind: 'count',
      meaning: 'Only records with at least this many dollars in the period to compare with',
      example: 100_000,
      most: 1_000_000_000,
    },
    sort: {
      kind: 'sort',
      meaning: 'The column to sort by',
      choices: [...SUMS.map(({ name }) => name), 'name', 'rank'],
      usual: '-sum',
    },
  },
  // enough for a whole state
  paging: { largest: 2000, usual: 2000 },
  meta: {
    period: {
      type: 'text',
      meaning: 'The first and the last month of the period. null if the state has no datapoints',
      isNullable: true,
    },
    against: {
      type: 'text',
      meaning: 'The first and the last month of the period to compare with',
      isNullable: true,
    },
    basis: FIGURE_META.basis,
    group: { type: 'text', meaning: 'What a record is' },
    doubtful: {
      type: 'number',
      meaning:
        'Records with a doubtful payment. A sort by a change or by the difference has them after the others',
    },
  },
  shown: [
    'rank',
    'jurisdiction_id',
    'jurisdiction_name',
    'jurisdiction_type',
    'group',
    ...SUMS.map(({ name }) => name),
    'tax_changes',
    'missing_months',
    'left_out',
    'doubtful',
  ],
  members: [
    column('rank', 'number', 'Rank', 'Rank by sum among all records: 1 is the largest', { isNullable: true }),
    placeGroup('null for a group', ({ subject }) => subject),
    GROUP,
    column('members', 'number', 'Members', 'How many jurisdictions are added up'),
    ...SUMS,
    column(
      'tax_changes',
      'text',
      'Changes of tax',
      'Why the comparable change differs from the other, or is null',
      { isNullable: true, read: ({ figure }) => taxReason(figure) },
    ),
    column(
      'missing_months',
      'text',
      'Missing months',
      'The months of both periods without a payment. null if there is none, and for a group',
      { isNullable: true, read: ({ missingMonths }) => missingMonths },
    ),
    ofFigure(
      'missing',
      'number',
      'Missing',
      'Payments that are missing in the period',
      ({ missing }) => missing,
    ),
    ofFigure(
      'against_missing',
      'number',
      'Missing before',
      'Payments that are missing in the other period',
      ({ missingAgo }) => missingAgo,
    ),
    ofFigure(
      'left_out',
      'number',
      'Left out',
      'Members that the change leaves out, because they lack a payment. null if one of the sums is',
      ({ leftOut }) => leftOut,
    ),
    ofFigure(
      'compared',
      'number',
      'Compared',
      'Members that the change compares: they have every payment. null if one of the sums is',
      ({ compared }) => compared,
    ),
    column('doubtful', 'number', 'Doubtful', 'Members with a payment that the checks doubt'),
    doubtGroup(({ doubt }) => doubt),
  ],
});
