import type { Unit } from '../../../domain/allocation.ts';
import { column, describe, type WrittenMember } from '../../description.ts';
import {
  placeGroup,
  REPORT_KIND,
  reportGroup,
  SALES_OF,
  type ShownPlace,
  type ShownReport,
  STATE,
} from '../shared-columns.ts';

/** What can change, in the order of lists: the most important first. */
export const CHANGES = [
  'new_month',
  'withdrawn_report',
  'restated_figure',
  'removed_figure',
  'changed_county',
  'ended_jurisdiction',
  'new_jurisdiction',
  'new_figure',
] as const;
export type ChangeName = (typeof CHANGES)[number];

/** The report that a change comes from. */
export interface ChangeReport extends ShownReport {
  kind: string;
  received_at: string;
}

/** One difference between the dataset of a version and the present one. Figures are in the unit of the field, as stored. */
export interface ListedChange {
  change: ChangeName;
  state: string;
  /** The first day of a month. */
  allocation_period: string | null;
  /** The month of its sales, as the first day. */
  sales_period: string | null;
  jurisdiction: ShownPlace | null;
  field: string | null;
  /** The unit of the field; null if there is none. */
  unit: Unit | null;
  before: number | null;
  after: number | null;
  /** The exact sum of the field over the jurisdictions that the change is about. */
  total: number | null;
  /** How many jurisdictions the change is about. */
  jurisdictions: number | null;
  report: ChangeReport | null;
  reason: string | null;
  /** ISO 8601 in UTC. */
  at: string;
}

const unitOf = ({ unit }: ListedChange) => unit ?? undefined;
const report = reportGroup<ListedChange>(
  'The report of the change. null if there are several, or none',
  (listed) => listed.report,
);

/** The columns of a change. The page reads them alone. */
export const CHANGE_MEMBERS: readonly WrittenMember<ListedChange>[] = [
  column(
    'change',
    'choice',
    'Change',
    'new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. changed_county: a place of which the newest month names another county; past sums of both counties follow. ended_jurisdiction: no record in the newest month',
    { choices: CHANGES },
  ),
  STATE,
  column(
    'allocation_period',
    'month?',
    'Month',
    'The month. The first one of a new jurisdiction, the last one of an ended jurisdiction or a report',
    { example: '2024-05-01' },
  ),
  SALES_OF,
  placeGroup(
    'null if the change is about several jurisdictions, or about a report',
    ({ jurisdiction }) => jurisdiction,
  ),
  column('field', 'text?', 'Figure', 'The field of the figures', { example: 'net_payment' }),
  column('unit', 'text?', 'Unit', 'Unit of the figures: amount or percent. null if there are none', {
    isForFiles: true,
  }),
  column('before', 'figure?', 'Before', 'The figure in that version, in the unit of the field', { unitOf }),
  column(
    'after',
    'figure?',
    'Now',
    'The figure now, in the unit of the field. For an ended jurisdiction, its last figure',
    { unitOf },
  ),
  column(
    'total',
    'figure?',
    'Total',
    'The sum of the field over the new records or figures. null for percentages and single figures',
    { unitOf },
  ),
  column(
    'jurisdictions',
    'number?',
    'Jurisdictions',
    'The number of new records or figures. null for single ones',
  ),
  {
    ...report,
    columns: [
      ...report.columns,
      { ...REPORT_KIND, read: (listed) => listed.report?.kind ?? null },
      column('received_at', 'time', 'Received', 'When the report was received', {
        read: (listed) => listed.report?.received_at ?? null,
      }),
    ],
  },
  column(
    'reason',
    'text?',
    'Reason',
    'Why a report was withdrawn. For a changed county, the county before and now',
  ),
  column('at', 'time', 'When', 'When the newest run that changed it finished; when a report was withdrawn'),
];

export const changeRecord = /* @__PURE__ */ describe<ListedChange>()({
  name: 'changes',
  one: 'change',
  address: '/api/changes',
  command: null,
  tag: 'revisions',
  title: 'List what changed since a version, the most important first',
  notes:
    'Compares two versions of the dataset: a figure that changed twice is one change, and one that changed back is none. The order: new months, reports, restated and removed figures, the largest difference of the payment first, then changed counties, jurisdictions and figures that were missing. /api/revisions lists every single change of a figure.',
  filters: {
    since: {
      kind: 'moment',
      meaning:
        'Only changes since a date (UTC) or a version of the dataset. Default: last, what the newest run that changed anything changed',
      isForCommand: true,
    },
    since_version: {
      kind: 'version',
      meaning: 'Only changes since this version of the dataset. Default: the version before the newest one',
    },
    state: { kind: 'state', meaning: 'Only changes of this state' },
    county: { kind: 'county', meaning: 'Only changes of jurisdictions in this county' },
    jurisdictions: { kind: 'jurisdictions', meaning: 'Only changes of these jurisdictions' },
  },
  meta: {
    since_version: {
      type: 'text',
      meaning: 'The version that the present one is compared with. null if its run is forgotten',
      isNullable: true,
    },
    version: { type: 'text', meaning: 'The present version' },
  },
  members: CHANGE_MEMBERS,
  examples: ['', '--since 2026-11-01 --state tx --out changes.xlsx'],
});
