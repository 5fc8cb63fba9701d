import type { ReportKindName } from '../../domain/report.ts';
import { describe } from '../description.ts';
import { REPORT_KIND, STATE } from './shared-columns.ts';

const STATUSES = ['loaded', 'held', 'withdrawn'] as const;

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
  row_count: number;
  withdrawn_at: string | null;
  withdrawn_reason: string | null;
  url: string | null;
  fetched_at: string | null;
  status: (typeof STATUSES)[number];
  held_at: string | null;
  doubts: string | null;
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
    state: { kind: 'state', meaning: 'Only reports of this state' },
    kind: { kind: 'report_kind', meaning: 'Only reports of this kind' },
    allocation_period: { kind: 'month', meaning: 'Only reports whose months include this one' },
  },
  members: [
    { name: 'sha256', type: 'text', heading: 'SHA-256', meaning: 'SHA-256 of its bytes' },
    STATE,
    REPORT_KIND,
    {
      name: 'format',
      type: 'text',
      heading: 'Format',
      meaning: 'Format of the file: csv, json, xlsx or xls',
    },
    {
      name: 'file_name',
      type: 'text',
      heading: 'Report',
      meaning: 'Name of the file when it was received',
      example: 'statement-2026-10.csv',
    },
    {
      name: 'received_at',
      type: 'time',
      heading: 'Received',
      meaning: 'When it was received',
      sort: true,
    },
    {
      name: 'first_month',
      type: 'month',
      heading: 'First month',
      meaning: 'First allocation period in it',
      sort: true,
    },
    {
      name: 'last_month',
      type: 'month',
      heading: 'Last month',
      meaning: 'Last allocation period in it',
      sort: true,
    },
    {
      name: 'row_count',
      type: 'number',
      heading: 'Rows',
      meaning: 'Rows that the dataset has of it',
      sort: true,
    },
    {
      name: 'withdrawn_at',
      type: 'time',
      heading: 'Withdrawn',
      meaning: 'When it was withdrawn or rejected. null if it was not',
      isNullable: true,
    },
    {
      name: 'withdrawn_reason',
      type: 'text',
      heading: 'Reason',
      meaning: 'Why it was withdrawn or rejected',
      isNullable: true,
    },
    {
      name: 'url',
      type: 'text',
      heading: 'Address',
      meaning: 'Where it was downloaded. null if a person supplied it',
      isNullable: true,
    },
    {
      name: 'fetched_at',
      type: 'time',
      heading: 'Downloaded',
      meaning: 'When it was downloaded. null if a person supplied it',
      isNullable: true,
    },
    {
      name: 'status',
      type: 'choice',
      heading: 'Status',
      meaning:
        'Whether it counts. A held report waits for a review, and a withdrawn one was withdrawn or rejected: neither gives figures',
      choices: STATUSES,
      filter: 'value',
    },
    {
      name: 'held_at',
      type: 'time',
      heading: 'Held',
      meaning: 'When a run held it for a review, even if it was accepted since. null if none did',
      isNullable: true,
    },
    {
      name: 'doubts',
      type: 'text',
      heading: 'Doubts',
      meaning: 'Why a run held it, and what to do. null if none did',
      isNullable: true,
    },
  ],
  shown: ['received_at', 'state', 'kind', 'first_month', 'last_month', 'row_count', 'status', 'file_name'],
  examples: ['--status held', '--state ca --allocation-period 2026-10'],
  published: {
    meaning: 'One report file, also if it is held or withdrawn',
    key: ['sha256'],
  },
});
