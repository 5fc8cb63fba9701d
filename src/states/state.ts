import type { Calendar, DerivedFamily, FieldDefinition, Figures } from '../domain/allocation.ts';
import type { CodeWithFacts } from '../domain/findings/finding.ts';
import { type JurisdictionType, jurisdictionId } from '../domain/jurisdiction.ts';
import type { Month } from '../domain/month.ts';
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

/** What differs from state to state; what is left out is as `defineState` has it. */
export interface StateDescription {
  /** Lower-case two-letter code. */
  code: string;
  name: string;
  /** Federal (FIPS) state number, the head of every jurisdiction id. */
  fips: number;
  calendar: Calendar;
  /** The numeric fields of the allocation record, in record order. */
  fields: readonly FieldDefinition[];
  /** The field that stands for a datapoint where only one figure is shown or compared: the payment. */
  headline: string;
  /** The report kinds; a datapoint exists where the first one has a row. */
  kinds: readonly [ReportKind, ...ReportKind[]];
  /**
   * The number of a code within the state, below 10,000,000: no two codes may share one, and it never changes. Left
   * out, it is the code itself, or its value in base 36 (see `codeNumber`).
   */
  codeNumber?(code: string): number;
  /**
   * The jurisdiction's type: as the newest of its rows that names one, else by its code; `null` if neither tells.
   * `rows` are those of the first kind, in month order. Left out, no type is known.
   */
  jurisdictionType?(code: string, rows: readonly StoredRow[]): JurisdictionType | null;
  /** Names of the counties that codes can name, without "County". Left out, codes name none. */
  counties?: readonly string[];
  /** The county that a code names, one of `counties`; `null` if the code names none. */
  countyOf?(code: string): string | null;
  /** Under which county and location a register of rates may list the jurisdiction, best first. */
  rateLocations?(code: string, shownName: string): readonly RateLocation[];
  /** The derived figures lists may be sorted by, each as `<family>.<field>`. Left out, all. */
  sortedFamilies?: readonly DerivedFamily[];
  /**
   * Merges the rows of one jurisdiction into its datapoints, in month order; each from the rows of its month alone.
   * Left out, each row of the first kind is a datapoint, and each field is its figure of that name.
   */
  merge?(rows: RowsByKind): MergedSeries;
  /** The row that gives a field of a datapoint, of those it came from. Left out, that of the first kind. */
  sourceOf?(field: string, sources: Datapoint['sources']): StoredRow | undefined;
}

/** A state as the pipeline, the store and the service know it: nothing is left out. */
export interface State extends Required<Omit<StateDescription, 'codeNumber'>> {
  /** The id of the jurisdiction that has a code, the same for ever. */
  idOf(code: string): number;
}

/** Completes the description of a state. */
export function defineState({ codeNumber, ...given }: StateDescription): State {
  const { fips, fields, kinds } = given;
  const [primary] = kinds;
  return {
    jurisdictionType: () => null,
    counties: [],
    countyOf: () => null,
    rateLocations: () => [],
    sortedFamilies: ['deltas', 'trends', 'ytd'],
    merge: (rows) => ({ datapoints: rowsOf(rows, primary).map(datapointOf(fields, primary)), remarks: [] }),
    sourceOf: (_, sources) => sources.get(primary.name),
    ...given,
    idOf: (code) => jurisdictionId(fips, code, codeNumber),
  };
}

function datapointOf(fields: readonly FieldDefinition[], { name: kind }: ReportKind) {
  return (row: StoredRow): Datapoint => ({
    month: row.month,
    figures: Object.fromEntries(fields.map(({ name }) => [name, row.figures[name] ?? null])),
    sources: new Map([[kind, row]]),
  });
}

/** The rows of one kind, typed by that kind. */
export function rowsOf<FigureName extends string, LabelName extends string>(
  rows: RowsByKind,
  kind: ReportKind<FigureName, LabelName>,
): readonly StoredRow<FigureName, LabelName>[] {
  return (rows.get(kind.name) ?? []) as readonly StoredRow<FigureName, LabelName>[];
}
