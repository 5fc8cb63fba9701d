import { type Facts, finding } from '../../domain/findings/finding.ts';
import { slugOf, titleCase } from '../../domain/jurisdiction.ts';
import type { Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State, SummaryKind } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { PlacedFinding } from '../../store/write/placed-finding.ts';
import type { ListedSpan, SummaryRowReader } from '../../store/write/summary-rows.ts';
import { KnownPlaces, type PlacedJurisdiction, WAYS, type Way } from './known-places.ts';

/** A listed name, with its newest row. */
export interface ListedName extends ListedSpan {
  newest: StoredRow;
}

/** What a listed name means. */
type Meaning = { id: number; way: Way } | { fault: Facts<'summary-name'> };

/** A listed name whose jurisdiction was found. */
interface MeantName {
  name: ListedName;
  id: number;
  way: Way;
}

interface PlacesInTime {
  present: KnownPlaces;
  inMonth(month: Month): KnownPlaces;
}

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

  /** The meanings of all names of a kind. Two names of one report that mean one jurisdiction need the register. */
  find(rows: SummaryRowReader, names: readonly ListedName[]): NamedJurisdictions {
    const kind = rows.summary;
    const places = this.placesOf(kind);
    const found = names.map((name) => ({ name, meaning: this.meaningOf(kind, name, places) }));
    const byId = new Map<number, MeantName[]>();
    for (const { name, meaning } of found)
      if ('id' in meaning) byId.set(meaning.id, [...(byId.get(meaning.id) ?? []), { ...meaning, name }]);
    const ids = new Map<string, number>();
    const findings: PlacedFinding[] = [];
    for (const { name, meaning } of found) {
      if ('fault' in meaning) findings.push(faultOf(name, meaning.fault));
      else if (!isShared(rows, { ...meaning, name }, byId.get(meaning.id) ?? []))
        ids.set(name.listed, meaning.id);
      else findings.push(faultOf(name, this.describe(kind, name, 'shared', [meaning.id])));
    }
    return { ids, findings };
  }

  /** The places by their present names, and a function for those by the names of a month. */
  private placesOf(kind: SummaryKind): PlacesInTime {
    const ofMonths = new Map<Month, KnownPlaces>();
    const present = new KnownPlaces(
      kind,
      this.jurisdictions.map((one) => ({ ...one, names: [one.printed_name, one.name] })),
    );
    const inMonth = (month: Month): KnownPlaces => {
      const known = ofMonths.get(month);
      if (known) return known;
      const named = this.jurisdictions.map((one) => ({ ...one, names: this.namesIn(one.id, month) }));
      const places = new KnownPlaces(kind, named);
      ofMonths.set(month, places);
      return places;
    };
    return { present, inMonth };
  }

  private meaningOf(kind: SummaryKind, name: ListedName, { present, inMonth }: PlacesInTime): Meaning {
    const registered = this.meaningInRegister(kind, name);
    if (registered) return registered;
    const { newest, last } = name;
    const fault = (sign: 'several' | 'unknown', named: readonly PlacedJurisdiction[]): Meaning => {
      const ids = named.map(({ id }) => id);
      return { fault: this.describe(kind, name, sign, ids) };
    };
    // a jurisdiction that was renamed later had this name then
    const searches = [
      () => present.find(newest),
      () => inMonth(last).find(newest),
      () => present.findByLetters(newest),
      () => inMonth(last).findByLetters(newest),
    ];
    for (const search of searches) {
      const { way, found } = search();
      const [match, ...others] = found;
      if (match) return others.length > 0 ? fault('several', found) : { id: match.id, way };
    }
    return fault('unknown', present.near(kind.subjectOf(newest).type, newest.name));
  }

  private meaningInRegister(kind: SummaryKind, name: ListedName): Meaning | null {
    const { type } = kind.subjectOf(name.newest);
    for (const listed of writtenForms(kind, name.newest)) {
      const code = this.registers.listedCode(this.state, type, listed);
      if (code === null) continue;
      const known = this.byCode.get(code);
      if (known) return { id: known.id, way: 'register' };
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
    const { type } = kind.subjectOf(newest);
    const candidates = ids.flatMap((id) => {
      const known = this.jurisdictions.find((one) => one.id === id);
      return known ? [{ code: known.sales_tax_id, name: known.name }] : [];
    });
    const listed = writtenForms(kind, newest)[0] ?? newest.name;
    return { sign, kind: kind.name, state: this.state.code, type, listed, candidates };
  }
}

/**
 * How the register may write a name, the first one as findings show it. The county or the word for the type follows in
 * parentheses. A word that the name itself has may be left out.
 */
function writtenForms(kind: SummaryKind, row: StoredRow): string[] {
  const { county, word } = kind.subjectOf(row);
  const mark = county === null ? word : titleCase(county);
  if (mark === null) return [row.name];
  const marked = `${row.name} (${mark})`;
  const isNamed = county === null && slugOf(row.name).split('-').includes(slugOf(mark));
  return isNamed ? [row.name, marked] : [marked, row.name];
}

/** Whether another name of one report and month means the same and was found as well or better. */
function isShared(rows: SummaryRowReader, { name, way }: MeantName, all: readonly MeantName[]): boolean {
  if (way === 'register') return false;
  return all.some(({ name: other, way: otherWay }) => {
    if (other.listed === name.listed || other.first > name.last || other.last < name.first) return false;
    if (WAYS.indexOf(otherWay) > WAYS.indexOf(way) || isInOtherCounty(rows.summary, name, other))
      return false;
    return rows.areInOneReport(name.listed, other.listed);
  });
}

/** Whether two listed names are one name in two counties. */
function isInOtherCounty(kind: SummaryKind, { newest: a }: ListedName, { newest: b }: ListedName): boolean {
  return slugOf(a.name) === slugOf(b.name) && kind.subjectOf(b).county !== null;
}

function faultOf({ newest }: ListedName, facts: Facts<'summary-name'>): PlacedFinding {
  const { reportId, sheet, row } = newest;
  // no month: the name stays the same finding when the next month lists it again
  return { ...finding('summary-name', facts, { sheet, row }), reportId, jurisdictionId: null, month: null };
}
