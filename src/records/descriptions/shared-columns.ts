import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { column, type WrittenColumn, type WrittenGroup, within } from '../description.ts';

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

export const STATE = {
  name: 'state',
  type: 'text',
  heading: 'State',
  meaning: 'Two-letter code in lower case',
} as const;

export const REPORT_KIND = {
  name: 'kind',
  type: 'text',
  heading: 'Report kind',
  meaning: 'What the report is: the state, and its name for such reports',
  example: 'ca/monthly-statement',
} as const;

export const PLACE_COLUMNS: readonly WrittenColumn<ShownPlace>[] = [
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
export function placeGroup<Row>(
  meaning: string,
  placeOf: (row: Row) => ShownPlace | null,
): WrittenGroup<Row> {
  const isMissing = (row: Row) => placeOf(row) === null;
  return { group: 'jurisdiction', meaning, isMissing, columns: within(placeOf, PLACE_COLUMNS) };
}

const REPORT_COLUMNS: readonly WrittenColumn<ShownReport>[] = [
  column('sha256', 'text', 'SHA-256 of the report', 'SHA-256 of its bytes'),
  column('file_name', 'text', 'Report', 'Name of the file when it was received'),
];

/** The report of a record; null if it has none. */
export function reportGroup<Row>(
  meaning: string,
  reportOf: (row: Row) => ShownReport | null,
): WrittenGroup<Row> {
  const isMissing = (row: Row) => reportOf(row) === null;
  return { group: 'report', meaning, isMissing, columns: within(reportOf, REPORT_COLUMNS) };
}

/** The month of a row. */
export const ALLOCATION_PERIOD = {
  name: 'allocation_period',
  type: 'month',
  heading: 'Month',
  meaning: 'Month in which the money was released',
  example: '2024-05-01',
  read: ({ month }: { month: Month }) => firstDay(month),
} as const;

/** The month of the sales behind the payment of a row, as a date. */
export const SALES_OF = {
  name: 'sales_period',
  type: 'month',
  heading: 'Sales of',
  meaning: 'Month in which the sales were made. null if no source states it',
  isNullable: true,
  example: '2024-03-01',
} as const;

/** The month of the sales behind the payment of a row. */
export const SALES_PERIOD = {
  ...SALES_OF,
  read: ({ salesMonth }: { salesMonth: Month | null }) => salesMonth && firstDay(salesMonth),
} as const;

/** The months of the sales behind the first and the last month of a row, as dates. */
export const FIRST_SALES = {
  name: 'first_sales_month',
  type: 'month',
  heading: 'First sales',
  meaning: 'The month of the sales behind `first_month`. null if no source states it',
  isNullable: true,
} as const;
export const LAST_SALES = {
  ...FIRST_SALES,
  name: 'last_sales_month',
  heading: 'Last sales',
  meaning: 'The month of the sales behind `last_month`. null if no source states it',
} as const;

export const FISCAL_YEAR = {
  name: 'fiscal_year',
  type: 'text',
  heading: 'Fiscal year',
  meaning: 'The fiscal year that the payment counts in',
  example: '2023-24',
  read: ({ fiscalYear }: { fiscalYear: string }) => fiscalYear,
} as const;

/** Why a change is doubtful. */
export interface ShownDoubt {
  month: Month;
  code: string;
  text: string;
}

const DOUBT_COLUMNS: readonly WrittenColumn<ShownDoubt>[] = [
  column(
    'allocation_period',
    'month',
    'Doubted month',
    'The month of the doubted payment: this one, or the one a year before',
    { example: '2024-05-01', read: ({ month }) => `${month}-01` },
  ),
  column('code', 'text', 'Code of the doubt', 'The code of the finding', { example: 'unusual-payment' }),
  column('text', 'text', 'Doubt', 'What the checks found'),
];

/** The doubt of a record; null if it has none. */
export function doubtGroup<Row>(doubtOf: (row: Row) => ShownDoubt | null): WrittenGroup<Row> {
  return {
    group: 'doubt',
    meaning: 'Why `change` is doubtful: the checks doubt one of its two payments. null if not',
    isMissing: (row) => doubtOf(row) === null,
    columns: within(doubtOf, DOUBT_COLUMNS),
  };
}

/** The group of a line; with `placeGroup` before it. */
export const GROUP = {
  name: 'group',
  type: 'text',
  heading: 'Group',
  meaning:
    'The county, type or state of a group. null for a jurisdiction, and for the group of those whose county or type is unknown',
  isNullable: true,
} as const;
