import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jurisdictionId, parseJurisdictionType, slugOf, titleCase } from '../../src/domain/jurisdiction.ts';

describe('jurisdictionId', () => {
  it.each([
    [6, '19050', 60_019_050],
    [6, '01998', 60_001_998],
    [48, '2002017', 482_002_017],
    [48, '5254502', 485_254_502],
    [6, '023', 60_000_023],
    // 10 × 1,296 + 2 × 36 + 3
    [6, 'A23', 61_013_035],
    [6, 'ZZZ', 61_046_655],
    [6, '1E3', 61_001_803],
  ])('of state %i and code %s is %i', (fips, code, id) => {
    expect(jurisdictionId(fips, code)).toBe(id);
  });

  it('gives every state and code an id of its own', () => {
    const place = fc.tuple(fc.integer({ min: 1, max: 78 }), fc.nat(9_999_999));
    fc.assert(
      fc.property(place, place, ([fipsA, codeA], [fipsB, codeB]) => {
        const same = fipsA === fipsB && codeA === codeB;
        expect(jurisdictionId(fipsA, `${codeA}`) === jurisdictionId(fipsB, `${codeB}`)).toBe(same);
      }),
    );
  });
});

describe('parseJurisdictionType', () => {
  it.each([
    ['city', 'city'],
    ['COUNTY', 'county'],
    ['Special_District', 'special_district'],
    ['spd', 'special_district'],
    ['town', undefined],
    ['cit', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, type) => {
    expect(parseJurisdictionType(text)).toBe(type);
  });
});

describe('titleCase', () => {
  it.each([
    ['ZAPATA CO ASST DIST', 'Zapata Co Asst Dist'],
    ["O'BRIEN", "O'Brien"],
    ["ST. MARY'S", "St. Mary's"],
    ['D’HANIS', 'D’Hanis'],
    ['WISE CO ESD 1-A', 'Wise Co ESD 1-A'],
    ['AUSTIN MTA', 'Austin MTA'],
    ['MUDDY CREEK MUD 12', 'Muddy Creek MUD 12'],
    ['1ST AVENUE', '1st Avenue'],
    ['LA CAÑADA FLINTRIDGE', 'La Cañada Flintridge'],
    ['ÁRBOL', 'Árbol'],
    ['MONTGOMERY CO (NORTH)', 'Montgomery Co (North)'],
    ['A/B DISTRICT', 'A/B District'],
  ])('shows %s as %s', (printed, shown) => {
    expect(titleCase(printed)).toBe(shown);
  });

  it.each(['McAllen', 'DeSoto', 'City of Industry', 'La Cañada Flintridge'])(
    'leaves %s as printed',
    (name) => {
      expect(titleCase(name)).toBe(name);
    },
  );

  it('joins runs of blanks', () => {
    expect(titleCase('  SANTA   FE \n SPRINGS ')).toBe('Santa Fe Springs');
    expect(titleCase('Santa   Fe')).toBe('Santa Fe');
  });

  it('does not move once it is done', () => {
    const name = fc.string({ unit: fc.constantFrom(..."ABCÑÉ 012'-.()&"), maxLength: 25, size: 'max' });
    fc.assert(
      fc.property(name, (printed) => {
        expect(titleCase(titleCase(printed))).toBe(titleCase(printed));
        expect(titleCase(printed).toUpperCase()).toBe(printed.trim().replace(/\s+/g, ' ').toUpperCase());
      }),
    );
  });
});

describe('slugOf', () => {
  it.each([
    ['La Cañada Flintridge', 'la-canada-flintridge'],
    ["St. Mary's", 'st-marys'],
    ['D’Hanis', 'dhanis'],
    ['Wise Co ESD 1-A', 'wise-co-esd-1-a'],
    ['  A & B  ', 'a-b'],
    ['Montgomery Co (North)', 'montgomery-co-north'],
    ['San Jose\u0301', 'san-jose'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is always lower case words joined by single hyphens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40, size: 'max' }), (name) => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      }),
    );
  });
});
