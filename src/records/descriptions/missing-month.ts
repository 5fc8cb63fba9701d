import type { ReportKindName } from '../../domain/report.ts';
import { column, describe } from '../description.ts';
import { REPORT_KIND, SALES_OF, STATE } from './shared-columns.ts';

const STATUSES = ['missing', 'expected', 'overdue'] as const;

/** A month or quarter without a report of its kind. */
export interface MissingMonth {
  state: string;
  kind: ReportKindName;
  period: string;
  /** The first day of the month. */
  allocation_period: string;
  sales_period: string | null;
  status: (typeof STATUSES)[number];
  due: string | null;
}

export const missingMonthRecord = describe<MissingMonth>()({
  name: 'missing_months',
  one: 'missing_month',
  address: '/api/missing-months',
  command: 'missing',
  tag: 'dataset',
  title: 'List the months and quarters without a report, by state and kind',
  notes:
    'The list begins with the first month of the state. A kind of report without any loaded report is missing up to the last month of the state; comparison sheets are not. The answer can change with the day, because reports become due.',
  changesDaily: true,
  filters: {
    state: { kind: 'choice', of: 'state', meaning: 'Only this state' },
    kind: { kind: 'choice', of: 'report_kind', meaning: 'Only reports of this kind' },
  },
  members: [
    STATE,
    REPORT_KIND,
    column('period', 'text', 'Period', 'The month, or the sales quarter of a quarterly report', {
      example: '2024Q1',
    }),
    column('allocation_period', 'month', 'Month', 'The month in which the money is paid', {
      filter: 'span',
      sort: true,
    }),
    SALES_OF,
    column(
      'status',
      'choice',
      'Status',
      'Why the report is missing: "missing" is not later than loaded ones, "expected" is the newest one that is due, and "overdue" was due before it',
      { choices: STATUSES, filter: 'value' },
    ),
    column(
      'due',
      'date?',
      'Due',
      'The day on which the report was due. null if it is not later than loaded ones',
    ),
  ],
  examples: ['', '--status missing --state tx'],
});
