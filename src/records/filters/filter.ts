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

/** What each kind of filter gives the query. */
export interface FilterValues {
  state: string;
  report_kind: string;
  jurisdiction: number;
  type: JurisdictionType;
  /** The name of a county as the dataset has it. */
  county: string;
  jurisdictions: readonly number[];
  date: string;
  month: DateSpan;
  span: DateSpan;
  /** A span of any dates. */
  days: DateSpan;
  version: AskedVersion;
  /** A date, a version, or `last`: before the newest run that changed anything. */
  moment: Moment;
  text: string;
  choice: string;
  count: number;
  /** The calendar month in which fiscal years start, 1 to 12. */
  first_month: number;
  flag: 'true';
  sort: AskedSort;
  /** The names of members of a record: `dates`, or `dates.quarter` for one of its members. */
  members: ReadonlySet<string>;
}

/** The flat name of the column to sort by. */
export interface AskedSort {
  column: string;
  descending: boolean;
}

/** A filter of a list. Its key is the parameter of the service, and with hyphens the option of the command. */
export interface Filter<Kind extends keyof FilterValues = keyof FilterValues> {
  kind: Kind;
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
}

export type Filters = Readonly<Record<string, Filter>>;

/** What a filter gives the query: of a choice, one of its words. */
type GivenBy<Written extends Filter> = Written extends {
  kind: 'choice';
  choices: readonly (infer Word extends string)[];
}
  ? Word
  : FilterValues[Written['kind']];

/** The values of the filters that a request gives. */
export type Asked<Given extends Filters> = {
  [Name in keyof Given]?: GivenBy<Given[Name]>;
} & {
  [Name in keyof Given as Given[Name] extends { isRequired: true } ? Name : never]: GivenBy<Given[Name]>;
};
