import { slugOf, storeCounties } from '../../domain/jurisdiction.ts';
import type { ReportRecords } from '../../merge/choose.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { type NewestFacts, newestFacts, readListedFacts } from '../comparison-sheets/listed-facts.ts';
import { findListedNames, type ListedNames } from '../comparison-sheets/listed-names.ts';

/** What the names, types and rates of registers and comparison sheets changed. */
interface NamedState {
  /** The ids of all jurisdictions that changed. */
  changed: number[];
  /** Whether a listed name means another jurisdiction now. */
  hasMoved: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
  listed: ListedNames;
}

/** Applies the names, types and rates of the registers and the comparison sheets to all jurisdictions. */
export function nameJurisdictions(
  store: StateStore,
  registers: Registers,
  reports: ReportRecords,
  added: ReadonlySet<number>,
): NamedState {
  const { state, jurisdictions } = store;
  const before = jurisdictions.list();
  const named = before.map((jurisdiction) => nameJurisdiction(state, jurisdiction, registers));
  const listed = findListedNames(store, named, registers);
  const hasMoved = store.listed.write(listed.ids);
  const read = [...readListedFacts(store, listed.ids, reports)];
  store.listed.replaceFacts(read);
  const facts = newestFacts(read);
  const changed = named.filter((one) => jurisdictions.write(withListed(one, facts))).map(({ id }) => id);
  const newFacts = before.filter((one) => !added.has(one.id) && hasNewFact(one, jurisdictions.get(one.id)));
  return { changed, hasMoved, newFacts: newFacts.length, listed };
}

/** Whether comparison sheets, and not rows or codes, name the counties of a state. */
export function namesCounties({ comparisonSheets }: State): boolean {
  return comparisonSheets.some((kind) => kind.namesCounties);
}

function hasNewFact(before: StoredJurisdiction, now: StoredJurisdiction | undefined): boolean {
  return before.sales_tax_rate !== now?.sales_tax_rate || before.county !== now.county;
}

/** A jurisdiction with the name, type and rate that the registers give. */
function nameJurisdiction(
  state: State,
  jurisdiction: StoredJurisdiction,
  registers: Registers,
): StoredJurisdiction {
  const { sales_tax_id: code, printed_name, printed_type } = jurisdiction;
  const name = registers.shownName(state, code, printed_name);
  return {
    ...jurisdiction,
    name,
    slug: slugOf(name),
    type: printed_type ?? registers.type(state, code),
    sales_tax_rate: registers.salesTaxRate(state, code, name),
    dated_rates: registers.datedRates(state, code),
    // what comparison sheets name is read again each time
    ...(namesCounties(state) && storeCounties(state.countiesOf(code))),
  };
}

/** A jurisdiction with what the comparison sheets say. A register and the code win. */
export function withListed(
  jurisdiction: StoredJurisdiction,
  facts: ReadonlyMap<number, NewestFacts>,
): StoredJurisdiction {
  const { sales_tax_rate: rate = null, county = null } = facts.get(jurisdiction.id) ?? {};
  return {
    ...jurisdiction,
    sales_tax_rate: jurisdiction.sales_tax_rate ?? rate,
    ...(county !== null && jurisdiction.county === null && storeCounties([county])),
  };
}
