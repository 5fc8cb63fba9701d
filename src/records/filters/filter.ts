import type { JurisdictionType } from '../../domain/jurisdiction.ts';

/** A period from one date to another, both included; `null` is no bound. */
export interface DateSpan {
  from: string | null;
  to: string | null;
}

/** A moment in the history of a dataset: after a run. */
export interface Moment {
  run: number;
  /** The version of the dataset then; `null` if the dataset forgot it. */
  version: string | null;
}

/** A version of the dataset and the run that made it. */
export interface AskedVersion extends Moment {
  version: string;
}

/** The column to sort by. */
export interface AskedSort {
  column: string;
  descending: boolean;
}

/** What each kind of filter gives the query. */
interface FilterValues {
  choice: string;
  ids: readonly number[];
  month: DateSpan;
  /** `2020-03..2020-06`; an end can be open. */
  span: DateSpan;
  text: string;
  count: number;
  /** A date, a version, or `last`: before the newest run that changed anything. */
  moment: Moment;
  sort: AskedSort;
}

/** What some filters give instead, by what they are of. */
interface OtherValues {
  type: JurisdictionType;
  /** The names of members of a record: `dates`, or `dates.quarter` for one of its members. */
  members: ReadonlySet<string>;
  date: string;
  version: AskedVersion;
}

export type FilterValue = FilterValues[keyof FilterValues] | OtherValues[keyof OtherValues];

/**
 * What a filter takes that its kind does not say. Of a choice: the words of the program, or names of members. Of a text: a
 * county, whose name the dataset knows. Of a moment: only dates, or only versions. Of a count: a calendar month. Of a span: two
 * dates with a comma, or a single month.
 */
export type FilterSubject =
  | 'state'
  | 'type'
  | 'report_kind'
  | 'members'
  | 'county'
  | 'date'
  | 'version'
  | 'calendar_month'
  | 'days'
  | 'months'
  | 'one_month';

/** A filter of a list. Its key is the parameter of the service, and with hyphens the option of the command. */
export interface Filter {
  kind: keyof FilterValues;
  of?: FilterSubject;
  /** A sentence without its full stop. */
  meaning: string;
  choices?: readonly string[];
  example?: string | number;
  /** The largest `count`. */
  most?: number;
  /** How a `sort` orders equal records. Default: as the list. */
  ties?: string;
  /** Other names that are accepted, and that documents do not show. */
  aliases?: readonly string[];
  /** Only the command has it. */
  isForCommand?: true;
  isRequired?: true;
  /** A part of the address: `:state` or `:id`. The command takes it as an argument. */
  isArgument?: true;
  /** What a request without it gets, for the documentation. */
  usual?: string;
  /** The register that an answer with it depends on. */
  register?: 'prices' | 'population';
}

export type Filters = Readonly<Record<string, Filter>>;

/** What a filter gives the query: of a choice, one of its words. */
type GivenBy<Written extends Filter> = Filter extends Written
  ? FilterValue
  : Written extends { of: keyof OtherValues }
    ? OtherValues[Written['of']]
    : Written extends { kind: 'choice'; choices: readonly (infer Word extends string)[] }
      ? Word
      : FilterValues[Written['kind']];

/** The values of the filters that a request gives. */
export type Asked<Given extends Filters> = {
  [Name in keyof Given]?: GivenBy<Given[Name]>;
} & {
  [Name in keyof Given as Given[Name] extends { isRequired: true } ? Name : never]: GivenBy<Given[Name]>;
};
