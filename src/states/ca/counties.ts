import { codeColumn } from '../../extract/layouts/report-kind.ts';

/** California's 58 counties in the order of the numbers that begin their codes: 01 Alameda to 58 Yuba. */
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

/** Characters in the code of a city or county. The code of a district has three. */
const PLACE_CODE_LENGTH = 5;

/** The county of a jurisdiction code; `null` for a district, or if the number is not a county's. */
export function countyOfCode(code: string): string | null {
  if (code.length !== PLACE_CODE_LENGTH) return null;
  return CALIFORNIA_COUNTIES[Number(code.slice(0, 2)) - 1] ?? null;
}

/** A five-digit code that ends in 998 is the unincorporated area of its county. */
export function isUnincorporatedArea(code: string): boolean {
  return code.length === PLACE_CODE_LENGTH && code.endsWith('998');
}

/** Words of three letters that label a sum, not a district. */
const SUM_WORDS: ReadonlySet<string> = new Set(['ALL', 'AVG', 'SUM', 'TOT', 'YTD']);

/** The zeros before a padded district code. `0123` keeps its zero: it may be a city code cut short. */
const PADDING = /^(?:00(?=...$)|0(?=0..$)|0(?=...$)(?=.*[A-Z]))/;

/**
 * The column of jurisdiction codes. Cities and counties have five digits; the first two are the county's number, and
 * 99 labels a sum. Districts have three characters.
 */
export const JURISDICTION_CODE = codeColumn(
  'a jurisdiction code: five digits for a city or county, three digits or letters for a district (zeros before it may be missing or added)',
  (printed) => readDistrictCode(printed) ?? readPlaceCode(printed),
);

/** `023` of `023`, `00023`, `0023` and `23`; `A23` of `a23` and `00A23`. */
function readDistrictCode(printed: string): string | undefined {
  const code = /^\d{1,2}$/.test(printed) ? printed.padStart(3, '0') : printed.replace(PADDING, '');
  return /^(?!000)[\dA-Z]{3}$/.test(code) && !SUM_WORDS.has(code) ? code : undefined;
}

/** `01010` of `01010` and `1010`, as spreadsheets store it. */
function readPlaceCode(printed: string): string | undefined {
  const code = /^[1-9]\d{3}$/.test(printed) ? `0${printed}` : printed;
  return /^(?!00|99)\d{5}$/.test(code) ? code : undefined;
}
