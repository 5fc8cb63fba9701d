import type { Calendar, FieldDefinition } from '../allocation.ts';
import type { JurisdictionType } from '../jurisdiction.ts';

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
  /** Each `MethodChange` of its counties, oldest first, as JSON; `null` without any. */
  method_changes: string | null;
}

/** What analyses need to know of a state. */
export interface KnownState {
  code: string;
  name: string;
  /** Federal (FIPS) state number, with which every jurisdiction id begins. */
  fips: number;
  calendar: Calendar;
  fields: readonly Pick<FieldDefinition, 'name' | 'unit' | 'quarterEndOnly' | 'meaning'>[];
  /** The field to show or compare if only one figure of a datapoint is needed: the payment. */
  headline: string;
  taxFields: readonly string[];
  /** The parts that add up to the payment, in the order to show them, with the sign of each. */
  parts: readonly { field: string; sign: 1 | -1 }[];
  /** The types whose jurisdictions all get the same part of a sale, unless a rate is known. */
  equalShareTypes: readonly JurisdictionType[];
  /** Whether jurisdictions may have a county. */
  hasCounties: boolean;
  /** The sheets of the state that repeat figures, with rates. */
  comparisonSheets: readonly { name: string }[];
  /** Whether the codes are shown as numbers. */
  hasNumericCodes: boolean;
  /** The permanent id of the jurisdiction with this code. */
  idOf(code: string): number;
}
