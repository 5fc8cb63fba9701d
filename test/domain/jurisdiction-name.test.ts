import { describe, expect, it } from 'vitest';
import { fitsName, type NameFit, parseCounty, readName } from '../../src/domain/jurisdiction-name.ts';

const FITS: readonly NameFit[] = ['same', 'same-spelled', 'same-place', 'begins', 'contains'];

function bestFit(asked: string, known: string, type: string | null): NameFit | undefined {
  return FITS.find((fit) => fitsName(fit, readName(asked), readName(known), type));
}

describe('an asked name and a known one', () => {
  it.each([
    ['la canada', 'La Cañada', 'city', 'same'],
    ["st. mary's", 'ST MARYS', 'city', 'same'],
    ['Saint Helena', 'ST. HELENA', 'city', 'same-spelled'],
    ['Mount Shasta', 'MT SHASTA', 'city', 'same-spelled'],
    ['Wise County ESD 1', 'WISE CO ESD 1', 'special_district', 'same-spelled'],
    ['City of Lufkin', 'Lufkin', 'city', 'same-place'],
    ['Industry', 'City of Industry', 'city', 'same-place'],
    ['County of Alameda', 'Alameda County', 'county', 'same-place'],
    ['Alameda County', 'Alameda County Unincorporated Area', 'county', 'same-place'],
    ['Andrews County', 'Andrews', 'county', 'same-place'],
    ['City and County of San Francisco', 'San Francisco', 'city', 'same-place'],
    ['County of Los Angeles', 'Los Angeles', null, 'same-place'],
    ['St Hel', 'Saint Helena', 'city', 'begins'],
    ['City of Luf', 'Lufkin', 'city', 'begins'],
    // part of a word is not written out
    ['St', 'Stockton', 'city', 'begins'],
    ['co', 'San Colusa', 'city', 'contains'],
    // the requested type decides
    ['City of Andrews', 'Andrews County', 'county', undefined],
    ['Andrews County', 'Andrews', 'city', undefined],
    ['Strand', 'Saintrand', 'city', undefined],
    ['...', 'Alder Creek', 'city', undefined],
    ['', 'Alder Creek', 'city', undefined],
  ] as const)('"%s" and "%s" (%s): %s', (asked, known, type, fit) => {
    expect(bestFit(asked, known, type)).toBe(fit);
  });
});

describe('parseCounty', () => {
  const counties = ['Alameda', 'Los Angeles', 'Lake'];
  it.each([
    ['Alameda', 'Alameda'],
    ['ALAMEDA COUNTY', 'Alameda'],
    ['los  angeles county', 'Los Angeles'],
    ['lake', 'Lake'],
    ['Lak', undefined],
    ['County', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, county) => {
    expect(parseCounty(text, counties)).toBe(county);
  });
});
