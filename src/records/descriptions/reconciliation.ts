import type { Unit } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import { rowListOf } from '../../domain/text/wording.ts';
import { describe, type WrittenColumn } from '../description.ts';
import { ALLOCATION_PERIOD, type CodedPlace, jurisdictionInFiles, REPORT_KIND } from './shared-columns.ts';

interface PrintedRow {
  sheet: string | null;
  row: number;
}

interface ReportName {
  fileName: string;
  sha256: string;
}

/** A figure of a comparison sheet that is not the dataset's. */
export interface ReconciledFigure {
  kind: string;
  month: Month;
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

const UNIT = { type: 'figure', unitOf: ({ unit }: ReconciledFigure) => unit } as const;

const WHOSE = jurisdictionInFiles<ReconciledFigure>(({ jurisdiction }) => jurisdiction)
  .filter(({ name }) => name !== 'county')
  .map(({ isForFiles: _, ...column }) => column);

/** The columns of one of the two rows. */
function rowColumns(
  whose: string,
  reportOf: (row: ReconciledFigure) => ReportName,
  placeOf: (row: ReconciledFigure) => PrintedRow,
): WrittenColumn<ReconciledFigure>[] {
  return [
    {
      name: 'file',
      type: 'text',
      heading: `${whose}: file`,
      meaning: 'Name of the report when it was received',
      read: (row) => reportOf(row).fileName,
    },
    {
      name: 'sha256',
      type: 'text',
      heading: `${whose}: SHA-256`,
      meaning: 'SHA-256 of its bytes',
      read: (row) => reportOf(row).sha256,
    },
    {
      name: 'sheet',
      type: 'text',
      heading: `${whose}: sheet`,
      meaning: 'null if the format has no sheets',
      isNullable: true,
      read: (row) => placeOf(row).sheet,
    },
    {
      name: 'row',
      type: 'number',
      heading: `${whose}: row`,
      meaning: 'Row number in the report, from 1',
      read: (row) => placeOf(row).row,
    },
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
    REPORT_KIND,
    ...WHOSE,
    {
      name: 'figure',
      type: 'text',
      heading: 'Figure',
      meaning: 'The name of the figure in the comparison sheet',
    },
    {
      ...UNIT,
      name: 'summary',
      heading: 'Sheet',
      meaning: 'The figure that the comparison sheet prints',
      read: ({ printed }) => printed,
    },
    {
      ...UNIT,
      name: 'dataset',
      heading: 'Dataset',
      meaning: "The dataset's figure",
      read: ({ ours }) => ours,
    },
    {
      ...UNIT,
      name: 'difference',
      heading: 'Difference',
      meaning: 'The figure of the sheet less that of the dataset',
      read: ({ printed, ours }) => printed - ours,
    },
    {
      group: 'summary_source',
      meaning: 'Where the comparison sheet prints it',
      columns: [
        ...rowColumns(
          'Sheet',
          ({ listedIn }) => listedIn,
          ({ listed: [first] }) => first,
        ),
        {
          name: 'other_rows',
          type: 'text',
          heading: 'Sheet: other rows',
          meaning: 'Further rows that add up to the figure, or print it again',
          isNullable: true,
          read: ({ listed: [, ...others] }) => (others.length === 0 ? null : rowListOf(others)),
        },
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
  examples: [
    '--state tx',
    '--state tx --allocation-period 2026-09 --format csv',
    '--state tx --out differences.xlsx',
  ],
});
