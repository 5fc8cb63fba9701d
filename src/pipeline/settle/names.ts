import type { Finding } from '../../domain/findings/finding.ts';
import { slugOf, storeCounties } from '../../domain/jurisdiction.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { type Reports, rankReports } from '../../store/write/reports.ts';
import { factsOfListed, type ListedFacts } from '../../store/write/sheet-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { placeNames } from '../sheets/place-names.ts';
import { compareSheets, sheetFindings } from '../sheets/sheet-checks.ts';

/** What the names, types and rates of registers and comparison sheets changed. */
interface NamedState {
  /** The ids of all jurisdictions that changed. */
  changed: number[];
  /** Whether a listed name means another jurisdiction now. */
  hasMoved: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
  /** Names that mean no jurisdiction, and figures of the comparison sheets that differ from ours. */
  findings: Finding[];
}

/** Applies the names, types and rates of the registers and the comparison sheets to all jurisdictions. */
export function nameJurisdictions(
  store: StateStore,
  registers: Registers,
  reports: Reports,
  added: ReadonlySet<number>,
): NamedState {
  const { state, jurisdictions, overview, comparisonSheets } = store;
  const before = jurisdictions.list();
  const named = before.map((jurisdiction) => nameJurisdiction(state, jurisdiction, registers));
  const placed = placeNames(store, named, registers);
  const newest = new Map<number, ListedFacts>();
  const months = overview.months();
  const compared = comparisonSheets.map((sheets) =>
    compareSheets(sheets, rankReports(reports.list(), sheets.kind.name), months, null, (listed) => {
      const { sales_tax_rate, counties } = factsOfListed(sheets.kind, listed);
      const known = newest.get(listed.jurisdictionId);
      // a blank leaves the rate of the month before, and a place keeps its counties
      newest.set(listed.jurisdictionId, {
        sales_tax_rate: sales_tax_rate ?? known?.sales_tax_rate ?? null,
        counties: [...new Set([...counties, ...(known?.counties ?? [])])],
      });
    }),
  );
  const changed = named.filter((one) => jurisdictions.write(withListed(one, newest.get(one.id))));
  const newFacts = before.filter((one) => !added.has(one.id) && hasNewFact(one, jurisdictions.get(one.id)));
  const records = reports.byId();
  return {
    changed: changed.map(({ id }) => id),
    hasMoved: placed.hasMoved,
    newFacts: newFacts.length,
    findings: [
      ...placed.findings,
      ...compared.flatMap((ofKind) => sheetFindings(ofKind, jurisdictions, records)),
    ],
  };
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
function withListed(
  jurisdiction: StoredJurisdiction,
  { sales_tax_rate: rate = null, counties = [] }: Partial<ListedFacts> = {},
): StoredJurisdiction {
  return {
    ...jurisdiction,
    sales_tax_rate: jurisdiction.sales_tax_rate ?? rate,
    ...(jurisdiction.county === null && storeCounties(counties)),
  };
}
