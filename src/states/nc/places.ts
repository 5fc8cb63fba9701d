import { type JurisdictionType, slugOf, titleCase } from '../../domain/jurisdiction.ts';
import { openNameRegister } from '../name-register.ts';
import listed from './places.json' with { type: 'json' };

/** The counties, with the numbers of their federal (FIPS) codes, and the municipalities, from 1001 on. */
export const PLACES = openNameRegister(listed, 10_000);

const COUNTY_CODE = /-county$/;

/** The names of the counties, without "County". */
export const NORTH_CAROLINA_COUNTIES: readonly string[] = Object.keys(listed)
  .filter((code) => COUNTY_CODE.test(code))
  .map((code) => countyName(code.replace(COUNTY_CODE, '')));

/** The code of a county or a municipality: `alamance-county`, `alamance`. */
export function placeCode(name: string): string {
  return PLACES.currentCode(slugOf(name));
}

export function placeType(code: string): JurisdictionType {
  return COUNTY_CODE.test(code) ? 'county' : 'city';
}

/** What the head of a section says: `ALAMANCE (PER CAPITA)`. */
interface Section {
  /** As the dataset names it; `null` if there is none of this name. */
  county: string | null;
  /** How the county divides its tax: `per capita` or `ad valorem`; `null` if the head does not say it. */
  method: string | null;
}

export function readSection(head: string): Section {
  const [, name = head, method] = /^(.*?) \((.*)\)$/.exec(head) ?? [];
  const shown = countyName(slugOf(name));
  const county = NORTH_CAROLINA_COUNTIES.includes(shown) ? shown : null;
  return { county, method: method?.toLowerCase() ?? null };
}

/** `mcdowell` becomes `McDowell`, `new-hanover` becomes `New Hanover`. */
function countyName(slug: string): string {
  const name = titleCase(slug.replaceAll('-', ' ').toUpperCase());
  return name.replace(/^Mc./, (start) => `Mc${start.slice(2).toUpperCase()}`);
}
