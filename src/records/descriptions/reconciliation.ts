import type { Unit } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import { rowListOf } from '../../domain/text/wording.ts';
import { column, describe, type WrittenColumn, within } from '../description.ts';
import { CODED_COLUMNS, type CodedPlace } from './coded-place.ts';
import { ALLOCATION_PERIOD, REPORT_KIND, SALES_PERIOD } from './shared-columns.ts';

interface PrintedRow {
  sheet: string | null;
  row: number;
}

interface ReportName {
  file_name: string;
  sha256: string;
}

/** A figure of a comparison sheet that is not the dataset's. */
export interface ReconciledFigure {
  kind: string;
  month: Month;
  salesMonth: Month | null;
  jurisdiction: CodedPlace;
  /** Its name in the sheet. */
  figure: string;
  unit: Unit;
  printed: number;
  ours: number;
  listedIn: ReportName;
  /** The rows of the sheet: several if they add up, or print the same figure. */
  listed: readonly [PrintedRow, ...PrintedRow[]];
  sourceIn: ReportName;
  source: PrintedRow;
}

const unitOf = ({ unit }: ReconciledFigure) => unit;

function rowColumns(
  whose: string,
  reportOf: (row: ReconciledFigure) => ReportName,
  placeOf: (row: ReconciledFigure) => PrintedRow,
): WrittenColumn<ReconciledFigure>[] {
  return [
    ...within(reportOf, [
      column<ReportName>('file', 'text', `${whose}: file`, 'Name of the report when it was received', {
        read: ({ file_name }) => file_name,
      }),
      column<ReportName>('sha256', 'text', `${whose}: SHA-256`, 'SHA-256 of its bytes'),
    ]),
    ...within(placeOf, [
      column<PrintedRow>('sheet', 'text?', `${whose}: sheet`, 'null if the format has no sheets'),
      column<PrintedRow>('row', 'number', `${whose}: row`, 'Row number in the report, from 1'),
    ]),
  ];
}

export const reconciliationRecord = describe<ReconciledFigure>()({
  name: 'differences',
  one: 'difference',
  address: null,
  command: 'reconcile',
  tag: 'dataset',
  title: "Compare the dataset with a state's own comparison sheets",
  notes: 'One record for each figure that differs, the newest month first.',
  filters: {
    state: { kind: 'state', meaning: 'State to check', isRequired: true },
    allocation_period: { kind: 'month', meaning: 'Allocation period to check. Default: all months' },
  },
  members: [
    ALLOCATION_PERIOD,
    SALES_PERIOD,
    REPORT_KIND,
    ...within(({ jurisdiction }: ReconciledFigure) => jurisdiction, CODED_COLUMNS.slice(0, -1)),
    column('figure', 'text', 'Figure', 'The name of the figure in the comparison sheet'),
    column('summary', 'figure', 'Sheet', 'The figure that the comparison sheet prints', {
      unitOf,
      read: ({ printed }) => printed,
    }),
    column('dataset', 'figure', 'Dataset', "The dataset's figure", { unitOf, read: ({ ours }) => ours }),
    column('difference', 'figure', 'Difference', 'The figure of the sheet less that of the dataset', {
      unitOf,
      read: ({ printed, ours }) => printed - ours,
    }),
    {
      group: 'summary_source',
      meaning: 'Where the comparison sheet prints it',
      columns: [
        ...rowColumns(
          'Sheet',
          ({ listedIn }) => listedIn,
          ({ listed: [first] }) => first,
        ),
        column(
          'other_rows',
          'text?',
          'Sheet: other rows',
          'Further rows that add up to the figure, or print it again',
          { read: ({ listed: [, ...others] }) => (others.length === 0 ? null : rowListOf(others)) },
        ),
      ],
    },
    {
      group: 'dataset_source',
      meaning: 'The row that the figure of the dataset comes from; of a sum, its last one',
      columns: rowColumns(
        'Dataset',
        ({ sourceIn }) => sourceIn,
        ({ source }) => source,
      ),
    },
  ],
  shown: [
    ...['allocation_period', 'sales_tax_id', 'name', 'figure', 'summary', 'dataset', 'difference'],
    ...['summary_source_file', 'summary_source_sheet', 'summary_source_row', 'summary_source_other_rows'],
    ...['dataset_source_file', 'dataset_source_sheet', 'dataset_source_row'],
  ],
  examples: [
    '--state tx',
    '--state tx --allocation-period 2026-09 --format csv',
    '--state tx --out differences.xlsx',
  ],
});
