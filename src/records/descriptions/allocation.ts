import {
  DERIVED_PREFIXES,
  type DerivedFamily,
  type FieldDefinition,
  revenuePeriod,
  salesPeriod,
  type Unit,
} from '../../domain/allocation.ts';
import { JURISDICTION_TYPES, type JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, formatMonth, type Month } from '../../domain/month.ts';
import { inWords } from '../../domain/text/wording.ts';
import type { State } from '../../states/state.ts';
import { column, describe, memberNames, type WrittenColumn, type WrittenGroup } from '../description.ts';
import { allocationFilters } from './allocation-filters.ts';
import { STATE } from './shared-columns.ts';

type Stored = string | number | null;

/** A datapoint as stored, with its jurisdiction. */
export interface AllocationRow {
  jurisdiction: {
    id: number;
    name: string;
    slug: string;
    type: JurisdictionType | null;
    county: string | null;
    sales_tax_rate: number | null;
    sales_tax_id: string;
  };
  month: Month;
  quarter: number;
  /** In the order of the state's fields, like `derived`. */
  figures: readonly Stored[];
  derived: Partial<Record<DerivedFamily, readonly Stored[]>>;
}

/** How the records of a state differ from those of others. */
export interface AllocationShape {
  /** Addresses of the list; the first is the one to use. */
  paths: readonly [string, ...string[]];
  subject: 'jurisdiction' | 'entity';
  /** Whether `sales_tax_id` is an integer. */
  hasNumericTaxId: boolean;
  /** Whether `dates` has the fiscal quarter. */
  showsQuarter: boolean;
  /** The derived figures of a record, in order. Files have all. */
  shownFamilies: readonly DerivedFamily[];
  /** A jurisdiction for the examples of the documentation. */
  example: { id: number; taxId: string; name: string };
  /** The filters that its list does not have. */
  without: readonly string[];
  /** What else to know about its list. */
  note?: string;
}

type Column = Extract<WrittenColumn<AllocationRow>, { read(row: AllocationRow): unknown }>;

const FAMILIES: Readonly<
  Record<DerivedFamily, { heading: string; meaning: string; ofField(name: string, unit: Unit): string }>
> = {
  deltas: {
    heading: 'change',
    meaning:
      'Change from the same month a year before. null if that month is missing, or if it was 0 and this month is not 0',
    ofField: (name) => `${name}: change from the same month of the year before`,
  },
  trends: {
    heading: 'mean of twelve months',
    meaning:
      'Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months',
    ofField: (name) => `${name}: mean of the trailing twelve months`,
  },
  ytd: {
    heading: 'year to date',
    meaning:
      'Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing',
    ofField: (name, unit) =>
      `${name}: ${unit === 'amount' ? 'sum of the calendar year so far' : 'mean of the quarter ends so far'}`,
  },
};

const EXAMPLES = { amount: 1428564.94, percent: 12.5, delta: 0.0215 };

/** Describes the datapoints of a state: one list of columns for the service, the files and the published tables. */
export function describeAllocations(state: State, shape: AllocationShape) {
  const { code, name, fields } = state;
  const { paths, note } = shape;
  const members = [
    dateGroup(state, shape),
    jurisdictionGroup(state, shape),
    ...fields.map(fieldColumn),
    ...derivedGroups(state, shape),
  ];
  return describe<AllocationRow>()({
    name: 'allocations',
    one: `${code}_allocation`,
    address: '/api/:state/sales-tax/allocations',
    ofState: code,
    otherAddresses: paths.slice(1),
    command: null,
    tag: 'allocations',
    title: `List the allocations of ${name}`,
    notes: ['You can combine all parameters. A record must match all of them.', ...(note ? [note] : [])].join(
      ' ',
    ),
    filters: allocationFilters(state, shape, memberNames(members)),
    members,
  });
}

function dateGroup({ calendar }: State, { showsQuarter }: AllocationShape): WrittenGroup<AllocationRow> {
  const month = (name: string, heading: string, meaning: string, example: string): Column => ({
    ...{ name, flatName: name, type: 'month', heading, meaning, example },
    read: (row) => firstDay(row.month),
  });
  return {
    group: 'dates',
    columns: [
      month('allocation_period', 'Month', 'The month in which the money was released', '2024-05-01'),
      {
        ...month(
          'revenue_period',
          'Month of reporting',
          'The month in which the tax was reported',
          '2024-04-01',
        ),
        read: (row) => firstDay(revenuePeriod(row.month, calendar)),
      },
      {
        ...month('sales_period', 'Month of the sales', 'The month in which the sales occurred', '2024-03-01'),
        ...(calendar.lags.sales === null && { isNullable: true as const }),
        read: (row) => dateOf(salesPeriod(row.month, calendar)),
      },
      column('formatted', 'text', 'Month as text', 'The allocation period as text', {
        example: 'May 2024',
        isForJson: true,
        read: (row) => formatMonth(row.month),
      }),
      {
        name: 'quarter',
        flatName: 'quarter',
        type: 'number',
        heading: 'Quarter',
        meaning: 'Fiscal quarter of the sales period, 1 to 4',
        example: 3,
        ...(!showsQuarter && { isForFiles: true }),
      },
    ],
  };
}

function dateOf(month: Month | null): string | null {
  return month && firstDay(month);
}

function jurisdictionGroup(
  { code }: State,
  { subject, hasNumericTaxId, example }: AllocationShape,
): WrittenGroup<AllocationRow> {
  const codes: Column = {
    name: 'sales_tax_id',
    flatName: 'sales_tax_id',
    type: 'text',
    heading: 'Code',
    meaning:
      'The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name',
    example: example.taxId,
    read: ({ jurisdiction }) => jurisdiction.sales_tax_id,
  };
  const numeric: Column = {
    ...codes,
    type: 'number',
    meaning: 'The code that the state gives the jurisdiction',
    example: Number(example.taxId),
    isForJson: true,
    read: ({ jurisdiction }) => Number(jurisdiction.sales_tax_id),
  };
  return {
    group: subject,
    columns: [
      column('id', 'number', 'Jurisdiction id', 'The jurisdiction. Its id never changes', {
        flatName: 'jurisdiction_id',
        example: example.id,
        read: ({ jurisdiction }) => jurisdiction.id,
      }),
      column('name', 'text', 'Jurisdiction', 'The newest name of the jurisdiction', {
        flatName: 'name',
        example: example.name,
        read: ({ jurisdiction }) => jurisdiction.name,
      }),
      column('slug', 'text', 'Name for addresses', 'The name in lower case, with hyphens between words', {
        isForJson: true,
        read: ({ jurisdiction }) => jurisdiction.slug,
      }),
      { ...STATE, type: 'choice', choices: [code], isForJson: true, read: () => code },
      column('type', 'choice?', 'Type', 'city, county, transit or special_district. null if unknown', {
        flatName: 'type',
        choices: JURISDICTION_TYPES,
        read: ({ jurisdiction }) => jurisdiction.type,
      }),
      column(
        'county',
        'text?',
        'County',
        'County of the jurisdiction, without the word County. null if unknown',
        { flatName: 'county', isForFiles: true, read: ({ jurisdiction }) => jurisdiction.county },
      ),
      column(
        'sales_tax_rate',
        'ratio?',
        'Tax rate',
        'From the registers or, in Texas, from comparison sheets. null if unknown',
        {
          flatName: 'sales_tax_rate',
          example: 0.0775,
          read: ({ jurisdiction }) => jurisdiction.sales_tax_rate,
        },
      ),
      ...(hasNumericTaxId ? [numeric, { ...codes, isForFiles: true as const }] : [codes]),
    ],
  };
}

function fieldColumn({ name, unit, meaning, quarterEndOnly, compute }: FieldDefinition, at: number): Column {
  return {
    name,
    type: unit,
    heading: inWords(name),
    meaning: `${meaning}${quarterEndOnly ? '. Only at quarter ends; 0 in other months' : ''}`,
    example: EXAMPLES[unit],
    isNullable: true,
    ...(compute && { isForFiles: true }),
    read: (row) => row.figures[at] ?? null,
  };
}

/** The derived figures: groups in JSON. Those that JSON does not show are only for files. */
function derivedGroups(
  { fields }: State,
  { shownFamilies }: AllocationShape,
): (Column | WrittenGroup<AllocationRow>)[] {
  const families: readonly DerivedFamily[] = ['deltas', 'trends', 'ytd'];
  return families.flatMap((family): (Column | WrittenGroup<AllocationRow>)[] => {
    const { heading, meaning, ofField } = FAMILIES[family];
    const prefix = DERIVED_PREFIXES[family];
    const columns = fields.map(
      ({ name, unit, compute }, at): Column => ({
        name,
        flatName: `${prefix}${name}`,
        type: family === 'deltas' ? 'ratio' : unit,
        heading: `${inWords(name)}, ${heading}`,
        meaning: ofField(name, unit),
        example: family === 'deltas' ? EXAMPLES.delta : EXAMPLES[unit],
        isNullable: true,
        ...(compute && { isForFiles: true }),
        read: (row) => row.derived[family]?.[at] ?? null,
      }),
    );
    if (shownFamilies.includes(family)) return [{ group: family, meaning, columns }];
    return columns.map(
      (column): Column => ({
        ...column,
        name: `${prefix}${column.name}`,
        isForFiles: true as const,
      }),
    );
  });
}
