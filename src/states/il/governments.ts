import { type JurisdictionType, slugOf } from '../../domain/jurisdiction.ts';
import type { ReportRow } from '../../domain/report.ts';
import { openNameRegister } from '../name-register.ts';
import listed from './governments.json' with { type: 'json' };
import { districtTypeOf } from './taxes.ts';

/**
 * The governments of fiscal year 2020. Vendor number 390000010 gives 3900010; a second name on a vendor number and a
 * government without one have small numbers.
 */
export const GOVERNMENTS = openNameRegister(listed, 4_000_000);

/** `ADAMS COUNTY GOVERNMENT`, `DUPAGE COUNTY (CMFT)`. */
const COUNTY = /\bCOUNTY(?: GOVERNMENT)?(?: \([^)]*\))?$/i;
/** The state itself is no local government. */
const STATE = /^STATE OF\b/i;

/** The code of a government: its vendor number, if it has one, and its name, as in `390000010-abingdon`. */
export function governmentCode(vendorNumber: string | null, name: string): string {
  return GOVERNMENTS.currentCode(vendorNumber === null ? slugOf(name) : `${vendorNumber}-${slugOf(name)}`);
}

/** By vendor number, the code of the government that is listed with it, without second names. */
const LISTED_BY_VENDOR: ReadonlyMap<string, string> = new Map(
  Object.entries(listed).flatMap(([code, number]): [string, string][] =>
    Number(`${code.slice(0, 2)}${code.slice(4, 9)}`) === number ? [[code.slice(0, 9), code]] : [],
  ),
);

/**
 * The codes of governments that a report names otherwise than the list. A vendor number that has only one name in the
 * report is the listed government: it was renamed. With two names, it serves two governments.
 */
export function formerCodes(
  rows: readonly Pick<ReportRow<string, 'vendor_number'>, 'code' | 'labels'>[],
): Map<string, string> {
  const byVendor = new Map<string, Set<string>>();
  for (const { code, labels } of rows) {
    const vendor = labels.vendor_number ?? '';
    byVendor.set(vendor, (byVendor.get(vendor) ?? new Set()).add(code));
  }
  const former = new Map<string, string>();
  for (const [vendor, [code = '', ...more]] of byVendor) {
    const now = LISTED_BY_VENDOR.get(vendor);
    if (now !== undefined && more.length === 0 && !GOVERNMENTS.has(code)) former.set(code, now);
  }
  return former;
}

/** The type of a government, from the taxes it receives, else from its name; `null` for the state. */
export function governmentType(name: string, taxes: readonly string[]): JurisdictionType | null {
  const [ofDistrict] = taxes.flatMap((tax) => districtTypeOf(tax) ?? []);
  if (ofDistrict) return ofDistrict;
  if (STATE.test(name)) return null;
  return COUNTY.test(name) ? 'county' : 'city';
}
