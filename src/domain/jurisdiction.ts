/** Local taxing authorities. */

export const JURISDICTION_TYPES = ['city', 'county', 'transit', 'special_district'] as const;
export type JurisdictionType = (typeof JURISDICTION_TYPES)[number];

/** Reads a type in any case; `spd` means `special_district`. Returns undefined for any other text. */
export function parseJurisdictionType(text: string): JurisdictionType | undefined {
  const name = text.toLowerCase();
  return JURISDICTION_TYPES.find((type) => type === (name === 'spd' ? 'special_district' : name));
}

/** Added to the number of a code with letters, so that no code of digits has the same id. */
const LETTERED = 1_000_000;

/** Ids that each state has room for. */
export const ID_SPAN = 10_000_000;

/** The number of a code in its state: the code itself; with letters 1,000,000 + its value in base 36 (A23 is 1013035). */
export function codeNumber(code: string): number {
  return /^\d+$/.test(code) ? Number(code) : LETTERED + Number.parseInt(code, 36);
}

/**
 * The jurisdiction's id, the same for ever: state FIPS code × 10,000,000 + the number of its code
 * (Los Angeles, 19050 in California, is 60019050).
 */
export function jurisdictionId(stateFips: number, code: string, numberOf = codeNumber): number {
  return stateFips * ID_SPAN + numberOf(code);
}

/** What two spellings of one code have in common: capitals, no leading zeros. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase().replace(/^0+/, '');
}

/** A name printed in capitals in title case (`ZAPATA CO ASST DIST` is `Zapata Co Asst Dist`); others as printed. */
export function titleCase(printed: string): string {
  const name = printed.trim().replace(/\s+/g, ' ');
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(
      /(?<![\p{L}\p{N}])(\p{L}['’])(\p{L})/gu,
      (_, start: string, letter: string) => start + letter.toUpperCase(),
    );
}

/** The name in lower case, words joined by hyphens, without accents: `La Cañada Flintridge` is `la-canada-flintridge`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
