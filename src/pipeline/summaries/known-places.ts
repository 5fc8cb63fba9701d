import { distance } from 'fastest-levenshtein';
import { type JurisdictionType, slugOf } from '../../domain/jurisdiction.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { SummaryKind } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';

/** A finding lists this many jurisdictions with similar names. */
const NEAR_LISTED = 3;
/** The share of a name that may differ. */
const DIFFERENT_SHARE = 0.4;

/** How a name was found, best first: by the register, as printed, without words such as "City of", without blanks. */
export const WAYS = ['register', 'printed', 'place', 'letters'] as const;
export type Way = (typeof WAYS)[number];

export interface PlacedJurisdiction {
  id: number;
  place: string;
  county: string | null;
  /** The printed names of this place. */
  slugs: ReadonlySet<string>;
}

/** The jurisdictions that a name may mean. */
export interface Matches {
  way: Way;
  found: readonly PlacedJurisdiction[];
}

/** A jurisdiction with the names to find it by. */
type NamedJurisdiction = Pick<StoredJurisdiction, 'id' | 'type'> & { names: readonly string[] };

/** The jurisdictions by type and place, as a kind reads names. */
export class KnownPlaces {
  private readonly kind: SummaryKind;
  private readonly ofType = new Map<JurisdictionType, PlacedJurisdiction[]>();
  private readonly byPlace = new Map<string, PlacedJurisdiction[]>();
  private readonly byLetters = new Map<string, PlacedJurisdiction[]>();

  constructor(kind: SummaryKind, jurisdictions: readonly NamedJurisdiction[]) {
    this.kind = kind;
    for (const { id, type, names } of jurisdictions) {
      if (!type || !kind.types.includes(type)) continue;
      const different = new Map<string, { id: number; county: string | null; slugs: Set<string> }>();
      for (const name of names) {
        const { place, county } = kind.placeOf(name, type);
        const slugs = different.get(place)?.slugs ?? new Set();
        different.set(place, { id, county, slugs: slugs.add(slugOf(name)) });
      }
      for (const [place, placed] of different) this.add(type, { ...placed, place });
    }
  }

  /** The jurisdictions of the row's place. The county decides between several of one name, then the printed name. */
  find(row: Pick<StoredRow, 'name' | 'labels'>): Matches {
    const found = this.findIn(this.byPlace, row, (place) => place);
    const { word } = this.kind.subjectOf(row);
    for (const slug of [`${row.name} ${word ?? ''}`, row.name].map(slugOf)) {
      const printed = found.filter(({ slugs }) => slugs.has(slug));
      if (printed.length > 0) return { way: 'printed', found: printed };
    }
    return { way: 'place', found };
  }

  /** The jurisdictions whose names have the same letters: `LASALLE` is `LA SALLE`. */
  findByLetters(row: Pick<StoredRow, 'name' | 'labels'>): Matches {
    return { way: 'letters', found: this.findIn(this.byLetters, row, lettersOf) };
  }

  private findIn(
    index: ReadonlyMap<string, readonly PlacedJurisdiction[]>,
    row: Pick<StoredRow, 'name' | 'labels'>,
    keyOf: (place: string) => string,
  ): readonly PlacedJurisdiction[] {
    const { type, county } = this.kind.subjectOf(row);
    const asked = this.kind.placeOf(row.name, type);
    const inCounty = countyKey(asked.county ?? county);
    const named = index.get(`${type} ${keyOf(asked.place)}`) ?? [];
    const same = named.filter((one) => one.county !== null && countyKey(one.county) === inCounty);
    if (same.length > 0) return same;
    return named.filter((one) => one.county === null || inCounty === null);
  }

  /** The jurisdictions whose names are most similar. */
  near(type: JurisdictionType, name: string): PlacedJurisdiction[] {
    const { place } = this.kind.placeOf(name, type);
    const most = Math.max(2, Math.floor(place.length * DIFFERENT_SHARE));
    return (this.ofType.get(type) ?? [])
      .map((one) => ({ one, difference: distance(place, one.place) }))
      .filter(({ difference }) => difference <= most)
      .sort((a, b) => a.difference - b.difference || a.one.id - b.one.id)
      .slice(0, NEAR_LISTED)
      .map(({ one }) => one);
  }

  private add(type: JurisdictionType, placed: PlacedJurisdiction): void {
    const put = (index: Map<string, PlacedJurisdiction[]>, key: string) =>
      index.set(key, [...(index.get(key) ?? []).filter(({ id }) => id !== placed.id), placed]);
    put(this.byPlace, `${type} ${placed.place}`);
    put(this.byLetters, `${type} ${lettersOf(placed.place)}`);
    this.ofType.set(type, [...(this.ofType.get(type) ?? []), placed]);
  }
}

/** A place without blanks and hyphens. Those between two digits stay: district 1-1 is not district 11. */
function lettersOf(place: string): string {
  return place.replace(/(?<!\d)[ -]|[ -](?!\d)/g, '');
}

/** Counties compare without case, blanks and "County". */
function countyKey(county: string | null): string | null {
  return county === null
    ? null
    : slugOf(county)
        .replace(/-co(?:unty)?$/, '')
        .replaceAll('-', '');
}
