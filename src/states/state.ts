import type { Calendar, DerivedFamily, FieldDefinition, Figures } from '../domain/allocation.ts';
import type { Finding } from '../domain/findings/finding.ts';
import { type JurisdictionType, jurisdictionId } from '../domain/jurisdiction.ts';
import type { Month } from '../domain/month.ts';
import type { ReportKindName, ReportRow, StoredRow } from '../domain/report.ts';
import type { ReportKind } from '../extract/layouts/report-kind.ts';
import type { NameRegister } from './name-register.ts';

// the store may not import extract
export type { ReportKind };

/** The current rows of one jurisdiction: at most one per month and kind, in month order. */
export type RowsByKind = ReadonlyMap<ReportKindName, readonly StoredRow[]>;

/** One merged record, with the rows it comes from. */
export interface Datapoint<FieldName extends string = string> {
  month: Month;
  figures: Figures<FieldName>;
  /** By kind, if the kind has a row. The first kind of a state always has one. */
  sources: ReadonlyMap<ReportKindName, StoredRow>;
}

export interface MergedSeries {
  datapoints: Datapoint[];
  findings: Finding[];
}

/** A line of a register of rates: `Alameda` (county), `Alameda County Unincorporated Area` (location). */
export interface RateLocation {
  county: string;
  location: string;
}

/**
 * What a figure of a comparison sheet repeats of our headline field: its value in the month or a year before, the sum since
 * January then and now, or the change of one of them in percent.
 */
export type RepeatedBasis = 'month' | 'year-before' | 'ytd' | 'ytd-year-before' | 'change' | 'ytd-change';

/** Whom a printed name means: the place without words like "City of", and the county, if the name or row has one. */
export interface NamedPlace {
  place: string;
  county: string | null;
}

/** What the labels of a row say of its jurisdiction. */
export interface ListedSubject {
  type: JurisdictionType;
  county: string | null;
  /** The state's own word, if its reports have several words for the type. */
  word: string | null;
}

/**
 * A kind whose rows name jurisdictions and print no code. Its rows make no datapoints: they give rates and counties,
 * and figures to check ours against. Several rows of a jurisdiction and month name different counties.
 */
export interface ComparisonSheetKind extends ReportKind {
  /** Whether its rows name the counties of jurisdictions. */
  namesCounties: boolean;
  /** The types of the jurisdictions that its reports list. */
  types: readonly JurisdictionType[];
  subjectOf(row: Pick<ReportRow, 'labels'>): ListedSubject;
  /** Rows and jurisdictions of one type match if their places are the same. */
  placeOf(name: string, type: JurisdictionType): NamedPlace;
  /** The figure with the jurisdiction's own rate, in percent. */
  rate: string;
  /** Whether a printed rate, in millionths of a percent, can be that of one jurisdiction. Another one is not used. */
  isOwnRate(rate: number): boolean;
  /** The figures to check, by name. */
  checks: Readonly<Record<string, RepeatedBasis>>;
}

/** A field that is a part of the payment: added to it, or taken away from it. */
export interface SignedField {
  field: string;
  sign: 1 | -1;
}

/** What differs from state to state. `defineState` supplies the defaults. */
export interface StateDescription {
  /** Lower-case two-letter code. */
  code: string;
  name: string;
  /** Who publishes its reports. */
  agency: string;
  /** Federal (FIPS) state number, with which every jurisdiction id begins. */
  fips: number;
  calendar: Calendar;
  /** The numeric fields of the allocation record, in record order. */
  fields: readonly FieldDefinition[];
  /** The field to show or compare if only one figure of a datapoint is needed: the payment. */
  headline: string;
  /** The report kinds. A datapoint exists if the first kind has a row. */
  kinds: readonly [ReportKind, ...ReportKind[]];
  /** The kinds that repeat figures by name. Default: none. */
  comparisonSheets?: readonly ComparisonSheetKind[];
  /** The register of names, if reports print names and no codes. It gives the numbers of the codes made of them. */
  register?: NameRegister | null;
  /**
   * The number of a code within the state: below 10,000,000, unique, and never changed. Default: the code itself, or its
   * value in base 36 (see `codeNumber`).
   */
  codeNumber?(code: string): number;
  /**
   * The jurisdiction's type, from the newest row that names one, else from the code; `null` if unknown. `rows` are of
   * the first kind, in month order. Default: no type is known.
   */
  jurisdictionType?(code: string, rows: readonly StoredRow[]): JurisdictionType | null;
  /**
   * The fields that are the payment of one tax each. They tell which taxes began or ended, so a repealed one is none
   * of them. Default: none.
   */
  taxFields?: readonly string[];
  /** The parts that add up to the payment, in the order to show them. Default: the payment of each tax. */
  parts?: readonly SignedField[];
  /** The types whose jurisdictions all get the same part of a sale, unless a rate is known. Default: none. */
  equalShareTypes?: readonly JurisdictionType[];
  /** Whether the codes are shown as numbers. Default: no. */
  hasNumericCodes?: boolean;
  /** A jurisdiction for the examples of the documentation. */
  example?: { code: string; name: string; county?: string };
  /** Names of the counties that codes or rows give, without "County". Default: none; comparison sheets may name them. */
  counties?: readonly string[];
  /**
   * The counties that the code or any of the rows names, each one of `counties`, those of the newest row first. The first
   * one counts where a jurisdiction can have only one. Empty if unknown.
   */
  countiesOf?(code: string, rows?: readonly StoredRow[]): readonly string[];
  /**
   * How each county divided the tax that a row of the first kind has, by county: `per capita`. What was divided in one
   * way is not compared with what was divided in another. Default: no method is known.
   */
  methodsOf?(row: StoredRow): ReadonlyMap<string, string>;
  /** Counties and locations under which a register of rates may list the jurisdiction, best first. */
  rateLocations?(code: string, shownName: string): readonly RateLocation[];
  /** The derived figures that lists can be sorted by, as `<family>.<field>`. Default: all. */
  sortedFamilies?: readonly DerivedFamily[];
  /**
   * Merges the rows of one jurisdiction into datapoints, in month order. Each datapoint depends only on the rows of its
   * month. Default: each row of the first kind is a datapoint.
   */
  merge?(rows: RowsByKind): MergedSeries;
  /** The figures of a datapoint that is made of a row of the first kind. Default: those of the row, and what is computed from them. */
  figuresOf?(row: StoredRow): Figures;
  /** The row that prints a field of a datapoint; undefined if none does. Default: the row of the first kind. */
  sourceOf?(field: string, sources: Datapoint['sources']): StoredRow | undefined;
}

/** A state with all defaults filled in. */
export interface State extends Required<Omit<StateDescription, 'codeNumber' | 'figuresOf' | 'register'>> {
  register: NameRegister | null;
  /** Whether jurisdictions may have a county: from their codes or rows, or from comparison sheets. */
  hasCounties: boolean;
  /** The permanent id of the jurisdiction with this code. */
  idOf(code: string): number;
}

export function defineState({ codeNumber, ...given }: StateDescription): State {
  const { fips, fields, kinds, register = null } = given;
  const [primary] = kinds;
  return {
    comparisonSheets: [],
    jurisdictionType: () => null,
    taxFields: [],
    parts: (given.taxFields ?? []).map((field) => ({ field, sign: 1 })),
    hasNumericCodes: false,
    equalShareTypes: [],
    example: { code: '1001', name: 'Springfield' },
    counties: [],
    countiesOf: () => [],
    methodsOf: () => new Map(),
    rateLocations: () => [],
    sortedFamilies: ['deltas', 'trends', 'ytd'],
    merge: (rows) => {
      const datapoints = rowsOf(rows, primary).map((row): Datapoint => {
        const figures = given.figuresOf?.(row) ?? computeFigures(fields, row);
        return { month: row.month, figures, sources: new Map([[primary.name, row]]) };
      });
      return { datapoints, findings: [] };
    },
    sourceOf: (_, sources) => sources.get(primary.name),
    ...given,
    register,
    hasCounties:
      (given.counties ?? []).length > 0 ||
      (given.comparisonSheets ?? []).some(({ namesCounties }) => namesCounties),
    idOf: (code) => jurisdictionId(fips, code, register?.numberOf ?? codeNumber),
  };
}

function computeFigures(fields: readonly FieldDefinition[], row: StoredRow): Figures {
  const figures: Figures = {};
  for (const { name, compute } of fields) figures[name] = compute?.(row.figures) ?? row.figures[name] ?? null;
  return figures;
}

export function rowsOf<FigureName extends string, LabelName extends string>(
  rows: RowsByKind,
  kind: ReportKind<FigureName, LabelName>,
): readonly StoredRow<FigureName, LabelName>[] {
  return (rows.get(kind.name) ?? []) as readonly StoredRow<FigureName, LabelName>[];
}

/** Makes fields that are amounts of a report: their names, meanings and columns. */
export function amountsOf(report: string) {
  return <Name extends string>(
    name: Name,
    meaning: string,
    column: string,
    more: Pick<FieldDefinition, 'isSortable' | 'sortAlias'> = {},
  ): FieldDefinition<Name> => {
    const readFrom = `${report}, ${column}`;
    return { name, unit: 'amount', isSortable: true, meaning, readFrom, ...more };
  };
}
