import { slugOf } from '../../domain/jurisdiction.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { StateWriter } from '../../store/write/state-store.ts';
import { type Listed, readListed } from '../summaries/listed-facts.ts';
import type { ReportRecords } from './precedence.ts';

/** What the names, types and rates of registers and summaries changed. */
interface NamedState {
  /** The ids of all jurisdictions that changed. */
  changed: number[];
  /** Whether a name or a type changed. */
  hasRenamed: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
  listed: Listed;
}

/** Applies the names, types and rates of the registers and the summaries to all jurisdictions. */
export function nameJurisdictions(
  store: StateWriter,
  registers: Registers,
  reports: ReportRecords,
  added: ReadonlySet<number>,
): NamedState {
  const { state, jurisdictions } = store;
  const before = jurisdictions.list();
  const named = before.map((jurisdiction) => nameJurisdiction(state, jurisdiction, registers));
  const listed = readListed(store, named, registers, reports);
  const changed = named.filter((one) => jurisdictions.write(withListed(one, listed))).map(({ id }) => id);
  const hasRenamed = named.some(
    ({ name, type }, at) => name !== before[at]?.name || type !== before[at]?.type,
  );
  const newFacts = before.filter((one) => !added.has(one.id) && hasNewFact(one, jurisdictions.get(one.id)));
  return { changed, hasRenamed, newFacts: newFacts.length, listed };
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
    county: state.countyOf(code),
  };
}

/** A jurisdiction with what the summaries say. A register and the code say more. */
function withListed(jurisdiction: StoredJurisdiction, { facts }: Listed): StoredJurisdiction {
  const { sales_tax_rate: rate = null, county = null } = facts.get(jurisdiction.id) ?? {};
  return {
    ...jurisdiction,
    sales_tax_rate: jurisdiction.sales_tax_rate ?? rate,
    county: jurisdiction.county ?? county,
  };
}
