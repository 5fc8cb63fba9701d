import { describe, expect, it } from 'vitest';
import {
  fitsName,
  isDamagedName,
  type NameFit,
  parseCounty,
  readName,
} from '../../src/domain/jurisdiction-name.ts';

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

describe('a damaged name', () => {
  it.each([
    ['a lost letter', 'Ca\ufffdada Flat'],
    ['a lost letter as a question mark', 'Ca?ada Flat'],
    ['UTF-8 read as Windows-1252', 'CaÃ±ada Flat'],
    ['the same in capitals', 'CAÃ‘ADA FLAT'],
    ['an apostrophe of UTF-8', 'Oâ€™Brien'],
    ['UTF-8 read as Mac Roman', 'Ca√±ada Flat'],
    ['UTF-8 read as code page 437', 'Ca├▒ada Flat'],
    ['an entity', 'Pe&ntilde;a Blanca'],
    ['a numbered entity', 'O&#39;Brien Springs'],
    ['a numbered entity in hexadecimal', 'O&#x27;Brien Springs'],
    ['code page 437', 'CA¥ADA FLAT'],
    ['code page 437, another letter', 'San Jos‚'],
    ['Mac Roman', 'Monta–a'],
    ['Mac Roman, another letter', 'San JosŽ'],
    ['Mac Roman in capitals', 'MARêN'],
    ['Mac Roman at the start of a word', 'çngel Camp'],
    ['Mac Roman, an apostrophe for a letter', 'Bol’var'],
    ['Mac Roman, a letter after a capital', 'PŽrez'],
    ['code page 437, a blank for a letter', 'M\u00a0laga'],
    ['code page 437, a control character for a letter', 'G\u0081ell'],
    ['UTF-8 read as Windows-1252, a soft hyphen', 'BolÃ\u00advar'],
    ['an entity without its end', 'Ca&ntildeada'],
  ])('has %s: %s', (_, name) => {
    expect(isDamagedName(name)).toBe(true);
  });

  it.each([
    ...['CAÑADA FLAT', 'La Cañada Flintridge', 'LA CAñADA', 'Peñasco', 'São Paulo', 'Åland', 'Montréal'],
    ...[
      "O'Brien",
      'O’Fallon',
      'Coeur d’Alene',
      'D’iberville',
      'County\u00a0of Alpine',
      'Winston–Salem',
      'AT&T Park District; Area 2',
      'Smith & Sons',
    ],
    ...[
      'St. Mary’s',
      'ÎLE-À-LA-CROSSE',
      'Alamo †',
      'Truth or Consequences (Sierra)',
      'No. 1-A',
      '“Old” Town',
    ],
  ])('is not %s', (name) => {
    expect(isDamagedName(name)).toBe(false);
  });
});
