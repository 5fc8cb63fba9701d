/** The fields that group the taxes. Every tax counts in one of them. */
export const TAX_GROUPS = [
  'state_shared',
  'home_rule',
  'non_home_rule',
  'business_district',
  'public_safety',
  'school_facilities',
  'flood_protection',
  'transit',
  'vehicles_and_rental',
  'motor_fuel',
  'other',
] as const;
export type TaxGroup = (typeof TAX_GROUPS)[number];

interface Tax {
  group: TaxGroup;
  /** Set for taxes of districts: a government that receives such a tax is of this type. */
  districtType?: 'transit' | 'special_district';
}

/**
 * The known taxes by their printed code. Source of the names: Department of Revenue, "Sales and Related Taxes -
 * Disbursements". It does not describe 911C and MMFT.
 */
const TAXES: ReadonlyMap<string, Tax> = new Map<string, Tax>([
  // Municipal, County and Countywide Sales Tax: shares of the state's tax
  ['MT', { group: 'state_shared' }],
  ['CT', { group: 'state_shared' }],
  ['CST', { group: 'state_shared' }],
  // Municipal and County Home Rule Sales Tax
  ['HMR', { group: 'home_rule' }],
  ['CHMR', { group: 'home_rule' }],
  // Non-Home Rule Sales Tax
  ['NHMR', { group: 'non_home_rule' }],
  // Business District Tax
  ['BDIST', { group: 'business_district' }],
  // County taxes for public safety, school facilities and flood protection
  ['CTPS', { group: 'public_safety' }],
  ['CTSF', { group: 'school_facilities' }],
  ['CTFP', { group: 'flood_protection' }],
  // Regional Transportation Authority: its tax, its share of the state's tax, and the counties' share of its tax
  ['RTA', { group: 'transit', districtType: 'transit' }],
  ['STRTA', { group: 'transit', districtType: 'transit' }],
  ['CTRTA', { group: 'transit' }],
  // Metro-East Transit District: sales tax and vehicle fee
  ['MED', { group: 'transit', districtType: 'transit' }],
  ['MEDFE', { group: 'transit', districtType: 'transit' }],
  // Automobile Renting Tax, Private Vehicle Tax, and Chicago's Home Rule Use Tax on vehicles
  ['MTART', { group: 'vehicles_and_rental' }],
  ['CTART', { group: 'vehicles_and_rental' }],
  ['PVHM', { group: 'vehicles_and_rental' }],
  ['PVHC', { group: 'vehicles_and_rental' }],
  ['HRUT', { group: 'vehicles_and_rental' }],
  // County Motor Fuel Tax, and what we take for the municipal one
  ['CMFT', { group: 'motor_fuel' }],
  ['MMFT', { group: 'motor_fuel' }],
  // DuPage Water Commission, Metro-East Park and Recreation District, Chicago's Soft Drink Tax, and one not described
  ['CWT', { group: 'other', districtType: 'special_district' }],
  ['MEPD', { group: 'other', districtType: 'special_district' }],
  ['SFDK', { group: 'other' }],
  ['911C', { group: 'other' }],
]);

export const TAX_CODES: readonly string[] = [...TAXES.keys()];

/** The group of a tax. A tax that is not known counts as `other`. */
export function groupOf(tax: string): TaxGroup {
  return TAXES.get(tax)?.group ?? 'other';
}

/** The type of a government that receives this tax, if the tax tells it. */
export function districtTypeOf(tax: string): Tax['districtType'] {
  return TAXES.get(tax)?.districtType;
}

/** Reads the code of a tax, known or not; undefined if the text is not a code. */
export function readTax(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return /^[A-Z\d]{2,8}$/.test(code) ? code : undefined;
}
