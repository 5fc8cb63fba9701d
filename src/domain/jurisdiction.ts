/** Local taxing authorities. */

export const JURISDICTION_TYPES = ['city', 'county', 'transit', 'special_district'] as const;
export type JurisdictionType = (typeof JURISDICTION_TYPES)[number];

/** Reads a type in any case; `spd` means `special_district`. Returns undefined for any other text. */
export function parseJurisdictionType(text: string): JurisdictionType | undefined {
  const name = text.toLowerCase();
  return JURISDICTION_TYPES.find((type) => type === (name === 'spd' ? 'special_district' : name));
}

/**
 * The jurisdiction's id, the same for ever: state FIPS code × 10,000,000 + the state's numeric code
 * (Los Angeles, 19050 in California, is 60019050).
 */
export function jurisdictionId(stateFips: number, code: string): number {
  return stateFips * 10_000_000 + Number(code);
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
