import { deriveSeries } from '../../derive/derived-figures.ts';
import { findUnusualPayments } from '../../derive/unusual-payments.ts';
import { type Finding, factsOf, rowFinding } from '../../domain/findings/finding.ts';
import { storeCounties } from '../../domain/jurisdiction.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import { type Correction, countsSince, isKindOf } from '../../domain/report.ts';
import type { ReportRecords } from '../../merge/choose.ts';
import { isMisfit, lapsedCorrections } from '../../merge/correct.ts';
import { mergeSeries } from '../../merge/merge-series.ts';
import type { Registers } from '../../registers/registers.ts';
import type { Datapoint, State } from '../../states/state.ts';
import type { AllocationCounts } from '../../store/write/allocations.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { type FindingWriter, monthFinding } from '../../store/write/stored-findings.ts';
import { findInComparisonSheets } from '../comparison-sheets/sheet-findings.ts';
import type { ChangedState, RowLoader } from '../intake/row-loader.ts';
import { nameJurisdictions, namesCounties } from './named-state.ts';
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

interface Settled {
  /** What the run did to datapoints. */
  allocations: AllocationCounts;
  findings: Finding[];
  /** All corrections that do not fit the reports. */
  misfits: Finding[];
  /** Whether a jurisdiction's name, type or rate changed. */
  hasChangedJurisdictions: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
}

/** The findings about one series. */
interface SettledSeries {
  /** Findings that were not stored before. */
  added: readonly Finding[];
  misfits: readonly Finding[];
  /** Rows of this run's reports that lose to other reports. */
  outdated: readonly Finding[];
  /** Corrections that the register no longer has. */
  lapsed: readonly Finding[];
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
  };
}

/** Merges and derives the changed series of a state, names its jurisdictions, and checks the state as a whole. */
async function settleState(
  store: StateStore,
  changes: ChangedState,
  settlement: Settlement,
): Promise<Settled> {
  const { state, allocations } = store;
  const { runId, reports, registers, findings, pause } = settlement;
  const corrections = registers.corrections.filter(({ kind }) => isKindOf(state.code, kind));
  const stateMonths = store.months();
  const series: SettledSeries[] = [];
  for (const [id, from] of beginningsOf(store, changes, stateMonths, corrections, findings)) {
    if (series.length % SERIES_BETWEEN_PAUSES === 0) await pause();
    series.push(settleSeries(store, id, { from, stateMonths, corrections }, settlement));
  }
  const named = nameJurisdictions(store, registers, reports, changes.added);
  const { listed, hasMoved } = named;
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

/** What a series needs of its state. */
interface SeriesPlan {
  /** The first month to derive and to write; `null` is all. */
  from: Month | null;
  /** The months that any jurisdiction of the state has. */
  stateMonths: ReadonlySet<Month>;
  /** All corrections of the state. */
  corrections: readonly Correction[];
}

/** Merges and derives a series, and writes what differs. Removes a jurisdiction without rows. */
function settleSeries(
  store: StateStore,
  id: number,
  { from, stateMonths, corrections }: SeriesPlan,
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
  const { datapoints, ...merged } = mergeSeries(state, rows, reports, corrections);
  const derived = deriveSeries(datapoints, state.fields, { calendar: state.calendar, stateMonths }, from);
  allocations.writeSeries(runId, id, { datapoints, derived, from });
  jurisdictions.write({
    ...jurisdiction,
    printed_name: merged.printedName,
    printed_type: merged.printedType,
    method_changes: merged.methodChanges.length > 0 ? JSON.stringify(merged.methodChanges) : null,
    // comparison sheets name counties after all jurisdictions are settled
    ...(namesCounties(state) ? {} : storeCounties(merged.counties)),
  });
  const all = [...merged.findings, ...unusualPayments(state, datapoints)];
  const ofSeries = all.filter(({ code }) => code !== 'outdated-row');
  const lapsed = lapsedCorrections(state, findings.correctedFigures(id), ofSeries);
  return {
    lapsed,
    added: findings.replace('series', id, state.code, runId, ofSeries),
    misfits: ofSeries.filter(isMisfit),
    outdated: all.filter(({ code }) => code === 'outdated-row').filter(isOfThisRun(settlement)),
  };
}

/** Payments far from what the jurisdiction's own history lets expect, each at the row that gives it. */
function unusualPayments(state: State, datapoints: readonly Datapoint[]): Finding[] {
  const { headline: field } = state;
  const payments = datapoints.map(({ month, figures }) => ({ month, amount: figures[field] ?? null }));
  const sources = new Map(datapoints.map(({ month, sources: ofMonth }) => [month, ofMonth]));
  return findUnusualPayments(payments).flatMap(({ month, ...amounts }): Finding[] => {
    const row = state.sourceOf(field, sources.get(month) ?? new Map());
    if (!row) return [];
    const facts = { code: row.code, name: row.name, month, field, ...amounts };
    return [rowFinding('unusual-payment', facts, row, field)];
  });
}

/** Whether a new report shows a finding. */
function isOfThisRun({ reports, receivedAt }: Settlement): (item: Finding) => boolean {
  return ({ reportId }) => {
    const record = reports.get(reportId ?? -1);
    return record !== undefined && countsSince(record) === receivedAt;
  };
}

/** The corrections of one state without a row in any report. */
function unmatchedCorrections(store: StateStore, corrections: readonly Correction[]): Finding[] {
  return corrections
    .filter(({ kind, code, month }) => !store.rowsOf(kind).hasMonth(store.state.idOf(code), month))
    .map(({ kind, code, month, field }) => {
      const facts = { misfit: 'unmatched', kind, code, month, field } as const;
      return monthFinding('correction-misfit', facts, month, null);
    });
}

/** The findings about a state as a whole. */
export function findingsOfState(
  store: StateStore,
  corrections: readonly Correction[],
  reports: ReportRecords,
): Finding[] {
  return [...unmatchedCorrections(store, corrections), ...checkState(store, reports)];
}

/** The first finding of each report, with the number of the others. */
function firstOfEachReport(findings: readonly Finding[]): Finding[] {
  const byReport = new Map<number | null, { first: Finding; more: number }>();
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
