import type { Calendar, DerivedFamily, FieldDefinition, Figures } from '../domain/allocation.ts';
import type { CodeWithFacts } from '../domain/findings/finding.ts';
import type { JurisdictionType } from '../domain/jurisdiction.ts';
import type { Day, Month } from '../domain/month.ts';
import type { ReportKindName, StoredRow } from '../domain/report.ts';
import type { ReportKind } from '../extract/layouts/report-kind.ts';

export type { ReportKind };

/** The rows that count of one jurisdiction: at most one a month of each kind, in month order. */
export type RowsByKind = ReadonlyMap<ReportKindName, readonly StoredRow[]>;

/** One merged record, with the row of each kind it came from. */
export interface Datapoint<FieldName extends string = string> {
  month: Month;
  figures: Figures<FieldName>;
  /** By kind; absent where the kind gave nothing. The first of a state's kinds is always there. */
  sources: ReadonlyMap<ReportKindName, StoredRow>;
}

/** Something to say about a series, at the row that shows it. */
export type SeriesRemark = CodeWithFacts & {
  month: Month;
  row: StoredRow;
  /** The field the remark is about, if it is about one. */
  field: string | null;
};

export interface MergedSeries {
  datapoints: Datapoint[];
  remarks: SeriesRemark[];
}

/** A line of a register of rates: `Alameda` (county), `Alameda County Unincorporated Area` (location). */
export interface RateLocation {
  county: string;
  location: string;
}

/** How the service lists a state's allocations. */
export interface Listing {
  /** Addresses of the list operation; the first is the one to use. */
  paths: readonly [string, ...string[]];
  /** List addresses of other states that answer with this list if every id asked for is of this state. */
  borrowedPaths: readonly string[];
  /** Name under which a record embeds its jurisdiction. */
  subject: 'jurisdiction' | 'entity';
  /** Whether `sales_tax_id` is given as an integer. */
  hasNumericTaxId: boolean;
  /** Whether `dates` has the fiscal quarter. */
  showsQuarter: boolean;
  /** The derived figures a record has, in their order. */
  shownFamilies: readonly DerivedFamily[];
  /** The derived figures lists may be sorted by, each as `<family>.<field>`. */
  sortedFamilies: readonly DerivedFamily[];
  /** A jurisdiction, for the documentation's examples. */
  example: { id: number; taxId: string; name: string };
  /** Its parameters, in the order of its documentation. */
  parameters: readonly ListParameter[];
}

/** The parameters a list operation may have. */
export type ListParameter =
  | 'jurisdictions'
  | 'entities'
  | 'jurisdiction_type'
  | 'county'
  | 'allocation_period'
  | 'between'
  | 'period_between'
  | 'since'
  | 'updated_since'
  | 'since_version'
  | 'sort'
  | 'limit'
  | 'page';

/** What differs from state to state. The pipeline, the store and the service know states by this contract alone. */
export interface State {
  /** Lower-case two-letter code. */
  code: string;
  name: string;
  /** Federal (FIPS) state number, the head of every jurisdiction id. */
  fips: number;
  calendar: Calendar;
  /** The numeric fields of the allocation record, in record order. */
  fields: readonly FieldDefinition[];
  /** The report kinds; a datapoint exists where the first one has a row. */
  kinds: readonly [ReportKind, ...ReportKind[]];
  /** Months between two reports of a kind: 1, or 3 for a quarterly one. */
  reportInterval(kind: ReportKindName): number;
  /**
   * The day by which the report of a kind for an allocation period is to be there, where no published
   * schedule names it: a rule or an estimate.
   */
  expectedBy(kind: ReportKindName, month: Month): Day;
  /**
   * The jurisdiction's type: as the newest of its rows that names one, else by its code; `null` where neither
   * tells. `rows` are those of the first kind, in month order.
   */
  jurisdictionType(code: string, rows: readonly StoredRow[]): JurisdictionType | null;
  /** Names of the counties that codes can name, without "County"; empty if codes name none. */
  counties: readonly string[];
  /** The county that a code names, one of `counties`; `null` if the code names none. */
  countyOf(code: string): string | null;
  /** Under which county and location a register of rates may list the jurisdiction, best first. */
  rateLocations(code: string, shownName: string): readonly RateLocation[];
  listing: Listing;
  /** The row that gives a field of a datapoint, of those it came from; the first kind's where none does. */
  sourceOf(field: string, sources: Datapoint['sources']): StoredRow | undefined;
  /** Merges the rows of one jurisdiction into its datapoints, in month order; each from the rows of its month alone. */
  merge(rows: RowsByKind): MergedSeries;
}

/** The rows of one kind, typed by that kind. */
export function rowsOf<FigureName extends string, LabelName extends string>(
  rows: RowsByKind,
  kind: ReportKind<FigureName, LabelName>,
): readonly StoredRow<FigureName, LabelName>[] {
  return (rows.get(kind.name) ?? []) as readonly StoredRow<FigureName, LabelName>[];
}
