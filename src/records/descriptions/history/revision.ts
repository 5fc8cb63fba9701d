import type { Unit } from '../../../domain/allocation.ts';
import { column, describe, part } from '../../description.ts';
import { PLACE_COLUMNS, reportGroup, SALES_OF, type ShownReport, STATE } from '../shared-columns.ts';

/** One published figure that changed. Figures are in the field's unit, as stored. */
export interface ListedRevision {
  id: number;
  revised_at: string;
  run_id: number;
  state: string;
  jurisdiction_id: number;
  /** Null if the jurisdiction is no longer in the dataset. */
  jurisdiction: string | null;
  allocation_period: string;
  sales_period: string | null;
  field: string;
  /** The unit of the field; null if it has none. */
  unit: Unit | null;
  before: number | null;
  after: number | null;
  /** The report that gives the figure now; null if none does. */
  report: ShownReport | null;
  /** Whether the figure after the change is the one of corrections.json that the dataset has now. */
  is_corrected: boolean;
}

const placeOf = ({ jurisdiction_id: id, jurisdiction: name }: ListedRevision) => ({
  ...{ id, name, type: null, county: null },
});
const unitOf = ({ unit }: ListedRevision) => unit ?? undefined;

export const revisionRecord = describe<ListedRevision>()({
  name: 'revisions',
  one: 'revision',
  address: '/api/revisions',
  tag: 'revisions',
  title: 'List the figures that changed, newest first',
  notes:
    'You can combine all parameters. A new record is not a revision: use updated_since or since_version of the lists to find it.',
  filters: {
    since: {
      kind: 'moment',
      of: 'date',
      meaning: 'Only revisions by runs that finished on this date (UTC) or later',
    },
    since_version: {
      kind: 'moment',
      of: 'version',
      meaning: 'Only revisions since this version of the dataset',
    },
    state: { kind: 'choice', of: 'state', meaning: 'Only revisions of this state' },
    jurisdictions: { kind: 'ids', meaning: 'Only revisions of these jurisdictions' },
    reported: {
      kind: 'choice',
      choices: ['true'],
      meaning: 'Only figures printed in reports, not derived or newly added ones',
      isForCommand: true,
    },
  },
  members: [
    column('id', 'number', 'Id', 'Later revisions have higher ids'),
    column('revised_at', 'time', 'Revised', 'When the run that made the revision finished'),
    column('run_id', 'number', 'Run', 'The run that made the revision'),
    STATE,
    part(
      'jurisdiction',
      'The place. Its name is null if it is no longer in the dataset',
      placeOf,
      PLACE_COLUMNS.slice(0, 2),
    ),
    column('allocation_period', 'month', 'Month', 'The month in which the money was paid', {
      example: '2024-05-01',
    }),
    SALES_OF,
    column(
      'field',
      'text',
      'Field',
      'The field that changed. "derived": deltas, trends or ytd of the record changed. "datapoint": the record was removed',
      { example: 'net_payment' },
    ),
    column(
      'unit',
      'text?',
      'Unit',
      'Unit of before and after: amount or percent. null if there are no figures',
    ),
    column('before', 'figure?', 'Before', 'In the unit of the field. null if there was no figure', {
      unitOf,
    }),
    column('after', 'figure?', 'After', 'In the unit of the field. null if the figure was removed', {
      unitOf,
    }),
    column(
      'changed_by',
      'choice',
      'Changed by',
      'correction: an entry of your own corrections.json gives the figure after the change, and no report has it. report: all others',
      {
        choices: ['report', 'correction'],
        read: ({ is_corrected }) => (is_corrected ? 'correction' : 'report'),
      },
    ),
    reportGroup(
      'The report that now gives the figure. If none does, the report of the record. null if the record was removed',
      ({ report }) => report,
    ),
  ],
  shown: [
    'revised_at',
    'run_id',
    'jurisdiction_id',
    'jurisdiction_name',
    'allocation_period',
    'sales_period',
    'field',
    'before',
    'after',
    'changed_by',
    'report_file_name',
  ],
  examples: ['--since 2026-11-01', '--jurisdiction "Alder Creek" --reported'],
  published: {
    meaning: 'One figure that changed after its first publication',
    key: ['id'],
    indexes: [['jurisdiction_id', 'allocation_period']],
  },
});
