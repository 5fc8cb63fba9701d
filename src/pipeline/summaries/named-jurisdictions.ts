import { distance } from 'fastest-levenshtein';
import { type Facts, finding } from '../../domain/findings/finding.ts';
import { type JurisdictionType, slugOf, titleCase } from '../../domain/jurisdiction.ts';
import type { Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State, SummaryKind } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { PlacedFinding } from '../../store/write/placed-finding.ts';
import type { ListedSpan } from '../../store/write/summary-rows.ts';

/** A finding lists this many jurisdictions with similar names. */
const NEAR_LISTED = 3;
/** The share of a name that may differ. */
const DIFFERENT_SHARE = 0.4;

/** A listed name, with its newest row. */
export interface ListedName extends ListedSpan {
  newest: StoredRow;
}

/** What a listed name means. */
type Meaning = { id: number; isOfRegister: boolean } | { fault: Facts<'summary-name'> };

/** The jurisdictions that names mean, and the names that mean none or several. */
export interface NamedJurisdictions {
  ids: Map<string, number>;
  findings: PlacedFinding[];
}

/** The names that the payments of a month print of a jurisdiction. */
type NamesIn = (jurisdictionId: number, month: Month) => readonly string[];

/** Finds the jurisdictions of a state by type and name, or by the register of listed names. */
export class NameIndex {
  private readonly state: State;
  private readonly registers: Pick<Registers, 'listedCode'>;
  private readonly namesIn: NamesIn;
  private readonly jurisdictions: readonly StoredJurisdiction[];
  private readonly byCode: ReadonlyMap<string, StoredJurisdiction>;

  constructor(
    state: State,
    jurisdictions: readonly StoredJurisdiction[],
    registers: Pick<Registers, 'listedCode'>,
    namesIn: NamesIn,
  ) {
    this.state = state;
    this.registers = registers;
    this.namesIn = namesIn;
    this.jurisdictions = jurisdictions.toSorted((a, b) => a.id - b.id);
    this.byCode = new Map(jurisdictions.map((one) => [one.sales_tax_id, one]));
  }

  /** The meanings of all names of a kind. Two names of one time that mean one jurisdiction need the register. */
  find(kind: SummaryKind, names: readonly ListedName[]): NamedJurisdictions {
    const places = this.placesOf(kind);
    const found = names.map((name) => ({ name, meaning: this.meaningOf(kind, name, places) }));
    const byId = new Map<number, ListedName[]>();
    for (const { name, meaning } of found)
      if ('id' in meaning) byId.set(meaning.id, [...(byId.get(meaning.id) ?? []), name]);
    const ids = new Map<string, number>();
    const findings: PlacedFinding[] = [];
    for (const { name, meaning } of found) {
      if ('fault' in meaning) findings.push(faultOf(name, meaning.fault));
      else if (meaning.isOfRegister || !isShared(kind, name, byId.get(meaning.id) ?? []))
        ids.set(name.listed, meaning.id);
      else findings.push(faultOf(name, this.describe(kind, name, 'shared', [meaning.id])));
    }
    return { ids, findings };
  }

  /** The places by their present names, and a function for those by the names of a month. */
  private placesOf(kind: SummaryKind): KnownPlaces {
    const ofMonths = new Map<Month, Places>();
    const present = new Places(
      kind,
      this.jurisdictions.map((one) => ({ ...one, names: [one.printed_name, one.name] })),
    );
    const inMonth = (month: Month): Places => {
      const known = ofMonths.get(month);
      if (known) return known;
      const named = this.jurisdictions.map((one) => ({ ...one, names: this.namesIn(one.id, month) }));
      const places = new Places(kind, named);
      ofMonths.set(month, places);
      return places;
    };
    return { present, inMonth };
  }

  private meaningOf(kind: SummaryKind, name: ListedName, places: KnownPlaces): Meaning {
    const registered = this.meaningInRegister(kind, name);
    if (registered) return registered;
    const { type, county } = kind.subjectOf(name.newest);
    const find = (known: Places) => known.find(type, name.newest.name, county);
    const present = find(places.present);
    // a jurisdiction that was renamed later had this name then
    const matches = present.length > 0 ? present : find(places.inMonth(name.last));
    const fault = (sign: 'several' | 'unknown', named: readonly PlacedJurisdiction[]): Meaning => {
      const ids = named.map(({ id }) => id);
      return { fault: this.describe(kind, name, sign, ids) };
    };
    const [match, ...others] = matches;
    if (!match) return fault('unknown', places.present.near(type, name.newest.name));
    return others.length > 0 ? fault('several', matches) : { id: match.id, isOfRegister: false };
  }

  private meaningInRegister(kind: SummaryKind, name: ListedName): Meaning | null {
    const { type, county } = kind.subjectOf(name.newest);
    for (const listed of writtenForms(name.newest.name, county)) {
      const code = this.registers.listedCode(this.state, type, listed);
      if (code === null) continue;
      const known = this.byCode.get(code);
      if (known) return { id: known.id, isOfRegister: true };
      return { fault: { ...this.describe(kind, name, 'unknown code', []), code } };
    }
    return null;
  }

  private describe(
    kind: SummaryKind,
    { newest }: ListedName,
    sign: Facts<'summary-name'>['sign'],
    ids: readonly number[],
  ): Facts<'summary-name'> {
    const { type, county } = kind.subjectOf(newest);
    const candidates = ids.flatMap((id) => {
      const known = this.jurisdictions.find((one) => one.id === id);
      return known ? [{ code: known.sales_tax_id, name: known.name }] : [];
    });
    const listed = writtenForms(newest.name, county)[0] ?? newest.name;
    return { sign, kind: kind.name, state: this.state.code, type, listed, candidates };
  }
}

/** How the register may write a name: with the county, if the row names one, or without it. */
function writtenForms(name: string, county: string | null): string[] {
  return county === null ? [name] : [`${name} (${titleCase(county)})`, name];
}

/** Whether other names of the same months mean the same, although they are not the same name in another county. */
function isShared(kind: SummaryKind, name: ListedName, all: readonly ListedName[]): boolean {
  return all.some((other) => {
    if (other === name || other.first > name.last || other.last < name.first) return false;
    return (
      slugOf(other.newest.name) !== slugOf(name.newest.name) || kind.subjectOf(other.newest).county === null
    );
  });
}

function faultOf({ newest }: ListedName, facts: Facts<'summary-name'>): PlacedFinding {
  const { reportId, sheet, row } = newest;
  // no month: the name stays the same finding when the next month lists it again
  return { ...finding('summary-name', facts, { sheet, row }), reportId, jurisdictionId: null, month: null };
}

interface PlacedJurisdiction {
  id: number;
  place: string;
  county: string | null;
}

interface KnownPlaces {
  present: Places;
  inMonth(month: Month): Places;
}

/** A jurisdiction with the names to find it by. */
type NamedJurisdiction = Pick<StoredJurisdiction, 'id' | 'type'> & { names: readonly string[] };

/** The jurisdictions by type and place, as a kind reads names. */
class Places {
  private readonly kind: SummaryKind;
  private readonly ofType = new Map<JurisdictionType, PlacedJurisdiction[]>();
  private readonly byPlace = new Map<string, PlacedJurisdiction[]>();

  constructor(kind: SummaryKind, jurisdictions: readonly NamedJurisdiction[]) {
    this.kind = kind;
    for (const { id, type, names } of jurisdictions) {
      if (!type || !kind.types.includes(type)) continue;
      const places = names.map((each) => kind.placeOf(each, type));
      const different = new Map(places.map((place) => [place.place, { id, ...place }]));
      for (const placed of different.values()) this.add(type, placed);
    }
  }

  /** The jurisdictions of a place. The county decides between several of one name. */
  find(type: JurisdictionType, name: string, county: string | null): PlacedJurisdiction[] {
    const asked = this.kind.placeOf(name, type);
    const inCounty = countyKey(asked.county ?? county);
    const named = this.byPlace.get(`${type} ${asked.place}`) ?? [];
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
    const key = `${type} ${placed.place}`;
    this.byPlace.set(key, [...(this.byPlace.get(key) ?? []), placed]);
    this.ofType.set(type, [...(this.ofType.get(type) ?? []), placed]);
  }
}

/** Counties compare without case and "County". */
function countyKey(county: string | null): string | null {
  return county === null ? null : slugOf(county).replace(/-co(?:unty)?$/, '');
}
