import {
  DERIVED_PREFIXES,
  type DerivedFamily,
  revenuePeriod,
  salesPeriod,
  type Unit,
} from '../../domain/allocation.ts';
import { JURISDICTION_TYPES, type JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, formatMonth, type Month } from '../../domain/month.ts';
import { inWords } from '../../domain/text/wording.ts';
import type { State } from '../../states/state.ts';
import { type ColumnGroup, column, describe, memberNames, part, type RecordColumn } from '../description.ts';
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
  /** Addresses of other states' lists that answer with this list if every requested id belongs to this state. */
  guestPaths: readonly string[];
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

type Column = RecordColumn<AllocationRow>;

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

/** Describes the datapoints of a state: what JSON nests, and the columns of files. */
export function describeAllocations(state: State, shape: AllocationShape) {
  const { code, name } = state;
  const { paths, guestPaths, note } = shape;
  const dates = dateColumns(state);
  const place = placeColumns(state, shape);
  const shown = state.fields.filter(({ compute }) => !compute);
  const families = FAMILY_NAMES.map((family) => ({ family, columns: derivedColumns(state, family) }));
  const own = ({ name: field }: Column) => shown.some((one) => one.name === field);
  const { subject, showsQuarter, shownFamilies } = shape;
  const members = [
    part(
      'dates',
      'The months and the quarter',
      asIs,
      showsQuarter ? dates.json : dates.json.slice(0, -1),
      '',
    ),
    part(subject, 'The taxing entity', asIs, place.json, ''),
    ...fieldColumns(state).filter(own),
    ...families
      .filter(({ family }) => shownFamilies.includes(family))
      .map(({ family, columns }) =>
        part(family, FAMILIES[family].meaning, asIs, columns.filter(own), DERIVED_PREFIXES[family]),
      ),
  ].map(withoutMeaning);
  return describe<AllocationRow>()({
    name: 'allocations',
    one: `${code}_allocation`,
    address: '/api/:state/sales-tax/allocations',
    ofState: code,
    otherAddresses: paths.slice(1),
    guestAddresses: guestPaths,
    command: null,
    tag: 'allocations',
    title: `List the allocations of ${name}`,
    notes: ['You can combine all parameters. A record must match all of them.', ...(note ? [note] : [])].join(
      ' ',
    ),
    filters: allocationFilters(state, shape, memberNames(members)),
    members,
    files: [
      ...dates.files,
      ...place.files,
      ...fieldColumns(state),
      ...families.flatMap(({ family, columns }) =>
        columns.map((one) => ({ ...one, flatName: `${DERIVED_PREFIXES[family]}${one.name}` })),
      ),
    ],
  });
}

const FAMILY_NAMES: readonly DerivedFamily[] = ['deltas', 'trends', 'ytd'];

function asIs(row: AllocationRow): AllocationRow {
  return row;
}

/** Only the derived figures say what they are: the others are what their members say. */
function withoutMeaning(member: Column | ColumnGroup<AllocationRow>): Column | ColumnGroup<AllocationRow> {
  if (!('group' in member) || FAMILY_NAMES.some((family) => family === member.group)) return member;
  const { meaning: _, ...others } = member;
  return others;
}

function dateColumns({ calendar }: State): { json: Column[]; files: Column[] } {
  const month = (name: string, heading: string, meaning: string, example: string, read: Column['read']) =>
    column<AllocationRow>(name, 'month', heading, meaning, { example, read });
  const months = [
    month('allocation_period', 'Month', 'The month in which the money was released', '2024-05-01', (row) =>
      firstDay(row.month),
    ),
    month(
      'revenue_period',
      'Month of reporting',
      'The month in which the tax was reported',
      '2024-04-01',
      (row) => firstDay(revenuePeriod(row.month, calendar)),
    ),
    {
      ...month(
        'sales_period',
        'Month of the sales',
        'The month in which the sales occurred',
        '2024-03-01',
        (row) => dateOf(salesPeriod(row.month, calendar)),
      ),
      isNullable: calendar.lags.sales === null,
    },
  ];
  const formatted = column<AllocationRow>(
    'formatted',
    'text',
    'Month as text',
    'The allocation period as text',
    {
      example: 'May 2024',
      read: (row) => formatMonth(row.month),
    },
  );
  const quarter = column<AllocationRow>(
    'quarter',
    'number',
    'Quarter',
    'Fiscal quarter of the sales period, 1 to 4',
    { example: 3 },
  );
  return { json: [...months, formatted, quarter], files: [...months, quarter] };
}

function dateOf(month: Month | null): string | null {
  return month && firstDay(month);
}

function placeColumns(
  { code }: State,
  { hasNumericTaxId, example }: AllocationShape,
): { json: Column[]; files: Column[] } {
  const id = column<AllocationRow>(
    'id',
    'number',
    'Jurisdiction id',
    'The jurisdiction. Its id never changes',
    {
      example: example.id,
      read: ({ jurisdiction }) => jurisdiction.id,
    },
  );
  const name = column<AllocationRow>('name', 'text', 'Jurisdiction', 'The newest name of the jurisdiction', {
    example: example.name,
    read: ({ jurisdiction }) => jurisdiction.name,
  });
  const slug = column<AllocationRow>(
    'slug',
    'text',
    'Name for addresses',
    'The name in lower case, with hyphens between words',
    { read: ({ jurisdiction }) => jurisdiction.slug },
  );
  const state = column<AllocationRow>('state', 'choice', STATE.heading, STATE.meaning, {
    choices: [code],
    read: () => code,
  });
  const type = column<AllocationRow>(
    'type',
    'choice?',
    'Type',
    'city, county, transit or special_district. null if unknown',
    { choices: JURISDICTION_TYPES, read: ({ jurisdiction }) => jurisdiction.type },
  );
  const county = column<AllocationRow>(
    'county',
    'text?',
    'County',
    'County of the jurisdiction, without the word County. null if unknown',
    { read: ({ jurisdiction }) => jurisdiction.county },
  );
  const rate = column<AllocationRow>(
    'sales_tax_rate',
    'ratio?',
    'Tax rate',
    'From the registers or, in Texas, from comparison sheets. null if unknown',
    { example: 0.0775, read: ({ jurisdiction }) => jurisdiction.sales_tax_rate },
  );
  const codes = column<AllocationRow>(
    'sales_tax_id',
    'text',
    'Code',
    'The code that the state gives. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name',
    { example: example.taxId, read: ({ jurisdiction }) => jurisdiction.sales_tax_id },
  );
  const numeric = column<AllocationRow>(
    'sales_tax_id',
    'number',
    'Code',
    'The code that the state gives the jurisdiction',
    {
      example: Number(example.taxId),
      read: ({ jurisdiction }) => Number(jurisdiction.sales_tax_id),
    },
  );
  return {
    json: [id, name, slug, state, type, rate, hasNumericTaxId ? numeric : codes],
    files: [{ ...id, flatName: 'jurisdiction_id' }, name, type, county, rate, codes],
  };
}

function fieldColumns({ fields }: State): Column[] {
  return fields.map(({ name, unit, meaning, quarterEndOnly }, at) =>
    column<AllocationRow>(
      name,
      `${unit}?`,
      inWords(name),
      `${meaning}${quarterEndOnly ? '. Only at quarter ends; 0 in other months' : ''}`,
      { example: EXAMPLES[unit], read: (row) => row.figures[at] ?? null },
    ),
  );
}

/** The derived figures of a family. */
function derivedColumns({ fields }: State, family: DerivedFamily): Column[] {
  const { heading, ofField } = FAMILIES[family];
  return fields.map(({ name, unit }, at) =>
    column<AllocationRow>(
      name,
      `${family === 'deltas' ? 'ratio' : unit}?`,
      `${inWords(name)}, ${heading}`,
      ofField(name, unit),
      {
        example: family === 'deltas' ? EXAMPLES.delta : EXAMPLES[unit],
        read: (row) => row.derived[family]?.[at] ?? null,
      },
    ),
  );
}
