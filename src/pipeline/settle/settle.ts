import { factsOf } from '../../domain/findings/finding.ts';
import { storeCounties } from '../../domain/jurisdiction.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import { countsSince } from '../../domain/report.ts';
import type { Correction } from '../../registers/corrections.ts';
import type { Registers } from '../../registers/registers.ts';
import type { State } from '../../states/state.ts';
import type { AllocationCounts } from '../../store/write/allocations.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import type { FindingWriter, PlacedFinding } from '../../store/write/stored-findings.ts';
import { findInComparisonSheets } from '../comparison-sheets/sheet-findings.ts';
import type { ChangedState, RowLoader } from '../intake/row-loader.ts';
import { correctionsOf, isMisfit, lapsedCorrections, unmatchedCorrections } from './corrections.ts';
import { buildSeries, type SeriesInput } from './merged-series.ts';
import { nameJurisdictions, namesCounties } from './named-state.ts';
import type { ReportRecords } from './precedence.ts';
import { checkState } from './state-checks.ts';

/** What settling needs from the run. */
export interface Settlement {
  runId: number;
  /** The time of receipt of the run's new reports. */
  receivedAt: string;
  reports: ReportRecords;
  registers: Registers;
  findings: FindingWriter;
  /** Rejects to stop the run. Called regularly. */
  pause(): Promise<void>;
}

export interface Settled {
  /** What the run did to datapoints. */
  allocations: AllocationCounts;
  findings: PlacedFinding[];
  /** All corrections that do not fit the reports. */
  misfits: PlacedFinding[];
  /** Whether a jurisdiction's name, type or rate changed. */
  hasChangedJurisdictions: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
  countyChanges: readonly CountyChange[];
}

/** A jurisdiction whose payments count in another county than before the run. */
export interface CountyChange {
  id: number;
  before: string;
}

/** The findings about one series. */
interface SettledSeries {
  /** Findings that were not stored before. */
  added: readonly PlacedFinding[];
  misfits: readonly PlacedFinding[];
  /** Rows of this run's reports that lose to other reports. */
  outdated: readonly PlacedFinding[];
  /** Corrections that the register no longer has. */
  lapsed: readonly PlacedFinding[];
}

/** The number of series between two calls of `pause`. */
const SERIES_BETWEEN_PAUSES = 50;

/** Settles each changed state in turn. */
export async function settleStates(
  storeOf: (state: State) => StateStore,
  changedStates: RowLoader['changedStates'],
  settlement: Settlement,
): Promise<Settled> {
  const states: Settled[] = [];
  for (const [state, changes] of changedStates)
    states.push(await settleState(storeOf(state), changes, settlement));
  const count = (name: keyof AllocationCounts) =>
    states.reduce((sum, { allocations }) => sum + allocations[name], 0);
  return {
    allocations: {
      inserted: count('inserted'),
      updated: count('updated'),
      removed: count('removed'),
      revised: count('revised'),
      unchanged: count('unchanged'),
    },
    findings: states.flatMap(({ findings }) => findings),
    misfits: states.flatMap(({ misfits }) => misfits),
    hasChangedJurisdictions: states.some(({ hasChangedJurisdictions }) => hasChangedJurisdictions),
    newFacts: states.reduce((sum, { newFacts }) => sum + newFacts, 0),
    countyChanges: states.flatMap(({ countyChanges }) => countyChanges),
  };
}

/** Merges and derives the changed series of a state, names its jurisdictions, and checks the state as a whole. */
async function settleState(
  store: StateStore,
  changes: ChangedState,
  settlement: Settlement,
): Promise<Settled> {
  const { state, allocations, jurisdictions } = store;
  const earlier = jurisdictions.list();
  const { runId, reports, registers, findings, pause } = settlement;
  const corrections = correctionsOf(state, registers.corrections);
  const stateMonths = store.months();
  const series: SettledSeries[] = [];
  for (const [id, from] of beginningsOf(store, changes, stateMonths, corrections, findings)) {
    if (series.length % SERIES_BETWEEN_PAUSES === 0) await pause();
    series.push(settleSeries(store, id, { from, stateMonths, corrections }, settlement));
  }
  const named = nameJurisdictions(store, registers, reports, changes.added);
  const { listed, hasMoved } = named;
  const moved = earlier.filter(({ id, counties }) => counties !== jurisdictions.get(id)?.counties);
  for (const { id } of moved) allocations.touch(runId, id);
  for (const id of named.changed) allocations.touch(runId, id);
  const checked = findInComparisonSheets(store, listed.ids, reports);
  const ofState = [...findingsOfState(store, corrections, reports), ...listed.findings, ...checked.stored];
  const added = [
    ...series.flatMap((one) => one.added),
    ...findings.replace('state', state.code, state.code, runId, ofState),
  ];
  const misfits = [...series.flatMap((one) => one.misfits), ...ofState.filter(isMisfit)];
  const news = added.filter((item) => !misfits.includes(item));
  const outdated = firstOfEachReport([
    ...series.flatMap((one) => one.outdated),
    ...checked.outdated.filter(isOfThisRun(settlement)),
  ]);
  return {
    allocations: allocations.counts,
    findings: [...news, ...series.flatMap((one) => one.lapsed), ...outdated],
    misfits,
    hasChangedJurisdictions: named.changed.length > 0 || hasMoved,
    newFacts: named.newFacts,
    countyChanges: moved.flatMap(({ id, county: before }) =>
      before === null || before === jurisdictions.get(id)?.county ? [] : { id, before },
    ),
  };
}

/**
 * The series to settle, with the first month to write: the first changed one, because earlier months do not depend on it.
 * `null` writes the whole series: for corrected figures, and for all series if beginnings moved.
 */
function beginningsOf(
  { state, jurisdictions }: StateStore,
  changes: ChangedState,
  stateMonths: ReadonlySet<Month>,
  corrections: readonly Correction[],
  findings: FindingWriter,
): [number, Month | null][] {
  const beginnings = new Map<number, Month | null>(changes.firstChanged);
  const toCorrect = corrections.map(({ code }) => state.idOf(code)).filter(jurisdictions.has);
  const whole = haveBeginningsMoved(changes.monthsBefore, stateMonths)
    ? jurisdictions.list().map(({ id }) => id)
    : [...toCorrect, ...findings.correctedJurisdictions(state.code)];
  for (const id of whole) beginnings.set(id, null);
  return [...beginnings].sort(([a], [b]) => a - b);
}

/** Whether a month was added or removed right before another one. The first year of a series depends on it. */
function haveBeginningsMoved(before: ReadonlySet<Month>, now: ReadonlySet<Month>): boolean {
  const changed = [...before, ...now].filter((month) => before.has(month) !== now.has(month));
  return changed.some((month) => now.has(addMonths(month, 1)));
}

/** Merges and derives a series, and writes what differs. Removes a jurisdiction without rows. */
function settleSeries(
  store: StateStore,
  id: number,
  plan: Pick<SeriesInput, 'from' | 'stateMonths' | 'corrections'>,
  settlement: Settlement,
): SettledSeries {
  const { runId, reports, findings } = settlement;
  const { state, jurisdictions, allocations } = store;
  const jurisdiction = jurisdictions.get(id);
  if (!jurisdiction) throw new Error(`unknown jurisdiction ${id}`);
  const rows = store.rowsOfSeries(jurisdiction);
  if (rows === null) {
    allocations.writeSeries(runId, id, { datapoints: [], derived: [], from: null });
    findings.removeJurisdiction(id);
    jurisdictions.remove(id);
    return { added: [], misfits: [], outdated: [], lapsed: [] };
  }
  const series = buildSeries(state, id, { rows, reports, ...plan });
  allocations.writeSeries(runId, id, { ...series, from: plan.from });
  jurisdictions.write({
    ...jurisdiction,
    printed_name: series.printedName,
    printed_type: series.printedType,
    method_changes: series.methodChanges.length > 0 ? JSON.stringify(series.methodChanges) : null,
    // comparison sheets name counties after all jurisdictions are settled
    ...(namesCounties(state) ? {} : storeCounties(series.counties)),
  });
  const lapsed = lapsedCorrections(state, findings.correctedFigures(id), series.findings);
  return {
    lapsed,
    added: findings.replace('series', id, state.code, runId, series.findings),
    misfits: series.findings.filter(isMisfit),
    outdated: series.outdated.filter(isOfThisRun(settlement)),
  };
}

/** Whether a new report shows a finding. */
function isOfThisRun({ reports, receivedAt }: Settlement): (item: PlacedFinding) => boolean {
  return ({ reportId }) => {
    const record = reports.get(reportId ?? -1);
    return record !== undefined && countsSince(record) === receivedAt;
  };
}

/** The findings about a state as a whole. */
export function findingsOfState(
  store: StateStore,
  corrections: readonly Correction[],
  reports: ReportRecords,
): PlacedFinding[] {
  return [...unmatchedCorrections(store, corrections), ...checkState(store, reports)];
}

/** The first finding of each report, with the number of the others. */
function firstOfEachReport(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const byReport = new Map<number | null, { first: PlacedFinding; more: number }>();
  for (const item of findings) {
    const seen = byReport.get(item.reportId);
    if (seen) seen.more += 1;
    else byReport.set(item.reportId, { first: item, more: 0 });
  }
  return [...byReport.values()].map(({ first, more }) => {
    const facts = factsOf('outdated-row', first);
    return more > 0 && facts ? { ...first, facts: { ...facts, more } } : first;
  });
}
