import type { Unit } from '../../../domain/allocation.ts';
import { column, describe, type Member, optionalPart } from '../../description.ts';
import {
  placeGroup,
  REPORT_COLUMNS,
  REPORT_KIND,
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
  'restatement',
  'due_report',
] as const;
export type ChangeName = (typeof CHANGES)[number];

/** The report that a change comes from. */
interface ChangeReport extends ShownReport {
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
  /** Of a month: the change of its payments from a year before, in millionths, and who lost most. */
  growth: number | null;
  largest_fall: string | null;
  report: ChangeReport | null;
  reason: string | null;
  /** ISO 8601 in UTC. */
  at: string;
  /** Of a month or a run as a whole; `null` for a single change. */
  key: string | null;
  title: string | null;
  text: string | null;
  /** The path of the page that shows it. */
  page: string | null;
}

/** What only some changes have. */
export const NO_DETAILS = {
  ...{ jurisdiction: null, field: null, unit: null, before: null, after: null, total: null },
  ...{ jurisdictions: null, growth: null, largest_fall: null, report: null, reason: null },
} as const;

const unitOf = ({ unit }: ListedChange) => unit ?? undefined;
/** The columns of a change. The page reads them alone. */
export const CHANGE_MEMBERS: readonly Member<ListedChange>[] = [
  column(
    'change',
    'choice',
    'Change',
    'new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. changed_county: a place of which the newest month names another county; past sums of both counties follow. ended_jurisdiction: no record in the newest month. With by=month, restatement: what a run changed together; due_report: a report that should be there and is not',
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
  column('unit', 'text?', 'Unit', 'Unit of the figures: amount or percent. null if there are none'),
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
    'The sum of the field over the new records or figures. null for percentages and single figures. With by=month, the payments of the month, or by how much a run changed the payments',
    { unitOf },
  ),
  column(
    'jurisdictions',
    'number?',
    'Jurisdictions',
    'The number of new records or figures. null for single ones',
  ),
  optionalPart(
    'report',
    'The report of the change. null if there are several, or none',
    ({ report }) => report,
    [
      ...REPORT_COLUMNS,
      REPORT_KIND,
      column<ChangeReport>('received_at', 'time', 'Received', 'When the report was received'),
    ],
  ),
  column(
    'reason',
    'text?',
    'Reason',
    'Why a report was withdrawn. For a changed county, the county before and now',
  ),
  column('at', 'time', 'When', 'When the newest run that changed it finished; when a report was withdrawn'),
  column('key', 'text?', 'Key', 'With by=month: names the record, and never changes', {
    example: 'month-ca-2026-10',
  }),
  column('title', 'text?', 'Title', 'With by=month: what is new, in a line', {
    example: 'California: payments of October 2026',
  }),
  column('text', 'text?', 'Text', 'With by=month: what is new, in a few sentences'),
  column(
    'growth',
    'ratio?',
    'Change in a year',
    'With by=month: change of the payments of a month that came',
  ),
  column('largest_fall', 'text?', 'Largest fall', 'With by=month: the city that lost most, and how much', {
    example: 'Charlotte, −$3.12 million',
  }),
  column('page', 'text?', 'Page', 'With by=month: the path of the page that shows it', {
    example: '/rankings/ca/2026-10',
  }),
];

export const changeRecord = describe<ListedChange>()({
  name: 'changes',
  one: 'change',
  address: '/api/changes',
  tag: 'revisions',
  title: 'List what changed since a version, the most important first',
  notes:
    'Compares two versions of the dataset: a figure that changed twice is one change, and one that changed back is none. The order: new months, reports, restated and removed figures, the largest difference of the payment first, then changed counties, jurisdictions and figures that were missing. /api/revisions lists every single change of a figure. /updates.atom has the newest records by month as an Atom feed, for feed readers.',
  changesDaily: true,
  filters: {
    since: {
      kind: 'moment',
      meaning:
        'Only changes since a date (UTC) or a version of the dataset. Default: last, what the newest run that changed anything changed',
      isForCommand: true,
    },
    since_version: {
      kind: 'moment',
      of: 'version',
      meaning: 'Only changes since this version of the dataset. Default: the version before the newest one',
    },
    change: { kind: 'choice', meaning: 'Only changes of this kind', choices: CHANGES },
    by: {
      kind: 'choice',
      meaning:
        'What a record is. month: what is new as people would tell it, newest first: each month that came, what a run restated, reports that are due. Then nothing but state and change narrow the list. Default: figure',
      choices: ['figure', 'month'],
    },
    state: { kind: 'choice', of: 'state', meaning: 'Only changes of this state' },
    county: { kind: 'text', of: 'county', meaning: 'Only changes of jurisdictions in this county' },
    jurisdictions: { kind: 'ids', meaning: 'Only changes of these jurisdictions' },
  },
  shown: [
    'at',
    'change',
    'state',
    'allocation_period',
    'jurisdiction_name',
    'field',
    'before',
    'after',
    'total',
    'jurisdictions',
    'text',
  ],
  members: CHANGE_MEMBERS,
  examples: ['', '--by month', '--since 2026-11-01 --state tx --out changes.xlsx'],
});
