/** What analyses read of a dataset. The service reads it from SQLite, and a page from documents. */

import type { Calendar, FieldDefinition, FigureSeries } from '../allocation.ts';
import type { FindingCode } from '../findings/finding.ts';
import type { JurisdictionType } from '../jurisdiction.ts';
import type { Month } from '../month.ts';

/** A jurisdiction as the dataset knows it. */
export interface KnownJurisdiction {
  id: number;
  state: string;
  /** With leading zeros. */
  sales_tax_id: string;
  name: string;
  slug: string;
  type: JurisdictionType | null;
  /** In millionths. */
  sales_tax_rate: number | null;
  printed_name: string;
  printed_type: JurisdictionType | null;
  county: string | null;
  /** See `StoredCounties`. */
  counties: string | null;
  /** The rates of the register, oldest first, as JSON: `[["2024-04-01", 12500]]`. The dates are months of sales. */
  dated_rates: string | null;
}

/** What analyses need to know of a state. */
export interface KnownState {
  code: string;
  name: string;
  calendar: Calendar;
  fields: readonly FieldDefinition[];
  /** The field to show or compare if only one figure of a datapoint is needed: the payment. */
  headline: string;
  /** The fields that are the payment of one tax each. */
  taxFields: readonly string[];
  /** The types whose jurisdictions all get the same part of a sale, unless a rate is known. */
  equalShareTypes: readonly JurisdictionType[];
  /** The permanent id of the jurisdiction with this code. */
  idOf(code: string): number;
}

/** One field of one jurisdiction, month by month. */
export interface JurisdictionFigures {
  subject: KnownJurisdiction;
  series: FigureSeries;
}

/** One field of all jurisdictions of a state, by the month of payment, or by a month `lag` months earlier. */
export interface FieldFigures {
  /** The `monthIndex` of each month that any jurisdiction has. */
  readonly months: ReadonlySet<number>;
  /** The newest of them; `null` without datapoints. */
  readonly newest: number | null;
  readonly lag: number;
  /** The figures of the jurisdictions that fit, by id. Jurisdictions without datapoints are left out. */
  within(fits: (subject: KnownJurisdiction) => boolean): Iterable<JurisdictionFigures>;
  /** The figures of one jurisdiction; without slots if it has no datapoints. */
  of(id: number): FigureSeries;
}

/** Why the checks doubt a payment. */
export interface PaymentDoubt {
  month: Month;
  code: FindingCode;
  text: string;
}

/** The own rate of a jurisdiction in a month (`monthIndex`), in millionths of the price; `null` if it is not known. */
export type RateByMonth = (month: number) => number | null;

/** A dataset in one version, as analyses read it. */
export interface FigureReading {
  /** The name of the version. Every run that changes the dataset makes a new one. */
  version: string;
  /** The same object in all readings of the same rows. */
  content: object;
  states: readonly KnownState[];
  jurisdictions: Pick<ReadonlyMap<number, KnownJurisdiction>, 'get' | 'has' | 'values'>;
  figures(state: KnownState, field: string, lag: number): FieldFigures;
  /** The doubted payments of a state, by jurisdiction id and `monthIndex`. */
  doubts(state: KnownState): ReadonlyMap<number, ReadonlyMap<number, PaymentDoubt>>;
  /** The rates of a state's jurisdictions by month of payment. */
  rates(state: KnownState): ReadonlyMap<number, RateByMonth>;
}

/** The state of a code. Throws for a code that no state has. */
export function knownStateOf({ states }: Pick<FigureReading, 'states'>, code: string): KnownState {
  const state = states.find((known) => known.code === code);
  if (!state) throw new Error(`no state has the code ${code}`);
  return state;
}

/** The unit of a field; undefined if the state has no such field. */
export function unitOfField({ fields }: KnownState, field: string): FieldDefinition['unit'] | undefined {
  return fields.find(({ name }) => name === field)?.unit;
}
