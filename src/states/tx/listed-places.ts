import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { readName } from '../../domain/jurisdiction-name.ts';
import type { NamedPlace } from '../state.ts';

/** `RENO (LAMAR CO)`: the county tells two cities of one name apart. */
const COUNTY_IN_NAME = /\s*\(([^()]+?)(?: CO(?:UNTY|\.)?)?\)\s*$/i;

/** Words that say what kind of authority it is. One report has them, and the other may not. */
const TRANSIT_WORDS: ReadonlySet<string> = new Set(
  'mta ctd cta ata city county transit authority auth department dept metro metropolitan rapid of'.split(' '),
);

/** Words of special districts that are often shortened. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  assist: 'assistance',
  asst: 'assistance',
  dist: 'district',
  dst: 'district',
  dev: 'development',
  emer: 'emergency',
  emerg: 'emergency',
  hosp: 'hospital',
  lib: 'library',
  mun: 'municipal',
  muni: 'municipal',
  prev: 'prevention',
  serv: 'services',
  service: 'services',
  svc: 'services',
  svcs: 'services',
};

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bemergency services district\b/, 'esd'],
  [/\bmunicipal development district\b/, 'mdd'],
  [/\bcrime control (?:and )?prevention district\b/, 'ccpd'],
  [/\b(?:no|nbr|num|number) (?=\d)/, ''],
  [/\b0+(?=\d)/g, ''],
];

/** The place that a printed name of Texas means, comparable within its type. */
export function placeOfName(name: string, type: JurisdictionType): NamedPlace {
  const [, county = null] = (type === 'city' && COUNTY_IN_NAME.exec(name)) || [];
  const { spelled, place } = readName(county === null ? name : name.replace(COUNTY_IN_NAME, ''));
  const words = spelled.split('-');
  switch (type) {
    case 'city':
    case 'county':
      return { place: withoutBlanks(place || spelled), county };
    case 'transit': {
      const named = words.filter((word) => !TRANSIT_WORDS.has(word));
      return { place: withoutBlanks(named.join('-') || spelled), county };
    }
    case 'special_district':
      return { place: withoutBlanks(shortDistrict(words)), county };
  }
}

/** Without blanks and hyphens: `LASALLE` is `LA SALLE`. Those between two digits stay: district 1-1 is not district 11. */
function withoutBlanks(place: string): string {
  return place.replace(/(?<!\d)[ -]|[ -](?!\d)/g, '');
}

function shortDistrict(words: readonly string[]): string {
  const full = words.map((word) => (Object.hasOwn(WRITTEN_OUT, word) ? WRITTEN_OUT[word] : word)).join(' ');
  return SHORT_FORMS.reduce((text, [long, short]) => text.replace(long, short), full).trim();
}
