import type { Unit } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import { rowListOf } from '../../domain/text/wording.ts';
import { column, describe, part, type RecordColumn } from '../description.ts';
import { MONTH, PLACE_COLUMNS, REPORT_KIND, SALES_MONTH_COLUMN, type ShownPlace } from './shared-columns.ts';

interface PrintedRow {
  sheet: string | null;
  row: number;
}

interface ReportName {
  file_name: string;
  sha256: string;
}

type Coded = ShownPlace & { sales_tax_id: string };

/** A figure of a comparison sheet that is not the dataset's. */
interface ReconciledFigure {
  kind: string;
  month: Month;
  salesMonth: Month | null;
  jurisdiction: Coded;
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

/** Where a figure is printed. */
type Printed = PrintedRow & ReportName & { others?: readonly PrintedRow[] };

function rowColumns(whose: string): RecordColumn<Printed>[] {
  return [
    column('file', 'text', `${whose}: file`, 'Name of the report when it was received', {
      read: ({ file_name }) => file_name,
    }),
    column('sha256', 'text', `${whose}: SHA-256`, 'SHA-256 of its bytes'),
    column('sheet', 'text?', `${whose}: sheet`, 'null if the format has no sheets'),
    column('row', 'number', `${whose}: row`, 'Row number in the report, from 1'),
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
    state: { kind: 'choice', of: 'state', meaning: 'State to check', isRequired: true },
    allocation_period: { kind: 'month', meaning: 'Allocation period to check. Default: all months' },
  },
  members: [
    MONTH,
    SALES_MONTH_COLUMN,
    REPORT_KIND,
    part('jurisdiction', 'The place', ({ jurisdiction }) => jurisdiction, [
      ...PLACE_COLUMNS.map((one): RecordColumn<Coded> => one),
      column<Coded>('sales_tax_id', 'text', 'Code', 'The code that the state gives the jurisdiction'),
    ]),
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
    part(
      'summary_source',
      'Where the comparison sheet prints it',
      ({ listedIn, listed: [first, ...others] }): Printed => ({ ...listedIn, ...first, others }),
      [
        ...rowColumns('Sheet'),
        column(
          'other_rows',
          'text?',
          'Sheet: other rows',
          'Further rows that add up to the figure, or print it again',
          { read: ({ others = [] }) => (others.length === 0 ? null : rowListOf(others)) },
        ),
      ],
    ),
    part(
      'dataset_source',
      'The row that the figure of the dataset comes from; of a sum, its last one',
      ({ sourceIn, source }): Printed => ({ ...sourceIn, ...source }),
      rowColumns('Dataset'),
    ),
  ],
  shown: [
    ...[
      'month',
      'jurisdiction_sales_tax_id',
      'jurisdiction_name',
      'figure',
      'summary',
      'dataset',
      'difference',
    ],
    ...['summary_source_file', 'summary_source_sheet', 'summary_source_row', 'summary_source_other_rows'],
    ...['dataset_source_file', 'dataset_source_sheet', 'dataset_source_row'],
  ],
  examples: [
    '--state tx',
    '--state tx --allocation-period 2026-09 --format csv',
    '--state tx --out differences.xlsx',
  ],
});
