import type { ComparisonLine } from '../../derive/comparison.ts';
import { column, describe } from '../description.ts';
import { BASIS, FIGURE_META, FISCAL_YEAR_START, MINIMUM, OF_STATE } from '../filters/shared-filters.ts';
import {
  allCompared,
  allOfGroups,
  type Doubted,
  doubtfulColumns,
  shownFigures,
} from './compared/compared-figures.ts';
import { doubtGroup, GROUP, placeGroup, type ShownDoubt, type ShownPlace } from './shared-columns.ts';

/** How many members a sum has, and how many lack a payment of the month. */
export const MEMBERS = [
  column(
    'members',
    'number',
    'Members',
    'Jurisdictions with a datapoint in the month or in one of the 24 months before it',
  ),
  column(
    'missing',
    'number',
    'Missing',
    'Members without a value in the month. A jurisdiction without a datapoint in the newest thirteen months of the state has ended with its last one. It is not missing after that',
  ),
] as const;

const COMPARISON_GROUPS = ['jurisdiction', 'county', 'type', 'state'] as const;
export type ComparisonGroup = (typeof COMPARISON_GROUPS)[number];
export const BY_GROUP = {
  kind: 'choice',
  meaning: 'What a record is: a jurisdiction, or the sum of those of a county, a type or the state',
  choices: COMPARISON_GROUPS,
} as const;

/** A line, and why its change is doubtful. */
export type ShownLine = ComparisonLine<ShownPlace & { name: string; slug: string }> & {
  doubt: ShownDoubt | null;
} & Doubted;

const COMPARED = allCompared<ShownLine>({ type: 'amount' });
const SORTS = [
  ...COMPARED.flatMap(({ name, type }) => (type === 'text' ? [] : name)),
  ...['difference', 'name', 'rank'],
];

function differenceOf({ payment: { value, yearAgo } }: ShownLine): number | null {
  return value === null || yearAgo === null ? null : value - yearAgo;
}

export const comparisonRecord = describe<ShownLine>()({
  name: 'comparison',
  one: 'comparison_line',
  address: '/api/:state/sales-tax/comparison',
  command: 'compare',
  tag: 'analysis',
  title: 'Compare payments of many jurisdictions with the year before',
  notes:
    'One record for each jurisdiction with a datapoint in the month or in one of the 24 months before it, or for each group of them. A sum of a group has all payments that its members got in its months. A change of a group is like for like: that of the members with every payment of both years. Equal records are sorted by jurisdiction id, or by the name of the group.',
  filters: {
    state: { kind: 'state', meaning: 'State to compare', isArgument: true, isRequired: true },
    allocation_period: {
      kind: 'month',
      meaning:
        'The month to compare: of payment, or of sales with basis=sales. Default: the newest month of the state',
    },
    ...OF_STATE,
    group: BY_GROUP,
    fiscal_year_start: FISCAL_YEAR_START,
    basis: BASIS,
    minimum: MINIMUM,
    sort: {
      kind: 'sort',
      meaning: 'The column to sort by',
      choices: SORTS,
      usual: '-value',
    },
  },
  // enough for a whole state
  paging: { largest: 2000, usual: 2000 },
  meta: {
    allocation_period: {
      isInLines: true,
      type: 'month',
      meaning: 'The month of payment. null if the state has no datapoints',
      isNullable: true,
      example: '2024-05-01',
    },
    sales_period: {
      isInLines: true,
      type: 'month',
      meaning: 'The month of its sales. null if the state has no datapoints, or if no source states it',
      isNullable: true,
      example: '2024-03-01',
    },
    fiscal_year_start: FIGURE_META.fiscal_year_start,
    basis: FIGURE_META.basis,
    group: { type: 'text', meaning: 'What a record is' },
    doubtful: {
      type: 'number',
      meaning: 'Records whose change is doubtful. A sort by change has them after the others',
    },
  },
  shown: [
    ...['rank', 'jurisdiction_id', 'jurisdiction_name', 'group', 'members', 'missing', 'left_out'],
    ...['value', 'year_ago', 'change', 'comparable_change'],
    ...shownFigures('yearToDate', 'fiscalYearToDate', 'rollingYear'),
  ],
  members: [
    column('rank', 'number?', 'Rank', 'Rank by value among all records of the comparison: 1 is the largest'),
    placeGroup('null for a group', ({ subject }) => subject),
    GROUP,
    ...MEMBERS,
    ...COMPARED,
    column(
      'difference',
      'amount?',
      'Payment, difference',
      'The payment less that of a year before. Of a group: with all members',
      { read: differenceOf },
    ),
    doubtGroup(({ doubt }) => doubt),
    ...doubtfulColumns<ShownLine>(),
    ...allOfGroups<ShownLine>((line) => (line.subject === null ? line : null))
      .filter(({ name }) => name !== 'difference')
      .map((column) => ({ ...column, isForSome: true as const })),
  ],
  examples: [
    'ca --county "Los Angeles" --type city',
    'tx --group type --allocation-period 2026-09',
    'ca --sort -change --limit 10 --format csv',
  ],
});
