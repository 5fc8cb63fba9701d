import { type JurisdictionType, slugOf } from '../../domain/jurisdiction.ts';
import listed from './governments.json' with { type: 'json' };
import { districtTypeOf } from './taxes.ts';

/**
 * Numbers of the governments of fiscal year 2020, by code. Vendor number 390000010 gives 3900010; a second name on a
 * vendor number and a government without one have small numbers. Never change a line: it is part of a permanent id.
 */
const LISTED: ReadonlyMap<string, number> = new Map(Object.entries(listed));

/** The numbers of all other governments begin here, above every listed one. */
const FIRST_UNLISTED = 4_000_000;
const UNLISTED_NUMBERS = 6_000_000;

/** `ADAMS COUNTY GOVERNMENT`, `DUPAGE COUNTY (CMFT)`. */
const COUNTY = /\bCOUNTY(?: GOVERNMENT)?(?: \([^)]*\))?$/i;
/** The state itself is no local government. */
const STATE = /^STATE OF\b/i;

/** The code of a government: its vendor number, if it has one, and its name, as in `390000010-abingdon`. */
export function governmentCode(vendorNumber: string | null, name: string): string {
  return vendorNumber === null ? slugOf(name) : `${vendorNumber}-${slugOf(name)}`;
}

/** The number of a government. It depends on the code alone, so it is the same in every dataset. */
export function governmentNumber(code: string): number {
  return LISTED.get(code) ?? FIRST_UNLISTED + (hashOf(code) % UNLISTED_NUMBERS);
}

/** The type of a government, from the taxes it receives, else from its name; `null` for the state. */
export function governmentType(name: string, taxes: readonly string[]): JurisdictionType | null {
  const [ofDistrict] = taxes.flatMap((tax) => districtTypeOf(tax) ?? []);
  if (ofDistrict) return ofDistrict;
  if (STATE.test(name)) return null;
  return COUNTY.test(name) ? 'county' : 'city';
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
