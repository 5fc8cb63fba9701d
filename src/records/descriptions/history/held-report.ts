import { withMessage } from '../../../domain/findings/finding.ts';
import { firstDay } from '../../../domain/month.ts';
import type { HeldReport } from '../../../domain/report.ts';
import { column, describe } from '../../description.ts';
import { FIRST_SALES, LAST_SALES, REPORT_KIND } from '../shared-columns.ts';

export const heldRecord = describe<HeldReport>()({
  name: 'held',
  one: 'held_report',
  address: null,
  tag: 'dataset',
  title: 'List reports that wait for your review, and why',
  notes: 'The list is in the order in which the reports were received.',
  filters: {},
  members: [
    column('sha256', 'text', 'SHA-256', 'SHA-256 of its bytes'),
    column('file_name', 'text', 'Report', 'Name of the file when it was received'),
    REPORT_KIND,
    column('first_month', 'month', 'First month', 'First allocation period in it', {
      read: ({ first_month: month }) => firstDay(month),
    }),
    column('last_month', 'month', 'Last month', 'Last allocation period in it', {
      read: ({ last_month: month }) => firstDay(month),
    }),
    FIRST_SALES,
    LAST_SALES,
    column('received_at', 'time', 'Received', 'When it was received'),
    column('held_at', 'time', 'Held', 'When a run held it'),
    column('findings', 'facts', 'Findings', 'Why it is held', {
      read: ({ doubts }) => doubts.map(withMessage),
    }),
  ],
  examples: ['', '--format json'],
});
