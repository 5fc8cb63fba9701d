/** Local taxing authorities. */

import type { Month } from './month.ts';

export const JURISDICTION_TYPES = ['city', 'county', 'transit', 'special_district'] as const;
export type JurisdictionType = (typeof JURISDICTION_TYPES)[number];

/** Reads a type in any case; `spd` means `special_district`. Returns undefined for any other text. */
export function parseJurisdictionType(text: string): JurisdictionType | undefined {
  const name = text.toLowerCase();
  return JURISDICTION_TYPES.find((type) => type === (name === 'spd' ? 'special_district' : name));
}

/** Added to codes with letters, so that their ids differ from those of numeric codes. */
const LETTERED = 1_000_000;

/** Number of ids that each state has. */
export const ID_SPAN = 10_000_000;

/** The number of a code. A code with letters gives 1,000,000 + its value in base 36: A23 gives 1013035. */
export function codeNumber(code: string): number {
  return /^\d+$/.test(code) ? Number(code) : LETTERED + Number.parseInt(code, 36);
}

/** The permanent id of a jurisdiction: state FIPS code × 10,000,000 + code number. California's 19050 gives 60019050. */
export function jurisdictionId(stateFips: number, code: string, numberOf = codeNumber): number {
  return stateFips * ID_SPAN + numberOf(code);
}

/** Makes spellings of one code equal: capitals, no leading zeros. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase().replace(/^0+/, '');
}

/** Between the counties of a jurisdiction where they are one text. No name of a county has it. */
const COUNTY_SEPARATOR = '; ';

/** The counties of a jurisdiction as they are stored: the first one, and all of them as one text; `null` without any. */
export interface StoredCounties {
  county: string | null;
  counties: string | null;
}

export function storeCounties(names: readonly string[]): StoredCounties {
  const [county = null] = names;
  return { county, counties: county && names.join(COUNTY_SEPARATOR) };
}

/** The counties of a stored text, in order. */
export function countiesIn(stored: string | null): string[] {
  return stored === null ? [] : stored.split(COUNTY_SEPARATOR);
}

export function isInCounty({ counties }: Pick<StoredCounties, 'counties'>, county: string): boolean {
  return countiesIn(counties).includes(county);
}

/** A county that divides its tax in another way than before, since a month of payment. */
export interface MethodChange {
  month: Month;
  county: string;
  before: string;
  now: string;
}

/** Kinds of districts that people write in capitals. */
const IN_CAPITALS = /(?<![\p{L}\p{N}])(?:MTA|CTD|ATD|ESD|MUD|SPD|MMD|MDD|LMD|WCID)(?![\p{L}\p{N}])/giu;

/** Turns a name in capitals into title case: `WISE CO ESD 1` becomes `Wise Co ESD 1`. Leaves other names as printed. */
export function titleCase(printed: string): string {
  const name = printed.trim().replace(/\s+/g, ' ');
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(
      /(?<![\p{L}\p{N}])(\p{L}['’])(\p{L})/gu,
      (_, start: string, letter: string) => start + letter.toUpperCase(),
    )
    .replace(IN_CAPITALS, (word) => word.toUpperCase());
}

/** The name in lower case with hyphens and without accents: `La Cañada Flintridge` becomes `la-canada-flintridge`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
