import type { ReportKindName } from '../../domain/report.ts';
import { column, describe } from '../description.ts';
import { FIRST_SALES, LAST_SALES, REPORT_KIND, STATE } from './shared-columns.ts';

const STATUSES = ['loaded', 'withdrawn'] as const;

/** A report of the dataset. Months are first days. */
export interface ListedReport {
  sha256: string;
  state: string;
  kind: ReportKindName;
  format: string;
  file_name: string;
  received_at: string;
  first_month: string;
  last_month: string;
  /** The months of the sales behind them. */
  first_sales_month: string | null;
  last_sales_month: string | null;
  row_count: number;
  withdrawn_at: string | null;
  withdrawn_reason: string | null;
  url: string | null;
  fetched_at: string | null;
  status: (typeof STATUSES)[number];
  accepted_at: string | null;
  accepted_reason: string | null;
}

export const reportRecord = describe<ListedReport>()({
  name: 'reports',
  one: 'report',
  address: '/api/reports',
  tag: 'dataset',
  title: 'List the report files, those received last first',
  notes:
    'You can combine all parameters. A report that was refused is not in the list: its errors are in the output of the run.',
  filters: {
    state: { kind: 'choice', of: 'state', meaning: 'Only reports of this state' },
    kind: { kind: 'choice', of: 'report_kind', meaning: 'Only reports of this kind' },
    allocation_period: { kind: 'month', meaning: 'Only reports whose months include this one' },
  },
  members: [
    column('sha256', 'text', 'SHA-256', 'SHA-256 of its bytes'),
    STATE,
    REPORT_KIND,
    column('format', 'text', 'Format', 'Format of the file: csv, json, xlsx or xls'),
    column('file_name', 'text', 'Report', 'Name of the file when it was received', {
      example: 'statement-2026-10.csv',
    }),
    column('received_at', 'time', 'Received', 'When it was received', { sort: true }),
    column('first_month', 'month', 'First month', 'First allocation period in it', { sort: true }),
    column('last_month', 'month', 'Last month', 'Last allocation period in it', { sort: true }),
    FIRST_SALES,
    LAST_SALES,
    column('row_count', 'count', 'Rows', 'Rows that the dataset has of it', { sort: true }),
    column('withdrawn_at', 'time?', 'Withdrawn', 'When it was withdrawn. null if it was not'),
    column('withdrawn_reason', 'text?', 'Reason', 'Why it was withdrawn'),
    column('url', 'text?', 'Address', 'Where it was downloaded. null if a person supplied it'),
    column('fetched_at', 'time?', 'Downloaded', 'When it was downloaded. null if a person supplied it'),
    column('status', 'choice', 'Status', 'Whether it counts. A withdrawn report gives no figures', {
      choices: STATUSES,
      filter: 'value',
    }),
    column('accepted_at', 'time?', 'Accepted', 'When a person loaded it in spite of its doubts'),
    column('accepted_reason', 'text?', 'Why accepted', 'Why the person did so'),
  ],
  shown: ['received_at', 'state', 'kind', 'first_month', 'last_month', 'row_count', 'status', 'file_name'],
  examples: ['--status withdrawn', '--state ca --allocation-period 2026-10'],
  published: {
    meaning: 'One report file, also if it is withdrawn',
    key: ['sha256'],
  },
});
