import { codeColumn } from '../../extract/report-kind.ts';

/** California's 58 counties by the number that heads a jurisdiction code: 01 Alameda to 58 Yuba. */
export const CALIFORNIA_COUNTIES: readonly string[] = [
  'Alameda',
  'Alpine',
  'Amador',
  'Butte',
  'Calaveras',
  'Colusa',
  'Contra Costa',
  'Del Norte',
  'El Dorado',
  'Fresno',
  'Glenn',
  'Humboldt',
  'Imperial',
  'Inyo',
  'Kern',
  'Kings',
  'Lake',
  'Lassen',
  'Los Angeles',
  'Madera',
  'Marin',
  'Mariposa',
  'Mendocino',
  'Merced',
  'Modoc',
  'Mono',
  'Monterey',
  'Napa',
  'Nevada',
  'Orange',
  'Placer',
  'Plumas',
  'Riverside',
  'Sacramento',
  'San Benito',
  'San Bernardino',
  'San Diego',
  'San Francisco',
  'San Joaquin',
  'San Luis Obispo',
  'San Mateo',
  'Santa Barbara',
  'Santa Clara',
  'Santa Cruz',
  'Shasta',
  'Sierra',
  'Siskiyou',
  'Solano',
  'Sonoma',
  'Stanislaus',
  'Sutter',
  'Tehama',
  'Trinity',
  'Tulare',
  'Tuolumne',
  'Ventura',
  'Yolo',
  'Yuba',
];

/** The county of a five-digit jurisdiction code; `null` if its number is not a county's, or the code has another form. */
export function countyOfCode(code: string): string | null {
  if (!/^\d{5}$/.test(code)) return null;
  return CALIFORNIA_COUNTIES[Number(code.slice(0, 2)) - 1] ?? null;
}

/** Codes that end in 998 are the unincorporated area of their county. */
export function isUnincorporatedArea(code: string): boolean {
  return code.endsWith('998');
}

/**
 * The column of jurisdiction codes: five digits, the first two a county's number; spreadsheets lose the leading
 * zero. 00 and 99 are no counties but sums that carry a code; 00 is also what fewer digits than four begin with.
 */
export const JURISDICTION_CODE = codeColumn(
  'a jurisdiction code of five digits (four where the leading zero got lost)',
  (digits) => {
    const code = digits.padStart(5, '0');
    return /^(?!00|99)\d{5}$/.test(code) ? code : undefined;
  },
);
