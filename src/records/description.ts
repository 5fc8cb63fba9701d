/**
 * What can be listed, described once. Descriptions are data and types: the service, the commands, the files, the
 * published tables, the page and the documents are made from them.
 */

import type { Measured } from '../derive/figure.ts';
import type { Unit } from '../domain/allocation.ts';
import type { Asked, Filter, Filters } from './filters/filter.ts';
import { reasonText } from './reasons.ts';

/** A value as the dataset stores it: cents, millionths, the first day of a month. `facts` are objects. */
export type StoredValue = string | number | bigint | null;
export type Value = StoredValue | Readonly<Record<string, unknown>> | readonly object[];

/**
 * What a column holds. `amount` and `percent` are whole numbers of the smallest unit, and a `ratio` is millionths, which are
 * rounded when they are shown. A `figure` has the unit that its row says. `month` is the first day of a month. `facts` is an
 * object that JSON shows as it is. `counties` and `reasons` are lists in JSON, and one text elsewhere. A `count` is shown with commas, and a
 * `number`, such as an id or a row, is not.
 */
export type ColumnType =
  | Unit
  | 'ratio'
  | 'figure'
  | 'month'
  | 'date'
  | 'time'
  | 'number'
  | 'count'
  | 'text'
  | 'choice'
  | 'counties'
  | 'reasons'
  | 'facts';

/** What `facts` are: texts, objects with these members, such an object, or an object of texts or numbers. */
type FactsShape =
  | 'texts'
  | { list: readonly Member<never>[] }
  | { object: readonly Member<never>[] }
  | { values: 'text' | 'number' };

/** What a column can have besides its name, type, heading and meaning. */
interface MoreOfColumn<Row> {
  /** Default: the property of its name. */
  read?(row: Row): Value;
  /** Lists take the column as a parameter: one value, or the first and the last of a span. */
  filter?: 'value' | 'span';
  /** Lists can be sorted by it. */
  sort?: true;
  /** The values of a `choice`. */
  choices?: readonly string[];
  example?: string | number;
  /** What `facts` are in JSON. Default: an object with any members. */
  shape?: FactsShape;
  /** The unit of a `figure`; undefined if the row has no figure. */
  unitOf?(row: Row): Unit | undefined;
}

export interface RecordColumn<Row> extends MoreOfColumn<Row> {
  /** Its name in JSON, inside its group. */
  name: string;
  type: ColumnType;
  /** For people, at the head of a table. */
  heading: string;
  /** One or two sentences, without the last full stop. */
  meaning: string;
  isNullable: boolean;
  /** Its name in flat files and tables, after that of its group: `jurisdiction_id`. */
  flatName: string;
  read(row: Row): Value;
}

/** Columns that are one object in JSON; `null` if `isMissing`. */
export interface ColumnGroup<Row> {
  group: string;
  meaning?: string;
  isMissing?(row: Row): boolean;
  columns: readonly RecordColumn<Row>[];
  /** Set if the columns are those of a figure. */
  figureOf?(row: Row): Measured;
  heading?: string;
}

export type Member<Row> = RecordColumn<Row> | ColumnGroup<Row>;

type Texts = [type: ColumnType | `${ColumnType}?`, heading: string, meaning: string];

/** Writes a column; a type with `?` is one of values that can be `null`. Without `read`, it is the property of its name. */
export function column<Row>(
  ...written: [name: Extract<keyof Row, string>, ...Texts, more?: MoreOfColumn<Row> & { read?: undefined }]
): RecordColumn<Row>;
export function column<Row>(
  ...written: [name: string, ...Texts, more: MoreOfColumn<Row> & { read(row: Row): Value }]
): RecordColumn<Row>;
export function column<Row>(
  ...[name, written, heading, meaning, more = {}]: [name: string, ...Texts, more?: MoreOfColumn<Row>]
): RecordColumn<Row> {
  const type = written.replace('?', '') as ColumnType;
  const read = more.read ?? ((row: Row) => propertyOf(row, name));
  return { name, type, heading, meaning, isNullable: type !== written, flatName: name, ...more, read };
}

function propertyOf(row: unknown, name: string): Value {
  const value: unknown = Object(row)[name];
  return isValue(value) ? value : null;
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'bigint', 'object'].includes(typeof value);
}

/** The one way to name a column of a group in flat files, SQL and tables. */
function joined(prefix: string, name: string): string {
  return `${prefix}${name}`;
}

/** A part of a row that every row has, as one object in JSON. Flat names begin with that of the group, or with `prefix`. */
export function part<Row, Part>(
  name: string,
  meaning: string,
  partOf: (row: Row) => Part,
  columns: readonly RecordColumn<Part>[],
  prefix = `${name}_`,
): ColumnGroup<Row> {
  return {
    ...{ group: name, meaning },
    columns: columns.map(({ unitOf: _, read, ...column }) => ({
      ...{ ...column, flatName: joined(prefix, column.name) },
      read: (row) => read(partOf(row)),
    })),
  };
}

/** A part that a row may not have: then it is `null`. */
export function optionalPart<Row, Part>(
  name: string,
  meaning: string,
  partOf: (row: Row) => Part | null,
  columns: readonly RecordColumn<Part>[],
): ColumnGroup<Row> {
  const read = columns.map((one) => ({
    ...one,
    read: (row: Part | null) => (row === null ? null : one.read(row)),
  }));
  return { ...part(name, meaning, partOf, read), isMissing: (row) => partOf(row) === null };
}

/** Writes a figure: one object with the same eight members everywhere. `meaning` says what is added up. */
export function figure<Row>(
  name: string,
  heading: string,
  meaning: string,
  figureOf: (row: Row) => Measured,
  unitOf?: (row: Row) => Unit | undefined,
): ColumnGroup<Row> {
  const unit = (type: 'figure?' | 'amount?') => (unitOf ? type : 'amount?');
  const own = (
    key: string,
    type: ColumnType | `${ColumnType}?`,
    what: string,
    about: string,
    read: (figure: Measured) => Value,
  ) =>
    column<Row>(key as string, type, what === '' ? heading : `${heading}, ${what}`, about, {
      ...(type === 'figure?' && unitOf && { unitOf }),
      read: (row) => read(figureOf(row)),
    });
  const columns = [
    own(
      'value',
      unit('figure?'),
      '',
      `${meaning}. null if it is not known, or lacks too many payments`,
      (one) => one.value,
    ),
    own(
      'ago',
      unit('figure?'),
      'before',
      'The same a year before, or in the other months that the request names',
      (one) => one.ago,
    ),
    own(
      'difference',
      unit('figure?'),
      'difference',
      'The value less the one before',
      (one) => one.difference,
    ),
    own(
      'change',
      'ratio?',
      'change',
      'The change of the places that have every payment of both. null without such places',
      (one) => one.change,
    ),
    own(
      'comparable_change',
      'ratio?',
      'comparable change',
      'The change with a change of tax taken out. null if the tax is not known',
      (one) => one.comparableChange,
    ),
    own(
      'reasons',
      'reasons',
      'reasons',
      'Why a change is missing, or compares less than all, and which taxes changed',
      (one) => one.reasons.map((reason) => ({ code: reason.code, text: reasonText(reason) })),
    ),
    own('missing', 'number', 'missing', 'Payments that are missing in the value', (one) => one.missing),
    own('doubtful', 'number', 'doubtful', 'Payments of both that the checks doubt', (one) => one.doubtful),
  ].map((one) => ({ ...one, flatName: joined(`${name}_`, one.name) }));
  return { group: name, heading, meaning, figureOf, columns };
}

/** How many records a page can have, and how many it has if the request names no number. */
export interface PageSizes {
  largest: number;
  usual: number;
}

/** Enough for a whole state. */
export const WIDE_PAGES: PageSizes = { largest: 2000, usual: 2000 };

/** The values that requests of a described list can give. */
export type AskedOf<Described> = Described extends Description<never, infer Given> ? Asked<Given> : never;

/** Describes a list of records. */
export interface Description<Row, Given extends Filters = Filters> {
  /** The name of the list in addresses and commands: `revisions`. */
  name: string;
  /** One record, as a word for sentences and the name of its published table: `revision`. */
  one: string;
  /** The address of the service. With `:state`, each state has its own; `null` if the service does not have it. */
  address: string | null;
  /** The only state that the list is of. Default: all. */
  ofState?: string;
  /** Further addresses of the same list. */
  otherAddresses?: readonly string[];
  /** Addresses of lists of other states. This list answers there if all asked places belong to its state. */
  guestAddresses?: readonly string[];
  /** The name of the command. Default: its name, with dashes; `null` if a command made by hand shows it. */
  command?: string | null;
  /** The part of the OpenAPI document. */
  tag: string;
  /** What the list does, in the imperative, without a full stop. */
  title: string;
  /** The order of the list, and what to know about it. */
  notes: string;
  /** What the service does at `<address>/:id`, if single records have an address: `Get one jurisdiction`. */
  item?: string;
  filters: Given;
  /** Whether the list also depends on the day. */
  changesDaily?: true;
  /** The register of an operator that the list also depends on. */
  uses?: 'budgets' | 'events';
  members: readonly Member<Row>[];
  /** The columns of files, if these are not those of JSON. */
  files?: readonly RecordColumn<Row>[];
  /** The members of other records that some questions get. */
  others?: readonly Member<never>[];
  paging?: PageSizes;
  /** What a text table shows: columns by their flat names, figures by theirs. Default: all that fit. */
  shown?: readonly string[];
  /** How the command prints a record, if not as a line of a table. */
  lineOf?(row: Row): string;
  /** Examples of the command, without `allocations <name>`. */
  examples?: readonly string[];
  /** Set if Parquet and PostgreSQL have it. */
  published?: {
    /** One record, without a full stop. */
    meaning: string;
    /** The flat columns that identify a record. */
    key: readonly string[];
    /** Further indexes in PostgreSQL. */
    indexes?: readonly (readonly string[])[];
  };
}

/** Completes a description: `describe<Row>()({ … })`. */
export function describe<Row>() {
  return <const Given extends Filters>(written: Description<Row, Given>): Description<Row, Given> => ({
    ...written,
    filters: { ...written.filters, ...columnFilters(flatColumns(written.members)) },
  });
}

/** The filters that columns give a list. */
function columnFilters<Row>(columns: readonly RecordColumn<Row>[]): Filters {
  const filters: Record<string, Filter> = {};
  for (const { flatName, filter, meaning, choices, example } of columns) {
    if (filter === 'span') filters[flatName] = { kind: 'span', meaning: `Only a span of this: ${meaning}` };
    else if (filter && choices)
      filters[flatName] = { kind: 'choice', meaning: `Only this: ${meaning}`, choices };
    else if (filter)
      filters[flatName] = { kind: 'text', meaning: `Only this: ${meaning}`, ...(example && { example }) };
  }
  const sorts = columns.filter(({ sort }) => sort).map(({ flatName }) => flatName);
  if (sorts.length > 0) filters.sort = { kind: 'sort', meaning: 'The column to sort by', choices: sorts };
  return filters;
}

/** The registers that an answer depends on. `asked` is what the request gives. Default: every filter. */
export function registersOf(
  { uses, filters }: Pick<Description<never>, 'uses' | 'filters'>,
  asked: Readonly<Record<string, unknown>> = filters,
) {
  const ofFilters = Object.entries(filters).flatMap(([name, { register }]) =>
    register && asked[name] !== undefined ? [register] : [],
  );
  return uses ? [uses, ...ofFilters] : ofFilters;
}

/** The names by which a request asks for members of JSON: `dates`, and `dates.quarter` for one of its members. */
export function memberNames(members: readonly Member<never>[]): string[] {
  return members.flatMap((member) =>
    'group' in member
      ? [member.group, ...member.columns.map(({ name }) => `${member.group}.${name}`)]
      : [member.name],
  );
}

/** The asked members, in their order. */
export function chooseMembers<Row>(
  members: readonly Member<Row>[],
  asked: ReadonlySet<string>,
): Member<Row>[] {
  return members.flatMap((member): Member<Row>[] => {
    if (!('group' in member)) return asked.has(member.name) ? [member] : [];
    const { group, columns } = member;
    if (asked.has(group)) return [member];
    const chosen = columns.filter(({ name }) => asked.has(`${group}.${name}`));
    return chosen.length > 0 ? [{ ...member, columns: chosen }] : [];
  });
}

/** The columns of members in flat files, in order. Those of a part that a row may not have can be `null`. */
export function flatColumns<Row>(members: readonly Member<Row>[]): RecordColumn<Row>[] {
  return members.flatMap((member) => {
    if (!('group' in member)) return [member];
    return member.isMissing ? member.columns.map((one) => ({ ...one, isNullable: true })) : member.columns;
  });
}
