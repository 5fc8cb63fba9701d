import { jurisdictionId, slugOf } from '../domain/jurisdiction.ts';
import { addMonths, type Month } from '../domain/month.ts';
import type { State } from '../states/state.ts';
import type { AllocationCounts } from '../store/allocations.ts';
import type { Findings, PlacedFinding } from '../store/findings.ts';
import type { StateStore } from '../store/state-store.ts';
import { correctionsOf, isMisfit, unmatchedCorrections } from './corrections.ts';
import type { ReportRecords } from './precedence.ts';
import type { Reference } from './reference.ts';
import type { RowLoader } from './row-loader.ts';
import { buildSeries } from './series.ts';
import { checkState } from './state-checks.ts';

/** What settling needs to know of the run. */
interface Settlement {
  runId: number;
  /** The time of receipt of the run's new reports. */
  receivedAt: string;
  reports: ReportRecords;
  reference: Reference;
  findings: Findings;
  counts: AllocationCounts;
}

/** What of a state is to be settled. */
interface TouchedSeries {
  /** The jurisdictions whose rows came, went or changed, each with the first month of these. */
  jurisdictions: ReadonlyMap<number, Month>;
  /** Those of which every month may be another. */
  whole: ReadonlySet<number>;
  /** The months any jurisdiction of the state has now. */
  months: ReadonlySet<Month>;
}

/** What settling came to. */
interface Settled {
  /** Those that are new. */
  findings: PlacedFinding[];
  /** All corrections that do not fit. */
  misfits: PlacedFinding[];
  /** Whether a jurisdiction's name, type or rate changed. */
  hasChangedJurisdictions: boolean;
}

/** Series settled between two looks at whether the run is to be given up. */
const SERIES_BETWEEN_PAUSES = 50;

/** Settles each state whose rows were touched, in turn. */
export async function settleStates(
  storeOf: (state: State) => StateStore,
  touched: RowLoader['touched'],
  settlement: Settlement,
  pause: () => Promise<void>,
): Promise<Settled> {
  const settled: Settled = { findings: [], misfits: [], hasChangedJurisdictions: false };
  for (const [state, { jurisdictions, monthsBefore }] of touched) {
    const store = storeOf(state);
    const months = store.months();
    const hasMoved = haveBeginningsMoved(monthsBefore, months);
    const whole = new Set(hasMoved ? store.jurisdictions.list().map(({ id }) => id) : []);
    const ofState = await settleState(store, { jurisdictions, whole, months }, settlement, pause);
    settled.findings = settled.findings.concat(ofState.findings);
    settled.misfits = settled.misfits.concat(ofState.misfits);
    settled.hasChangedJurisdictions ||= ofState.hasChangedJurisdictions;
  }
  return settled;
}

/** Whether months came or went before ones there are: the first year of series that begin after them depends on it. */
function haveBeginningsMoved(before: ReadonlySet<Month>, now: ReadonlySet<Month>): boolean {
  const changed = [...before, ...now].filter((month) => before.has(month) !== now.has(month));
  return changed.some((month) => now.has(addMonths(month, 1)));
}

/**
 * After all rows of a run are in: merges and derives the touched series of a state anew, names its jurisdictions,
 * and checks the state as a whole. A touched series is written from its first touched month on: what is before does
 * not depend on it. Those of `whole`, and series that were corrected or are to be, are written from their beginning:
 * the register may be another than last time. `pause` is called now and then; where it rejects, so does this.
 */
async function settleState(
  store: StateStore,
  { jurisdictions: touched, whole, months }: TouchedSeries,
  { runId, receivedAt, reports, reference, findings, counts }: Settlement,
  pause: () => Promise<void>,
): Promise<Settled> {
  const { state, jurisdictions, allocations } = store;
  let added: PlacedFinding[] = [];
  const outdated: PlacedFinding[] = [];
  let misfits: PlacedFinding[] = [];
  const corrections = correctionsOf(state, reference.corrections);
  const toCorrect = corrections.map(({ code }) => jurisdictionId(state.fips, code)).filter(jurisdictions.has);
  const wholly = new Set([...whole, ...toCorrect, ...findings.correctedJurisdictions(state.code)]);
  const all = new Set([...touched.keys(), ...wholly]);
  const isOfThisRun = (reportId: number | null) => reports.get(reportId ?? -1)?.receivedAt === receivedAt;
  for (const [at, id] of [...all].sort((a, b) => a - b).entries()) {
    if (at % SERIES_BETWEEN_PAUSES === 0) await pause();
    const jurisdiction = jurisdictions.get(id);
    if (!jurisdiction) throw new Error(`unknown jurisdiction ${id}`);
    const code = jurisdiction.sales_tax_id;
    const rows = new Map(state.kinds.map(({ name }) => [name, store.rowsOf(name).ofJurisdiction(id, code)]));
    const from = wholly.has(id) ? null : (touched.get(id) ?? null);
    if ([...rows.values()].every((ofKind) => ofKind.length === 0)) {
      allocations.writeSeries(runId, id, { datapoints: [], derived: [], from: null }, counts);
      findings.removeJurisdiction(id);
      jurisdictions.remove(id);
      continue;
    }
    const series = buildSeries(state, id, { rows, reports, stateMonths: months, corrections, from });
    allocations.writeSeries(runId, id, { ...series, from }, counts);
    jurisdictions.write({
      ...jurisdiction,
      printed_name: series.printedName,
      printed_type: series.printedType,
    });
    for (const item of series.outdated) if (isOfThisRun(item.reportId)) outdated.push(item);
    misfits.push(...series.findings.filter(isMisfit));
    for (const item of findings.replace('series', id, state.code, runId, series.findings)) added.push(item);
  }
  const unmatched = unmatchedCorrections(store, corrections);
  misfits = misfits.concat(unmatched);
  allocations.finish();
  const renamed = nameJurisdictions(store, reference);
  for (const id of renamed) allocations.touch(runId, id);
  const stateFindings = [...unmatched, ...checkState(store, reports)];
  added = added.concat(findings.replace('state', state.code, state.code, runId, stateFindings));
  const news = added.filter((item) => !misfits.includes(item));
  return {
    findings: [...news, ...firstOfEachReport(outdated)],
    misfits,
    hasChangedJurisdictions: renamed.length > 0,
  };
}

/** Gives every jurisdiction the name, type and rate of today's registers; returns those that changed. */
function nameJurisdictions({ state, jurisdictions }: StateStore, reference: Reference): number[] {
  const changed: number[] = [];
  for (const jurisdiction of jurisdictions.list()) {
    const code = jurisdiction.sales_tax_id;
    const name = reference.shownName(state, code, jurisdiction.printed_name);
    const isChanged = jurisdictions.write({
      ...jurisdiction,
      name,
      slug: slugOf(name),
      type: jurisdiction.printed_type ?? reference.type(state, code),
      sales_tax_rate: reference.salesTaxRate(state, code, name),
    });
    if (isChanged) changed.push(jurisdiction.id);
  }
  return changed;
}

/** One finding a report, which says how many there were. */
function firstOfEachReport(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const byReport = new Map<number | null, { first: PlacedFinding; more: number }>();
  for (const item of findings) {
    const seen = byReport.get(item.reportId);
    if (seen) seen.more += 1;
    else byReport.set(item.reportId, { first: item, more: 0 });
  }
  return [...byReport.values()].map(({ first, more }) => ({
    ...first,
    message: more > 0 ? `${first.message} (likewise ${more} more rows of this report)` : first.message,
  }));
}
