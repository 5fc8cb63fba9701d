import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { type ColumnGroup, column, optionalPart, type RecordColumn } from '../description.ts';

/** A jurisdiction inside another record. `name` is null if it is no longer in the dataset. */
export interface ShownPlace {
  id: number;
  name: string | null;
  type: JurisdictionType | null;
  county: string | null;
}

/** A report inside another record. */
export interface ShownReport {
  sha256: string;
  file_name: string;
}

export const STATE = column<{ state: string }>('state', 'text', 'State', 'Two-letter code in lower case');

export const REPORT_KIND = column<{ kind: string }>(
  'kind',
  'text',
  'Report kind',
  'What the report is: the state, and its name for such reports',
  { example: 'ca/monthly-statement' },
);

export const PLACE_COLUMNS: readonly RecordColumn<ShownPlace>[] = [
  column('id', 'number', 'Jurisdiction id', 'Never changes'),
  column(
    'name',
    'text?',
    'Jurisdiction',
    'Its newest name. null if the jurisdiction is no longer in the dataset',
  ),
  column('type', 'text?', 'Type', 'city, county, transit or special_district. null if unknown'),
  column('county', 'text?', 'County', 'Its county, without the word County. null if unknown'),
];

/** The jurisdiction of a record; null if it has none. */
export function placeGroup<Row>(meaning: string, placeOf: (row: Row) => ShownPlace | null): ColumnGroup<Row> {
  return optionalPart('jurisdiction', meaning, placeOf, PLACE_COLUMNS);
}

export const REPORT_COLUMNS: readonly RecordColumn<ShownReport>[] = [
  column('sha256', 'text', 'SHA-256 of the report', 'SHA-256 of its bytes'),
  column('file_name', 'text', 'Report', 'Name of the file when it was received'),
];

/** The report of a record; null if it has none. */
export function reportGroup<Row>(
  meaning: string,
  reportOf: (row: Row) => ShownReport | null,
): ColumnGroup<Row> {
  return optionalPart('report', meaning, reportOf, REPORT_COLUMNS);
}

/** The month of the sales behind the payment of a row, as a date. */
export const SALES_OF = column<{ sales_period: string | null }>(
  'sales_period',
  'month?',
  'Sales of',
  'Month in which the sales were made. null if no source states it',
  { example: '2024-03-01' },
);

/** The months of the sales behind the first and the last month of a row, as dates. */
export const FIRST_SALES = column<{ first_sales_month: string | null }>(
  'first_sales_month',
  'month?',
  'First sales',
  'The month of the sales behind `first_month`. null if no source states it',
);
export const LAST_SALES = column<{ last_sales_month: string | null }>(
  'last_sales_month',
  'month?',
  'Last sales',
  'The month of the sales behind `last_month`. null if no source states it',
);

/** The month of a computed row, and that of the sales behind it. */
export const MONTH = column<{ month: Month }>(
  'month',
  'month',
  'Month',
  'Month in which the money was released',
  {
    example: '2024-05-01',
    read: ({ month }) => firstDay(month),
  },
);
export const SALES_MONTH_COLUMN = column<{ salesMonth: Month | null }>(
  'sales_month',
  'month?',
  'Sales of',
  'Month in which the sales were made. null if no source states it',
  { example: '2024-03-01', read: ({ salesMonth }) => salesMonth && firstDay(salesMonth) },
);

/** Why a change is doubtful. */
export interface ShownDoubt {
  month: Month;
  code: string;
  text: string;
}

const DOUBT_COLUMNS: readonly RecordColumn<ShownDoubt>[] = [
  column('month', 'month', 'Doubted month', 'The month of the doubted payment', {
    example: '2024-05-01',
    read: ({ month }) => `${month}-01`,
  }),
  column('code', 'text', 'Code of the doubt', 'The code of the finding', { example: 'unusual-payment' }),
  column('text', 'text', 'Doubt', 'What the checks found'),
];

/** The doubt of a record; null if it has none. */
export function doubtGroup<Row>(doubtOf: (row: Row) => ShownDoubt | null): ColumnGroup<Row> {
  return optionalPart(
    'doubt',
    'Why the change is doubtful: the checks doubt a payment of it. null if not, and for a group',
    doubtOf,
    DOUBT_COLUMNS,
  );
}
