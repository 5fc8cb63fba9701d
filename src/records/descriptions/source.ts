import { UNIT_SCALES } from '../../domain/allocation.ts';
import type { ReportOrigin } from '../../domain/origin.ts';
import type { FigureSource, RowLine, RowPlace } from '../../domain/report.ts';
import { printedRowsOf } from '../../domain/text/wording.ts';
import { column, describe, type Member, part, type RecordColumn } from '../description.ts';
import { OF_PLACE } from '../filters/shared-filters.ts';
import { jsonWriter } from '../json-record.ts';
import { REPORT_KIND, SALES_OF } from './shared-columns.ts';

/** A row, and the fields whose figures come from it. */
export interface GivingRow extends FigureSource {
  fields: readonly string[];
}

/** The rows that the figures of a month come from. */
interface SourcedMonth {
  /** The first day of the allocation period. */
  allocation_period: string;
  sales_period: string | null;
  /** In the state's order of report kinds. */
  sources: readonly GivingRow[];
  /** The fields whose figure comes from the register of corrections, named as in a report. */
  corrected: readonly string[];
}

const PLACE: readonly RecordColumn<RowPlace>[] = [
  column('sheet', 'text?', 'Sheet', 'null if the format has no sheets'),
  column(
    'row',
    'number',
    'Row',
    'Row number as a spreadsheet shows it, from 1. In JSON, the number of the record',
  ),
];

const LINE: readonly Member<RowLine>[] = [
  ...PLACE,
  column('labels', 'facts', 'Labels', 'The values that distinguish the lines', { shape: { values: 'text' } }),
  column<RowLine>('figures', 'facts', 'Figures', 'Amounts in dollars', {
    shape: { values: 'number' },
    // only amounts add up
    read: ({ figures }) =>
      Object.fromEntries(
        Object.entries(figures).map(([name, cents]) => [name, Number(cents) / UNIT_SCALES.amount]),
      ),
  }),
];
const toLine = jsonWriter(LINE);

const ORIGIN: readonly Member<ReportOrigin>[] = [
  column('url', 'text', 'Address', 'The requested address; of the first page if the report has several'),
  column('fetched_at', 'time', 'Downloaded', 'When the download was complete'),
  column('status', 'number?', 'Status', 'The HTTP status. null for a local file'),
  column('etag', 'text?', 'Tag', "The server's name of this version"),
  column('last_modified', 'text?', 'Changed', 'When it changed last, as the server says'),
  column('bytes', 'number', 'Bytes', 'Size of the file'),
  column<ReportOrigin>(
    'invented',
    'choice?',
    'Invented',
    'yes if the report is a sample: its figures are invented. null if not',
    { choices: ['yes'], read: ({ invented }) => (invented ? 'yes' : null) },
  ),
];

const toOrigin = jsonWriter(ORIGIN);

const ROW: readonly Member<GivingRow>[] = [
  REPORT_KIND,
  part('report', 'The report of the row', (row: GivingRow) => row, [
    column('file_name', 'text', 'Report', 'The name of the file when it was received'),
    column('sha256', 'text', 'SHA-256', 'Hash of the bytes. The archive stores the file under this name'),
    column('received_at', 'time', 'Received', 'When the report was received'),
    column(
      'origin',
      'facts?',
      'Origin',
      'Where the report was downloaded from. null if a person supplied the file',
      {
        shape: { object: ORIGIN },
        read: ({ origin }) => origin && toOrigin(origin),
      },
    ),
  ]),
  ...PLACE,
  column('fields', 'facts', 'Fields', 'The fields of the record that come from this row', { shape: 'texts' }),
  column<GivingRow>(
    'lines',
    'facts?',
    'Lines',
    'The printed lines that add up to the row. null if the kind prints one line for a month',
    { shape: { list: LINE }, read: ({ lines }) => lines?.map(toLine) ?? null },
  ),
];
const toRow = jsonWriter(ROW);

export const sourceRecord = describe<SourcedMonth>()({
  name: 'sources',
  one: 'sources',
  address: '/api/jurisdictions/:id/sources',
  tag: 'jurisdictions',
  title: 'List the reports and rows behind the figures of a place',
  notes: 'One record for each datapoint.',
  filters: {
    ...OF_PLACE,
    allocation_period: { kind: 'month', meaning: 'Only this allocation period' },
  },
  members: [
    column('allocation_period', 'month', 'Month', 'Month in which the money was released', {
      example: '2024-05-01',
    }),
    SALES_OF,
    column('rows', 'text', 'Rows', 'The file of each report that the record comes from, and its rows', {
      read: ({ sources }) => sources.map((one) => printedRowsOf(one.file_name, one)).join('; '),
    }),
    column(
      'sources',
      'facts',
      'Sources',
      'The rows that the record is merged from, at most one of each kind',
      { shape: { list: ROW }, read: ({ sources }) => sources.map(toRow) },
    ),
    column(
      'corrected',
      'facts',
      'Corrected',
      'Fields whose figure comes from the register of corrections instead of these rows',
      { shape: 'texts' },
    ),
  ],
  shown: ['allocation_period', 'sales_period', 'rows', 'corrected'],
  examples: ['"Alder Creek"', '"Alder Creek" --allocation-period 2026-10 --format json'],
});
