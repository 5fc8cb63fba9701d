/**
 * What can be listed, described once. Descriptions are data and types: the service, the commands, the files, the
 * published tables, the page and the documents are made from them.
 */

import type { Unit } from '../domain/allocation.ts';
import type { Asked, Filter, Filters } from './filters/filter.ts';

/** A value as the dataset stores it: cents, millionths, the first day of a month. `facts` are objects. */
export type StoredValue = string | number | bigint | null;
export type Value = StoredValue | Readonly<Record<string, unknown>> | readonly object[];

/**
 * What a column holds. `amount`, `percent` and `ratio` are whole numbers of the smallest unit. A `figure` has the unit that its
 * row says. `month` is the first day of a month. `facts` is an object that JSON shows as it is. `counties` are a list in JSON,
 * and one text elsewhere. A `count` is shown with commas, and a `number`, such as an id or a row, is not.
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
  | 'facts';

/** What `facts` are: texts, objects with these members, such an object, an object of texts or numbers, or `true`. */
type FactsShape =
  | 'texts'
  | 'true'
  | { list: readonly Member<never>[] }
  | { object: readonly Member<never>[] }
  | { values: 'text' | 'number' };

/** What a column is, but for where its value comes from. */
interface ColumnTexts<Row> {
  type: ColumnType;
  /** Its name in flat files and tables. Default: its name, after that of its group. */
  flatName?: string;
  /** For people, at the head of a table. */
  heading: string;
  /** One or two sentences, without the last full stop. */
  meaning: string;
  /** Whether it can be `null`. Default: it always has a value. */
  isNullable?: true;
  /** The values of a `choice`. */
  choices?: readonly string[];
  example?: string | number;
  /** What `facts` are in JSON. Default: an object with any members. */
  shape?: FactsShape;
  /** The unit of a `figure`; undefined if the row has no figure. */
  unitOf?(row: Row): Unit | undefined;
  /** Lists take the column as a parameter: one value, or the first and the last of a span. */
  filter?: 'value' | 'span';
  /** Lists can be sorted by it. */
  sort?: true;
  /** Only files and published tables have it. */
  isForFiles?: true;
  /** Only JSON has it. */
  isForJson?: true;
  /** JSON leaves it out where it is `null`. */
  isLeftOut?: true;
  /** Whether JSON shows the text of this row as an integer. */
  isInteger?(row: Row): boolean;
  /** Only some answers have it: those whose query says so. */
  isForSome?: true;
}

/** The name of a column for a property: `year_ago` for `yearAgo`. */
type ColumnName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? (First extends Lowercase<First> ? First : `_${Lowercase<First>}`) : First}${ColumnName<Rest>}`
  : '';

type PropertyName<Row> = Extract<keyof Row, string> | ColumnName<Extract<keyof Row, string>>;

/** A column as a description writes it. Without `read`, it is the property of its name: `yearAgo` for `year_ago`. */
export type WrittenColumn<Row> = ColumnTexts<Row> &
  ({ name: PropertyName<Row>; read?: undefined } | { name: string; read(row: Row): Value });

type MoreOfColumn<Row> = Omit<ColumnTexts<Row>, 'type' | 'heading' | 'meaning'>;

/** A type with `?` is one of values that can be `null`. */
type Texts = [type: ColumnType | `${ColumnType}?`, heading: string, meaning: string];

/** Writes a column. Without `read`, it is the property of its name. */
export function column<Row>(
  ...[name, written, heading, meaning, more = {}]:
    | [name: PropertyName<Row>, ...Texts, more?: MoreOfColumn<Row> & { read?: undefined }]
    | [name: string, ...Texts, more: MoreOfColumn<Row> & { read(row: Row): Value }]
) {
  const type = written.replace('?', '');
  const isNullable = type !== written && { isNullable: true };
  return { name, type, heading, meaning, ...isNullable, ...more } as WrittenColumn<Row>;
}

/** Columns of a part of a row. They are `null` if the row does not have it. */
export function within<Row, Part>(
  partOf: (row: Row) => Part | null,
  columns: readonly WrittenColumn<Part>[],
): WrittenColumn<Row>[] {
  return columns.map(({ unitOf: _, isInteger: __, ...column }) => {
    const { read } = placed(column);
    const readWithin = (row: Row) => {
      const part = partOf(row);
      return part === null ? null : read(part);
    };
    return { ...column, read: readWithin };
  });
}

/** Columns that are one object in JSON; `null` if `isMissing`. */
interface Group<Row, Inside> {
  group: string;
  meaning?: string;
  isMissing?(row: Row): boolean;
  columns: readonly Inside[];
}

export interface WrittenGroup<Row> extends Group<Row, WrittenColumn<Row>> {}

export type WrittenMember<Row> = WrittenColumn<Row> | WrittenGroup<Row>;

export interface RecordColumn<Row> extends ColumnTexts<Row> {
  /** Its name in JSON, inside its group. */
  name: string;
  /** Its name in flat files and tables: `jurisdiction_id`. */
  flatName: string;
  /** Whether every row has a value, also in flat files. */
  isRequired: boolean;
  read(row: Row): Value;
}

/** Columns that are one object in JSON. */
export interface ColumnGroup<Row> extends Group<Row, RecordColumn<Row>> {}

export type Member<Row> = RecordColumn<Row> | ColumnGroup<Row>;

/** How many records a page can have, and how many it has if the request names no number. */
export interface PageSizes {
  largest: number;
  usual: number;
}

/** The values that requests of a described list can give. */
export type AskedOf<Described> = Described extends Description<never, infer Given> ? Asked<Given> : never;

export interface MetaColumn extends Omit<ColumnTexts<never>, 'heading'> {
  heading?: string;
  /** Whether flat files, which have no `meta`, repeat it in each line. */
  isInLines?: true;
}

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
  /** Whether the list also depends on the register of budgets. */
  usesBudgets?: true;
  members: readonly Member<Row>[];
  paging?: PageSizes;
  /** Members of `meta` in a page of the service, with their meanings. */
  meta?: Readonly<Record<string, MetaColumn>>;
  /** Columns of the command's table. Default: all that fit. */
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

type Written<Row, Given extends Filters> = Omit<Description<Row, Given>, 'members'> & {
  members: readonly WrittenMember<Row>[];
};

/** Completes a description: `describe<Row>()({ … })`. */
export function describe<Row>() {
  return <const Given extends Filters>(written: Written<Row, Given>): Description<Row, Given> => {
    const members = completeMembers(written.members);
    return { ...written, members, filters: { ...written.filters, ...columnFilters(flatColumns(members)) } };
  };
}

/** Gives columns their places. */
export function completeMembers<Row>(written: readonly WrittenMember<Row>[]): Member<Row>[] {
  return written.map(completed);
}

function completed<Row>(member: WrittenMember<Row>): Member<Row> {
  if (!('group' in member)) return placed(member);
  const { group, isMissing, columns } = member;
  return {
    ...member,
    columns: columns.map((column) => {
      const inside = placed({ flatName: `${group}_${column.name}`, ...column });
      if (!isMissing) return inside;
      const read = (row: Row) => (isMissing(row) ? null : inside.read(row));
      return { ...inside, read, isRequired: false };
    }),
  };
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

function placed<Row>(column: WrittenColumn<Row>): RecordColumn<Row> {
  const { name, read, isNullable = false } = column;
  const property = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    ...column,
    flatName: column.flatName ?? name,
    isRequired: !isNullable,
    read: read ?? ((row) => propertyOf(row, name) ?? propertyOf(row, property)),
  };
}

function propertyOf(row: unknown, name: string): Value {
  const value: unknown = Object(row)[name];
  return isValue(value) ? value : null;
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'bigint', 'object'].includes(typeof value);
}

/** The names by which a request asks for members of JSON: `dates`, and `dates.quarter` for one of its members. */
export function memberNames(members: readonly WrittenMember<never>[]): string[] {
  return members.flatMap((member) => {
    if (!('group' in member)) return member.isForFiles ? [] : [member.name];
    const { group, columns } = member;
    return [group, ...columns.flatMap(({ name, isForFiles }) => (isForFiles ? [] : [`${group}.${name}`]))];
  });
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

/** The members of `meta` that flat files repeat in each line, with the values of an answer. */
export function lineColumns(
  meta: Description<never>['meta'] = {},
  values: Readonly<Record<string, unknown>> = {},
): RecordColumn<unknown>[] {
  return Object.entries(meta)
    .filter(([, { isInLines }]) => isInLines)
    .map(([name, { heading = name, flatName = name, ...texts }]) => {
      const value = values[name];
      const shown = typeof value === 'string' ? value : null;
      return { ...texts, name: flatName, flatName, heading, isRequired: false, read: () => shown };
    });
}

/** The columns of members in flat files, in order. */
export function flatColumns<Row>(members: readonly Member<Row>[]): RecordColumn<Row>[] {
  const columns = members.flatMap((member) => ('group' in member ? member.columns : [member]));
  return columns.filter(({ isForJson }) => !isForJson);
}
