import { deriveSeries } from '../../derive/derived-figures.ts';
import { findUnusualPayments } from '../../derive/unusual-payments.ts';
import { type Finding, factsOf, rowFinding } from '../../domain/findings/finding.ts';
import { storeCounties } from '../../domain/jurisdiction.ts';
import { formatMonth, type Month } from '../../domain/month.ts';
import { type Correction, countsSince, isKindOf } from '../../domain/report.ts';
import { fieldInWords } from '../../domain/text/wording.ts';
import { isMisfit, lapsedCorrections } from '../../merge/correct.ts';
import { mergeSeries } from '../../merge/merge-series.ts';
import type { Datapoint, State } from '../../states/state.ts';
import { type AllocationCounts, NO_COUNTS } from '../../store/write/allocations.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';
import { type OpenRun, pauseForSignal } from '../open-run.ts';
import type { Settled } from '../summary.ts';
import { nameJurisdictions, namesCounties } from './names.ts';
import { checkState } from './state-checks.ts';

/** The number of series between two looks whether the run is to stop. */
const SERIES_BETWEEN_PAUSES = 50;

/** Merges and derives each place of the changed states, names the jurisdictions, and checks each state as a whole. */
export async function settle(run: OpenRun): Promise<Settled> {
  const settled: Settled = {
    allocations: { ...NO_COUNTS },
    findings: [],
    misfits: [],
    hasChanged: false,
    newFacts: 0,
    countyChanges: [],
  };
  for (const [state, added] of run.loader.changes) await settleState(run, run.storeOf(state), added, settled);
  const { inserted, updated, removed } = settled.allocations;
  settled.hasChanged ||= inserted + updated + removed > 0;
  return settled;
}

async function settleState(
  run: OpenRun,
  store: StateStore,
  added: ReadonlySet<number>,
  settled: Settled,
): Promise<void> {
  const { options, runId, reports, findings } = run;
  const { state, allocations, jurisdictions } = store;
  const earlier = jurisdictions.list();
  const corrections = options.registers.corrections.filter(({ kind }) => isKindOf(state.code, kind));
  const plan = { records: reports.byId(), stateMonths: store.months(), corrections, added };
  const series: SettledSeries[] = [];
  for (const { id } of earlier) {
    if (series.length % SERIES_BETWEEN_PAUSES === 0) await pauseForSignal(options.signal);
    series.push(settleSeries(run, store, id, plan, settled.allocations));
  }
  const named = nameJurisdictions(store, options.registers, reports, added);
  const moved = earlier.filter(({ id, counties }) => counties !== jurisdictions.get(id)?.counties);
  for (const id of [...moved.map((one) => one.id), ...named.changed]) allocations.touch(runId, id);
  const ofState = [
    ...unmatchedCorrections(store, corrections),
    ...checkState(store, plan.records),
    ...named.findings,
  ];
  const stored = findings.replace('state', state.code, state.code, runId, ofState);
  const all = [...series.flatMap(({ found }) => found), ...ofState];
  const news = [...series.flatMap(({ added }) => added), ...stored.added].filter((item) => !isMisfit(item));
  settled.findings.push(
    ...news,
    ...series.flatMap(({ lapsed }) => lapsed),
    ...firstOfEachReport(series.flatMap(({ outdated }) => outdated)),
  );
  settled.misfits.push(...all.filter(isMisfit));
  settled.newFacts += named.newFacts;
  for (const { id, county: before } of moved)
    if (before !== null && before !== jurisdictions.get(id)?.county)
      settled.countyChanges.push({ id, before });
  const differing = series.reduce((sum, one) => sum + one.differing, stored.differing);
  settled.hasChanged ||= differing > 0 || named.changed.length > 0 || named.hasMoved;
}

/** What a series needs of its state. */
interface SeriesPlan {
  records: ReturnType<OpenRun['reports']['byId']>;
  /** The months that any jurisdiction of the state has. */
  stateMonths: ReadonlySet<Month>;
  /** All corrections of the state. */
  corrections: readonly Correction[];
  /** Jurisdictions that the run added. */
  added: ReadonlySet<number>;
}

/** The findings about one series. */
interface SettledSeries {
  found: readonly Finding[];
  /** Those that were not stored before, and how many stored ones differed. */
  added: readonly Finding[];
  differing: number;
  /** Rows of this run's reports that lose to other reports. */
  outdated: readonly Finding[];
  /** Corrections that the register no longer has. */
  lapsed: readonly Finding[];
}

/** Merges and derives a series, and writes what differs. Removes a jurisdiction without rows. */
function settleSeries(
  { runId, findings, receivedAt }: OpenRun,
  store: StateStore,
  id: number,
  { records, stateMonths, corrections, added }: SeriesPlan,
  counts: AllocationCounts,
): SettledSeries {
  const { state, jurisdictions, allocations } = store;
  const jurisdiction = jurisdictions.get(id);
  if (!jurisdiction) throw new Error(`unknown jurisdiction ${id}`);
  const rows = store.rowsOfSeries(jurisdiction);
  if (rows === null) {
    allocations.writeSeries(runId, id, { datapoints: [], derived: [] }, counts);
    findings.removeJurisdiction(id);
    jurisdictions.remove(id);
    // one that only a refused report of this run had was never seen
    const differing = added.has(id) ? 0 : 1;
    return { found: [], added: [], differing, outdated: [], lapsed: [] };
  }
  const { datapoints, ...merged } = mergeSeries(state, rows, records, corrections);
  const derived = deriveSeries(datapoints, state.fields, { calendar: state.calendar, stateMonths });
  allocations.writeSeries(runId, id, { datapoints, derived }, counts);
  jurisdictions.write({
    ...jurisdiction,
    printed_name: merged.printedName,
    printed_type: merged.printedType,
    method_changes: merged.methodChanges.length > 0 ? JSON.stringify(merged.methodChanges) : null,
    // comparison sheets name counties after all jurisdictions are settled
    ...(namesCounties(state) ? {} : storeCounties(merged.counties)),
  });
  const all = [...merged.findings, ...unusualPayments(state, datapoints)];
  const found = all.filter(({ code }) => code !== 'outdated-row');
  const lapsed = lapsedCorrections(state, findings.correctedFigures(id), found);
  // only the run that brought them reports rows that lose
  const isNew = ({ reportId }: Finding) => {
    const record = records.get(reportId ?? -1);
    return record !== undefined && countsSince(record) === receivedAt;
  };
  return {
    ...{ found, lapsed, outdated: all.filter((item) => item.code === 'outdated-row' && isNew(item)) },
    ...findings.replace('series', id, state.code, runId, found),
  };
}

/** Payments far from what the jurisdiction's own history lets expect, each at the row that gives it. */
function unusualPayments(state: State, datapoints: readonly Datapoint[]): Finding[] {
  const { headline: field } = state;
  const payments = datapoints.map(({ month, figures }) => ({ month, amount: figures[field] ?? null }));
  const sources = new Map(datapoints.map(({ month, sources: ofMonth }) => [month, ofMonth]));
  return findUnusualPayments(payments).flatMap(({ month, amount, compared, usual }): Finding[] => {
    const row = state.sourceOf(field, sources.get(month) ?? new Map());
    if (!row) return [];
    const before = { earlier: compared.month, before: compared.amount };
    const facts = { code: row.code, name: row.name, month, field, amount, usual, ...before };
    return [rowFinding('unusual-payment', facts, row, field)];
  });
}

/** The corrections of one state without a row in any report. */
function unmatchedCorrections(store: StateStore, corrections: readonly Correction[]): Finding[] {
  return corrections
    .filter(({ kind, code, month }) => !store.rowsOf(kind).hasMonth(store.state.idOf(code), month))
    .map(({ kind, code, month, field }) => {
      const facts = {
        what: `corrections.json corrects ${fieldInWords(field)} of ${code} in ${formatMonth(month)}, but no ${kind} report has that row.`,
        advice: 'Correct the entry of corrections.json, or remove it.',
      };
      return monthFinding('correction-misfit', facts, month, null);
    });
}

/** The first finding of each report, with the number of the others. */
function firstOfEachReport(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ reportId }) => reportId).values()].flatMap(([first, ...others]) => {
    const facts = first && factsOf('outdated-row', first);
    if (!first || !facts) return [];
    return [others.length > 0 ? { ...first, facts: { ...facts, more: others.length } } : first];
  });
}
