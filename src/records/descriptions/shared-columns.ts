import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import type { WrittenColumn, WrittenGroup } from '../description.ts';

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

const PLACE_NAMES = ['id', 'name', 'type', 'county'] as const;

/** The jurisdiction of a record; null if it has none. */
export function placeGroup<Row>(
  meaning: string,
  placeOf: (row: Row) => ShownPlace | null,
): WrittenGroup<Row> {
  const isMissing = (row: Row) => placeOf(row) === null;
  return { group: 'jurisdiction', meaning, isMissing, columns: placeColumns(placeOf) };
}

/** The columns of a jurisdiction; by default all of them. */
export function placeColumns<Row>(
  placeOf: (row: Row) => ShownPlace | null,
  names: readonly (keyof ShownPlace)[] = PLACE_NAMES,
): WrittenColumn<Row>[] {
  const columns: Readonly<Record<keyof ShownPlace, Omit<WrittenColumn<Row>, 'name' | 'read'>>> = {
    id: { type: 'number', heading: 'Jurisdiction id', meaning: 'Never changes' },
    name: {
      type: 'text',
      heading: 'Jurisdiction',
      meaning: 'Its newest name. null if the jurisdiction is no longer in the dataset',
      isNullable: true,
    },
    type: {
      type: 'text',
      heading: 'Type',
      meaning: 'city, county, transit or special_district. null if unknown',
      isNullable: true,
    },
    county: {
      type: 'text',
      heading: 'County',
      meaning: 'Its county, without the word County. null if unknown',
      isNullable: true,
    },
  };
  return names.map((name) => ({ ...columns[name], name, read: (row) => placeOf(row)?.[name] ?? null }));
}

/** The columns of a report. */
export function reportGroup<Row>(
  meaning: string,
  reportOf: (row: Row) => ShownReport | null,
): WrittenGroup<Row> {
  return {
    group: 'report',
    meaning,
    isMissing: (row) => reportOf(row) === null,
    columns: [
      {
        name: 'sha256',
        type: 'text',
        heading: 'SHA-256 of the report',
        meaning: 'SHA-256 of its bytes',
        read: (row) => reportOf(row)?.sha256 ?? null,
      },
      {
        name: 'file_name',
        type: 'text',
        heading: 'Report',
        meaning: 'Name of the file when it was received',
        read: (row) => reportOf(row)?.file_name ?? null,
      },
    ],
  };
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

/** The month of the sales behind the payment of a row. */
export const SALES_PERIOD = {
  name: 'sales_period',
  type: 'month',
  heading: 'Sales of',
  meaning: 'Month in which the sales were made',
  example: '2024-03-01',
  read: ({ salesMonth }: { salesMonth: Month }) => firstDay(salesMonth),
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

/** The columns of a doubt. */
export function doubtGroup<Row>(doubtOf: (row: Row) => ShownDoubt | null): WrittenGroup<Row> {
  const read = (row: Row, name: keyof ShownDoubt) => doubtOf(row)?.[name] ?? null;
  return {
    group: 'doubt',
    meaning: 'Why `change` is doubtful: the checks doubt one of its two payments. null if not',
    isMissing: (row) => doubtOf(row) === null,
    columns: [
      {
        name: 'allocation_period',
        type: 'month',
        heading: 'Doubted month',
        meaning: 'The month of the doubted payment: this one, or the one a year before',
        example: '2024-05-01',
        read: (row) => `${read(row, 'month')}-01`,
      },
      {
        name: 'code',
        type: 'text',
        heading: 'Code of the doubt',
        meaning: 'The code of the finding',
        example: 'unusual-payment',
        read: (row) => read(row, 'code'),
      },
      {
        name: 'text',
        type: 'text',
        heading: 'Doubt',
        meaning: 'What the checks found',
        read: (row) => read(row, 'text'),
      },
    ],
  };
}

/** How many members a sum has, and how many lack a payment of the month. */
export const MEMBERS = [
  {
    name: 'members',
    type: 'number',
    heading: 'Members',
    meaning: 'Jurisdictions with a datapoint in the month or in one of the 24 months before it',
  },
  {
    name: 'missing',
    type: 'number',
    heading: 'Missing',
    meaning:
      'Members without a value in the month. A jurisdiction without a datapoint in the newest thirteen months of the state has ended with its last one. It is not missing after that',
  },
] as const;

/** A jurisdiction with its code. */
export interface CodedPlace extends ShownPlace {
  name: string;
  sales_tax_id: string;
}

/** The columns of a jurisdiction in files, for rows that JSON nests or does not repeat it in. */
export function jurisdictionInFiles<Row>(placeOf: (row: Row) => CodedPlace): WrittenColumn<Row>[] {
  return [
    {
      name: 'jurisdiction_id',
      type: 'number',
      heading: 'Jurisdiction id',
      meaning: 'Never changes',
      isForFiles: true,
      read: (row) => placeOf(row).id,
    },
    {
      name: 'sales_tax_id',
      type: 'text',
      heading: 'Code',
      meaning: 'The code that the state gives the jurisdiction',
      isForFiles: true,
      read: (row) => placeOf(row).sales_tax_id,
    },
    {
      name: 'name',
      type: 'text',
      heading: 'Jurisdiction',
      meaning: 'Its newest name',
      isForFiles: true,
      read: (row) => placeOf(row).name,
    },
    {
      name: 'type',
      type: 'text',
      heading: 'Type',
      meaning: 'city, county, transit or special_district',
      isNullable: true,
      isForFiles: true,
      read: (row) => placeOf(row).type,
    },
    {
      name: 'county',
      type: 'text',
      heading: 'County',
      meaning: 'Its county, without the word County',
      isNullable: true,
      isForFiles: true,
      read: (row) => placeOf(row).county,
    },
  ];
}
