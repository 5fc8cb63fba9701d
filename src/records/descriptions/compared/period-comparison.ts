import { describe } from '../../description.ts';
import { BASIS, FIGURE_META, MINIMUM, OF_STATE } from '../../filters/shared-filters.ts';
import { BY_GROUP } from '../comparison.ts';
import { PERIOD_MEMBERS, PERIOD_SUMS, type PeriodLine } from './period-line.ts';

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
    group: BY_GROUP,
    minimum: MINIMUM,
    sort: {
      kind: 'sort',
      meaning: 'The column to sort by',
      choices: [...PERIOD_SUMS.map(({ name }) => name), 'name', 'rank'],
      usual: '-sum',
    },
  },
  // enough for a whole state
  paging: { largest: 2000, usual: 2000 },
  meta: {
    period: {
      isInLines: true,
      type: 'text',
      meaning: 'The first and the last month of the period. null if the state has no datapoints',
      isNullable: true,
    },
    against: {
      flatName: 'against_period',
      isInLines: true,
      type: 'text',
      meaning: 'The first and the last month of the period to compare with',
      isNullable: true,
    },
    sales_period: {
      isInLines: true,
      type: 'text',
      meaning: 'The first and the last month of the sales of the period',
      isNullable: true,
    },
    against_sales_period: {
      isInLines: true,
      type: 'text',
      meaning: 'The first and the last month of the sales of the period to compare with',
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
    ...['rank', 'jurisdiction_id', 'jurisdiction_name', 'jurisdiction_type', 'group'],
    ...PERIOD_SUMS.map(({ name }) => name),
    ...['missing_months', 'left_out', 'doubtful'],
  ],
  members: PERIOD_MEMBERS,
});
