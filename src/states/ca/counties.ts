import { codeColumn } from '../../extract/layouts/report-kind.ts';

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

/** Characters in the code of a city or county; the code of a district tax has three. */
const PLACE_CODE_LENGTH = 5;

/** The county of a five-digit jurisdiction code; `null` if its number is not a county's, or the code is a district's. */
export function countyOfCode(code: string): string | null {
  if (code.length !== PLACE_CODE_LENGTH) return null;
  return CALIFORNIA_COUNTIES[Number(code.slice(0, 2)) - 1] ?? null;
}

/** Five-digit codes that end in 998 are the unincorporated area of their county. */
export function isUnincorporatedArea(code: string): boolean {
  return code.length === PLACE_CODE_LENGTH && code.endsWith('998');
}

/**
 * The column of jurisdiction codes. Cities and counties have five digits, the first two a county's number; 99 is no
 * county but a sum that carries a code. Districts have three characters.
 */
export const JURISDICTION_CODE = codeColumn(
  'a jurisdiction code: five digits for a city or county, three digits or letters, at least one of them a digit, for a district (leading zeros may be lost)',
  (printed) => readDistrictCode(printed) ?? readPlaceCode(printed),
);

/** `023` of `023`, `00023` and `23`, `A23` of `a23` and `00A23`; letters alone are a word. */
function readDistrictCode(printed: string): string | undefined {
  const code = /^\d{1,2}$/.test(printed) ? printed.padStart(3, '0') : printed.replace(/^00(?=.{3}$)/, '');
  return /^(?!000)(?=.*\d)[\dA-Z]{3}$/.test(code) ? code : undefined;
}

function readPlaceCode(printed: string): string | undefined {
  const code = /^[1-9]\d{3}$/.test(printed) ? `0${printed}` : printed;
  return /^(?!00|99)\d{5}$/.test(code) ? code : undefined;
}
